"""The chances to win throughout a single game, and the value of its decisions."""
