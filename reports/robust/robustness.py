"""Verdicts on whether the results of a study hold for other players.

Each group of figures is compared twice: between all sensible player levels, and between the two
levels with the strongest styles. The verdict is

- "settled" if the two strongest agree, and sensible players do not significantly differ;
- "still moving" if the two strongest significantly differ and one of them is significantly stronger
  than the other, so that still better players may give yet another result;
- "depends on style" if the two strongest differ and neither is stronger, or if sensible players
  differ;
- "not clear" otherwise.

Beginners are reported, but do not affect verdicts.

The number of games rises in steps. After each step there is an interim look at the results. The
error probability that the confidence allows is divided among the looks, and at each look among the
groups and the test of strength. Each look gets a quarter of the error of the next look, so early
looks cost little power.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from reports.figures.figure import Margins
from reports.figures.spread import Agreement, Spread, joint_range, logged, spread, unlogged
from reports.figures.statistics import UNKNOWN, Estimate, Verdict, judge
from reports.figures.targets import JudgedTarget, Target
from reports.robust.levels import (
    JUDGED_FIGURES,
    RANDOM_STYLE,
    Group,
    JudgedFigure,
    LevelEstimate,
    LevelsByStrength,
    PlayerLevel,
    RobustVerdict,
    clear_direction,
    win_rate_of,
)

#: The factor by which the allowed error grows from one look to the next.
_ERROR_GROWTH = 4
#: The number of comparisons per group of figures: all sensible levels, and the two strongest.
_SETS = 2


@dataclass(frozen=True)
class LevelSpread:
    """The largest difference of a figure between some levels."""

    #: The path of the figure; for seats, that of the seat that differs most between levels.
    figure: str
    #: The result of the comparison of levels.
    word: Agreement
    #: The difference as a share of 1; for lengths and counts, the ratio of the highest value to the
    #: lowest. `n` is the smallest number of games of a level.
    spread: Estimate
    #: The level with the lowest value.
    lowest: PlayerLevel
    #: The level with the highest value.
    highest: PlayerLevel
    #: The seat of the figure, counted from 1; 0 if it is not about seats.
    seat: int = 0


@dataclass(frozen=True)
class Judgement:
    """The comparisons behind the verdict on a group of figures."""

    figure: JudgedFigure
    #: The comparison of all sensible levels; None if fewer than two levels can be compared.
    sensible: LevelSpread | None
    #: The comparison of the two levels with the strongest styles; None if it is not possible.
    strongest: LevelSpread | None
    #: True if one of the two strongest styles is significantly stronger than the other.
    is_ordered: bool = False

    @property
    def verdict(self) -> RobustVerdict:
        """The verdict on this group of figures, as defined at the top of this file."""
        if self._strongest_differ:
            return "still moving" if self.is_ordered else "depends on style"
        if self.sensible and self.sensible.word == "differ":
            return "depends on style"
        return "settled" if self.strongest and self.strongest.word == "agree" else "not clear"

    @property
    def waits_for_strength(self) -> bool:
        """True if the verdict depends on whether one of the two strongest styles is stronger."""
        return self._strongest_differ and not self.is_ordered

    @property
    def _strongest_differ(self) -> bool:
        """True if the figure significantly differs between the two strongest styles."""
        return self.strongest is not None and self.strongest.word == "differ"

    @property
    def seat(self) -> int:
        """The seat whose win rate is reported, counted from 1; 0 for other groups of figures."""
        deciding = self.strongest if self._strongest_differ else self.sensible
        return deciding.seat if deciding else self.figure.seat

    def at(self, level: PlayerLevel) -> Estimate:
        """Return the reported figure at a level; for a seat, its win rate minus the fair share.

        Raises
        ------
        UsageError
            If the results of the level have no such figure.
        """
        return level.at(self.figure.path, self.seat)

    def span(self, levels: Sequence[PlayerLevel]) -> tuple[float, float] | None:
        """Return the ends of a range that holds the figure of each of these levels.

        The confidence of the range is that of the levels. Levels with few games are left out unless
        they significantly differ, because their wide intervals would dominate the range. None if an
        interval is infinite or if no level remains.

        Raises
        ------
        UsageError
            If the results of a level have no such figure.
        """
        return joint_range([self.at(level) for level in self._in_range(levels)])

    def is_mostly_chance(self, levels: Sequence[PlayerLevel]) -> bool:
        """Return True if the interval of a level is wider than half of the range from `span`.

        It is False for the verdict "settled", and if `span` returns None.

        Raises
        ------
        UsageError
            If the results of a level have no such figure.
        """
        ends = self.span(levels)
        if ends is None or self.verdict == "settled":
            return False
        estimates = [self.at(level) for level in self._in_range(levels)]
        widest = max(estimate.high - estimate.low for estimate in estimates)
        return widest > (ends[1] - ends[0]) / 2

    def _in_range(self, levels: Sequence[PlayerLevel]) -> list[PlayerLevel]:
        """Return the levels that count for the range of a figure.

        Levels with a limit on games count only if they differ significantly, or if there are no
        others. For the figure of a seat, levels without winners do not count.
        """
        judged = [level for level in levels if not self.seat or level.has_winners]
        differing = set()
        if self.sensible:
            differing = {self.sensible.lowest.name, self.sensible.highest.name}
        reliable = [level for level in judged if not level.game_limit or level.name in differing]
        return reliable or judged


@dataclass(frozen=True)
class Robustness:
    """A study that was played at several player levels."""

    #: All levels. The first has the strongest style in all seats. The players of the study are
    #: among the levels.
    levels: tuple[PlayerLevel, ...]
    #: The confidence of the intervals, and of all verdicts together.
    confidence: float
    #: The differences up to which levels count as equal.
    margins: Margins
    #: For each planned interim look, the number of games of a level.
    looks: tuple[int, ...]
    #: The number of interim looks that took place.
    looks_taken: int
    #: True if a thorough check was requested.
    more: bool = False
    #: The names of levels that were not played because of an interruption.
    missing: tuple[str, ...] = ()
    #: True if the check was interrupted.
    stopped: bool = False
    #: The seconds that the games of all levels took, without those of the study itself.
    seconds: float = 0.0

    @property
    def alpha_of_look(self) -> float:
        """The error probability of all verdicts at the latest look together."""
        weights = [float(_ERROR_GROWTH**look) for look in range(len(self.looks))]
        return (1 - self.confidence) * weights[self.looks_taken - 1] / sum(weights)

    @property
    def alpha(self) -> float:
        """The error probability of each comparison, and of the test of strength, at this look."""
        return self.alpha_of_look / (len(JUDGED_FIGURES) * _SETS + 1)

    @cached_property
    def ranked(self) -> LevelsByStrength:
        """The levels with the strength of their styles."""
        return LevelsByStrength(self.levels)

    @cached_property
    def judged(self) -> Mapping[Group, Judgement]:
        """The judgement by group. Groups with fewer than two comparable levels are missing."""
        judgements: dict[Group, Judgement] = {}
        for figure in JUDGED_FIGURES:
            sensible = self._level_spread(figure, self.ranked.sensible)
            # Without a limit on games, levels with few games are compared like all others.
            two = self.ranked.strongest
            strongest = self._level_spread(figure, [replace(level, game_limit=0) for level in two])
            if len(two) == 1:
                # If only one style is sensible, a figure is settled if all levels agree. If they do
                # not, that only shows that beginners play worse.
                everybody = self._level_spread(figure, self.levels)
                if everybody:
                    strongest = everybody if everybody.word == "agree" else None
            if sensible or strongest:
                judgements[figure.group] = Judgement(figure, sensible, strongest, self._is_ordered)
        return judgements

    @property
    def _is_ordered(self) -> bool:
        """True if one of the two strongest styles is significantly stronger than the other."""
        styles = [level.style for level in self.ranked.strongest]
        strengths = [self.ranked.strength(style, self.alpha) for style in styles]
        return "higher" in strengths or "lower" in strengths

    @property
    def verdicts(self) -> Mapping[JudgedFigure, RobustVerdict]:
        """The verdict on each judged figure, by the figure."""
        return {judgement.figure: judgement.verdict for judgement in self.judged.values()}

    def good_players_range(self, path: str) -> tuple[float, float] | None:
        """Return the ends of a range that holds a figure with every group of good players.

        Levels with a limit on games are left out if there are others. None if an interval is
        infinite, or if there are fewer than two levels.

        Raises
        ------
        UsageError
            If the results of a level have no figure with this path.
        """
        levels = self._good_levels
        return joint_range([level.at(path) for level in levels]) if len(levels) > 1 else None

    def is_reversed(self, path: str, sign: int) -> bool:
        """Return True if a figure clearly has the opposite sign with some good players.

        The intervals of all levels hold together (Bonferroni).

        Parameters
        ----------
        path
            The path of a figure whose sign matters, such as an advantage.
        sign
            The sign that it has in the study: 1 or -1.

        Raises
        ------
        UsageError
            If the results of a level have no figure with this path.
        """
        levels = self._good_levels
        confidence = 1 - (1 - self.confidence) / max(1, len(levels))
        estimates = [level.at(path, confidence=confidence) for level in levels]
        return any(max(sign * estimate.low, sign * estimate.high) < 0 for estimate in estimates)

    @property
    def _good_levels(self) -> list[PlayerLevel]:
        """The levels of good players that have winners, without a limit on games if possible."""
        levels = [level for level in self.ranked.sensible if level.has_winners]
        return [level for level in levels if not level.game_limit] or levels

    def estimates(self, figure: JudgedFigure, level: PlayerLevel) -> Sequence[LevelEstimate]:
        """Return a list with one element: the estimate of a figure with the players of a level.

        It is a list to match `LevelsOfArms.estimates`. The estimate of a win rate is `UNKNOWN` if
        too few games of the level had a winner.

        Raises
        ------
        UsageError
            If the results of the level have no such figure.
        """
        is_judged = level.has_winners or not figure.seat
        estimate = level.at(figure.path, figure.seat) if is_judged else UNKNOWN
        return [LevelEstimate(estimate, clear_direction(estimate), figure.unit)]

    @property
    def at_random(self) -> PlayerLevel | None:
        """The level at which all players move at random; None if that is the study itself."""
        for level in self.levels:
            if level.style == RANDOM_STYLE and not level.is_guest and not level.is_study:
                return level
        return None

    @property
    def is_decided(self) -> bool:
        """True if more games would not change the verdict on the seats."""
        seats = self.judged.get("seats")
        if seats is None:
            return True
        spreads = [seats.sensible]
        # More games do not help the strongest styles if the number of their games is limited.
        if not any(level.game_limit for level in self.ranked.strongest):
            if seats.waits_for_strength:
                return False
            spreads.append(seats.strongest)
        return all(levels is None or levels.word != "not clear" for levels in spreads)

    def _level_spread(
        self, figure: JudgedFigure, levels: Sequence[PlayerLevel]
    ) -> LevelSpread | None:
        """Return the largest difference of a figure between levels; None for fewer than two.

        For win rates, the result is about the seat that decides the comparison.
        """
        if figure.seat:
            levels = [level for level in levels if level.has_winners]
        if not levels:
            return None
        # Seat 0 means a figure that is not about seats.
        seats = range(figure.seat, 1 + figure.seat * len(levels[0].lineup))
        spreads = {}
        for seat in seats:
            spread_of_seat = self._spread_of_seat(figure, seat, levels, len(seats))
            if spread_of_seat:
                spreads[seat] = spread_of_seat
        if not spreads:
            return None
        margin = self.margins.rate if figure.seat else math.log1p(self.margins.relative)

        def importance(seat: int) -> tuple[float, ...]:
            """Return a sort key, which is largest for the seat that decides the comparison.

            It uses the spread of each seat in `spreads` (above), and the margin of the figure.
            """
            candidate = spreads[seat]
            return candidate.low > margin, candidate.high > margin, seat <= 1, candidate.low

        seat = max(spreads, key=importance)
        widest = spreads[seat]
        # Levels only agree if they agree on each seat, so the largest upper end decides.
        highest_end = max(candidate.high for candidate in spreads.values())
        word = replace(widest, high=highest_end).word(margin)
        ends = (widest.value, widest.low, widest.high)
        middle, low, high = (end if seat else unlogged(end) for end in ends)
        return LevelSpread(
            win_rate_of(seat) if seat else figure.path,
            word,
            Estimate(middle, low, high, min(level.games for level in levels)),
            levels[widest.lowest],
            levels[widest.highest],
            seat,
        )

    def _spread_of_seat(
        self, figure: JudgedFigure, seat: int, levels: Sequence[PlayerLevel], seats: int
    ) -> Spread | None:
        """Return the spread of one seat's win rate; for seat 0, that of the figure's logarithm.

        `seats` is the number of seats that are compared. None if fewer than two levels can be
        compared.
        """

        def at(confidence: float) -> list[Estimate]:
            estimates = [level.at(figure.path, seat, confidence) for level in levels]
            return estimates if seat else [logged(estimate) for estimate in estimates]

        path = win_rate_of(seat) if seat else figure.path
        groups = [level.groups(path) for level in levels]
        is_sparse = [level.game_limit > 0 for level in levels]
        return spread(at, is_sparse, self.alpha, seats, groups)


def judge_at_levels(target: Target, robustness: Robustness) -> JudgedTarget:
    """Return the verdict on a robust target from all player levels.

    The target is met if it is met at each level. This needs no correction for their number, because
    all of them must meet it (an intersection-union test; Berger and Hsu, Statistical Science 11,
    1996). It is missed if it is missed at any level, corrected for their number (Bonferroni).
    Levels with few games can miss it, but need not meet it.

    Returns
    -------
    JudgedTarget
        The verdict, with the estimate and the name of the level that decides it.

    Raises
    ------
    UsageError
        If the results of a level do not have the target's figure.
    """
    levels = robustness.levels
    alpha = robustness.alpha_of_look

    def word(level: PlayerLevel, alpha: float) -> str:
        return judge(level.figure(target.figure, 1 - alpha), target.low, target.high, 1).word

    def beyond(level: PlayerLevel) -> float:
        """Return by how much the interval of a level exceeds the bounds of the target.

        The number is negative if the interval is within the bounds.

        Raise `UsageError` if the results of the level have no such figure.
        """
        estimate = level.at(target.figure)
        gaps = (target.low - estimate.low, estimate.high - target.high)
        return max(gap for gap in gaps if not math.isnan(gap))

    missed = [level for level in levels if word(level, alpha / len(levels)) == "misses"]
    reliable = [level for level in levels if not level.game_limit]
    unmet = [level for level in reliable if word(level, alpha) != "meets"]
    deciding = max(missed or unmet or reliable, key=beyond)
    verdict = Verdict("misses" if missed else "meets", 0)
    if not missed and (unmet or robustness.missing):
        verdict = Verdict("undecided", None)
    return JudgedTarget(target, deciding.at(target.figure), verdict, deciding.name)
