"""What a strategy does, as advice: a short decision tree in the words of the game."""
