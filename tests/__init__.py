"""Fathom's tests; `oracles` holds slow, independent versions of the games."""
