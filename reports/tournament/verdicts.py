"""What chance allows to say of the figures of a tournament."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scipy.special import stdtr, stdtrit

from reports.statistics import holm

Word = Literal["above", "below", "not told"]


@dataclass(frozen=True)
class Told:
    """How a figure lies to what it is compared with, after correction for all like it.

    Attributes
    ----------
    word
        ``"above"`` or ``"below"`` if that is told from chance.
    p_value, p_holm
        Alone, and corrected by Holm's method.
    """

    word: Word
    p_value: float
    p_holm: float


def judge_all(values: Sequence[float], p_values: Sequence[float], confidence: float) -> list[Told]:
    """Say of each value whether it is above or below 0, corrected for all of them."""
    found = []
    for value, alone, corrected in zip(values, p_values, holm(p_values), strict=True):
        sure = corrected < 1 - confidence
        word: Word = ("above" if value > 0 else "below") if sure else "not told"
        found.append(Told(word, alone, corrected))
    return found


def share_p_value(value: float, variance: float, units: int, fair: float) -> float:
    """Return how likely a win rate as far from the fair one is by chance.

    The test that Wilson's interval inverts, as `reports.statistics.rate_of` makes it.

    Parameters
    ----------
    value, variance
        The win rate and its squared standard error.
    units
        How many independent units it was found from.
    fair
        The fair win rate.
    """
    effective = value * (1 - value) / variance if variance > 0 else float(units)
    error = math.sqrt(fair * (1 - fair) / effective) if fair and effective else math.inf
    known = units > 1 and error > 0
    return p_value((value - fair) / error, units - 1) if known else 1.0


def p_value(distance: float, freedom: int) -> float:
    """Return how likely a distance as large, in standard errors, is by chance."""
    return 2 * float(stdtr(freedom, -abs(distance)))


def interval_reach(freedom: int, confidence: float) -> float:
    """Return how many standard errors an interval goes to each side."""
    return float(stdtrit(freedom, 0.5 + confidence / 2))
