"""The analysis `tournament`: who is best, and which styles beat others or last."""
