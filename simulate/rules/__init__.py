"""Rules as data: options, their kinds and their values."""
