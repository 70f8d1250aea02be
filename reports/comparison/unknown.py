"""What the games played cannot tell of a difference, and about how many more would."""

from __future__ import annotations

from collections.abc import Sequence

from reports.comparison.ranking import threshold, weight
from reports.comparison.results import Compared, Comparison, Pair
from reports.figures.figure import SEATS, SKILL, Topic
from reports.figures.telling import games_to_tell
from reports.writing.words import listed

#: So many of the game's own counts are named in a line.
MOST_COUNTS = 3


def more_games(one: Compared, pair: Pair, comparison: Comparison) -> int | None:
    """Return about how many more games of each tell whether there is a difference that counts.

    They tell it where the whole interval comes to lie within what people notice, or where the
    difference becomes clear; see `reports.figures.telling`.

    Parameters
    ----------
    one
        A figure.
    pair, comparison
        Where it stands.

    Returns
    -------
    int or None
        ``None`` where the games tell already, and where that cannot be told, as of skill, which
        has games of its own.
    """
    if weight(one) != "unclear" or one.figure.kind == SKILL:
        return None
    found, alpha = one.difference.estimate, 1 - comparison.first.level
    return games_to_tell(found, threshold(one), pair.games, alpha, comparison.tests)


def named(figures: Sequence[Compared]) -> str:
    """Name figures, win rates of several seats together; many of the game's counts by number."""
    counts = [one for one in figures if one.figure.topic is Topic.COUNTS]
    if len(counts) > MOST_COUNTS:
        others = [one for one in figures if one not in counts]
        more = f"{len(counts)} of the game's own counts."
        return f"{named(others)[:-1]}; {more}" if others else more
    seats = sorted({one.figure.of[0] for one in figures if _is_seat(one)}, key=int)
    names: dict[str, None] = {}
    for one in figures:
        several = _is_seat(one) and len(seats) > 1
        names[f"win rates of seats {listed(seats)}" if several else one.figure.title] = None
    return f"{'; '.join(names)}."


def _is_seat(one: Compared) -> bool:
    return one.figure.kind == SEATS and one.figure.is_win_rate
