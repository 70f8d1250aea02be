"""The analysis `replay`, which prints one game of a study step by step."""
