"""How long players wait for their turn: `fathom waiting`."""
