"""The checks of ``fathom check``, which find mistakes in a game. Each check is a small function."""
