"""A single game as a story: its rounds, turning points and end."""
