"""What follows events: `fathom when`."""
