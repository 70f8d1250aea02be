"""What the cells of a heat map are coloured by: how far a figure is from what is wanted of it."""

from __future__ import annotations

import math

from reports.figures.figure import ADVANTAGE, SEAT_SPREAD, SEATS_GAP
from reports.sweep.naming import base_name
from reports.sweep.points import Point
from reports.sweep.results import AtPoint, Sweep
from reports.writing.numbers import wanted

#: Full colour is given no sooner than to so much of a share, or of what else is wanted: small
#: distances look small.
_LEAST_SHARE, _LEAST = 0.05, 0.1


class Goal:
    """What is wanted of a figure: what a target says, of win rates to be fair, else no change.

    Attributes
    ----------
    legend
        Says what the colours mean.
    least
        The distance that is given full colour, where none is larger.
    """

    def __init__(self, sweep: Sweep, path: str) -> None:
        figure = sweep.figure(path)
        self._from_nothing = path in (ADVANTAGE, SEAT_SPREAD, SEATS_GAP)
        self._bounds: tuple[float, float] | None = None
        self._is_rate = self._from_nothing or figure.is_win_rate
        self.least = _LEAST_SHARE
        targets = [one.target for one in sweep.base.judged() if one.target.figure == path]
        if targets and not sweep.from_fair(path):
            low, high = max(one.low for one in targets), min(one.high for one in targets)
            self._bounds = low, high
            said = " and ".join(wanted(one, figure.unit) for one in targets)
            self.legend = f"White: as wanted, {said}; orange: above that; blue: below."
            if not figure.unit.share:
                ends = [abs(end) for end in (low, high) if math.isfinite(end)]
                self.least = _LEAST * max(ends, default=1.0) or 1.0
        elif self._is_rate:
            self.legend = "White: the fair share; orange: above; blue: below."
        else:
            self.legend = (
                f"White: as with {base_name(sweep)}, or not clearly different; orange: clearly "
                "higher; blue: clearly lower."
            )
            base = sweep.base.estimate(path).value if sweep.base.has(path) else 0.0
            if not figure.unit.share and base > 0:
                self.least = _LEAST * base

    def shade(self, point: Point | None, found: AtPoint | None) -> float:
        """Return how far above what is wanted a cell is, or below; NaN without a figure."""
        if point is None or found is None:
            return math.nan
        value = found.estimate.value
        if self._bounds:
            low, high = self._bounds
            return max(value - high, 0.0) - max(low - value, 0.0)
        if self._is_rate:
            return value - (0.0 if self._from_nothing else point.results.decided_fair_share)
        return found.difference.estimate.value if found.difference and found.is_clear else 0.0
