"""Where an effect is not the same in all cells of a grid: differences of differences.

Base and expert are compared at 3, at 4 and at 5 players; here what expert does at 4 is compared
with what it does at 3. Cells are taken as independent. With different numbers of players they
are; of other cells on the same deals the intervals are mostly too wide.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal

from reports.comparison.design import Design
from reports.comparison.ranking import is_main
from reports.comparison.results import Comparison, Pair
from reports.figures import statistics
from reports.figures.differences import Difference, independent_difference
from reports.figures.figure import Figure
from reports.figures.noticeable import noticeable
from reports.figures.statistics import Estimate

#: What can be said of an effect in two cells.
Word = Literal["differs", "the same", "not clear"]


@dataclass(frozen=True)
class Interaction:
    """An effect in two cells of a grid.

    Attributes
    ----------
    figure
        On which.
    level
        What is compared with the first level of what is asked about, as in "expert".
    cell, other
        The cells, as in "3 players" and "4 players".
    effect, other_effect
        The effect in each.
    difference
        How much more it is in the other cell.
    p_holm
        Its p-value, corrected for all that are looked at.
    margin
        Up to here the effects count as practically the same.
    times
        How many times as large the difference is as what people notice.
    word
        What can be said.
    """

    figure: Figure
    level: str
    cell: str
    other: str
    effect: Estimate
    other_effect: Estimate
    difference: Difference
    p_holm: float
    margin: float
    times: float
    word: Word


def interactions(comparison: Comparison) -> list[Interaction]:
    """Compare the effects on the main figures between all cells of a grid; none without one."""
    design = comparison.design
    if design is None:
        return []
    found = [
        one
        for level in range(1, len(design.focus.levels))
        for one in _of_level(comparison, design, level)
    ]
    p_values = [one.difference.p_value for one in found]
    tested = [n for n, p_value in enumerate(p_values) if not math.isnan(p_value)]
    holm = dict(zip(tested, statistics.holm([p_values[n] for n in tested]), strict=True))
    alpha = 1 - comparison.first.level
    return [_judged(one, holm.get(n, math.nan), alpha) for n, one in enumerate(found)]


def _of_level(comparison: Comparison, design: Design, level: int) -> Iterator[Interaction]:
    """Compare the effects of one level between all cells, not yet judged."""
    cells = [(design.name_of(cell), pair_of(comparison, level, cell)) for cell in design.cells]
    paths = [path for path, one in cells[0][1].figures.items() if is_main(one.figure)]
    for path in paths:
        told = [(name, pair.figures[path]) for name, pair in cells if path in pair.figures]
        for (cell, one), (other, another) in combinations(told, 2):
            effects = one.difference.estimate, another.difference.estimate
            difference = independent_difference(*effects, comparison.first.level)
            yield Interaction(
                one.figure,
                design.focus.levels[level],
                cell,
                other,
                *effects,
                difference,
                math.nan,
                max(one.margin, another.margin),
                abs(difference.estimate.value) / noticeable(one.figure, one.first.value),
                "not clear",
            )


def pair_of(comparison: Comparison, level: int, cell: tuple[int, ...]) -> Pair:
    """Return the comparison of a level of what is asked about with the first, within a cell."""
    assert comparison.design
    label = list(comparison.arms)[comparison.design.arm(level, cell)]
    return next(pair for pair in comparison.pairs if pair.b == label)


def _judged(one: Interaction, p_holm: float, alpha: float) -> Interaction:
    found, margin = one.difference.estimate, one.margin
    word: Word = "not clear"
    if p_holm < alpha:
        word = "differs"
    elif -margin <= found.low and found.high <= margin:
        word = "the same"
    return replace(one, p_holm=p_holm, word=word)
