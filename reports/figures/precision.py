"""Playing until figures are known well enough.

The rule: play `FIRST_GAMES`; while an interval is wider than wanted, play as many games as the
widest asks for, since it shrinks with the root of the games, plus `SPARE` so that one more look is
mostly enough. The number of games depends on the study and the precisions alone. Stopping at a
narrow interval favours studies that happen to look sure. With so few looks, each after at least
`FIRST_GAMES`, that costs little (`python -m tests.bench.precisions` measures it: of rates, means,
differences, per cent of a value, percentiles, the largest of several, and several at once); the
more seldom and the larger what is counted, the more.

A percentile jumps from one whole value to the next. Whether it lies on one of two neighbours may
take any number of games to tell, and who plays on until it is told is wrong at last. So no
percentile is said to be known better than to within such a step.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from reports.figures.figure import Figure, Quantile
from reports.figures.statistics import Estimate
from simulate.play.histogram import Histogram
from simulate.study.precision import Precision

#: Games before the first look, and how many more than seem needed are played.
FIRST_GAMES = 2_000
SPARE = 0.03
#: So many times as many games at most from one look to the next.
MOST_GROWTH = 50.0


def half_width(estimate: Estimate) -> float:
    """Return to within what a figure is known: how far the farther end is."""
    return max(estimate.high - estimate.value, estimate.value - estimate.low)


def games_wanted(games: int, reach: float, wanted: float) -> int:
    """Return how many games there should be: as many as there are if that is enough.

    Parameters
    ----------
    games
        Played so far.
    reach
        Half the width of the figure's interval.
    wanted
        Half the width that it should have at most.
    """
    if reach <= wanted:
        return games
    growth = min((reach / wanted) ** 2 * (1 + SPARE), MOST_GROWTH) if wanted else MOST_GROWTH
    return max(games + FIRST_GAMES, math.ceil(games * growth))


def step(ranks: Sequence[Histogram]) -> int:
    """Return how far apart the values of a length are at least: 4 where all are multiples of 4."""
    seen = [one.low + place for one in ranks for place in np.flatnonzero(one.counts)]
    return int(np.gcd.reduce(np.diff(np.unique(seen)))) if len(set(seen)) > 1 else 1


def narrowest(figure: Figure, differences: bool = False, steps: int = 1) -> float:
    """Return to within what a percentile can be known: a step, of differences one of each.

    Parameters
    ----------
    figure
        The percentile.
    differences
        Whether it is the difference of two, whose reaches add as the sides of a square.
    steps
        How far apart the values of the length are, as `step` tells.
    """
    assert isinstance(figure.source, Quantile)
    least = steps * figure.source.factor
    return math.ceil(1e3 * math.sqrt(2) * least) / 1e3 if differences else least


@dataclass(frozen=True)
class Reached:
    """To within what a figure that is to be known so well is known.

    Attributes
    ----------
    figure
        Which one.
    asked
        To within what it is to be known, as counted or of its value.
    value
        What per cent of its value are of.
    reach
        To within what it is known, of a percentile never less than `least`.
    least
        To within what it can be known at best; 0 unless it is a percentile.
    """

    figure: Figure
    asked: Precision
    value: float
    reach: float
    least: float = 0.0

    @property
    def width(self) -> float:
        """To within what it is to be known, as it is counted."""
        return self.asked.width(self.value)

    @property
    def is_enough(self) -> bool:
        """Whether it is known so well."""
        return self.reach <= self.width

    @property
    def is_hopeless(self) -> bool:
        """Whether no number of games makes it known so well."""
        return self.width < self.least

    def games_wanted(self, games: int) -> int:
        """Return how many games there should be, once so many are played."""
        return games if self.is_hopeless else games_wanted(games, self.reach, self.width)
