"""The analysis `setups`: set-ups that are played many times, and what the set-up decides."""
