"""Several arms on the same deals: what differs between them."""
