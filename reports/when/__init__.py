"""What goes with events in games: how often, what follows, and games to look at."""
