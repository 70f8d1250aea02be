"""How a ladder stands while it is played."""

from __future__ import annotations

from collections.abc import Sequence

from reports.figures.figure import SHARE
from reports.tournament.matrix import rate_of_row
from reports.writing import numbers
from reports.writing.document import Column
from simulate.play.ladder import Ladder
from simulate.play.lineups import Played

LIVE_COLUMNS = (
    Column("one", numeric=False),
    Column("all others", numeric=False),
    Column("games", spare=True),
    Column("wins in %"),
)


def live_rows(ladder: Ladder, shown: Sequence[Played | None], confidence: float) -> list[list[str]]:
    """Say of each line-up how it stands, in the order of `LIVE_COLUMNS`.

    Parameters
    ----------
    ladder
        What is played.
    shown
        What each line-up gave so far, ``None`` for nothing yet.
    confidence
        Of the intervals.
    """
    return [
        [
            one.spec,
            other.spec,
            numbers.whole(played.games if played else 0),
            numbers.with_half(rate_of_row(played, confidence), SHARE) if played else "waits",
        ]
        for (one, other), played in zip(ladder.pairs, shown, strict=True)
    ]
