"""What questions to a game found: what each handicap costs, ranked."""
