"""One run: what it found, as tables, charts, sentences and what the terminal shows."""
