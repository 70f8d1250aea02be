"""The correlation of the errors of two figures that were played on the same deals.

Where luck helps both figures, their difference is known better than if they were independent. Where
luck helps one and hurts the other, it is known less well.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simulate.play.rows import Integers

#: An array of floating-point numbers.
Reals = np.ndarray[Any, np.dtype[np.float64]]

#: A correlation is lowered as if this many more deals had been played in which the two went
#: opposite ways: few deals never prove that two figures always go together.
_UNLIKE_DEALS = 2


@dataclass(frozen=True)
class DealGroups:
    """The sums of one figure by group of deals (`simulate.play.tally.GroupSums`)."""

    #: Deals in each group, shape (groups,); empty for games on deals of their own.
    deals: Integers = field(default_factory=lambda: np.zeros(0, np.int64))
    #: The sum of the figure over the deals of each group, in any unit, shape (groups,).
    totals: Integers | Reals = field(default_factory=lambda: np.zeros(0, np.int64))

    @property
    def deviations(self) -> Reals:
        """The part of each group in the error of the mean over all deals, shape (groups,)."""
        deals = self.deals.sum()
        return np.asarray((self.totals - self.deals * (self.totals.sum() / deals)) / deals)


def correlation(first: DealGroups | None, second: DealGroups | None) -> float:
    """Estimate the correlation of the errors of two means over deals.

    Parameters
    ----------
    first, second
        The sums behind each mean, by the same groups of deals; None if they are unknown. The means
        may be over different numbers of deals.

    Returns
    -------
    float
        A number between -1 and 1. It is 0 if one mean is over no deals, or is the same in every
        group. It is -1, the worst for a difference, if the sums of a mean are unknown.
    """
    if first is None or second is None:
        return -1.0
    deals = min(int(groups.deals.sum()) for groups in (first, second))
    if not deals:
        return 0.0
    a, b = first.deviations, second.deviations
    scale = math.sqrt(float(a @ a) * float(b @ b))
    if not scale:
        return 0.0
    # Each deal that goes opposite ways takes away twice its share of the correlation.
    return max(-1.0, float(a @ b) / scale - 2 * _UNLIKE_DEALS / deals)
