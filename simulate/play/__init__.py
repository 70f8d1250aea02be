"""Playing games: the compiled loop that plays them, the tallies that count them, and replays."""
