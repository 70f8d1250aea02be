"""How numbers and lists are written, wherever something is told."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence

from reports.figures.targets import Target

#: The most decimals of a number that is known very well.
_MOST_DECIMALS = 6


def typeset(number: str) -> str:
    """Give a number a true minus, and no sign where nothing is left of it, as in "-0.0"."""
    return re.sub(r"^[+-](?=[0.]*$)", "", number).replace("-", "\N{MINUS SIGN}")


def known_number(value: float, reach: float, *, rate: bool, least: int = 0) -> str:
    """Write a figure with as many decimals as are known, a rate in per cent.

    Parameters
    ----------
    value
        The figure, or a value of it that is wanted.
    reach
        To within what it is known; 0 for a value that is exact, which has all its decimals.
    rate
        Whether it is a share of 1.
    least
        Decimals that it has at least, if it is not exact.
    """
    if not math.isfinite(value):
        return "not known"
    scale = 100 if rate else 1
    number = f"{scale * value:.12g}"
    if reach:
        decimals = _decimals(scale * reach, least)
        if scale * abs(value) >= 1:  # no more than five digits, however well they are known
            decimals = min(decimals, max(least, 4 - int(math.log10(scale * abs(value)))))
        number = f"{scale * value:,.{decimals}f}"
    return f"{typeset(number)} %" if rate else typeset(number)


def _decimals(reach: float, least: int) -> int:
    """Return how many decimals a figure is worth that is known to within `reach`."""
    if not math.isfinite(reach):
        return 1
    return min(_MOST_DECIMALS, max(least, math.ceil(-math.log10(reach))))


def wanted(target: Target, write: Callable[[float], str]) -> str:
    """Say what is wanted of a figure, as in "at most 30 %".

    Parameters
    ----------
    target
        What is wanted.
    write
        Writes a value of the figure.
    """
    low, high = write(target.low), write(target.high)
    if math.isinf(target.high):
        return f"at least {low}"
    if math.isinf(target.low):
        return f"at most {high}"
    return f"{low.removesuffix(' %')} to {high}"


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Write parts of a sentence as in "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def capital(text: str) -> str:
    """Begin a text with a capital letter."""
    return text[:1].upper() + text[1:]
