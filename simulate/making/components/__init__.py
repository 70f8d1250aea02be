"""What games are made of, declared instead of coded."""
