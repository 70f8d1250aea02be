"""The correlation of the errors of two figures that were measured on the same deals.

If lucky deals raise both figures, their difference is known more precisely than for independent
figures. If they raise one and lower the other, the difference is known less precisely.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simulate.play.rows import Integers

#: An array of floating-point numbers.
Reals = np.ndarray[Any, np.dtype[np.float64]]

#: A correlation is lowered as if this many more deals had been played in which one figure rose and
#: the other fell, because a few deals cannot prove that two figures always move together.
_UNLIKE_DEALS = 2


@dataclass(frozen=True)
class DealGroups:
    """The sums of one figure by group of deals (`simulate.play.tally.GroupSums`)."""

    #: The number of deals in each group, shape (groups,). Empty if the figure shares no deals with
    #: others, so that its error is independent.
    deals: Integers = field(default_factory=lambda: np.zeros(0, np.int64))
    #: The sum of the figure over the deals of each group, in any unit, shape (groups,).
    totals: Integers | Reals = field(default_factory=lambda: np.zeros(0, np.int64))

    @property
    def deviations(self) -> Reals:
        """The contribution of each group to the error of the overall mean, shape (groups,)."""
        deals = self.deals.sum()
        return np.asarray((self.totals - self.deals * (self.totals.sum() / deals)) / deals)


def correlation(first: DealGroups | None, second: DealGroups | None) -> float:
    """Return the estimated correlation of the errors of two means over deals.

    Parameters
    ----------
    first, second
        The sums behind each mean, by the same groups of deals; None if they are unknown. The means
        may be over different numbers of deals.

    Returns
    -------
    float
        A number from -1 to 1. It is 0 if a mean has no deals or is the same in every group. It is
        -1, for which the interval of a difference is widest, if the sums of a mean are unknown.
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
    # A deal with opposite deviations lowers the correlation by twice its share of the deals.
    return max(-1.0, float(a @ b) / scale - 2 * _UNLIKE_DEALS / deals)
