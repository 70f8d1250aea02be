"""The analysis `run`: one study, played once."""
