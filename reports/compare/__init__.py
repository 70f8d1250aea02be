"""The analysis `compare`: several studies on the same deals."""
