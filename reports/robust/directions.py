"""Verdicts on whether differences between versions hold for all sensible players.

A difference is settled if it is clear in the same direction, or practically none, with each of
them. This needs no correction, because all of them have to agree. Players who think ahead have few
games, so that they can only contradict it.

A difference depends on style if it is clear with some players, and with others clear in the other
direction or practically none, corrected for the number of levels. It still moves if those others
think ahead and one of them is clearly stronger than the strongest style.
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
    RobustVerdict,
    clear_direction,
)
from reports.robust.robustness import Robustness


@dataclass(frozen=True)
class JudgedDifference:
    """The verdict on the difference of one figure between two versions."""

    #: The path of the figure.
    figure: str
    #: The labels of the versions; the difference is b minus a.
    a: str
    b: str
    verdict: RobustVerdict
    #: The direction for all sensible players; empty if they do not agree.
    direction: Direction
    #: The difference at each level, by its name, with an interval of the comparison's confidence.
    at: Mapping[str, LevelEstimate]


@dataclass(frozen=True)
class LevelsOfArms:
    """A comparison that was played at several player levels."""

    #: The label of each arm.
    labels: tuple[str, ...]
    #: For each arm, the place of the arm with which it is compared.
    against: Sequence[int]
    #: For each level, the results of each arm; all but the first have differences.
    levels: tuple[tuple[PlayerLevel, ...], ...]
    confidence: float
    margins: Margins

    def of_arm(self, label: str) -> Robustness:
        """Return one arm at all levels, to be judged like a run."""
        place = self.labels.index(label)
        levels = tuple(arms[place] for arms in self.levels)
        games = min(level.games for level in levels if not level.game_limit)
        return Robustness(levels, self.confidence, MARGINS, (games,), 1, more=True)

    @cached_property
    def ranked(self) -> LevelsByStrength:
        """The levels of the first arm with the strength of their styles.

        Their numbers of games are the smallest of all arms.
        """
        least = [min(arm.games for arm in arms) for arms in self.levels]
        pairs = zip(self.levels, least, strict=True)
        return LevelsByStrength([replace(arms[0], games=games) for arms, games in pairs])

    @cached_property
    def directions(self) -> list[JudgedDifference]:
        """The verdict on the difference of each figure for each arm but the first."""
        return [
            self._judge(figure, arm)
            for arm in range(1, len(self.labels))
            for figure in JUDGED_FIGURES
        ]

    def of(self, figure: JudgedFigure) -> list[JudgedDifference]:
        """Return the verdicts on the differences of a figure, one per arm but the first."""
        return [difference for difference in self.directions if difference.figure == figure.path]

    @property
    def verdicts(self) -> Mapping[JudgedFigure, RobustVerdict]:
        """The verdict on each figure, for all arms together."""
        return {figure: combined_verdict(self.of(figure)) for figure in JUDGED_FIGURES}

    def estimates(self, figure: JudgedFigure, level: PlayerLevel) -> Sequence[LevelEstimate]:
        """Return the difference of a figure at a level, for each arm but the first."""
        return [difference.at[level.name] for difference in self.of(figure)]

    def still_open(
        self, arms: Sequence[PlayerLevel], going: Iterable[int], levels: int
    ) -> list[int]:
        """Return the arms that need more games at one level.

        Parameters
        ----------
        arms
            The results of all arms at this level.
        going
            The places of the arms that are still played.
        levels
            The number of levels.

        Returns
        -------
        list of int
            The places of those whose differences are not clear. A difference that is clear here is
            clear in `directions`.
        """

        def is_open(arm: PlayerLevel) -> bool:
            confidence = 1 - self._alpha / levels
            return not all(
                _direction_at(figure, arm, confidence, self.margins) for figure in JUDGED_FIGURES
            )

        return [arm for arm in going if arm and is_open(arms[arm])]

    @property
    def _alpha(self) -> float:
        """The error allowed for one difference at all levels, and for the tests of strength."""
        return (1 - self.confidence) / (len(JUDGED_FIGURES) * (len(self.labels) - 1) + 1)

    def _is_stronger(self, level: PlayerLevel) -> bool:
        """Return True if the style of a level is clearly stronger than the first style."""
        return self.ranked.strength(level.style, self._alpha) == "higher"

    def _judge(self, figure: JudgedFigure, arm: int) -> JudgedDifference:
        """Judge the difference of a figure for one arm."""
        levels = [arms[arm] for arms in self.levels]
        confidence = 1 - self._alpha / len(levels)
        directions = {
            level.name: _direction_at(figure, level, confidence, self.margins) for level in levels
        }
        sensible_names = {level.name for level in self.ranked.sensible}
        sensible = [level for level in levels if level.name in sensible_names]
        verdict = self._verdict(sensible, directions)
        direction = self._common_direction(figure, sensible, directions)
        if direction:
            verdict = "settled"
        unit = figure.unit.of_differences
        at = {}
        for level in levels:
            change = level.change(figure.path, self.confidence)
            at[level.name] = LevelEstimate(change, directions[level.name], unit)
        a, b = self.labels[self.against[arm]], self.labels[arm]
        return JudgedDifference(figure.path, a, b, verdict, direction, at)

    def _verdict(
        self, sensible: Sequence[PlayerLevel], directions: Mapping[str, Direction]
    ) -> RobustVerdict:
        """Return the verdict that sensible players allow if the difference is not settled."""
        fast = {directions[level.name] for level in sensible if not level.game_limit} - {""}
        slow = {directions[level.name] for level in sensible if level.game_limit} - {""}
        if len(fast | slow) < 2:
            return "not clear"
        contrary = [
            level
            for level in sensible
            if level.game_limit and directions[level.name] not in fast | {""}
        ]
        if len(fast) < 2 and any(map(self._is_stronger, contrary)):
            return "still moving"
        return "depends on style"

    def _common_direction(
        self,
        figure: JudgedFigure,
        sensible: Sequence[PlayerLevel],
        directions: Mapping[str, Direction],
    ) -> Direction:
        """Return the direction that is clear with all sensible players; empty if there is none."""
        slow = {directions[level.name] for level in sensible if level.game_limit} - {""}
        common: Direction = ""
        # A direction that is clear without a margin is reported rather than "the same".
        for margins in (self.margins, Margins(0.0, 0.0)):
            fast = {
                _direction_at(figure, level, 1 - self._alpha, margins)
                for level in sensible
                if not level.game_limit
            }
            if len(fast) == 1 and "" not in fast and slow - {"the same"} <= fast:
                [common] = fast
        return common


def combined_verdict(differences: Iterable[JudgedDifference]) -> RobustVerdict:
    """Return the first verdict of several differences in the order of `ROBUST_VERDICTS`."""
    return min((difference.verdict for difference in differences), key=ROBUST_VERDICTS.index)


def _direction_at(
    figure: JudgedFigure, level: PlayerLevel, confidence: float, margins: Margins
) -> Direction:
    """Return the clear direction of a difference at a level.

    The margin is a difference for rates, and a share of the compared value for other figures.
    """
    reference = abs(level.reference(figure.path, confidence).value)
    margin = margins.rate if figure.seat else margins.relative * reference
    return clear_direction(level.change(figure.path, confidence), margin)
