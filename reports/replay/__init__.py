"""The analysis `replay`: one game of a study, step by step."""
