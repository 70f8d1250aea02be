"""What it saved to play every deal in every rotation, as pairing is told of two runs.

Where players hardly differ, much of who wins is who got which cards. Each strategy gets each
seat's cards once, so that this luck is the same for all of them and cancels.
"""

from __future__ import annotations

import math

from reports.figures.statistics import DealSums

#: Of fewer deals the spread between them is not known well enough to tell what was saved.
LEAST_DEALS = 100
#: What rotation saves is told from so many times as many games on, and what it costs up to so many.
WORTH, COSTLY = 1.5, 0.8


def rotation_gain(sums: DealSums, spread: float | None = None) -> float:
    """Return how many times as many games without rotation the same interval would take.

    Against games that each have a deal of their own, the line-up turned by lot. It is the inverse
    of Kish's design effect (Survey Sampling, 1965, section 8.2): the effective number of games, on
    which `reports.figures.statistics.rate` rests, over the number of games.

    Parameters
    ----------
    sums
        What the deals gave of a share of 1.
    spread
        The variance of one observation; that of something which happens or does not unless said,
        a little too much where wins are shared.

    Returns
    -------
    float
        NaN of fewer than `LEAST_DEALS` deals, and of deals without any spread.
    """
    if sums.deals < LEAST_DEALS or not sums.variance > 0:
        return math.nan
    single = sums.mean * (1 - sums.mean) if spread is None else spread
    return single / (sums.per_deal * sums.variance)
