"""After how many deals it is looked whether all is decided.

The looks depend on the most that is to be played and on nothing else, so that which games are
played does not depend on threads or blocks. They lie ever farther apart, each after so many times
as many deals as the one before, so that little is played in vain and they are few. They share the
error that the confidence allows in equal parts (as in Pocock, Biometrika 64, 1977, but bounded by
Bonferroni's inequality, which holds of any figure and any interval): the intervals after all looks
are a confidence sequence, and what is said after any of them is as sure as if it were the only one.
"""

from __future__ import annotations

import math

#: Games before the first look, unless that were fewer deals than intervals can rest on.
FIRST_GAMES, LEAST_DEALS = 500, 100
#: With few games to play the first look comes when so large a share of them is played.
FIRST_SHARE = 1 / 40
#: So many times as many deals from one look to the next.
GROWTH = 1.25


def interim_looks(deals: int, rotations: int) -> tuple[int, ...]:
    """Return after how many deals to look, the last of them after all.

    Parameters
    ----------
    deals
        The most to play.
    rotations
        Games a deal.
    """
    first = min(-(-FIRST_GAMES // rotations), math.ceil(deals * FIRST_SHARE))
    at = float(max(first, LEAST_DEALS))
    found = []
    while at < deals:
        found.append(math.ceil(at))
        at *= GROWTH
    return (*found, deals)
