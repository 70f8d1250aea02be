"""The small pictures of a run's first page: how the seats lie to a fair share, and the lengths."""

from __future__ import annotations

import math
from collections.abc import Sequence

from reports.figures.catalogue import PERCENTILES
from reports.figures.statistics import Estimate
from reports.run.results import Results
from reports.run.sentences import as_lengths
from reports.writing import numbers
from reports.writing.document import Cell, Column, Curve, Scale, Span

#: Win rates are drawn to so far from fair at least, so that a hair's breadth looks like one.
_LEAST_REACH = 0.05
#: The rarest games at either end, which are not drawn: of 1,000 so many.
_RAREST = 5
#: The most bars of a curve.
_MOST_BARS = 60


def against(rates: Sequence[Estimate], fair: float) -> Column:
    """Return the column that shows where win rates lie to a fair share, its middle."""
    ends = [end for rate in rates for end in (rate.low, rate.high)]
    reach = max(_LEAST_REACH, *(abs(end - fair) for end in ends))
    # In whole per cent, which the heading can tell.
    low = max(0.0, math.floor(round(100 * (fair - reach), 6)) / 100)
    high = min(1.0, math.ceil(round(100 * (fair + reach), 6)) / 100)
    texts = [f"{100 * low:.0f}", numbers.percent(high, 0)]
    return Column(
        f"{texts[0]} to {texts[1]}, a line at fair",
        numeric=False,
        spare=True,
        scale=Scale(low, high, fair, *texts),
    )


def drawn(rate: Estimate) -> Cell:
    """Return the cell of a win rate in such a column."""
    return Cell("", rate.value, span=Span(rate.value, rate.low, rate.high))


def length_curve(results: Results) -> list[Curve]:
    """Return how often a game takes how many minutes; nothing where all take as long."""
    histogram = results.minutes().histogram
    minutes = results.seconds_per_turn / 60
    ends = [histogram.percentile(one / 10) for one in (_RAREST, 1000 - _RAREST)]
    usual = [histogram.percentile(one) for one in PERCENTILES]
    span = ends[1] - ends[0] + 1
    if span < 2:
        return []
    together = math.ceil(span / _MOST_BARS)
    begins = range(ends[0], ends[1] + 1, together)
    counts = [
        int(histogram.counts[begin - histogram.low :][: min(together, ends[1] + 1 - begin)].sum())
        for begin in begins
    ]
    low, high = as_lengths(*(end * minutes for end in ends))
    first, _, last = as_lengths(*(one * minutes for one in usual))
    words = f"99 in 100 take {low} to {high} minutes, nine in ten {first} to {last}."
    return [
        Curve(
            "How long games last",
            words,
            counts,
            [begin + together > usual[0] and begin <= usual[-1] for begin in begins],
            low,
            f"{high} minutes",
        )
    ]
