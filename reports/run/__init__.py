"""The analysis of one run: its plan, results, sentences, tables, charts and report."""
