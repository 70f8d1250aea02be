"""To within what figures are to be known, as people write it: ``0.5pp``, ``0.2 min``, ``2%``."""

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


@dataclass(frozen=True)
class Precision:
    """Half the width that the interval of a figure is to have at most.

    Attributes
    ----------
    size
        How much, above 0.
    unit
        Of what: `COUNTED`, `OF_VALUE`, `POINTS`, or another word that was written behind the
        number, as in ``"min"``; empty if none was.
    """

    size: float
    unit: str = ""

    @property
    def written(self) -> float | str:
        """What a study file says of it."""
        return self.size if self.unit == COUNTED else str(self)

    def width(self, value: float) -> float:
        """Return the half width as the figure is counted, of a figure with some value.

        The unit is `COUNTED` or `OF_VALUE`.
        """
        return self.size if self.unit == COUNTED else abs(value) * self.size / 100

    def __str__(self) -> str:
        number = f"{self.size:.12g}"
        if self.unit in ("", COUNTED):
            return number
        return f"{number}{'' if self.unit in (OF_VALUE, POINTS) else ' '}{self.unit}"


def parse_precision(text: str) -> Precision:
    """Read half the width of an interval: ``0.1pp`` (percentage points), ``0.2 min``, ``0.5``.

    Raises `UsageError`: it is no number above 0, with a unit or without.
    """
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
    """Read what a study file or a script says: a width, or several by the path of their figure.

    A number is as the figure is counted; a text has a unit. ``None`` and 0 are for nothing. A
    single width is about the figure `of`.

    Raises `UsageError`: one does not say to within what its figure is to be known.
    """
    if isinstance(written, Mapping):
        return {path: _width(width, f"{path}: ") for path, width in flat(written).items()}
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


def flat(
    tables: Mapping[str, Any],
    is_table: Callable[[Any], bool] = lambda value: isinstance(value, Mapping),
    prefix: str = "",
) -> dict[str, Any]:
    """Join the keys of nested tables with dots: TOML makes tables of unquoted paths."""
    found: dict[str, Any] = {}
    for key, value in tables.items():
        if is_table(value):
            found |= flat(value, is_table, f"{prefix}{key}.")
        else:
            found[f"{prefix}{key}"] = value
    return found
