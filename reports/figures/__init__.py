"""Figures and their statistics, precisions and targets."""
