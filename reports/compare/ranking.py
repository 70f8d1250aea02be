"""The order of differences: the figures that matter most come first.

Differences are sorted by, in this order:

1. Figures with targets and events of the study come first. Scores and the game's own counts come
   last, because they depend on the rules by nature.
2. Noticeable differences come before smaller differences.
3. All other figures come before lead changes and similar figures on how games go.
4. Differences of at least `STRIKING` noticeable differences come before smaller differences.
5. Minutes come first, then wins, then the advantage of skill.
6. Larger differences, as multiples of the noticeable difference, come before smaller ones.

The noticeable difference is defined by `reports.figures.figure.noticeable_difference`.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal

from reports.compare.groups import repeated_by_groups
from reports.compare.results import ArmPair, ComparisonResults, FigureComparison
from reports.figures import figure as kinds
from reports.figures.differences import games_to_decide

#: The importance of a difference: "large" (significant, perhaps noticeable), "small" (significant,
#: but too small to notice), "same" (not significant, and too small to notice) or "unclear" (the
#: games do not decide).
Weight = Literal["large", "small", "same", "unclear"]
#: The rank of figures on how games go; see `question_rank`.
COURSE = 3
#: Differences of at least this multiple of the smallest noticeable difference are listed first.
STRIKING = 3.0
#: The lengths on the first page. Lengths in other units change with them.
_LENGTHS = (kinds.MINUTES, f"{kinds.LENGTH}.rounds.{kinds.MEAN}")


@dataclass(frozen=True)
class RankedFigures:
    """The paths of figures in three groups, by the weight of their differences."""

    #: The figures with a large difference in at least one pair, sorted by `sort_key`.
    large: list[str]
    #: Other figures with an unclear difference in at least one pair, sorted by `open_sort_key`.
    unclear: list[str]
    #: All other figures, sorted by `sort_key`.
    small: list[str]


def rank(pairs: Iterable[ArmPair]) -> RankedFigures:
    """Return the figures of the first page, sorted by their most important difference in any pair.

    Targets and events of the studies are always included.
    """
    compared: dict[str, list[tuple[FigureComparison, ArmPair]]] = {}
    for pair in pairs:
        repeated = _repeated_by_sides(pair) | repeated_by_groups(pair)
        for path, figure in pair.figures.items():
            if path in pair.aims or (is_on_first_page(figure.definition) and path not in repeated):
                compared.setdefault(path, []).append((figure, pair))
    groups = RankedFigures([], [], [])
    for path in sorted(compared, key=lambda path: min(sort_key(*item) for item in compared[path])):
        weights = {judge_weight(figure) for figure, _ in compared[path]}
        if "large" in weights:
            groups.large.append(path)
        elif "unclear" in weights:
            groups.unclear.append(path)
        else:
            groups.small.append(path)
    groups.unclear.sort(key=lambda path: min(open_sort_key(*item) for item in compared[path]))
    return groups


def judge_weight(figure: FigureComparison) -> Weight:
    """Return the weight of a difference: "large", "small", "same" or "unclear".

    A difference is large if it is clear and may be noticeable, and small if it is clear but not
    noticeable. It is the same if it cannot be noticeable.

    A figure that has the same value, other than 0, in every game of both versions is the same, and
    needs no more games.
    """
    first, second = figure.first, figure.second
    is_constant = first.is_constant and second.is_constant
    if is_constant and first.value and first.value == second.value:
        return "same"
    is_small = possible_multiple(figure) <= 1
    if figure.is_clear:
        return "small" if is_small else "large"
    return "same" if is_small else "unclear"


def sort_key(figure: FigureComparison, pair: ArmPair) -> tuple[float, ...]:
    """Return the sort key of a difference, for the order described at the top of this file."""
    multiple = _multiple(figure, figure.difference.estimate.value)
    question = question_rank(figure.definition)
    return (
        importance(figure.definition, pair.aims),
        multiple < 1,
        question == COURSE,
        multiple < STRIKING,
        question,
        -multiple,
    )


def open_sort_key(figure: FigureComparison, pair: ArmPair) -> tuple[int, float]:
    """Return the sort key of an undecided difference.

    The most important figures come first, then the differences that may be largest.
    """
    matters = 2 * importance(figure.definition, pair.aims)
    if figure.definition.path in kinds.DECIDING_PATHS:
        matters = min(matters, 1)
    return matters, -possible_multiple(figure)


def importance(figure: kinds.Figure, aims: Collection[str]) -> int:
    """Return the rank of a figure by importance; lower numbers come first.

    Parameters
    ----------
    figure
        The figure.
    aims
        The paths that matter most to the study, as in `ArmPair.aims`.

    Returns
    -------
    int
        0 for aims and for the win rate of a replaced strategy, 2 for scores and the game's own
        counts, and 1 for all other figures.
    """
    if figure.path in aims or (figure.kind == kinds.LINEUP and figure.is_win_rate):
        return 0
    if figure.topic is kinds.Topic.COUNTS or figure.measure == kinds.SCORE_MEAN:
        return 2
    return 1


def question_rank(figure: kinds.Figure) -> int:
    """Return the rank of a figure by topic; lower numbers come first.

    It is 0 for the length in minutes, 1 for wins, 2 for the advantage of skill, and `COURSE` for
    all other figures.
    """
    if figure.path == kinds.MINUTES:
        return 0
    if figure.kind == kinds.SKILL:
        return 2
    return 1 if figure.topic is kinds.Topic.WINS else COURSE


def threshold(figure: FigureComparison) -> float:
    """Return the noticeable difference of a figure, or the margin if that is larger.

    It is in the unit of the figure. For rates, it is a share from 0 to 1.
    """
    noticed = kinds.noticeable_difference(figure.definition, figure.first.value)
    return max(noticed, figure.margin)


def possible_multiple(figure: FigureComparison) -> float:
    """Return the largest absolute value in the interval of a difference, divided by `threshold`.

    It is infinite if the interval is unknown. If the threshold is 0, it is infinite too, unless
    both ends of the interval are 0.
    """
    change = figure.difference.estimate
    if math.isnan(change.low) or math.isnan(change.high):
        return math.inf
    return _multiple(figure, change.low, change.high)


def _multiple(figure: FigureComparison, *differences: float) -> float:
    """Return the largest absolute value of some differences, divided by `threshold`.

    It is 0 if that value is 0 or NaN, and otherwise infinite if the threshold is 0.
    """
    size = max(map(abs, differences))
    least = threshold(figure)
    if math.isnan(size) or not size:
        return 0.0
    return size / least if least else math.inf


def is_on_first_page(figure: kinds.Figure) -> bool:
    """Return True if the first page can have a figure, and no other figure there implies it."""
    if figure.is_fixed or figure.detail:
        return False
    if figure.kind == kinds.LENGTH:
        return figure.path in _LENGTHS
    if figure.kind in (kinds.SIDES, kinds.SEATS):
        return figure.measure == kinds.WIN_RATE
    if figure.kind in (kinds.STRATEGIES, kinds.LINEUP):
        return figure.measure in (kinds.WIN_RATE, kinds.SCORE_MEAN)
    if figure.kind in (kinds.COUNTS, kinds.CARDS, kinds.GROUPS):
        return True
    return not figure.of and figure.kind != kinds.UNFINISHED


def _repeated_by_sides(pair: ArmPair) -> set[str]:
    """Return the paths of win rates that repeat win rates of sides.

    The set is empty if the game has no sides of several seats.
    """
    kind_of = {
        path: figure.definition.kind
        for path, figure in pair.figures.items()
        if figure.definition.is_win_rate
    }
    all_kinds = list(kind_of.values())
    if kinds.SIDES not in all_kinds:
        return set()
    repeated = {kinds.SEATS}
    if all_kinds.count(kinds.STRATEGIES) == 1:
        repeated.add(kinds.STRATEGIES)
    return {path for path, kind in kind_of.items() if kind in repeated}


def more_games(
    figure: FigureComparison, pair: ArmPair, comparison: ComparisonResults
) -> int | None:
    """Return the approximate number of further games of each arm after which a difference is clear.

    Parameters
    ----------
    figure
        The figure whose difference is not clear yet.
    pair
        The two arms that are compared.
    comparison
        The results of all arms.

    Returns
    -------
    int or None
        None if the difference is already clear or clearly small, if the figure is the skill index,
        or if no number can be estimated.
    """
    if judge_weight(figure) != "unclear" or figure.definition.kind == kinds.SKILL:
        return None
    alpha = 1 - comparison.first.look_confidence
    return games_to_decide(
        figure.difference.estimate, threshold(figure), pair.games, alpha, comparison.tests
    )
