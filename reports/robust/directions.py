"""Whether a difference between versions has the same direction with all sensible players.

It is settled only if it is clear with each of them, which needs no correction; the few games of
those who think ahead may only contradict it. So it is with being practically the same. It depends
on style where it is clear with some, and with others clear the other way or practically the same,
corrected for how many there are; it still moves if those others think ahead.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from reports.figures.noticeable import Margins
from reports.figures.statistics import Estimate
from reports.robust.levels import KINDS, MARGINS, WORDS, Kind, Level, Ranked, Robustness, Verdicts

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
    at: Mapping[str, Estimate]
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

    @property
    def played(self) -> list[Level]:
        """Who played, with the least games of any arm."""
        games = [min(arm.games for arm in arms) for arms in self.levels]
        pairs = zip(self.ranked.told, games, strict=True)
        return [replace(level, games=least) for level, least in pairs]

    @cached_property
    def directions(self) -> list[Direction]:
        """Whether the difference of each figure and each later arm has one direction."""
        return [self._direction(kind, arm) for arm in range(1, len(self.labels)) for kind in KINDS]

    def of(self, kind: Kind) -> list[Direction]:
        """Return what is said of a figure, of each later arm."""
        return [one for one in self.directions if one.kind == kind]

    @property
    def verdicts(self) -> Mapping[Kind, Verdicts]:
        """What is said of each figure, of all later arms together."""
        return {kind: together(self.of(kind)) for kind in KINDS}

    def figures(self, kind: Kind, level: Level) -> Sequence[tuple[Estimate, bool]]:
        """Return the difference of each later arm with some players, and whether it is clear."""
        return [(one.at[level.name], bool(one.stands[level.name])) for one in self.of(kind)]

    def _direction(self, kind: Kind, arm: int) -> Direction:
        levels, alpha = [arms[arm] for arms in self.levels], _alpha(self.confidence, self.labels)
        sure = 1 - alpha / len(levels)
        stands = {one.name: _stand(kind, one, sure, self.margins) for one in levels}
        sensible = [one for one in levels if self.ranked.word(one) == "sensible"]
        few = {stands[one.name] for one in sensible if one.few} - {""}
        many = {stands[one.name] for one in sensible if not one.few} - {""}
        verdict: Verdicts = "not clear"
        if len(few | many) > 1:
            verdict = "depends on style" if len(many) > 1 else "still moving"
        way: Stand = ""
        # What is clear without a margin is what is told.
        for within in (self.margins, None):
            ways = {_stand(kind, one, 1 - alpha, within) for one in sensible if not one.few}
            if len(ways) == 1 and "" not in ways and few - {"the same"} <= ways:
                verdict, [way] = "settled", ways
        known = {one.name: one.change(kind.path, self.confidence) for one in levels}
        a, b = self.labels[self.against[arm]], self.labels[arm]
        return Direction(kind, a, b, verdict, way, known, stands)


def together(found: Iterable[Direction]) -> Verdicts:
    """Return what is said of several differences in a word."""
    return min((one.verdict for one in found), key=WORDS.index)


def still_open(
    arms: Sequence[Level], going: Sequence[int], levels: int, confidence: float, margins: Margins
) -> list[int]:
    """Return the places of the arms of which one of so many levels does not tell where they stand.

    Of those that are `going` on; what is settled here is settled in `LevelsOfArms.directions`.
    """
    sure = 1 - _alpha(confidence, arms) / levels
    return [
        arm
        for arm in going
        if arm and not all(_stand(kind, arms[arm], sure, margins) for kind in KINDS)
    ]


def _alpha(confidence: float, arms: Sized) -> float:
    """Return how often one difference of so many arms may be judged wrongly at all levels."""
    return (1 - confidence) / (len(KINDS) * (len(arms) - 1))


def _stand(kind: Kind, level: Level, confidence: float, margins: Margins | None) -> Stand:
    """Say where the interval of a difference clearly is: within a margin of 0, above 0, or below.

    Rates are practically the same up to a difference of the margin itself, others as a share.
    """
    found, margin = level.change(kind.path, confidence), 0.0
    if margins:
        whole = abs(level.reference(kind.path, confidence).value)
        margin = margins.rate if kind.seat else margins.relative * whole
    if math.isnan(found.value):
        return ""
    if -margin <= found.low and found.high <= margin:
        return "the same"
    if found.low > 0:
        return "higher"
    return "lower" if found.high < 0 else ""
