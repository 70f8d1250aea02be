"""Studies that pin their tallies: data, which this file lets be installed with Fathom."""
