"""The analysis `ask`, which answers questions about a game by the costs of handicaps."""
