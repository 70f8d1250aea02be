"""How well figures are to be known, as people write it, and when it is looked whether they are."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from simulate.errors import UsageError

#: The figure that is meant where none is named.
USUAL = "first_player_advantage"
#: Units besides those that people name: as a figure is counted (a rate in shares of 1, any other
#: in its own unit), per cent of the figure's value, and percentage points.
COUNTED, OF_VALUE, POINTS = "as counted", "%", "pp"

_WRITTEN = r"([0-9]*\.?[0-9]+(?:e-?[0-9]+)?) *(%|[A-Za-z][A-Za-z ]*)?"
_HOW = (
    "give what to know the figure to within: percentage points of a rate, as in 0.1pp, and of any "
    "other figure a number in its own unit, as in 0.5, or per cent of its value, as in 2%"
)

#: Games before the first look, unless that were fewer deals than intervals can rest on.
FIRST_GAMES, LEAST_DEALS = 500, 100
#: With few games to play the first look comes when so large a share of them is played.
FIRST_SHARE = 1 / 40
#: So many times as many deals from one look to the next.
GROWTH = 1.25


@dataclass(frozen=True)
class Precision:
    """Half the width that the interval of a figure is to have at most."""

    #: Above 0.
    size: float
    #: `COUNTED`, `OF_VALUE`, `POINTS`, or another word that was written behind the number, as in
    #: ``"min"``; empty if none was.
    unit: str = ""

    @property
    def written(self) -> float | str:
        """What a study file says of it."""
        return self.size if self.unit == COUNTED else str(self)

    def width(self, value: float) -> float:
        """Return the half width at some value of the figure; the unit is one of the first two."""
        return self.size if self.unit == COUNTED else abs(value) * self.size / 100

    def __str__(self) -> str:
        number = f"{self.size:.12g}"
        if self.unit in ("", COUNTED):
            return number
        return f"{number}{'' if self.unit in (OF_VALUE, POINTS) else ' '}{self.unit}"


def parse_precision(text: str) -> Precision:
    """Read half the width of an interval: ``0.1pp`` (percentage points), ``0.2 min``, ``0.5``."""
    match = re.fullmatch(_WRITTEN, text.strip())
    size = float(match[1]) if match else 0.0
    if not match or not 0 < size < math.inf:
        raise UsageError(f"the precision cannot be {text!r}; {_HOW}")
    return Precision(size, (match[2] or "").strip())


def parse_named(text: str) -> tuple[str, Precision]:
    """Read a figure's path and its precision, ``seat_spread=0.5pp``; no path of a bare width."""
    path, _, width = text.rpartition("=")
    return path.strip(), parse_precision(width)


def read_precision(
    written: float | str | Mapping[str, Any] | None, of: str = USUAL
) -> dict[str, Precision]:
    """Read what a study file or a script says: a width about the figure `of`, or several by figure.

    A number is as the figure is counted; a text has a unit. ``None`` and 0 are for nothing.
    """
    if isinstance(written, Mapping):
        return {path: _width(width, f"{path}: ") for path, width in flatten_tables(written).items()}
    is_nothing = written is None or (written == 0 and not isinstance(written, bool))
    return {} if is_nothing else {of: _width(written)}


def _width(written: object, start: str = "") -> Precision:
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
    """Join the keys of nested tables with dots: TOML makes tables of unquoted paths."""
    found: dict[str, Any] = {}
    for key, value in tables.items():
        if is_table(value):
            found |= flatten_tables(value, is_table, f"{prefix}{key}.")
        else:
            found[f"{prefix}{key}"] = value
    return found


def interim_looks(deals: int, rotations: int) -> tuple[int, ...]:
    """Return after how many of the most deals to look, so many games a deal; at last after all.

    The looks depend on nothing else, so that which games are played does not depend on threads or
    blocks. They lie ever farther apart, so that little is played in vain and they are few. They
    share the error that the confidence allows in equal parts (as in Pocock, Biometrika 64, 1977,
    but bounded by Bonferroni's inequality, which holds of any figure and any interval): the
    intervals after all looks are a confidence sequence, and what is said after any of them is as
    sure as if it were the only one.
    """
    first = min(-(-FIRST_GAMES // rotations), math.ceil(deals * FIRST_SHARE))
    at = float(max(first, LEAST_DEALS))
    found = []
    while at < deals:
        found.append(math.ceil(at))
        at *= GROWTH
    return (*found, deals)
