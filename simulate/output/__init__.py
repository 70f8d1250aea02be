"""Where results go: the terminal, a folder, a file."""
