"""What chance allows to say of the figures of a tournament."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scipy.special import stdtr, stdtrit

from reports.figures.statistics import holm

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
    """Say of each value whether it is above or below 0, corrected for all of them.

    Where a test was not possible its p-value is NaN, and told as 1.
    """
    found = []
    alone_all = [1.0 if math.isnan(p_value) else p_value for p_value in p_values]
    for value, alone, corrected in zip(values, alone_all, holm(alone_all), strict=True):
        sure = corrected < 1 - confidence
        word: Word = ("above" if value > 0 else "below") if sure else "not told"
        found.append(Told(word, alone, corrected))
    return found


def p_value(distance: float, freedom: int) -> float:
    """Return how likely a distance as large, in standard errors, is by chance."""
    return 2 * float(stdtr(freedom, -abs(distance)))


def interval_reach(freedom: int, confidence: float) -> float:
    """Return how many standard errors an interval goes to each side."""
    return float(stdtrit(freedom, 0.5 + confidence / 2))
