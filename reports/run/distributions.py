"""Charts of distributions over games, such as their lengths, with the middle 90% marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from reports.run.tables import bin_width
from reports.writing import marks
from reports.writing.chart_frame import GREY, INK, Axes, share_label
from reports.writing.wording import counted, whole
from simulate.play.tally import Histogram

#: A distribution over at most this many values is drawn with all its tails.
_FEW_VALUES = 20
#: The maximum number of bins, and the maximum with fewer than `_MANY_GAMES` games.
_MOST_BINS, _FEW_BINS, _MANY_GAMES = 40, 20, 1_000
#: The height of the axis as a multiple of the tallest bar.
_HEADROOM = 1.06
#: The height of the tallest of several distributions as a share of the distance between them.
_RIDGE = 0.85


def find_bins(histogram: Histogram) -> range:
    """Return the lowest values of the bins of a chart, as a range whose step is the bin width.

    The bins hold at least the middle 99% of the games. Tails beyond them are left out if they would
    take much room. With few games there are few bins, because more bins would show only chance.

    Raises
    ------
    IndexError
        If the histogram has no games.
    """
    low, high = histogram.percentile(0.5), histogram.percentile(99.5)
    first, last = histogram.values[[0, -1]].tolist()
    room = (high - low) / 3 if last - first > _FEW_VALUES else _FEW_VALUES
    if low - first <= room:
        low = first
    if last - high <= room:
        high = last
    most = _MOST_BINS if histogram.counts.sum() >= _MANY_GAMES else _FEW_BINS
    width = bin_width(high - low + 1, most)
    return range(low // width * width, (high // width + 1) * width, width)


def draw_steps(
    axes: Axes, histogram: Histogram, bins: range, scale: float = 1.0, **look: Any
) -> None:
    """Draw a histogram: the share of the games in each of `bins`.

    The values on the axis are those of the histogram times `scale`. Options in `look` are passed to
    matplotlib's `Axes.stairs`.
    """
    shares, edges = _share_by_bin(histogram, bins, scale)
    axes.stairs(shares, edges, **look)
    axes.set_xlim(edges[0], edges[-1])
    axes.locator_params("x", integer=scale == 1, min_n_ticks=1)
    axes.yaxis.set_major_formatter(share_label)


def _share_by_bin(histogram: Histogram, bins: range, scale: float) -> tuple[Any, list[float]]:
    """Return the share of the games in each bin, and the edges of the bins times `scale`."""
    edges = np.append(bins, bins.stop) - 0.5
    games, _ = np.histogram(histogram.values, edges, weights=histogram.counts)
    return games / histogram.counts.sum(), (scale * edges).tolist()


@dataclass(frozen=True)
class Lengths:
    """The lengths of games that a chart shows."""

    #: The number of games by length in turns.
    histogram: Histogram
    #: The 5th percentile, the median and the 95th percentile, in turns.
    percentiles: Sequence[int]
    #: The factor from turns to the unit of the axis.
    scale: float

    @classmethod
    def of(cls, histogram: Histogram, scale: float) -> Lengths:
        """Return the lengths with a distribution of turns, and with its percentiles 5, 50 and 95.

        `scale` is the factor from turns to the unit of the chart.
        """
        return cls(histogram, [histogram.percentile(percent) for percent in (5, 50, 95)], scale)


def draw_lengths(axes: Axes, lengths: Lengths, bins: range) -> None:
    """Draw a distribution with a line at the median; the middle nine games in ten are darker."""
    low, middle, high = lengths.percentiles
    shares, edges = _share_by_bin(lengths.histogram, bins, lengths.scale)
    draw_steps(
        axes, lengths.histogram, bins, lengths.scale, color=marks.PALE_BAR, fill=True, linewidth=0
    )
    is_usual = [begin + bins.step > low and begin <= high for begin in bins]
    axes.stairs(np.where(is_usual, shares, 0), edges, color=marks.BAR, fill=True, linewidth=0)
    axes.vlines(edges[1:-1], 0, np.minimum(shares[1:], shares[:-1]), color="white", linewidth=0.8)
    axes.set_ylim(0, _HEADROOM * max(shares))
    axes.axvline(lengths.scale * middle, color=INK, linewidth=1.4)
    axes.set_yticks([])
    axes.grid(False)
    axes.spines["left"].set_visible(False)


def draw_ridges(
    axes: Axes, lengths: Mapping[str, Lengths], numbers: Sequence[str], bins: range
) -> None:
    """Draw distributions one below the other, each with its name and number.

    Parameters
    ----------
    axes
        The axes.
    lengths
        The distributions by name, from top to bottom.
    numbers
        The text at the right of each.
    bins
        The lowest values of the bins, as `find_bins` returns them.
    """
    ridges = []
    tallest = 0.0
    edges: list[float] = []
    for length in lengths.values():
        shares, edges = _share_by_bin(length.histogram, bins, length.scale)
        tallest = max(tallest, *shares)
        ridges.append(shares)
    for place, (length, shares) in enumerate(zip(lengths.values(), ridges, strict=True)):
        base = float(place)
        low, middle, high = length.percentiles
        tops = base - _RIDGE * shares / tallest
        is_usual = [begin + bins.step > low and begin <= high for begin in bins]
        for colour, heights in (
            (marks.PALE_BAR, tops),
            (marks.BAR, np.where(is_usual, tops, base)),
        ):
            axes.stairs(heights, edges, baseline=base, color=colour, fill=True, linewidth=0)
        axes.plot([edges[0], edges[-1]], [base, base], color=GREY, linewidth=0.8)
        position = length.scale * middle
        axes.plot([position, position], [base, base - _RIDGE], color=INK, linewidth=1.4)
        axes.annotate(
            numbers[place],
            (1, base),
            xycoords=axes.get_yaxis_transform(),
            xytext=(8, 2),
            textcoords="offset points",
            va="bottom",
        )
    axes.set_xlim(edges[0], edges[-1])
    axes.set_ylim(len(lengths) - 1 + 0.05, -1)
    axes.set_yticks(range(len(lengths)), list(lengths), va="baseline")
    axes.tick_params(axis="y", length=0)
    axes.grid(False)
    axes.spines["left"].set_visible(False)


def describe_hidden_games(
    histogram: Histogram, bins: range, noun: str, scale: float = 1.0
) -> list[str]:
    """Return a list with a note on the games outside the bins; empty if there are none.

    Parameters
    ----------
    histogram
        The number of games by value.
    bins
        The bins of the chart, from `find_bins`.
    noun
        The singular noun for what is counted, such as "game".
    scale
        The factor from values of the histogram to those in the note.
    """
    values = histogram.values
    counts = histogram.counts

    def write(value: int) -> str:
        return whole(value) if scale == 1 else f"{scale * value:,.1f}"

    parts = []
    below = int(counts[values < bins.start].sum())
    if below:
        parts.append(
            f"{counted(below, noun)} below {write(bins.start)}, down to {write(values[0])}"
        )
    above = int(counts[values >= bins.stop].sum())
    if above:
        parts.append(
            f"{counted(above, noun)} above {write(bins.stop - 1)}, up to {write(values[-1])}"
        )
    return [f"Not shown: {'; '.join(parts)}."] if parts else []
