"""Checking a game: what every game has to do, each rule a small function in one list."""
