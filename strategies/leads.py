"""Turning a lead into odds, for planners that weigh chances to win."""

from __future__ import annotations

from simulate.kit.compiled import inlined


@inlined
def odds_of(lead: float) -> float:
    """Return the odds that a lead stands for: about exp(lead), at 0 even.

    It is (1 + lead / 16) ** 16, in steps that round alike everywhere; below -16 it is 0.
    """
    root = max(0.0, 1.0 + lead / 16)
    root *= root
    root *= root
    root *= root
    return root * root
