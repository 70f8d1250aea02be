"""One game, told: `fathom replay`."""
