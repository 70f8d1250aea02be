"""Shares of games and means as a person would say them, for the first pages of terminals."""

from __future__ import annotations

import math

from reports.figures.figure import PLAIN
from reports.figures.statistics import Estimate, half_width
from reports.writing import wording

_PLUS_MINUS = "\N{PLUS-MINUS SIGN}"
#: Half the width of an interval, in percentage points, up to which a share is written without it.
_EXACT = 0.5


def of_100(share: Estimate) -> str:
    """Return a share as a number of 100, as in "27 of 100" or "27 ± 2 of 100".

    A share near 0 or 1 is written as a range or a limit, as in "fewer than 1 of 100".
    """
    low, middle, high = (100 * number for number in (share.low, share.value, share.high))
    if not math.isfinite(low + high):
        return "an unknown number of 100"
    reach = (high - low) / 2
    if high < 1:
        text = "fewer than 1"
    elif low > 99:
        text = "more than 99"
    elif low < 1:
        text = f"at most {math.ceil(high)}"
    elif high > 99:
        text = f"at least {math.floor(low)}"
    elif reach <= _EXACT:
        text = f"{middle:.0f}"
    else:
        text = f"{middle:.0f} {_PLUS_MINUS} {math.ceil(round(reach, 9))}"
    return f"{text} of 100"


def mean_text(mean: Estimate, noun: str = "") -> str:
    """Return a mean with half the width of its interval, as in "3.0 ± 0.2 turns".

    There is at most one decimal. An interval that is too small for one decimal is left out.

    Parameters
    ----------
    mean
        The mean.
    noun
        The unit in the plural; it is in the singular after "1".
    """
    reach = half_width(mean)
    if mean.is_constant or not math.isfinite(reach):
        number = wording.number(mean.value, 0, PLAIN)
    elif reach < 0.05:
        number = wording.typeset(f"{mean.value:,.1f}")
    else:
        decimals = 1 if reach < 1 else 0
        half = math.ceil(round(reach * 10**decimals, 9)) / 10**decimals
        number = wording.typeset(f"{mean.value:,.{decimals}f}")
        number += f" {_PLUS_MINUS} {half:,.{decimals}f}"
    if number == "1":
        noun = noun.removesuffix("s")
    return f"{number} {noun}".rstrip()


def minutes_text(minutes: float) -> str:
    """Return a time in minutes as text: whole from 10 minutes, else with one decimal."""
    number = f"{minutes:,.0f}" if minutes >= 10 else f"{minutes:.1f}"
    return "1 minute" if number in ("1", "1.0") else f"{number} minutes"


def whole_range(low: float, high: float, noun: str) -> str:
    """Return a range rounded outward to whole numbers, as in "40 to 83 minutes"."""
    first, last = math.floor(low), math.ceil(high)
    if first == last:
        return wording.counted(first, noun.removesuffix("s"))
    return f"{wording.typeset(f'{first:,}')} to {last:,} {noun}"
