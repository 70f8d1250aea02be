"""Whether a difference between versions has the same direction with all sensible players.

It is settled only if it is clear with each of them, which needs no correction; the few games of
those who think ahead may only contradict it. So it is with being practically the same. It depends
on style where it is clear with some, and with others clear the other way or practically the same,
corrected for how many there are; it still moves if those others think ahead.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from reports.figures.noticeable import Margins
from reports.figures.statistics import Estimate
from reports.robust.levels import KINDS, MARGINS, Kind, Level, Ranked, Robustness, Verdicts

#: What can be said of a difference at one level.
Stand = Literal["higher", "lower", "the same", ""]


@dataclass(frozen=True)
class Direction:
    """What the levels say of one difference."""

    kind: Kind
    #: Labels of the arms.
    a: str
    b: str
    verdict: Verdicts
    #: Which direction all sensible players see, where there is one; else empty.
    way: Stand
    #: By name of the level, with intervals of the comparison's confidence, and where the figure
    #: clearly is in the second arm.
    differences: Mapping[str, Estimate]
    stands: Mapping[str, Stand]


@dataclass(frozen=True)
class LevelsOfArms:
    """A comparison that was asked with several players."""

    labels: tuple[str, ...]
    #: Of each arm the place of that with which it is compared.
    against: Sequence[int]
    #: By who played: what each arm gave, all but the first with its change.
    levels: tuple[tuple[Level, ...], ...]
    confidence: float
    margins: Margins

    def of_arm(self, label: str) -> Robustness:
        """Return what one arm gave at all levels, to be judged as a run's are."""
        place = self.labels.index(label)
        levels = tuple(arms[place] for arms in self.levels)
        games = min(level.games for level in levels if not level.few)
        return Robustness(levels, self.confidence, MARGINS, (games,), 1, more=True)

    @cached_property
    def ranked(self) -> Ranked:
        """The levels of the first arm, by how strong those are who play."""
        return Ranked([arms[0] for arms in self.levels])

    @cached_property
    def directions(self) -> list[Direction]:
        """Whether the difference of each figure and each later arm has one direction."""
        return [self._direction(kind, arm) for arm in range(1, len(self.labels)) for kind in KINDS]

    def _direction(self, kind: Kind, arm: int) -> Direction:
        levels, margins = [arms[arm].changed for arms in self.levels], self.margins
        sensible = [level for level in levels if self.ranked.word(level) == "sensible"]
        alpha = _alpha(self.confidence, len(self.labels))
        sure = 1 - alpha / len(levels)
        stands = {one.name: _stand(kind, one, sure, margins) for one in levels}
        way = _way(kind, sensible, 1 - alpha, stands, margins)
        verdict: Verdicts = "settled" if way else "not clear"
        if not way and len({stands[one.name] for one in sensible} - {""}) > 1:
            many = {stands[one.name] for one in sensible if not one.few} - {""}
            verdict = "depends on style" if len(many) > 1 else "still moving"
        known = {one.name: one.at(kind.path) for one in levels}
        a, b = self.labels[self.against[arm]], self.labels[arm]
        return Direction(kind, a, b, verdict, way, known, stands)


def still_open(
    arms: Sequence[Level], going: Sequence[int], levels: int, confidence: float, margins: Margins
) -> list[int]:
    """Return the places of the arms of which one of so many levels does not tell where they stand.

    Of those that are `going` on; what is settled here is settled in `LevelsOfArms.directions`.
    """
    sure = 1 - _alpha(confidence, len(arms)) / levels
    return [
        arm
        for arm in going
        if arm and not all(_stand(kind, arms[arm].changed, sure, margins) for kind in KINDS)
    ]


def _alpha(confidence: float, arms: int) -> float:
    """Return how often one difference of so many arms may be judged wrongly at all levels."""
    return (1 - confidence) / (len(KINDS) * (arms - 1))


def _way(
    kind: Kind,
    levels: Sequence[Level],
    confidence: float,
    stands: Mapping[str, Stand],
    margins: Margins,
) -> Stand:
    """Return the direction of every level with many games that none with few contradicts."""
    few = {stands[level.name] for level in levels if level.few}
    many = [level for level in levels if not level.few]
    for within in (None, margins):
        ways = {_stand(kind, level, confidence, within) for level in many}
        way = ways.pop() if len(ways) == 1 else ""
        if way and not few & ({"higher", "lower"} - {way}):
            return way
    return ""


def _stand(kind: Kind, change: Level, confidence: float, margins: Margins | None) -> Stand:
    """Say where the interval of a difference clearly is: within a margin of 0, above 0, or below.

    Rates are practically the same up to a difference of the margin itself, others as a share.
    """
    found, margin = change.known(kind.path, confidence), 0.0
    if margins:
        margin = margins.rate
        if not kind.unit.share:
            assert change.reference
            margin = margins.relative * abs(change.reference.known(kind.path, confidence).value)
    if math.isnan(found.value):
        return ""
    if -margin <= found.low and found.high <= margin:
        return "the same"
    if found.low > 0:
        return "higher"
    return "lower" if found.high < 0 else ""
