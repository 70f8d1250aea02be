"""Output: messages on stderr, JSON, and the folders that commands write."""
