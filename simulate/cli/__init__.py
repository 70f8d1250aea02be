"""The command line: one module a command, over plain functions elsewhere."""
