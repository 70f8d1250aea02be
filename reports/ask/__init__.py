"""What a handicap costs: `fathom ask`."""
