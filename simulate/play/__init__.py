"""From the compiled loop of a game to the tally of a study."""
