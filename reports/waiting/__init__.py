"""The analysis `waiting`: how long players wait, and other effects of how turns are taken."""
