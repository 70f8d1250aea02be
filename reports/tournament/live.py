"""How a tournament stands while it is played."""

from __future__ import annotations

from collections.abc import Sequence

from reports.figures.figure import SHARE
from reports.tournament.compared import level_of
from reports.tournament.matrix import rate_of_row
from reports.tournament.race import Race
from reports.writing import numbers
from reports.writing.document import Column
from simulate.play.lineups import Played
from simulate.play.tournament import Tournament

LIVE_COLUMNS = (
    Column("one alone", numeric=False),
    Column("fewest wins in %"),
    Column("among", numeric=False, spare=True),
)


def live_rows(
    tournament: Tournament,
    shown: Sequence[Played | None],
    confidence: float,
    race: Race | None = None,
) -> list[list[str]]:
    """Say among whom each strategy wins least, and how many line-ups have begun, or are open.

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
    rows, level = [], level_of(confidence, len(tournament.interim))
    for one, spec in enumerate(tournament.specs):
        played = {
            other: rate_of_row(cell, level)
            for (first, other), cell in zip(tournament.cells, shown, strict=False)
            if first == one and cell
        }
        if not played:
            rows.append([spec, "waits", ""])
            continue
        least = min(played, key=lambda other: played[other].value)
        found = numbers.with_half(played[least], SHARE)
        rows.append([spec, found, tournament.specs[least]])
    counts = (sum(map(bool, shown)), "begun") if race is None else (len(race.still_open), "open")
    return [*rows, [f"{counts[0]} of {len(shown)} line-ups {counts[1]}", "", ""]]
