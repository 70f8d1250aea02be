"""The page of ``fathom explore``: a designer changes rules in a browser and reads the answer.

`server` serves the page and its events on this machine. `session` holds what the page shows: the
design (`design`), which is kept in a file (`design_file`), and the games that are played for it in
the background (`background`). `controls`, `answer` and `comparison` turn rules and results into the
JSON values from which the page is drawn. The page itself is in the folder ``page``.
"""
