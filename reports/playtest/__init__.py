"""The analysis `playtest`: whether real games agree with simulated ones."""
