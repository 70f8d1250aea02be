"""The analysis `sweep`: one study with several values of its rules."""
