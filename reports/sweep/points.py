"""The points of a sweep, and the figures that are told of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reports.figures.figure import (
    ADVANTAGE,
    GAMES_WON,
    MINUTES,
    SEATS,
    SIDES,
    STRATEGIES,
    WIN_RATE,
    Figure,
)
from reports.figures.targets import Judged
from reports.robust.levels import Robustness
from reports.robust.targets import judge_everywhere
from reports.run.results import Results
from simulate.play.run import Together
from simulate.rules.kinds import written

#: Kinds of win rates that are told together, by what they are of.
GROUPS = {SIDES: "side", SEATS: "seat", STRATEGIES: "strategy"}


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
    """A study with one value of each rule that is varied, and what came of it.

    Attributes
    ----------
    values
        One for each rule varied.
    results
        Of the study.
    against
        The results of the point that it is compared with, over the same deals; ``None`` where
        that is it itself.
    robustness
        What was found at other levels of play; ``None`` if they were not asked.
    """

    values: tuple[Any, ...]
    results: Results
    against: Results | None = None
    robustness: Robustness | None = None

    @property
    def judged(self) -> list[Judged]:
        """The verdicts on the targets, those on robust ones at all levels if these were asked."""
        return judge_everywhere(self.results.judged(), self.robustness)

    @property
    def key(self) -> tuple[str, ...]:
        """The values as they are typed, which tell points apart."""
        return tuple(map(written, self.values))


def points_played(
    values: Sequence[tuple[Any, ...]], together: Together, in_force: int | None, confidence: float
) -> list[Point]:
    """Return the points of what was played, in the order of their values.

    Parameters
    ----------
    values
        Of each point.
    together
        The point that the others are compared with, and then these in their order.
    in_force
        The place of that point; the first if ``None``.
    confidence
        Of every interval.
    """
    [first, *rest] = together.runs
    base = Results(first, confidence)
    against = [base if run is first else base.over(run) for run in together.beside]
    place = in_force or 0
    others = [*values[:place], *values[place + 1 :]]
    points = [
        Point(value, Results(run, confidence), beside)
        for value, run, beside in zip(others, rest, against, strict=True)
    ]
    return [*points[:place], Point(values[place], base), *points[place:]]


def group(figure: Figure) -> str:
    """Return what a win rate is of that is told together with others: "seat" or "strategy"."""
    return GROUPS.get(figure.kind, "") if figure.is_win_rate else ""


def default_paths(results: Sequence[Results]) -> list[str]:
    """Return what is told of a sweep unless it is said.

    The first-player advantage, the minutes, what targets are about, each seat's win rate, and with
    several strategies theirs.
    """
    first = [path for path in (ADVANTAGE, GAMES_WON) if any(one.has(path) for one in results)]
    found: dict[str, None] = dict.fromkeys([*first[:1], MINUTES])
    for one in results:
        found |= {path: None for path in one.run.study.targets if one.has(path)}
    for one in results:
        for kind in GROUPS:
            # Where several win together, the win rates of sides tell those of their seats.
            if kind == SEATS and one.contest != "seats":
                continue
            if kind == STRATEGIES and len(one.run.study.strategies) == 1:
                continue
            told = [figure for figure in one.some(kind, WIN_RATE) if not figure.settled]
            found |= {figure.path: None for figure in told}
    return list(found)


def chart_names(figures: Mapping[str, Figure], axes: int) -> dict[str, tuple[str, ...]]:
    """Return the charts of a sweep by file stem, and which figures each shows.

    Along one rule the win rates of all seats share a chart, and those of all strategies.

    Parameters
    ----------
    figures
        Those asked for, by path.
    axes
        How many rules are varied.
    """
    found: dict[str, tuple[str, ...]] = {}
    for path, figure in figures.items():
        kind = group(figure) if axes == 1 else ""
        stem = f"win_rate_by_{kind}" if kind else re.sub(r"[^A-Za-z0-9]+", "_", path).strip("_")
        while stem in found and not kind:
            stem += "_"
        found[stem] = (*found.get(stem, ()), path)
    return found
