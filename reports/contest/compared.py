"""On which side of what it is compared with a figure of a tournament clearly lies."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from reports.figures.statistics import holm

Word = Literal["above", "below", "not told"]
#: How something stands that is played until it is settled.
Settled = Literal["clear", "practically the same", "open"]


@dataclass(frozen=True)
class Compared:
    """How a figure lies to what it is compared with, after correction for all like it."""

    #: ``"above"`` or ``"below"`` if that is clear; as the JSON object and the tables say it.
    word: Word
    #: Alone, and corrected for all looks and by Holm's method.
    p_value: float
    p_holm: float

    @property
    def is_clear(self) -> bool:
        """Whether chance alone would hardly give it."""
        return self.word != "not told"


def compare_all(
    values: Sequence[float], p_values: Sequence[float], confidence: float, looks: int = 1
) -> list[Compared]:
    """Say of each value whether it is above or below 0, corrected for all of them and all looks.

    Where a test was not possible its p-value is NaN, and counted as 1. Of several looks the p-value
    of any one, times their number, is no smaller than a p-value of all may be (Bonferroni), and
    Holm's method takes any p-values: so it matters not at which look each was taken.
    """
    found = []
    alone_all = [1.0 if math.isnan(p_value) else p_value for p_value in p_values]
    of_all = [min(1.0, looks * p_value) for p_value in alone_all]
    for value, alone, corrected in zip(values, alone_all, holm(of_all), strict=True):
        sure = corrected < 1 - confidence
        word: Word = ("above" if value > 0 else "below") if sure else "not told"
        found.append(Compared(word, alone, corrected))
    return found


def settled(compared: Compared, farthest: float, margin: float) -> Settled:
    """Say how a difference stands that may be so far from 0: clear, or too small to be noticed."""
    if compared.is_clear:
        return "clear"
    return "practically the same" if farthest <= margin else "open"


def level_of(confidence: float, looks: int, several: int = 1) -> float:
    """Return of which confidence one of several intervals is, so that after all looks all hold."""
    return 1 - (1 - confidence) / (looks * several)
