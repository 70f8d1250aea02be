"""Which differences matter: how large they are against what people notice of such a figure."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from reports.comparison.results import Compared, Pair
from reports.figures.figure import (
    COUNTS,
    LENGTH,
    LINEUP,
    MEAN,
    MINUTES,
    SCORE_MEAN,
    SEATS,
    STRATEGIES,
    UNFINISHED,
    WIN_RATE,
    Figure,
    Topic,
)
from reports.figures.noticeable import noticeable

#: Whether a difference matters.
Weight = Literal["large", "small", "same", "unclear"]
#: What of a length is told on the first page; the other measures change with these.
_LENGTHS = (MINUTES, f"{LENGTH}.rounds.{MEAN}")


@dataclass(frozen=True)
class Ranked:
    """The differences between two arms that stand on the first page, sorted by what matters.

    Attributes
    ----------
    large
        Clear, and so large that people notice them; the largest first, but the game's own counts
        and scores, which depend on the rules by nature, after all others.
    small
        Clear, and too small to be noticed.
    same
        Practically the same.
    unclear
        The rest.
    """

    large: list[Compared]
    small: list[Compared]
    same: list[Compared]
    unclear: list[Compared]


def rank(pair: Pair) -> Ranked:
    """Sort the differences of two arms by what matters."""
    found: dict[Weight, list[Compared]] = {"large": [], "small": [], "same": [], "unclear": []}
    for one in sorted(_candidates(pair), key=_order):
        found[weight(one)].append(one)
    return Ranked(**found)


def weight(one: Compared) -> Weight:
    """Say whether a difference matters; the words are those of `Ranked`."""
    if one.is_clear:
        return "large" if times_noticeable(one) >= 1 else "small"
    return "same" if one.verdict == "practically the same" else "unclear"


def rank_all(pairs: Iterable[Pair]) -> tuple[list[str], list[str]]:
    """Sort figures by their largest difference in any of several pairs.

    Returns
    -------
    large
        Paths of those that are clear and noticeable in some pair, the largest first.
    other
        Paths of the rest.
    """
    best: dict[str, tuple[bool, tuple[bool, float]]] = {}
    for pair in pairs:
        large = {one.figure.path for one in rank(pair).large}
        for one in _candidates(pair):
            key = (one.figure.path not in large, _order(one))
            path = one.figure.path
            best[path] = min(best.get(path, key), key)
    ordered = sorted(best, key=lambda path: (best[path][1][0], best[path][1][1]))
    return (
        [path for path in ordered if not best[path][0]],
        [path for path in ordered if best[path][0]],
    )


def times_noticeable(one: Compared) -> float:
    """Return how many times as large a difference is as what people notice; 0 if not known."""
    value = abs(one.difference.estimate.value)
    if math.isnan(value) or not value:
        return 0.0
    least = noticeable(one.figure, one.first.value)
    return value / least if least else math.inf


def is_main(figure: Figure) -> bool:
    """Return whether a figure is told of every arm of a grid: there is one of it, as of skill."""
    single = not figure.of and figure.kind != UNFINISHED and not figure.settled
    return figure.path == MINUTES or (single and not figure.detail)


def is_first(figure: Figure) -> bool:
    """Return whether a figure may stand on the first page, because it is told of no other way."""
    if figure.settled or figure.detail:
        return False
    if figure.kind == LENGTH:
        return figure.path in _LENGTHS
    told = {SEATS: (WIN_RATE,), STRATEGIES: (WIN_RATE, SCORE_MEAN), LINEUP: (WIN_RATE, SCORE_MEAN)}
    if figure.kind in told:
        return figure.what in told[figure.kind]
    return figure.kind == COUNTS or is_main(figure)


def _candidates(pair: Pair) -> list[Compared]:
    return [one for one in pair.figures.values() if is_first(one.figure)]


def _order(one: Compared) -> tuple[bool, float]:
    later = one.figure.topic is Topic.COUNTS or one.figure.what == SCORE_MEAN
    return later, -times_noticeable(one)
