"""The components of which games are made, such as piles, hands, dice and counters."""
