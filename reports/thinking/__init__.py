"""What playing on in thought tells of one game: chances to win, turning points, choices."""
