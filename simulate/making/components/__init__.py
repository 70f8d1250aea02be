"""The components that games are made of, such as piles, hands, dice and counters."""
