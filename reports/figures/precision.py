"""Precisions that figures should reach, and the number of games that they need.

A run with precision targets first plays `FIRST_GAMES` games. While an interval is wider than
requested, it plays the number of games that the widest interval needs, and checks again. Intervals
shrink with the square root of the number of games. The share `SPARE` of games is added, so that one
more check is usually enough. The number of games depends only on the study and the precisions.

Stopping when an interval is narrow favours runs whose intervals happen to be narrow. With few
checks, each after at least `FIRST_GAMES` more games, this hardly lowers the confidence: `python -m
tests.bench.precisions` measures it for rates, means, differences, percentages of a value,
percentiles, the largest of several figures, and several figures at once. The effect is largest for
counts that are rare and large. On average it moves a value by less than a tenth of the precision.

A percentile jumps from one whole value to the next. Deciding between two neighbouring values may
need any number of games, and playing until an interval decides gives wrong results. A percentile is
therefore never treated as known more precisely than one such step.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from reports.figures.figure import (
    LENGTH,
    MEAN,
    UNFINISHED,
    CountQuantile,
    Figure,
    Mean,
    Quantile,
)
from simulate.errors import UsageError
from simulate.game import singular
from simulate.play.tally import Histogram
from simulate.study.precision import COUNTED, OF_VALUE, POINTS, Precision

#: The number of games before the intervals are first checked.
FIRST_GAMES = 2_000
#: The games added to an estimated number, as a share of it, because the estimate may be too low.
SPARE = 0.03
#: The largest factor by which the number of games grows from one check to the next.
MOST_GROWTH = 50.0


def games_needed(games: int, reach: float, width: float) -> int:
    """Return the total number of games at which to check a precision next.

    It is `games` if the precision is reached. Otherwise it is an estimate of the number of games
    that the precision needs: at least `FIRST_GAMES` more than `games`, and apart from that at most
    `MOST_GROWTH` times as many.

    Parameters
    ----------
    games
        The number of games played.
    reach
        Half the width of the interval after these games.
    width
        The requested half width.

    Raises
    ------
    ValueError
        If `reach` is NaN and `width` is not 0.
    """
    if reach <= width:
        return games
    growth = min((reach / width) ** 2 * (1 + SPARE), MOST_GROWTH) if width else MOST_GROWTH
    return max(games + FIRST_GAMES, math.ceil(games * growth))


def value_step(ranks: Sequence[Histogram]) -> int:
    """Return the greatest common divisor of the differences between a length's observed values.

    It is 4, for example, if all games last a multiple of 4 turns. It is 1 if there are fewer than
    two values.

    Parameters
    ----------
    ranks
        Histograms of the length, as in `simulate.play.tally.Tally.lengths`.
    """
    values = np.unique(
        [histogram.low + place for histogram in ranks for place in np.flatnonzero(histogram.counts)]
    )
    return int(np.gcd.reduce(np.diff(values))) if len(values) > 1 else 1


def finest_precision(figure: Figure, differences: bool = False, steps: int = 1) -> float:
    """Return the finest precision with which a percentile can be known.

    It is the step from one value to the next, in the unit of the figure. For the difference of two
    percentiles it is that step times the square root of 2, rounded up to a thousandth.

    Parameters
    ----------
    figure
        A percentile, so that its source is a `Quantile` or a `CountQuantile`.
    differences
        True for the difference of this percentile between two runs.
    steps
        The step between values of the length or count in its own unit, as from `value_step`.

    Raises
    ------
    AssertionError
        If the figure is not a percentile.
    """
    assert isinstance(figure.source, Quantile | CountQuantile)
    least = steps * figure.source.factor
    return math.ceil(1e3 * math.sqrt(2) * least) / 1e3 if differences else least


@dataclass(frozen=True)
class ReachedPrecision:
    """The precision of a figure that has a precision target."""

    figure: Figure
    #: The requested precision, which may be a share of the value.
    target: Precision
    #: The value of the figure.
    value: float
    #: Half the width of the interval; for a percentile at least `least`.
    reach: float
    #: The finest precision with which a percentile can be known; 0 for other figures.
    least: float = 0.0

    @property
    def width(self) -> float:
        """The requested half width, in the unit of the figure."""
        return self.target.width(self.value)

    @property
    def is_enough(self) -> bool:
        """True if the requested precision is reached."""
        return self.reach <= self.width

    @property
    def is_hopeless(self) -> bool:
        """True if no number of games reaches the requested precision."""
        return self.width < self.least

    def games_needed(self, games: int) -> int:
        """Return the total number of games that the precision needs.

        It is `games`, the number already played, if the precision is reached or is hopeless.
        """
        return games if self.is_hopeless else games_needed(games, self.reach, self.width)


#: Half the width of the widest interval that a rate can have, from 0 to 1.
_WIDEST_RATE_HALF_WIDTH = 0.5
#: Units of time that users may write, in minutes.
_MINUTES = (
    dict.fromkeys(("s", "sec", "second", "seconds"), 1 / 60)
    | dict.fromkeys(("min", "minute", "minutes"), 1.0)
    | dict.fromkeys(("h", "hour", "hours"), 60.0)
)


def convert_precisions(
    precisions: Mapping[str, Precision],
    figure: Callable[[str], Figure],
    *,
    differences: bool = False,
) -> dict[str, Precision]:
    """Return precisions converted into the units of their figures.

    Parameters
    ----------
    precisions
        The precisions as the user wrote them, by path.
    figure
        A function that returns the figure with a path.
    differences
        True for precisions of differences between runs.

    Returns
    -------
    dict
        The precisions by path: a share of the value, or a number in the unit of the figure (a
        share of 1 for rates).

    Raises
    ------
    UsageError
        If a precision cannot be reached for its figure or would be met without any game, or if its
        unit does not fit the figure.
    """
    return {
        path: _convert(figure(path), precision, differences)
        for path, precision in precisions.items()
    }


def _convert(figure: Figure, precision: Precision, differences: bool) -> Precision:
    """Return a precision in the unit of its figure, or as a share of the value.

    Raise `UsageError` if the figure cannot be known with a precision, or not with this one.
    """
    request = f"{figure.path} to within {precision}"
    unit = precision.unit
    if figure.kind == UNFINISHED:
        raise UsageError(
            f"{request}: this figure is a number of games, and playing more games does not make it "
            "more precise; choose another figure"
        )
    if figure.unit.share:
        return _convert_rate(figure, precision)
    if unit == OF_VALUE:
        if not isinstance(figure.source, Mean) or figure.source.kind != "count":
            is_percentile = isinstance(figure.source, Quantile | CountQuantile)
            why = "is a percentile" if is_percentile else "may be 0 or below"
            raise UsageError(
                f"{request}: this figure {why}, so a percentage of its value is not useful; give a "
                f"number{_in_unit(figure)}, such as 1"
            )
        return precision
    converted = Precision(precision.size * _factor(figure, precision), COUNTED)
    if isinstance(figure.source, Quantile | CountQuantile):
        _check_percentile(figure, converted, request, differences)
    return converted


def _check_percentile(
    figure: Figure, converted: Precision, request: str, differences: bool
) -> None:
    """Raise `UsageError` if a percentile cannot be known with a precision."""
    least = finest_precision(figure, differences)
    if converted.size >= least:
        return
    amount = f"{least:.4g} {figure.unit.name}" if figure.unit.name else f"{least:.4g}"
    if least == 1:
        amount = singular(amount)
    name = "a difference of two percentiles" if differences else "a percentile"
    mean = figure.path.removesuffix(f".{figure.measure}")
    if figure.kind == LENGTH:
        mean += f".{MEAN}"
    raise UsageError(
        f"{request}: {name} jumps from one whole value to the next, so this precision may never be "
        f"reached; give at least {amount}, or choose the mean, {mean}"
    )


def _convert_rate(figure: Figure, precision: Precision) -> Precision:
    """Return the precision of a rate as a share of 1.

    Raise `UsageError` unless it is in percentage points and below 50 of them.
    """
    request = f"{figure.path} to within {precision}"
    path = figure.path
    size = precision.size
    a_rate = "this figure is a rate in percent"
    if precision.unit == "":
        raise UsageError(
            f"{request}: {a_rate}, and {size:.6g} would be {100 * size:.6g} percentage points; did "
            f"you mean {size:.6g}pp?"
        )
    if precision.unit not in (POINTS, COUNTED):
        why = f", so '{precision}' is ambiguous" if precision.unit == OF_VALUE else ""
        raise UsageError(f"{request}: {a_rate}{why}; give percentage points, such as {size:.6g}pp")
    width = size if precision.unit == COUNTED else size / 100
    if width >= _WIDEST_RATE_HALF_WIDTH:
        raise UsageError(
            f"the precision of {path} cannot be {100 * width:.6g} percentage points: every rate is "
            "known to within 50 without any game; give less, such as --precision 0.1pp or, in a "
            "study file, precision = 0.001"
        )
    return Precision(width, COUNTED)


def _factor(figure: Figure, precision: Precision) -> float:
    """Return the factor from the unit of a precision to the unit of its figure.

    Raise `UsageError` if the figure cannot be given in the unit of the precision.
    """
    own = figure.unit.name
    unit = precision.unit
    if unit in ("", COUNTED) or (own and unit in (own, singular(own))):
        return 1.0
    request = f"{figure.path} to within {precision}"
    if unit == POINTS:
        raise UsageError(
            f"{request}: this figure is not a rate, so percentage points do not apply; give a "
            f"number{_in_unit(figure)}, such as 0.5"
        )
    is_time = figure.kind == LENGTH and unit in _MINUTES
    if is_time and own == "minutes":
        return _MINUTES[unit]
    instead = f", or choose {LENGTH}.minutes.{figure.measure}" if is_time else ""
    allowed = f"measured in {own}" if own else "a number without unit"
    if own == "minutes":
        allowed += " (or s, min, h)"
    amount = f"{precision.size:g} {own}" if own else f"{precision.size:g}"
    raise UsageError(f"{request}: this figure is {allowed}; write {amount}{instead}")


def _in_unit(figure: Figure) -> str:
    """Return " in" and the unit of a figure, to follow "a number"; empty if it has none."""
    return f" in {figure.unit.name}" if figure.unit.name else ""
