"""What is drawn small beside text: an interval in a cell of a table, and a curve in a line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Span:
    """An interval, drawn where its column has a scale."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Scale:
    """What the intervals of a column are drawn on."""

    low: float
    high: float
    #: Where a line stands that they are compared with, such as the fair share.
    aim: float
    #: The ends, as told.
    low_text: str
    high_text: str

    def place(self, value: float) -> float:
        """Return where a value stands, from 0 to 1; what lies beyond an end stands at it."""
        return min(1.0, max(0.0, (value - self.low) / (self.high - self.low)))


@dataclass(frozen=True)
class Curve:
    """How often each of some values is, as a small picture in a line."""

    title: str
    words: str
    heights: Sequence[float]
    #: Of each height, whether it is among those that are told as usual.
    usual: Sequence[bool]
    begin: str
    end: str
    kind = "curve"
