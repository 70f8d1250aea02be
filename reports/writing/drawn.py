"""What is drawn small beside text: an interval in a cell of a table, and a curve in a line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Span:
    """An interval, drawn where its column has a scale.

    Attributes
    ----------
    value, low, high
        What is found, and the ends of its interval.
    """

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Scale:
    """What the intervals of a column are drawn on.

    Attributes
    ----------
    low, high
        Its ends.
    aim
        Where a line stands that they are compared with, such as the fair share.
    low_text, high_text
        The ends, as told.
    """

    low: float
    high: float
    aim: float
    low_text: str
    high_text: str

    def place(self, value: float) -> float:
        """Return where a value stands, from 0 to 1; what lies beyond an end stands at it."""
        return min(1.0, max(0.0, (value - self.low) / (self.high - self.low)))


@dataclass(frozen=True)
class Curve:
    """How often each of some values is, as a small picture in a line.

    Attributes
    ----------
    title
        What it shows.
    words
        What it shows, for who cannot see it.
    heights
        How often, from the smallest value to the largest; the highest fills the picture.
    usual
        Of each height, whether it is among those that are told as usual.
    begin, end
        The smallest and the largest value, as told.
    """

    title: str
    words: str
    heights: Sequence[float]
    usual: Sequence[bool]
    begin: str
    end: str
    kind = "curve"
