"""The analysis `tune`: the search for rules that meet a designer's targets."""
