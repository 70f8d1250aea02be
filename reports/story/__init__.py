"""One game told: its rounds, what each led to, what turned the game, and how it ended."""
