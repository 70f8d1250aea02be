"""How a tournament stands while it is played."""

from __future__ import annotations

from collections.abc import Sequence

from reports.figures.figure import SHARE
from reports.figures.statistics import Estimate
from reports.tournament.matrix import rate_of_row
from reports.writing import numbers
from reports.writing.document import Column
from simulate.play.lineups import Played
from simulate.play.tournament import Tournament

LIVE_COLUMNS = (
    Column("one alone", numeric=False),
    Column("wins in %"),
    Column("fewest, among", numeric=False, spare=True),
)


def live_rows(
    tournament: Tournament, shown: Sequence[Played | None], confidence: float
) -> list[list[str]]:
    """Say of each strategy how it stands alone among others, in the order of `LIVE_COLUMNS`.

    Parameters
    ----------
    tournament
        What is played.
    shown
        What each line-up gave so far, ``None`` for nothing yet.
    confidence
        Of the intervals.
    """
    cells, everyone = dict(zip(tournament.cells, shown, strict=False)), range(len(tournament.specs))
    rows = []
    for one, spec in enumerate(tournament.specs):
        played = {
            other: rate_of_row(cell, confidence)
            for other in everyone
            if one != other and (cell := cells[one, other])
        }
        if not played:
            rows.append([spec, "waits", ""])
            continue
        least = min(played, key=lambda other: played[other].value)
        among = f"{numbers.with_half(played[least], SHARE)} {tournament.specs[least]}"
        rows.append([spec, numbers.with_half(_mean(list(played.values())), SHARE), among])
    mixed = shown[len(tournament.cells) :]
    begun = sum(1 for played in mixed if played)
    return [*rows, [f"mixed line-ups: {begun} of {len(mixed)}", "", ""]]


def _mean(rates: Sequence[Estimate]) -> Estimate:
    """Return the mean of a strategy's win rates among each of the others.

    They share their deals, so its interval is as wide as theirs are in the mean, which is enough
    however they hang together.
    """
    count = len(rates)
    value, low, high = (
        sum(getattr(rate, name) for rate in rates) / count for name in ("value", "low", "high")
    )
    return Estimate(value, low, high, sum(rate.n for rate in rates))
