"""The precision that users require of figures, and the interim looks at which a study may stop."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from simulate.errors import UsageError

#: The figure that a precision applies to by default.
USUAL = "first_player_advantage"
#: The unit of a number that was typed without one: shares of 1 for a rate, else the figure's own.
COUNTED = "as counted"
#: The unit for percent of the figure's value.
OF_VALUE = "%"
#: The unit for percentage points.
POINTS = "pp"

_WRITTEN = r"([0-9]*\.?[0-9]+(?:e-?[0-9]+)?) *(%|[A-Za-z][A-Za-z ]*)?"
_HOW = (
    "give the half width of the interval: percentage points for a rate, as in 0.1pp, and for any "
    "other figure a number in its own unit, as in 0.5, or percent of its value, as in 2%"
)

#: The number of games before the first look.
FIRST_GAMES = 500
#: The minimum number of deals before the first look, because intervals need this number.
LEAST_DEALS = 100
#: The maximum share of all deals before the first look.
FIRST_SHARE = 1 / 40
#: The ratio between the numbers of deals at one look and at the look before.
GROWTH = 1.25


@dataclass(frozen=True)
class Precision:
    """The largest allowed half width of a figure's interval."""

    #: A number above 0.
    size: float
    #: `COUNTED`, `OF_VALUE`, `POINTS`, or another unit that was typed after the number, such as
    #: ``"min"``; empty if none was typed.
    unit: str = ""

    @property
    def written(self) -> float | str:
        """The number or text for this precision in a study file."""
        return self.size if self.unit == COUNTED else str(self)

    def width(self, value: float) -> float:
        """Return the half width, in the unit of the figure, if the figure has the given value.

        The unit of the precision must be `COUNTED` or `OF_VALUE`.
        """
        return self.size if self.unit == COUNTED else abs(value) * self.size / 100

    def __str__(self) -> str:
        number = f"{self.size:.12g}"
        if self.unit in ("", COUNTED):
            return number
        if self.unit in (OF_VALUE, POINTS):
            return f"{number}{self.unit}"
        return f"{number} {self.unit}"


def parse_precision(text: str) -> Precision:
    """Return the precision for a text like ``0.1pp`` (percentage points), ``0.2 min`` or ``0.5``.

    Raises
    ------
    UsageError
        If the text does not begin with a number above 0.
    """
    match = re.fullmatch(_WRITTEN, text.strip())
    size = float(match[1]) if match else 0.0
    if not match or not 0 < size < math.inf:
        raise UsageError(f"the precision cannot be {text!r}; {_HOW}")
    return Precision(size, (match[2] or "").strip())


def parse_named(text: str) -> tuple[str, Precision]:
    """Return the path of the figure and the precision for a text such as ``seat_spread=0.5pp``.

    The path is empty for a text without a path.

    Raises
    ------
    UsageError
        If the text after the path does not begin with a number above 0.
    """
    path, _, width = text.rpartition("=")
    return path.strip(), parse_precision(width)


def read_precision(
    written: float | str | Mapping[str, Any] | None, of: str = USUAL
) -> dict[str, Precision]:
    """Return the precision of each figure, by path, from a study file or a notebook.

    Parameters
    ----------
    written
        A number, a text with a unit, or a table of numbers or texts by figure. None and 0 mean no
        precision.
    of
        The path of the figure to which a single number or text applies.

    Raises
    ------
    UsageError
        If a precision is invalid.
    """
    if isinstance(written, Mapping):
        return {path: _read(width, f"{path}: ") for path, width in flatten_tables(written).items()}
    is_empty = written is None or (written == 0 and not isinstance(written, bool))
    return {} if is_empty else {of: _read(written)}


def _read(written: object, start: str = "") -> Precision:
    """Return the precision for a number or text; raise `UsageError` if it is invalid.

    The message of the error begins with `start`.
    """
    if isinstance(written, str):
        try:
            return parse_precision(written)
        except UsageError as error:
            raise UsageError(f"{start}{error}") from None
    if isinstance(written, bool) or not isinstance(written, int | float):
        raise UsageError(f"{start}the precision cannot be {str(written).lower()}; {_HOW}")
    if not 0 < written < math.inf:
        raise UsageError(f"{start}the precision cannot be {written}; give a number above 0")
    return Precision(float(written), COUNTED)


def flatten_tables(
    tables: Mapping[str, Any],
    is_table: Callable[[Any], bool] = lambda value: isinstance(value, Mapping),
    prefix: str = "",
) -> dict[str, Any]:
    """Return the values in nested tables, by their keys joined with dots.

    A TOML parser turns an unquoted path such as ``length.turns.mean`` into nested tables.

    Parameters
    ----------
    tables
        The nested tables.
    is_table
        Called with each value; returns True if the value is a table to flatten.
    prefix
        The beginning of all keys of the result.
    """
    values: dict[str, Any] = {}
    for key, value in tables.items():
        if is_table(value):
            values |= flatten_tables(value, is_table, f"{prefix}{key}.")
        else:
            values[f"{prefix}{key}"] = value
    return values


def interim_looks(deals: int, rotations: int) -> tuple[int, ...]:
    """Return the numbers of deals after which to check whether a study can stop.

    The looks depend on the arguments alone, so that the number of games does not depend on threads
    or blocks. Each look comes after `GROWTH` times as many deals as the look before. So there are
    few looks, and a study plays few more games than it needs. The error that the confidence allows
    is divided equally among the looks, as in Pocock (Biometrika 64, 1977), but by Bonferroni's
    inequality, which is valid for any figure and any interval. So the intervals at all looks are a
    confidence sequence: they are valid if the study stops at any of the looks.

    Parameters
    ----------
    deals
        The maximum number of deals. The last look is after all of them.
    rotations
        The number of games per deal.

    Returns
    -------
    tuple of int
        Increasing numbers that end with `deals`. No look is before `LEAST_DEALS` deals, unless
        `deals` is smaller.
    """
    first = min(-(-FIRST_GAMES // rotations), math.ceil(deals * FIRST_SHARE))
    next_look = float(max(first, LEAST_DEALS))
    looks = []
    # A look after 156.25 of 157 deals would repeat the last look, so it is rounded up first.
    while math.ceil(next_look) < deals:
        looks.append(math.ceil(next_look))
        next_look *= GROWTH
    return (*looks, deals)
