"""Games that comparisons keep in a file, so that they go on where they were stopped."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from simulate.play.journal import Journal, use_journal


@contextmanager
def kept_games(path: Path) -> Iterator[Journal]:
    """Keep the games that are played in the `with` block in a file, with those that it has.

    Games that the file has are not played again. Call `Journal.flush` before games are asked for
    that were played in the same block.
    """
    journal = Journal.read(path) or Journal(path)
    with use_journal(journal):
        try:
            yield journal
        finally:
            journal.write_to(path)
