"""A document as data, and what writes it."""
