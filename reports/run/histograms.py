"""How charts draw how many games have which length or score: in bins, tails left out and told."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator

from reports.figures.figure import PLAIN
from reports.figures.statistics import Estimate
from reports.run.tables import bin_width
from reports.writing import numbers
from reports.writing.numbers import counted, whole
from simulate.play.histogram import Histogram

#: So many values fit beside each other whatever their shares are.
_FEW_VALUES = 20


def find_bins(histogram: Histogram) -> range:
    """Return where the bins begin, which leave out tails that would squash the rest.

    A tail is what lies beyond 99 % of the games. It is left out where it would take more than a
    third of the room of the rest, unless all values are few.
    """
    low, high = histogram.percentile(0.5), histogram.percentile(99.5)
    first, last = histogram.values[[0, -1]].tolist()
    room = (high - low) / 3 if last - first > _FEW_VALUES else _FEW_VALUES
    low, high = first if low - first <= room else low, last if last - high <= room else high
    width = bin_width(high - low + 1)
    return range(low // width * width, (high // width + 1) * width, width)


def draw_steps(
    axes: Axes, histogram: Histogram, bins: range, scale: float = 1.0, **look: Any
) -> None:
    """Draw the share of the games in each bin; a value is drawn as `scale` times itself."""
    edges = np.append(bins, bins.stop) - 0.5
    games, _ = np.histogram(histogram.values, edges, weights=histogram.counts)
    drawn = (scale * edges).tolist()
    axes.stairs(games / histogram.counts.sum(), drawn, **look)
    axes.set_xlim(drawn[0], drawn[-1])
    axes.xaxis.set_major_locator(MaxNLocator("auto", integer=scale == 1, min_n_ticks=1))
    axes.yaxis.set_major_formatter(FuncFormatter(share_label))


def tell_unseen(histogram: Histogram, bins: range, what: str, scale: float = 1.0) -> list[str]:
    """Say how many games lie outside the bins, if any do."""
    values, counts = histogram.values, histogram.counts
    below, above = int(counts[values < bins.start].sum()), int(counts[values >= bins.stop].sum())

    def told(value: int) -> str:
        return whole(value) if scale == 1 else f"{scale * value:,.1f}"

    parts = []
    if below:
        beyond = f"below {told(bins.start)}, down to {told(values[0])}"
        parts.append(f"{counted(below, what)} {beyond}")
    if above:
        beyond = f"above {told(bins.stop - 1)}, up to {told(values[-1])}"
        parts.append(f"{counted(above, what)} {beyond}")
    return [f"not shown: {'; '.join(parts)}"] if parts else []


def share_label(share: float, _: int | None) -> str:
    """Write a share at a tick of an axis."""
    return f"{100 * share:.4g} %" if share <= 1 else ""  # room above 100 % is for labels


def mean_label(mean: Estimate) -> str:
    """Write a mean with half the width of its interval."""
    return f"mean {numbers.with_half(mean, PLAIN)}"
