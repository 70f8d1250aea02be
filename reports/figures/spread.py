"""How far apart a figure lies at several tables: the largest less the smallest, with its interval.

The lower end rests on the two tables that are most clearly apart, corrected for all pairs. The
upper end needs no such correction: that *all* pairs are close is claimed only if each of them is
shown to be, so each is tested at the full level (an intersection-union test; Berger and Hsu,
Statistical Science 11, 1996). So "they agree" is a finding of its own, not that no difference was
found.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Literal

from reports.figures.differences import unpaired_difference
from reports.figures.statistics import Estimate

#: What can be said of a figure at several tables: all agree, some clearly do not, or neither.
Word = Literal["agree", "differ", "not clear"]


@dataclass(frozen=True)
class Spread:
    """How far apart a figure lies at several tables, with the interval of that.

    `lowest` and `highest` are places of these tables; one with few games is among them only where
    it clearly differs.
    """

    value: float
    low: float
    high: float
    lowest: int
    highest: int

    def word(self, margin: float) -> Word:
        """Say whether all tables agree to within a margin, or some two clearly do not."""
        if self.high <= margin:
            return "agree"
        return "differ" if self.low > margin else "not clear"


def spread(
    at: Callable[[float], Sequence[Estimate]], few: Sequence[bool], alpha: float, figures: int = 1
) -> Spread | None:
    """Estimate how far apart a figure lies at several tables; ``None`` of fewer than two.

    `at` returns the figure at each table, with intervals of the confidence it is given. One with
    `few` games may speak against agreement, when it clearly differs, but is not waited for. The
    interval misses the truth in no more than `alpha` of all cases, where of so many figures the one
    farthest apart is told.
    """
    plain = at(1 - alpha)
    known = [place for place, one in enumerate(plain) if math.isfinite(one.value)]
    many = [place for place in known if not few[place]]
    if len(many) < 2:
        return None
    pairs = len(known) * (len(known) - 1) // 2
    wide = at(1 - alpha / (pairs * figures))
    apart = {
        (one, other): unpaired_difference(wide[one], wide[other]).estimate.low
        for one, other in permutations(known, 2)
    }
    clearest = max(apart, key=lambda pair: apart[pair])
    # One with few games is told of only where it clearly differs.
    told = {*many, *clearest} if apart[clearest] > 0 else set(many)
    lowest, highest = _ends({place: plain[place].value for place in told})
    high = max(
        max(found.high, -found.low)
        for one, other in [*combinations(many, 2), (lowest, highest)]
        for found in [unpaired_difference(plain[one], plain[other]).estimate]
    )
    value = plain[highest].value - plain[lowest].value
    return Spread(value, max(0.0, apart[clearest]), high, lowest, highest)


def _ends(values: Mapping[int, float]) -> tuple[int, int]:
    """Return the places of the smallest and the largest value."""
    return min(values, key=lambda place: values[place]), max(values, key=lambda p: values[p])


def logged(estimate: Estimate) -> Estimate:
    """Return the logarithm of a figure that is never negative; NaN where it is 0."""
    if not estimate.value > 0:
        return Estimate(math.nan, -math.inf, math.inf, estimate.n)
    low = math.log(estimate.low) if estimate.low > 0 else -math.inf
    return Estimate(math.log(estimate.value), low, math.log(estimate.high), estimate.n)
