"""Whether a difference between arms has the same direction at every level of play.

A direction is that of every level only if it is clear at each of them, which needs no correction;
the few games of those who think ahead may only contradict it. So it is with being practically the
same. It depends on play where it is clear at one level, and at another clear the other way or
practically the same, corrected for the number of levels.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Literal

from reports.comparison.difference import figure_difference
from reports.figures.figure import ADVANTAGE, LEAD_CHANGES, MINUTES, Figure
from reports.figures.noticeable import Margins
from reports.figures.statistics import Estimate
from reports.figures.targets import Judged
from reports.robust.levels import MARGINS, Robustness
from reports.robust.targets import judge_everywhere
from reports.run.level import level_of
from reports.run.results import Results
from simulate.play.run import Run, Together

#: The figures that are asked about.
PATHS = (ADVANTAGE, MINUTES, LEAD_CHANGES)
#: What can be said of a direction.
Word = Literal["at every level", "depends on play", "not clear"]
#: What can be said of a difference at one level.
Stand = Literal["higher", "lower", "the same", ""]


@dataclass(frozen=True, eq=False)
class LevelOfArms:
    """A table at which all arms were played, on the same deals.

    Attributes
    ----------
    name, strength, few, asked
        As of `reports.robust.levels.Level`.
    together
        What all arms gave.
    """

    name: str
    strength: str
    together: Together = field(repr=False)
    few: bool = False
    asked: bool = False

    @property
    def runs(self) -> tuple[Run, ...]:
        """Of each arm."""
        return self.together.runs

    def difference(self, path: str, arm: int, confidence: float) -> Estimate:
        """Return by how much larger a figure is in an arm than in what it is compared with."""
        first = _results(self, self.reference(arm)).over(self.together.beside[arm - 1])
        one, other = (_at(results, confidence) for results in (first, _results(self, arm)))
        return figure_difference(path, one, other, self.together.products[arm - 1]).estimate

    def reference(self, arm: int) -> int:
        """Return the place of the arm that one is compared with."""
        against = self.together.against
        return against[arm] if against else 0

    @property
    def games(self) -> int:
        """Games of each arm; the least, where they differ."""
        return min(run.games for run in self.runs)


def _at(results: Results, confidence: float) -> Results:
    return results.at(results.level_for(confidence))


@cache
def _results(level: LevelOfArms, place: int) -> Results:
    return Results(level.runs[place])


@dataclass(frozen=True)
class Direction:
    """What the levels say of one difference.

    Attributes
    ----------
    figure
        Which one.
    a, b
        Labels of the arms.
    word
        What can be said.
    way
        Which direction every level has, where they have one; else empty.
    differences
        By name of the level, with intervals of the comparison's confidence.
    stands
        By name of the level, where the figure clearly is in the second arm.
    """

    figure: Figure
    a: str
    b: str
    word: Word
    way: Stand
    differences: Mapping[str, Estimate]
    stands: Mapping[str, Stand]


@dataclass(frozen=True)
class LevelsOfArms:
    """All levels of play at which a comparison was asked."""

    levels: tuple[LevelOfArms, ...]
    labels: tuple[str, ...]
    confidence: float
    margins: Margins

    def of_arm(self, label: str) -> Robustness:
        """Return what one arm gave at all levels, to be judged as a run's are."""
        place = self.labels.index(label)
        levels = tuple(
            level_of(one.runs[place], one.name, one.strength, few=one.few, asked=one.asked)
            for one in self.levels
        )
        games = min(level.games for level in levels if not level.few)
        return Robustness(levels, self.confidence, MARGINS, (games,), 1, more=True)

    @cached_property
    def directions(self) -> list[Direction]:
        """Whether the difference of each figure and each later arm has one direction."""
        arms = range(1, len(self.labels))
        return [self._direction(path, arm) for arm in arms for path in PATHS]

    def _direction(self, path: str, arm: int) -> Direction:
        alpha = _alpha(self.confidence, len(self.labels))
        first = self.levels[0].reference(arm)
        figure = _results(self.levels[0], first).figure(path)
        sure = 1 - alpha / len(self.levels)
        stands = {one.name: _stands(one, path, arm, sure, self.margins) for one in self.levels}
        way = self._way(path, arm, alpha, figure, stands)
        word: Word = "at every level" if way else "not clear"
        if not way and len({*stands.values()} - {""}) > 1:
            word = "depends on play"
        known = {one.name: one.difference(path, arm, self.confidence) for one in self.levels}
        return Direction(figure, self.labels[first], self.labels[arm], word, way, known, stands)

    def _way(
        self, path: str, arm: int, alpha: float, figure: Figure, stands: Mapping[str, Stand]
    ) -> Stand:
        """Return the direction of every level with many games that none with few contradicts."""
        few = {stands[level.name] for level in self.levels if level.few}
        many = [level for level in self.levels if not level.few]
        found = [level.difference(path, arm, 1 - alpha) for level in many]
        first = self.levels[0].reference(arm)
        margins = [_margin(self.margins, figure, level, first) for level in many]
        for within in ([0.0] * len(many), margins):
            ways = {_stand(*each) for each in zip(found, within, strict=True)}
            way = ways.pop() if len(ways) == 1 else ""
            if way and not few & ({"higher", "lower"} - {way}):
                return way
        return ""


def still_open(level: LevelOfArms, levels: int, confidence: float, margins: Margins) -> list[int]:
    """Return the places of the arms of which a level does not tell yet where they stand.

    Of those that have not stopped; what is settled here is settled in `LevelsOfArms.directions`.

    Parameters
    ----------
    level
        One of them.
    levels
        How many there are.
    confidence, margins
        As of `LevelsOfArms`.
    """
    arms = len(level.runs)
    sure = 1 - _alpha(confidence, arms) / levels
    return [
        arm
        for arm in level.together.going
        if arm and not all(_stands(level, path, arm, sure, margins) for path in PATHS)
    ]


def _alpha(confidence: float, arms: int) -> float:
    """Return how often one difference of so many arms may be judged wrongly at all levels."""
    return (1 - confidence) / (len(PATHS) * (arms - 1))


def _stands(level: LevelOfArms, path: str, arm: int, confidence: float, margins: Margins) -> Stand:
    """Return where a figure of an arm clearly is at one level."""
    first = level.reference(arm)
    margin = _margin(margins, _results(level, first).figure(path), level, first)
    return _stand(level.difference(path, arm, confidence), margin)


def _margin(margins: Margins, figure: Figure, level: LevelOfArms, arm: int) -> float:
    """Return up to which difference a figure counts as practically the same at a level."""
    if figure.unit.share:
        return margins.rate
    return margins.relative * abs(_results(level, arm).estimate(figure.path).value)


def judged_in(
    arms: Mapping[str, Results], levels: LevelsOfArms | None
) -> dict[str, Sequence[Judged]]:
    """Return the verdicts on the targets of each arm, robust ones at all levels if asked."""
    return {
        label: judge_everywhere(results.judged(), levels.of_arm(label) if levels else None)
        for label, results in arms.items()
    }


def _stand(found: Estimate, margin: float) -> Stand:
    """Say where an interval clearly is: within a margin of 0, above 0, or below."""
    if math.isnan(found.value):
        return ""
    if -margin <= found.low and found.high <= margin:
        return "the same"
    if found.low > 0:
        return "higher"
    return "lower" if found.high < 0 else ""
