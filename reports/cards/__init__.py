"""What cards are worth: `fathom cards`."""
