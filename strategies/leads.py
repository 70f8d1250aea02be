"""Turning a lead into odds, for planners that weigh chances to win."""

from __future__ import annotations

from simulate.kit.compiled import inlined


@inlined
def odds_of(lead: float, doublings: int = 4) -> float:
    """Return the odds that a lead stands for: about exp(lead), at 0 even.

    It is (1 + lead / n) ** n, in steps that round alike everywhere; below -n it is 0. The power n
    is 16, or 2 to the number of doublings.
    """
    root = max(0.0, 1.0 + lead / (1 << doublings))
    for _ in range(doublings):
        root *= root
    return root
