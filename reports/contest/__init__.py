"""Contests: strategies against each other, in line-ups that play the same deals."""
