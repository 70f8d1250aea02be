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

from reports.compare.results import ArmPair, ComparisonResults, FigureComparison
from reports.figures import figure as kinds
from reports.figures.differences import games_to_decide

#: Whether a difference matters.
Weight = Literal["large", "small", "same", "unclear"]
#: How soon designers ask how a game goes, as `asked` says.
COURSE = 3
#: From so many times what people notice a difference goes before others, whatever it is of.
STRIKING = 3.0
#: What of a length is told on the first page; the other measures change with these.
_LENGTHS = (kinds.MINUTES, f"{kinds.LENGTH}.rounds.{kinds.MEAN}")


@dataclass(frozen=True)
class RankedFigures:
    """Paths of figures by what the pairs that have them say, sorted by what matters."""

    #: Clear in some pair, and not known there to be too small to notice; as designers ask.
    large: list[str]
    #: Of the rest: the games cannot tell in some pair; sorted by `open_order`.
    unclear: list[str]
    #: Of the rest: known to be too small to notice in every pair.
    small: list[str]


def rank(pairs: Iterable[ArmPair]) -> RankedFigures:
    """Sort the figures of the first page by their largest difference in any of several pairs."""
    found: dict[str, list[tuple[FigureComparison, ArmPair]]] = {}
    for pair in pairs:
        told_by_sides = _told_by_sides(pair)
        for path, one in pair.figures.items():
            if path in pair.aims or (is_on_first_page(one.figure) and path not in told_by_sides):
                found.setdefault(path, []).append((one, pair))
    groups = RankedFigures([], [], [])
    for path in sorted(found, key=lambda path: min(sort_key(*each) for each in found[path])):
        weights = {judge_weight(one) for one, _ in found[path]}
        rest = groups.unclear if "unclear" in weights else groups.small
        (groups.large if "large" in weights else rest).append(path)
    groups.unclear.sort(key=lambda path: min(open_sort_key(*each) for each in found[path]))
    return groups


def judge_weight(one: FigureComparison) -> Weight:
    """Say whether a difference matters: clear and noticeable, known to be too small, or unclear."""
    small = possible_multiple(one) <= 1
    if one.is_clear:
        return "small" if small else "large"
    return "same" if small else "unclear"


def sort_key(one: FigureComparison, pair: ArmPair) -> tuple[float, ...]:
    """Return what figures are sorted by; see the top of this file."""
    times, soon = _times(one, one.difference.estimate.value), question_rank(one.figure)
    first = importance(one.figure, pair.aims)
    return first, times < 1, soon == COURSE, times < STRIKING, soon, -times


def open_sort_key(one: FigureComparison, pair: ArmPair) -> tuple[int, float]:
    """Return what open figures are sorted by: first what designers ask, then by what may be."""
    matters = 2 * importance(one.figure, pair.aims)
    if one.figure.path in kinds.DECIDING_PATHS:
        matters = min(matters, 1)
    return matters, -possible_multiple(one)


def importance(figure: kinds.Figure, aims: Collection[str]) -> int:
    """Return 0 for what was asked for, 2 for what depends on the rules by nature, else 1."""
    if figure.path in aims or (figure.kind == kinds.LINEUP and figure.is_win_rate):
        return 0
    return 2 if figure.topic is kinds.Topic.COUNTS or figure.measure == kinds.SCORE_MEAN else 1


def question_rank(figure: kinds.Figure) -> int:
    """Return how soon designers ask for a figure, from 0 for the minutes to `COURSE`."""
    if figure.path == kinds.MINUTES:
        return 0
    if figure.kind == kinds.SKILL:
        return 2
    return 1 if figure.topic is kinds.Topic.WINS else COURSE


def threshold(one: FigureComparison) -> float:
    """Return from which difference on it counts: noticed, and more than was called the same."""
    return max(kinds.noticeable_difference(one.figure, one.first.value), one.margin)


def possible_multiple(one: FigureComparison) -> float:
    """Return how many times as large a difference may be as what people notice."""
    change = one.difference.estimate
    if math.isnan(change.low) or math.isnan(change.high):
        return math.inf
    return _times(one, change.low, change.high)


def _times(one: FigureComparison, *ends: float) -> float:
    size, least = max(map(abs, ends)), threshold(one)
    if math.isnan(size) or not size:
        return 0.0
    return size / least if least else math.inf


def is_on_first_page(figure: kinds.Figure) -> bool:
    """Return whether a figure may stand on the first page, because it is told of no other way."""
    if figure.is_fixed or figure.detail:
        return False
    if figure.kind == kinds.LENGTH:
        return figure.path in _LENGTHS
    if figure.kind in (kinds.SIDES, kinds.SEATS):
        return figure.measure == kinds.WIN_RATE
    if figure.kind in (kinds.STRATEGIES, kinds.LINEUP):
        return figure.measure in (kinds.WIN_RATE, kinds.SCORE_MEAN)
    if figure.kind in (kinds.COUNTS, kinds.CARDS):
        return True
    return not figure.of and figure.kind != kinds.UNFINISHED


def _told_by_sides(pair: ArmPair) -> set[str]:
    """Return the win rates that those of sides tell, where several seats win together."""
    rates = {path: one.figure.kind for path, one in pair.figures.items() if one.figure.is_win_rate}
    several = list(rates.values())
    if kinds.SIDES not in several:
        return set()
    same = {kinds.SEATS, *([kinds.STRATEGIES] * (several.count(kinds.STRATEGIES) == 1))}
    return {path for path, kind in rates.items() if kind in same}


def more_games(one: FigureComparison, pair: ArmPair, comparison: ComparisonResults) -> int | None:
    """Return about how many more games of each tell whether a difference counts, if known."""
    if judge_weight(one) != "unclear" or one.figure.kind == kinds.SKILL:
        return None
    found, alpha = one.difference.estimate, 1 - comparison.first.look_confidence
    return games_to_decide(found, threshold(one), pair.games, alpha, comparison.tests)
