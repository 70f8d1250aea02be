"""Which rules meet what a designer wants."""
