"""The comparison of several arms that play the same deals: its plan, results and report."""
