"""Documents as data, and their writers."""
