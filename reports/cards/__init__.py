"""The analysis `cards`, which estimates what it is worth to draw, play and get each card."""
