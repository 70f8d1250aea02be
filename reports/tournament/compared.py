"""On which side of what it is compared with a figure of a tournament clearly lies."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scipy.special import stdtr, stdtrit

from reports.figures.statistics import holm

Word = Literal["above", "below", "not told"]


@dataclass(frozen=True)
class Compared:
    """How a figure lies to what it is compared with, after correction for all like it.

    Attributes
    ----------
    word
        ``"above"`` or ``"below"`` if that is clear; as the JSON object and the tables say it.
    p_value, p_holm
        Alone, and corrected by Holm's method.
    """

    word: Word
    p_value: float
    p_holm: float

    @property
    def is_clear(self) -> bool:
        """Whether chance alone would hardly give it."""
        return self.word != "not told"


def compare_all(
    values: Sequence[float], p_values: Sequence[float], confidence: float
) -> list[Compared]:
    """Say of each value whether it is above or below 0, corrected for all of them.

    Where a test was not possible its p-value is NaN, and counted as 1.
    """
    found = []
    alone_all = [1.0 if math.isnan(p_value) else p_value for p_value in p_values]
    for value, alone, corrected in zip(values, alone_all, holm(alone_all), strict=True):
        sure = corrected < 1 - confidence
        word: Word = ("above" if value > 0 else "below") if sure else "not told"
        found.append(Compared(word, alone, corrected))
    return found


def p_value(distance: float, freedom: int) -> float:
    """Return how likely a distance as large, in standard errors, is by chance."""
    return 2 * float(stdtr(freedom, -abs(distance)))


def interval_reach(freedom: int, confidence: float) -> float:
    """Return how many standard errors an interval goes to each side."""
    return float(stdtrit(freedom, 0.5 + confidence / 2))
