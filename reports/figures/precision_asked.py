"""To within what a figure can be asked to be known: in its own unit, or in one that makes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from reports.figures.figure import LENGTH, MEAN, UNFINISHED, Figure, Mean
from reports.figures.precision import narrowest
from simulate.errors import UsageError
from simulate.study.precision import COUNTED, OF_VALUE, POINTS, Precision

#: Half the width of the widest interval that a rate can have.
_NOTHING_KNOWN = 0.5
#: What people write for units of time, in minutes.
_MINUTES = (
    dict.fromkeys(("s", "sec", "second", "seconds"), 1 / 60)
    | dict.fromkeys(("min", "minute", "minutes"), 1.0)
    | dict.fromkeys(("h", "hour", "hours"), 60.0)
)


def settle(
    asked: Mapping[str, Precision], figure: Callable[[str], Figure], *, differences: bool = False
) -> dict[str, Precision]:
    """Return precisions in the units in which their figures are counted, or of their values.

    Parameters
    ----------
    asked
        By the path of the figure, as they were written.
    figure
        Returns a figure by its path.
    differences
        Whether differences of the figures are to be known so.

    Raises
    ------
    UsageError
        A unit is not the figure's, or a figure can never be known so well.
    """
    return {path: _settled(figure(path), one, differences) for path, one in asked.items()}


def _settled(figure: Figure, asked: Precision, differences: bool) -> Precision:
    told, unit = f"{figure.path} to within {asked}", asked.unit
    if figure.kind == UNFINISHED:
        raise UsageError(
            f"{told}: that is a number of games, which more games do not make any surer; choose "
            "another figure"
        )
    if figure.unit.share:
        return _settled_rate(figure, asked)
    if unit == OF_VALUE:
        if not isinstance(figure.source, Mean) or figure.source.kind != "count":
            why = "is a percentile" if figure.is_percentile else "may be 0 or below"
            raise UsageError(
                f"{told}: that figure {why}, so per cent of its value say little; give a number"
                f"{_in(figure)}, as in 1"
            )
        return asked
    found = Precision(asked.size * _factor(figure, asked), COUNTED)
    if figure.is_percentile and found.size < (least := narrowest(figure, differences)):
        amount = f"{least:.4g}{_in(figure, ' ')}"
        amount = amount.removesuffix("s") if least == 1 else amount
        what = "a difference of two percentiles" if differences else "a percentile"
        raise UsageError(
            f"{told}: {what} jumps from one whole value to the next, so it may never be known so "
            f"well; give at least {amount}, or choose the mean, "
            f"{LENGTH}.{figure.of[0]}.{MEAN}"
        )
    return found


def _settled_rate(figure: Figure, asked: Precision) -> Precision:
    told, path, size = f"{figure.path} to within {asked}", figure.path, asked.size
    a_rate = "that is a rate, told in per cent"
    if asked.unit == OF_VALUE:
        raise UsageError(
            f"{told}: {a_rate}, so '{asked}' may mean two things; give percentage points, as in "
            f"{size:.6g}pp"
        )
    if asked.unit == "":
        raise UsageError(
            f"{told}: {a_rate}, and {size:.6g} would be {100 * size:.6g} percentage points; did "
            f"you mean {size:.6g}pp?"
        )
    if asked.unit not in (POINTS, COUNTED):
        raise UsageError(f"{told}: {a_rate}; give percentage points, as in {size:.6g}pp")
    width = size if asked.unit == COUNTED else size / 100
    if width >= _NOTHING_KNOWN:
        raise UsageError(
            f"the precision of {path} cannot be {100 * width:.6g} percentage points: to within 50 "
            "every rate is known before a game is played; give less, as in --precision 0.1pp or, "
            "in a study file, precision = 0.001"
        )
    return Precision(width, COUNTED)


def _factor(figure: Figure, asked: Precision) -> float:
    """Return what a unit is in that of the figure."""
    own, unit = figure.unit.name, asked.unit
    if unit in ("", COUNTED) or (own and unit in (own, own.removesuffix("s"))):
        return 1.0
    told = f"{figure.path} to within {asked}"
    if unit == POINTS:
        raise UsageError(
            f"{told}: that is no rate, so it has no percentage points; give a number"
            f"{_in(figure)}, as in 0.5"
        )
    is_time = figure.kind == LENGTH and unit in _MINUTES
    if is_time and own == "minutes":
        return _MINUTES[unit]
    instead = f", or ask for {LENGTH}.minutes.{figure.what}" if is_time else ""
    allowed = f"told in {own}" if own else "just a number"
    allowed += " (or s, min, h)" if own == "minutes" else ""
    raise UsageError(
        f"{told}: that figure is {allowed}; write {asked.size:g}{_in(figure, ' ')}{instead}"
    )


def _in(figure: Figure, before: str = " in ") -> str:
    return f"{before}{figure.unit.name}" if figure.unit.name else ""
