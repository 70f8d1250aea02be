"""What is to be played, from what was asked for."""
