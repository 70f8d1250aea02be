"""The analysis `waiting`: waits between turns, turns without a choice, and kingmaking."""
