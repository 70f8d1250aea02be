"""The analysis `when`: how often events happen, and a figure in games with and without them."""
