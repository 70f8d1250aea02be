"""The points of a sweep, and the figures that can be told of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reports.figures.catalogue import ADVANTAGE, Figure, Mean, Ratio
from reports.run.results import Results
from simulate.errors import UsageError
from simulate.rules.kinds import written


@dataclass(frozen=True)
class Axis:
    """One thing that is varied.

    Attributes
    ----------
    name
        A rule, an entry of one as in ``deck.schnuff``, or ``players`` or ``variant``.
    values
        In the order asked for.
    """

    name: str
    values: tuple[Any, ...]

    @property
    def is_number(self) -> bool:
        """Whether the values have places on a line."""
        return all(isinstance(v, int | float) and not isinstance(v, bool) for v in self.values)


def label(axes: Sequence[Axis], values: Sequence[Any]) -> str:
    """Name a point, as in "target_score=8, hand_size=4"."""
    pairs = zip(axes, values, strict=True)
    return ", ".join(f"{axis.name}={written(value)}" for axis, value in pairs)


@dataclass(frozen=True)
class Point:
    """A study with one value of each rule that is varied, and what came of it."""

    values: tuple[Any, ...]
    results: Results

    @property
    def key(self) -> tuple[str, ...]:
        """The values as they are typed, which tell points apart."""
        return tuple(map(written, self.values))


def has(results: Results, path: str) -> bool:
    """Return whether a run has a figure, any percentile of a length among them."""
    try:
        results.figure(path)
    except UsageError:
        return False
    return True


def group(path: str) -> str | None:
    """Return what kind of win rate a figure is one of, if it is: "seat" or "strategy"."""
    for name, start in (("seat", "seats."), ("strategy", "strategies.")):
        if path.startswith(start) and path.endswith(".win_rate"):
            return name
    return None


def is_rate(figure: Figure) -> bool:
    """Return whether a figure is a share, told in percent."""
    share = isinstance(figure, Ratio) or (isinstance(figure, Mean) and figure.kind == "rate")
    return share and figure.path != "unfinished"


def default_paths(results: Sequence[Results]) -> list[str]:
    """Return what is told of a sweep unless it is said.

    The first-player advantage, the minutes, each seat's win rate, and with several
    strategies theirs.
    """
    found = {ADVANTAGE: None, "length.minutes.mean": None}
    for one in results:
        found |= {f"seats.{seat}.win_rate": None for seat in range(1, one.players + 1)}
        if len(one.run.study.strategies) > 1:
            found |= {f"strategies.{spec}.win_rate": None for spec in one.run.study.strategies}
    return list(found)
