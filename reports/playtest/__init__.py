"""Whether real games agree with simulated ones, and what holds at their table."""
