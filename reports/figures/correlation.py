"""How the errors of two figures are correlated because they were played on the same deals.

A difference of two figures is known better than if they were independent where luck helps both, and
worse where it helps one and hurts the other.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simulate.play.rows import Integers

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
        """By how much each group moves the mean over all deals, shape (groups,)."""
        deals = self.deals.sum()
        return np.asarray((self.totals - self.deals * (self.totals.sum() / deals)) / deals)


def correlation(first: DealGroups | None, second: DealGroups | None) -> float:
    """Estimate the correlation of the errors of two means over deals.

    The means may be over different numbers of deals. The correlation is 0 where they share no
    deals, or one of them is the same in every group. It is -1, the worst for a difference, where
    sums by group are unknown (None).
    """
    if first is None or second is None:
        return -1.0
    fewest = min(int(groups.deals.sum()) for groups in (first, second))
    if not fewest:
        return 0.0
    one, other = first.deviations, second.deviations
    scale = math.sqrt(float(one @ one) * float(other @ other))
    if not scale:
        return 0.0
    # Each deal that goes opposite ways takes away twice its share of the correlation.
    return max(-1.0, float(one @ other) / scale - 2 * _UNLIKE_DEALS / fewest)
