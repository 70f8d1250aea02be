"""Which differences matter, which are known to be small, and of which the games cannot tell.

Figures that a study has targets for come first; scores and the game's own counts, which depend on
the rules by nature, come last. Between them stands what designers ask first: the minutes, who
wins from where and how much skill pays, in this order, but those first that differ by several
times what people notice; then how a game goes. Of the same kind the larger comes first, and what
may be too small to notice comes after what is not.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal

from reports.comparison.results import Compared, Comparison, Pair
from reports.figures.differences import games_to_tell
from reports.figures.figure import (
    ADVANTAGE,
    COUNTS,
    LENGTH,
    LINEUP,
    MEAN,
    MINUTES,
    SCORE_MEAN,
    SEATS,
    SIDES,
    SKILL,
    STRATEGIES,
    UNFINISHED,
    WIN_RATE,
    Figure,
    Topic,
)
from reports.figures.noticeable import noticeable

#: Whether a difference matters.
Weight = Literal["large", "small", "same", "unclear"]
#: What figures are sorted by.
Order = tuple[int, bool, bool, bool, int, float]
#: How soon designers ask how a game goes, as `asked` says.
COURSE = 3
#: From so many times what people notice a difference goes before others, whatever it is of.
STRIKING = 3.0
#: What of a length is told on the first page; the other measures change with these.
_LENGTHS = (MINUTES, f"{LENGTH}.rounds.{MEAN}")


@dataclass(frozen=True)
class Ranked:
    """Paths of figures by what the pairs that have them say, sorted by what matters."""

    #: Clear in some pair, and not known there to be too small to notice; as designers ask.
    large: list[str]
    #: Of the rest: the games cannot tell in some pair; sorted by `open_order`.
    unclear: list[str]
    #: Of the rest: known to be too small to notice in every pair.
    small: list[str]


def rank(pairs: Iterable[Pair]) -> Ranked:
    """Sort the figures of the first page by their largest difference in any of several pairs."""
    orders: dict[str, Order] = {}
    weights: dict[str, set[Weight]] = {}
    possibly: dict[str, tuple[int, float]] = {}
    for pair in pairs:
        told_by_sides = _told_by_sides(pair)
        for path, one in pair.figures.items():
            first = is_first(one.figure) and path not in told_by_sides
            if not (first or path in pair.aims):
                continue
            key, could = order(one, pair), open_order(one, pair)
            orders[path] = min(orders.get(path, key), key)
            weights.setdefault(path, set()).add(weight(one))
            possibly[path] = min(possibly.get(path, could), could)
    paths = sorted(orders, key=lambda path: orders[path])
    large = [path for path in paths if "large" in weights[path]]
    rest = [path for path in paths if path not in large]
    unclear = [path for path in rest if "unclear" in weights[path]]
    return Ranked(
        large,
        sorted(unclear, key=lambda path: possibly[path]),
        [path for path in rest if path not in unclear],
    )


def weight(one: Compared) -> Weight:
    """Say whether a difference matters.

    Clear ones are large, or small where the whole interval is too small to notice; others are
    known to be the same, as far as anybody notices, or unclear.
    """
    if one.is_clear:
        return "small" if is_known_small(one) else "large"
    return "same" if is_known_small(one) else "unclear"


def order(one: Compared, pair: Pair) -> Order:
    """Return what figures are sorted by; see the top of this file."""
    times, soon = times_noticeable(one), asked(one.figure)
    return (
        importance(one.figure, pair.aims),
        times < 1,
        soon == COURSE,
        times < STRIKING,
        soon,
        -times,
    )


def open_order(one: Compared, pair: Pair) -> tuple[int, float]:
    """Return what figures are sorted by of which the games cannot tell: by what may be.

    What targets are about, then the minutes and going first, come before all others, for that is
    what designers ask.
    """
    matters = 2 * importance(one.figure, pair.aims)
    if one.figure.path in (MINUTES, ADVANTAGE):
        matters = min(matters, 1)
    return matters, -possible(one)


def importance(figure: Figure, aims: Collection[str]) -> int:
    """Return 0 for what was asked for, 2 for what depends on the rules by nature, else 1."""
    if figure.path in aims or (figure.kind == LINEUP and figure.is_win_rate):
        return 0
    return 2 if figure.topic is Topic.COUNTS or figure.what == SCORE_MEAN else 1


def asked(figure: Figure) -> int:
    """Return how soon designers ask for a figure, from 0 for the minutes to `COURSE`."""
    if figure.path == MINUTES:
        return 0
    if figure.kind == SKILL:
        return 2
    return 1 if figure.topic is Topic.WINS else COURSE


def threshold(one: Compared) -> float:
    """Return from which difference on it counts: noticed, and more than was called the same."""
    return max(noticeable(one.figure, one.first.value), one.margin)


def is_known_small(one: Compared) -> bool:
    """Return whether the whole interval is within what nobody would notice."""
    return possible(one) <= 1


def times_noticeable(one: Compared) -> float:
    """Return how many times as large a difference is as what people notice; 0 if not known."""
    return _times(one, one.difference.estimate.value)


def possible(one: Compared) -> float:
    """Return how many times as large a difference may be as what people notice."""
    change = one.difference.estimate
    if math.isnan(change.low) or math.isnan(change.high):
        return math.inf
    return _times(one, change.low, change.high)


def _times(one: Compared, *ends: float) -> float:
    size, least = max(map(abs, ends)), threshold(one)
    if math.isnan(size) or not size:
        return 0.0
    return size / least if least else math.inf


def is_first(figure: Figure) -> bool:
    """Return whether a figure may stand on the first page, because it is told of no other way."""
    if figure.settled or figure.detail:
        return False
    if figure.kind == LENGTH:
        return figure.path in _LENGTHS
    both = (WIN_RATE, SCORE_MEAN)
    told = {SIDES: (WIN_RATE,), SEATS: (WIN_RATE,), STRATEGIES: both, LINEUP: both}
    if figure.kind in told:
        return figure.what in told[figure.kind]
    if figure.kind == COUNTS:
        return True
    return not figure.of and figure.kind != UNFINISHED


def _told_by_sides(pair: Pair) -> set[str]:
    """Return the win rates that those of sides tell, where several seats win together."""
    kinds = {path: one.figure.kind for path, one in pair.figures.items() if one.figure.is_win_rate}
    if SIDES not in kinds.values():
        return set()
    same = (SEATS, STRATEGIES) if list(kinds.values()).count(STRATEGIES) == 1 else (SEATS,)
    return {path for path, kind in kinds.items() if kind in same}


def more_games(one: Compared, pair: Pair, comparison: Comparison) -> int | None:
    """Return about how many more games of each tell whether there is a difference that counts.

    See `reports.figures.differences`; ``None`` where they tell already, and where that cannot be
    told, as of skill, which has games of its own.
    """
    if weight(one) != "unclear" or one.figure.kind == SKILL:
        return None
    found, alpha = one.difference.estimate, 1 - comparison.first.level
    return games_to_tell(found, threshold(one), pair.games, alpha, comparison.tests)
