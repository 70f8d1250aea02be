"""One module a game; each is found by being here."""
