"""Which of the figures of two arms are worth a row of a table, or of a chart."""

from __future__ import annotations

import math

from reports.comparison.results import Compared, Pair
from reports.figures.figure import LENGTH, SEATS, UNFINISHED


def told(pair: Pair) -> list[Compared]:
    """Return the figures that say something which no other one says."""
    found, seen = [], set()
    for one in pair.figures.values():
        figure = one.figure
        again = figure.kind == SEATS and figure.detail  # the advantage tells it
        if figure.kind == LENGTH:  # a game may have a decision a turn
            same = one.first, one.second, one.difference.estimate
            again = same in seen
            seen.add(same)
        never = figure.kind == UNFINISHED and not (one.first.value or one.second.value)
        if not (again or never or figure.settled):
            found.append(one)
    return found


def drawn(pair: Pair) -> list[Compared]:
    """Return the figures that are drawn: lengths that change alike, as in minutes, once."""
    found, seen = [], set()
    for one in told(pair):
        figure, change = one.figure, one.difference.estimate
        again = figure.detail
        if figure.kind == LENGTH and one.first.value:
            ends = (change.low, change.value, change.high)
            same = figure.what, *(round(end / one.first.value, 9) for end in ends)
            again |= same in seen
            seen.add(same)
        if not again:
            found.append(one)
    return found


def in_percent(one: Compared) -> bool:
    """Return whether a difference means something in percent of what the first arm gave."""
    change = one.difference.estimate
    half = (change.high - change.low) / 2
    return one.first.value != 0 and (half < abs(one.first.value) / 4 or not math.isfinite(half))
