"""How a tournament stands while it is played."""

from __future__ import annotations

from collections.abc import Sequence

from reports.figures.figure import SHARE
from reports.figures.statistics import Estimate
from reports.tournament.compared import level_of
from reports.tournament.matrix import rate_of_row
from reports.tournament.race import Race
from reports.writing import numbers
from reports.writing.document import Column
from simulate.play.lineups import Played
from simulate.play.tournament import Tournament

LIVE_COLUMNS = (
    Column("one alone", numeric=False),
    Column("wins in %"),
    Column("fewest, among", numeric=False, spare=True),
)
#: Of a tournament that is played until all is decided.
RACE_COLUMNS = (*LIVE_COLUMNS[:2], Column("still open"), LIVE_COLUMNS[2])


def live_rows(
    tournament: Tournament,
    shown: Sequence[Played | None],
    confidence: float,
    race: Race | None = None,
) -> list[list[str]]:
    """Say of each strategy how it stands alone among others.

    In the order of `LIVE_COLUMNS`, or of `RACE_COLUMNS` where line-ups stop as they are decided.

    Parameters
    ----------
    tournament
        What is played.
    shown
        What each line-up gave so far, ``None`` for nothing yet.
    confidence
        Of the intervals, after all looks together.
    race
        What was open at the last look; ``None`` before the first, and where none stops.
    """
    of_cells, everyone = (
        dict(zip(tournament.cells, shown, strict=False)),
        range(len(tournament.specs)),
    )
    rows, level = [], level_of(confidence, len(tournament.looks))
    several = len(everyone) - 1
    for one, spec in enumerate(tournament.specs):
        played = {
            other: rate_of_row(cell, level)
            for other in everyone
            if one != other and (cell := of_cells[one, other])
        }
        left = [other for first, other in race.open_cells if first == one] if race else everyone
        still = [f"{min(len(left), several)} of {several}"] if tournament.races else []
        if not played:
            rows.append([spec, "waits", *still, ""])
            continue
        least = min(played, key=lambda other: played[other].value)
        among = f"{numbers.with_half(played[least], SHARE)} {tournament.specs[least]}"
        rows.append([spec, numbers.with_half(_mean(list(played.values())), SHARE), *still, among])
    if tournament.races:
        pairs = several * (several + 1) // 2
        left_pairs = len(race.open_pairs) if race else pairs
        return [*rows, ["pairs of the ranking", "", f"{left_pairs} of {pairs}", ""]]
    cells, others = len(tournament.cells), len(tournament.cells) + len(tournament.mixed)
    groups = {"mixed line-ups": shown[cells:others], "duels": shown[others:]}
    for name, lineups in groups.items():
        if lineups:
            rows.append([f"{name}: {sum(map(bool, lineups))} of {len(lineups)}", "", ""])
    return rows


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
