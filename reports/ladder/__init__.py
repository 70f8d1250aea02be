"""The analysis `ladder`: how strong each strategy is, and whether more thinking pays."""
