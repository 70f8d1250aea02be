"""The engine: rules, dealing, playing, counting, and running in parallel."""
