"""How a comparison stands while it is played until all is decided."""

from __future__ import annotations

from reports.comparison.decided import asked
from reports.comparison.ranking import Weight, threshold, weight
from reports.comparison.results import Comparison
from reports.run.live import OPEN, difference_row

_STANDS: dict[Weight, str] = {
    "large": "clear",
    "small": "too small to notice",
    "same": "too small to notice",
    "unclear": OPEN,
}


def difference_rows(comparison: Comparison) -> list[list[str]]:
    """Return a row for each difference that is to be decided; see `reports.run.live`."""
    return [
        difference_row(
            pair.b, one.figure, threshold(one), one.difference.estimate, _STANDS[weight(one)]
        )
        for pair in comparison.pairs
        for one in asked(pair)
    ]
