"""Figures, their statistics, and what is judged of them."""
