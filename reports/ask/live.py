"""How questions stand while they are played."""

from __future__ import annotations

from collections.abc import Sequence

from reports.ask.results import wins_of
from reports.ask.sentences import asks
from reports.figures.figure import SHARE
from reports.figures.statistics import rate
from reports.writing import numbers
from reports.writing.document import Column
from simulate.play.asking import Asked, Asking

#: Headings of `live_rows`.
LIVE_COLUMNS = (Column("one player", numeric=False), Column("wins"))


def live_rows(asking: Asking, asked: Sequence[Asked], confidence: float) -> list[list[str]]:
    """Say what came of each question so far, and how many wait."""
    rows = [
        [
            asks(one).short,
            f"{numbers.with_half(rate(wins_of(one.run), confidence), SHARE)} %",
        ]
        for one in asked
    ]
    waiting = len(asking.questions) - len(asked)
    return [*rows, [f"{numbers.counted(waiting, 'question')} to come", ""]]
