"""Verdicts on whether differences between versions hold for all sensible players.

A difference has one of these verdicts, where "clear" means statistically significant:

- "settled": it is clear in the same direction with all sensible players, or practically 0 with all
  of them. This needs no correction for the number of levels, because all of them have to agree.
  Strategies that search play only few games, so they can contradict this verdict but are not
  needed for it.
- "depends on style": it is clear with some players, but in the other direction or practically 0
  with others, corrected for the number of levels (Bonferroni).
- "still moving": as "depends on style", but only strategies that search disagree, and one of these
  is clearly stronger than the strongest style.
- "not clear": none of these.
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
    #: The label of the version whose figure is subtracted.
    a: str
    #: The label of the version from whose figure it is subtracted.
    b: str
    #: The verdict on the difference.
    verdict: RobustVerdict
    #: The direction of the difference with all sensible players; empty if they do not agree.
    direction: Direction
    #: The difference by name of the level, with an interval of the comparison's confidence.
    at: Mapping[str, LevelEstimate]


@dataclass(frozen=True)
class LevelsOfArms:
    """A comparison that was played at several player levels."""

    #: The label of each arm.
    labels: tuple[str, ...]
    #: For each arm, the index of the arm with which it is compared.
    against: Sequence[int]
    #: For each level, the results of each arm. In all arms but the first, `PlayerLevel.change`
    #: holds the difference from the arm with which it is compared.
    levels: tuple[tuple[PlayerLevel, ...], ...]
    #: The confidence of the intervals, and of all verdicts together.
    confidence: float
    #: The differences up to which figures count as equal.
    margins: Margins

    def of_arm(self, label: str) -> Robustness:
        """Return the results of one arm at all levels, as if only this arm had been played.

        Raises
        ------
        ValueError
            If no arm has this label.
        """
        place = self.labels.index(label)
        levels = tuple(arms[place] for arms in self.levels)
        games = min(level.games for level in levels if not level.game_limit)
        return Robustness(levels, self.confidence, MARGINS, (games,), 1, more=True)

    @cached_property
    def ranked(self) -> LevelsByStrength:
        """The levels of the first arm with the strength of their styles.

        The number of games of a level is the smallest number among the arms.
        """
        least = []
        for arms in self.levels:
            least.append(min(arm.games for arm in arms))
        pairs = zip(self.levels, least, strict=True)
        return LevelsByStrength([replace(arms[0], games=games) for arms, games in pairs])

    @cached_property
    def directions(self) -> list[JudgedDifference]:
        """The verdicts on the differences of all judged figures, for each arm but the first."""
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
        """The verdict on each judged figure, by the figure: the worst of all arms.

        There must be two or more arms.
        """
        return {figure: combined_verdict(self.of(figure)) for figure in JUDGED_FIGURES}

    def estimates(self, figure: JudgedFigure, level: PlayerLevel) -> Sequence[LevelEstimate]:
        """Return the differences of a figure at a level, one per arm but the first."""
        return [difference.at[level.name] for difference in self.of(figure)]

    def still_open(
        self, arms: Sequence[PlayerLevel], going: Iterable[int], levels: int
    ) -> list[int]:
        """Return the indices of the arms that need more games at one level.

        Parameters
        ----------
        arms
            The results of all arms at this level.
        going
            The indices of the arms that are still played.
        levels
            The number of levels.

        Returns
        -------
        list of int
            The indices from `going`, without the first arm, for which the difference of some judged
            figure has no clear direction yet. The test is the same as in `directions`.
        """

        def is_open(arm: PlayerLevel) -> bool:
            confidence = 1 - self._alpha / levels
            return not all(
                _direction_at(figure, arm, confidence, self.margins) for figure in JUDGED_FIGURES
            )

        return [arm for arm in going if arm and is_open(arms[arm])]

    @property
    def _alpha(self) -> float:
        """The error probability for each difference, and for the tests of strength together."""
        return (1 - self.confidence) / (len(JUDGED_FIGURES) * (len(self.labels) - 1) + 1)

    def _is_stronger(self, level: PlayerLevel) -> bool:
        """Return True if the style of a level is clearly stronger than the first style."""
        return self.ranked.strength(level.style, self._alpha) == "higher"

    def _judge(self, figure: JudgedFigure, arm: int) -> JudgedDifference:
        """Return the verdict on the difference of a figure for the arm with index `arm`."""
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
        """Return the verdict on a difference that is not settled; see the top of this file.

        Parameters
        ----------
        sensible
            The levels of all sensible players.
        directions
            The direction of the difference by name of the level; empty where it is not clear.

        Returns
        -------
        RobustVerdict
            "depends on style", "still moving" or "not clear".
        """
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
        """Return the direction of a difference, if it is clear with all sensible players; else "".

        With strategies that search, it need not be clear, but must not be contradicted.
        """
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
    """Return the worst verdict of at least one difference: the first in `ROBUST_VERDICTS`.

    Raises
    ------
    ValueError
        If there are no differences.
    """
    return min((difference.verdict for difference in differences), key=ROBUST_VERDICTS.index)


def _direction_at(
    figure: JudgedFigure, level: PlayerLevel, confidence: float, margins: Margins
) -> Direction:
    """Return the direction of a figure's difference at a level, with intervals of `confidence`.

    Differences within the margin count as "the same". The margin is absolute for rates, and a share
    of the compared value for other figures.
    """
    reference = abs(level.reference(figure.path, confidence).value)
    margin = margins.rate if figure.seat else margins.relative * reference
    return clear_direction(level.change(figure.path, confidence), margin)
