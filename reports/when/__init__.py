"""The analysis `when`: how often events happen, and which results go with them."""
