"""Which of several settings may have the largest of a figure: one alone only if that is clear.

The largest of several estimates is the largest by chance too. So a setting is left out only where
the one that was seen to be largest is clearly larger, each tested at one k-th of the level for k
settings. Then the one that truly is largest is left out, and a single one named that is not alone
the largest, in no more than that level of all cases together, whatever the settings are: a wrong
one of k has to beat one that is as large, and each does so in at most a k-th.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from reports.figures.differences import independent_difference
from reports.figures.statistics import Estimate


def is_larger(one: Estimate, other: Estimate, confidence: float, tests: float) -> bool:
    """Return whether a figure is clearly larger at one setting than at another.

    Parameters
    ----------
    one, other
        With intervals of the confidence; as if they were independent, which on the same deals is
        mostly too careful.
    confidence
        Of the intervals; what is left of 1 is how often a test may be wrong, in one direction.
    tests
        For how many tests that is corrected.
    """
    found = independent_difference(other, one, confidence)
    return found.estimate.value > 0 and found.p_value / 2 < (1 - confidence) / tests


def may_be_largest(several: Sequence[Estimate], confidence: float, tests: float) -> list[int]:
    """Return the places of the settings that may have the largest of a figure.

    Parameters
    ----------
    several
        The figure at each setting; one at least is known.
    confidence, tests
        As of `is_larger`; `tests` counts what is asked besides, as of other figures.
    """
    known = [place for place, one in enumerate(several) if math.isfinite(one.value)]
    largest = several[max(known, key=lambda place: several[place].value)]
    more = tests * len(known)
    return [place for place in known if not is_larger(largest, several[place], confidence, more)]
