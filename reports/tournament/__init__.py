"""Every strategy against every other: who is best, and which styles are viable."""
