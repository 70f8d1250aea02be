"""Whether a difference between versions has the same direction with all sensible players.

It is settled only if it is clear with each of them, which needs no correction; the few games of
those who think ahead may only contradict it. So it is with being practically the same. It depends
on style where it is clear with some, and with others clear the other way or practically the same,
corrected for how many there are. It still moves if those others think ahead, and one of them is
clearly stronger than the strongest style.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from reports.figures.figure import Margins
from reports.robust.levels import (
    JUDGED_FIGURES,
    MARGINS,
    ROBUST_VERDICTS,
    Direction,
    JudgedFigure,
    LevelEstimate,
    LevelsByStrength,
    PlayerLevel,
    Robustness,
    RobustVerdict,
    clear_direction,
)


@dataclass(frozen=True)
class JudgedDifference:
    """What the levels say of one difference."""

    #: Its path.
    figure: str
    #: Labels of the arms.
    a: str
    b: str
    verdict: RobustVerdict
    #: What it is for all sensible players, where that is one thing; else empty.
    direction: Direction
    #: By name of the level, with an interval of the comparison's confidence.
    at: Mapping[str, LevelEstimate]


@dataclass(frozen=True)
class LevelsOfArms:
    """A comparison that was asked with several players."""

    labels: tuple[str, ...]
    #: Of each arm the place of that with which it is compared.
    against: Sequence[int]
    #: By who played: what each arm gave, all but the first with its change.
    levels: tuple[tuple[PlayerLevel, ...], ...]
    confidence: float
    margins: Margins

    def of_arm(self, label: str) -> Robustness:
        """Return what one arm gave at all levels, to be judged as a run's are."""
        place = self.labels.index(label)
        levels = tuple(arms[place] for arms in self.levels)
        games = min(level.games for level in levels if not level.game_limit)
        return Robustness(levels, self.confidence, MARGINS, (games,), 1, more=True)

    @cached_property
    def ranked(self) -> LevelsByStrength:
        """The levels of the first arm, by how strong those are who play, with the least games."""
        least = [min(arm.games for arm in arms) for arms in self.levels]
        pairs = zip(self.levels, least, strict=True)
        return LevelsByStrength([replace(arms[0], games=games) for arms, games in pairs])

    @cached_property
    def directions(self) -> list[JudgedDifference]:
        """Whether the difference of each figure and each later arm has one direction."""
        return [
            self._direction(kind, arm)
            for arm in range(1, len(self.labels))
            for kind in JUDGED_FIGURES
        ]

    def of(self, kind: JudgedFigure) -> list[JudgedDifference]:
        """Return what is said of a figure, of each later arm."""
        return [one for one in self.directions if one.figure == kind.path]

    @property
    def verdicts(self) -> Mapping[JudgedFigure, RobustVerdict]:
        """What is said of each figure, of all later arms together."""
        return {kind: combined_verdict(self.of(kind)) for kind in JUDGED_FIGURES}

    def estimates(self, kind: JudgedFigure, level: PlayerLevel) -> Sequence[LevelEstimate]:
        """Return the difference of each later arm with some players."""
        return [one.at[level.name] for one in self.of(kind)]

    def still_open(
        self, arms: Sequence[PlayerLevel], going: Iterable[int], levels: int
    ) -> list[int]:
        """Return which of the arms `going` on one of so many levels tells too little of.

        What is settled here is settled in `directions`.
        """

        def is_open(arm: PlayerLevel) -> bool:
            sure = 1 - self._alpha / levels
            return not all(_stand(kind, arm, sure, self.margins) for kind in JUDGED_FIGURES)

        return [arm for arm in going if arm and is_open(arms[arm])]

    @property
    def _alpha(self) -> float:
        """The error allowed for one difference at all levels, and for the tests of strength."""
        return (1 - self.confidence) / (len(JUDGED_FIGURES) * (len(self.labels) - 1) + 1)

    def _is_stronger(self, level: PlayerLevel) -> bool:
        """Return whether the style of a level is clearly stronger than the first style."""
        return self.ranked.strength(level.style, self._alpha) == "higher"

    def _direction(self, kind: JudgedFigure, arm: int) -> JudgedDifference:
        levels, alpha = [arms[arm] for arms in self.levels], self._alpha
        names = {one.name for one in self.ranked.sensible}
        sensible, sure = [one for one in levels if one.name in names], 1 - alpha / len(levels)
        stands = {one.name: _stand(kind, one, sure, self.margins) for one in levels}
        few = {stands[one.name] for one in sensible if one.game_limit} - {""}
        many = {stands[one.name] for one in sensible if not one.game_limit} - {""}
        verdict: RobustVerdict = "not clear"
        way: Direction = ""
        if len(few | many) > 1:
            contrary = [
                level
                for level in sensible
                if level.game_limit and stands[level.name] not in many | {""}
            ]
            moves = len(many) < 2 and any(map(self._is_stronger, contrary))
            verdict = "still moving" if moves else "depends on style"
        # What is clear without a margin is what is told.
        for within in (self.margins, Margins(0.0, 0.0)):
            ways = {_stand(kind, one, 1 - alpha, within) for one in sensible if not one.game_limit}
            if len(ways) == 1 and "" not in ways and few - {"the same"} <= ways:
                verdict, [way] = "settled", ways
        known = [(one.name, one.change(kind.path, self.confidence)) for one in levels]
        unit, a, b = kind.unit.of_differences, self.labels[self.against[arm]], self.labels[arm]
        at = {name: LevelEstimate(found, stands[name], unit) for name, found in known}
        return JudgedDifference(kind.path, a, b, verdict, way, at)


def combined_verdict(found: Iterable[JudgedDifference]) -> RobustVerdict:
    """Return what is said of several differences in a word."""
    return min((one.verdict for one in found), key=ROBUST_VERDICTS.index)


def _stand(
    kind: JudgedFigure, level: PlayerLevel, confidence: float, margins: Margins
) -> Direction:
    """Say where a difference clearly is; of rates the margin is a difference, of others a share."""
    whole = abs(level.reference(kind.path, confidence).value)
    margin = margins.rate if kind.seat else margins.relative * whole
    return clear_direction(level.change(kind.path, confidence), margin)
