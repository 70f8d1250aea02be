"""The analysis `cards`: the values of drawing, playing and getting each card."""
