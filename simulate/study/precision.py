"""Precision targets of figures, as users write them, and the times of interim looks."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from simulate.errors import UsageError

#: The figure that a precision applies to by default.
USUAL = "first_player_advantage"
#: The unit of a bare number: a rate is in shares of 1, any other figure in its own unit.
COUNTED = "as counted"
#: The unit for per cent of the figure's value.
OF_VALUE = "%"
#: The unit for percentage points.
POINTS = "pp"

_WRITTEN = r"([0-9]*\.?[0-9]+(?:e-?[0-9]+)?) *(%|[A-Za-z][A-Za-z ]*)?"
_HOW = (
    "give the half width of the interval: percentage points for a rate, as in 0.1pp, and for any "
    "other figure a number in its own unit, as in 0.5, or per cent of its value, as in 2%"
)

#: The number of games before the first look.
FIRST_GAMES = 500
#: The least number of deals before the first look, because intervals need as many.
LEAST_DEALS = 100
#: The largest share of all deals before the first look.
FIRST_SHARE = 1 / 40
#: The ratio between the numbers of deals at one look and at the look before.
GROWTH = 1.25


@dataclass(frozen=True)
class Precision:
    """The largest allowed half width of a figure's interval."""

    #: A number above 0.
    size: float
    #: `COUNTED`, `OF_VALUE`, `POINTS`, or another word that was typed after the number, such as
    #: ``"min"``; empty if there was none.
    unit: str = ""

    @property
    def written(self) -> float | str:
        """The number or text for it in a study file."""
        return self.size if self.unit == COUNTED else str(self)

    def width(self, value: float) -> float:
        """Return the half width for a value of the figure.

        The unit must be `COUNTED` or `OF_VALUE`.
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
    """Return the precision for a text such as ``0.1pp`` (percentage points), ``0.2 min``, ``0.5``.

    Raises `UsageError` for any other text.
    """
    match = re.fullmatch(_WRITTEN, text.strip())
    size = float(match[1]) if match else 0.0
    if not match or not 0 < size < math.inf:
        raise UsageError(f"the precision cannot be {text!r}; {_HOW}")
    return Precision(size, (match[2] or "").strip())


def parse_named(text: str) -> tuple[str, Precision]:
    """Return the path and the precision for a text such as ``seat_spread=0.5pp``.

    The path is empty for a text without one.
    """
    path, _, width = text.rpartition("=")
    return path.strip(), parse_precision(width)


def read_precision(
    written: float | str | Mapping[str, Any] | None, of: str = USUAL
) -> dict[str, Precision]:
    """Return the precision of each figure, by path.

    Parameters
    ----------
    written
        The precision in a study file or a notebook: a number, a text with a unit, or a table of
        these by figure. None and 0 mean no precision.
    of
        The path of the figure of a number or text.

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
    """Return the precision for a number or text. Messages of errors begin with `start`."""
    if isinstance(written, str):
        try:
            return parse_precision(written)
        except UsageError as error:
            raise UsageError(f"{start}{error}") from None
    if isinstance(written, bool) or not isinstance(written, int | float):
        raise UsageError(f"{start}the precision cannot be {str(written).lower()}; {_HOW}")
    if not 0 < written < math.inf:
        raise UsageError(f"{start}the precision cannot be {written}; give more than 0")
    return Precision(float(written), COUNTED)


def flatten_tables(
    tables: Mapping[str, Any],
    is_table: Callable[[Any], bool] = lambda value: isinstance(value, Mapping),
    prefix: str = "",
) -> dict[str, Any]:
    """Return the values in nested tables, by their keys joined with dots.

    TOML reads an unquoted path such as ``length.turns.mean`` as tables within tables.

    Parameters
    ----------
    tables
        The nested tables.
    is_table
        Returns True if a value is a table to be flattened.
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
    or blocks. Each is `GROWTH` times as late as the one before, so there are few looks and few
    games in excess. Looks share the error that the confidence allows in equal parts, as in Pocock
    (Biometrika 64, 1977), but by Bonferroni's inequality, which is valid for any figure and any
    interval. So the intervals at all looks are a confidence sequence: they are valid no matter at
    which look the study stops.

    Parameters
    ----------
    deals
        The most deals to play. The last look is after all of them.
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
    # Rounded up first: a look after 156.25 of 157 deals would repeat the last one.
    while math.ceil(next_look) < deals:
        looks.append(math.ceil(next_look))
        next_look *= GROWTH
    return (*looks, deals)
