"""One study under several values of a rule: what the rule does."""
