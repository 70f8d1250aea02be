"""The analysis `ask`: the costs of handicaps, and so the answers to questions about a game."""
