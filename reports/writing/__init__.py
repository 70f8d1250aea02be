"""Documents: reports as data, and the code that writes them in each format."""
