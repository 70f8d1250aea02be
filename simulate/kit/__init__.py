"""What games and strategies are written with."""
