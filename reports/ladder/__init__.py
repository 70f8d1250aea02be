"""What a ladder found: how strong each strategy is, and whether more thinking pays."""
