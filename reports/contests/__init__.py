"""Kinds of contests, found by being here: each file has the `CONTEST` of its command."""
