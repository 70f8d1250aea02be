"""Playing until a figure is known well enough.

The rule: play `FIRST_GAMES`; while the interval is wider than wanted, play as many games
as its width asks for, since it shrinks with the root of the games, plus `SPARE` so that one
more look is mostly enough. The number of games depends on the study and the precision
alone. Stopping at a narrow interval favours studies that happen to look sure. For rates and
means, with so few looks, each after at least `FIRST_GAMES`, that costs little
(`tests/reports/test_coverage.py` measures it); the more seldom and the larger what is counted, the
more. Percentiles, whose intervals jump from one whole value to the next, are refused.
"""

from __future__ import annotations

import math

from reports.figures.statistics import Estimate

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
    growth = min((reach / wanted) ** 2 * (1 + SPARE), MOST_GROWTH)
    return max(games + FIRST_GAMES, math.ceil(games * growth))
