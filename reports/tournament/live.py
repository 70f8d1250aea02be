"""How a tournament stands while it is played."""

from __future__ import annotations

from collections.abc import Sequence

from reports.figures.figure import SHARE
from reports.tournament.matrix import rate_of_row
from reports.writing import numbers
from simulate.play.lineups import Played
from simulate.play.tournament import Tournament


def live_columns(tournament: Tournament) -> list[str]:
    """Return the headings of `live_rows`."""
    return ["one \\ all others", *tournament.specs]


def live_rows(
    tournament: Tournament, shown: Sequence[Played | None], confidence: float
) -> list[list[str]]:
    """Say of each cell how it stands: its win rate so far, or that it waits.

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
        stands = [_stands(cells[one, other], confidence) for other in everyone if one != other]
        stands.insert(one, "\N{MIDDLE DOT}")
        rows.append([spec, *stands])
    mixed = shown[len(cells) :]
    begun = sum(1 for played in mixed if played)
    return [*rows, [f"mixed: {begun} of {len(mixed)}"]]


def _stands(played: Played | None, confidence: float) -> str:
    return numbers.with_half(rate_of_row(played, confidence), SHARE) if played else "waits"
