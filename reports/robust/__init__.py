"""Other levels of play: whether what was found is the game's or the players'."""
