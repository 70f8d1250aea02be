"""The replay of a single game as data and as a document: rounds, turning points and end."""
