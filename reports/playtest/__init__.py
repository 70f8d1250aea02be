"""The analysis `playtest`, which tests whether people's games agree with simulated games."""
