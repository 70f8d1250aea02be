"""Verdicts on whether the results of a study hold for other players.

Each group of figures is judged twice: whether all sensible players agree on it, and whether the two
strongest do. Only the two strongest can settle it. Weaker players are reported, but decide nothing.

A figure still moves as players get better if the two strongest clearly differ in it and one of them
is clearly stronger than the other. If two equally strong styles differ, it depends on style.

The number of games rises in steps, with an interim look at the results after each. The groups and
the test of strength share the error that the confidence allows, and so do the looks: each may err a
quarter as often as the next, so that early looks cost little.
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
#: The number of sets of players that are judged: all sensible ones, and the two strongest.
_SETS = 2


@dataclass(frozen=True)
class LevelSpread:
    """The largest difference of a figure between some levels."""

    #: The path of the figure; for seats, that of the seat whose levels differ most clearly.
    figure: str
    #: Whether the levels agree.
    word: Agreement
    #: The difference as a share of 1; for lengths and counts, the ratio of the highest value to the
    #: lowest. `n` is the smallest number of games of a level.
    spread: Estimate
    lowest: PlayerLevel
    highest: PlayerLevel
    #: The seat of the figure; 0 if it is not about seats.
    seat: int = 0


@dataclass(frozen=True)
class Judgement:
    """The judgement on whether a group of figures settles as players get better."""

    figure: JudgedFigure
    #: The difference between all sensible players, and between the two strongest; None if fewer
    #: than two levels can be judged.
    sensible: LevelSpread | None
    strongest: LevelSpread | None
    #: True if one of the two strongest is clearly stronger than the other.
    is_ordered: bool = False

    @property
    def verdict(self) -> RobustVerdict:
        """The verdict on this group of figures."""
        if self._strongest_differ:
            return "still moving" if self.is_ordered else "depends on style"
        if self.sensible and self.sensible.word == "differ":
            return "depends on style"
        return "settled" if self.strongest and self.strongest.word == "agree" else "not clear"

    @property
    def waits_for_strength(self) -> bool:
        """True if the verdict changes as soon as one of the two strongest proves stronger."""
        return self._strongest_differ and not self.is_ordered

    @property
    def _strongest_differ(self) -> bool:
        return self.strongest is not None and self.strongest.word == "differ"

    @property
    def seat(self) -> int:
        """The seat whose figure is reported; 0 if the figures are not about seats."""
        deciding = self.strongest if self._strongest_differ else self.sensible
        return deciding.seat if deciding else self.figure.seat

    def at(self, level: PlayerLevel) -> Estimate:
        """Return the figure at a level; for a seat, the win rate minus the fair share."""
        return level.at(self.figure.path, self.seat)

    def span(self, levels: Sequence[PlayerLevel]) -> tuple[float, float] | None:
        """Return a range that holds the figure of all these levels, with their confidence.

        Returns None if no such range is known. Levels with few games are left out unless they
        clearly differ, as their intervals would be most of the range.
        """
        return joint_range([self.at(level) for level in self._in_range(levels)])

    def is_mostly_chance(self, levels: Sequence[PlayerLevel]) -> bool:
        """Return whether one level's interval makes up more than half of the range of `span`."""
        ends = self.span(levels)
        if ends is None or self.verdict == "settled":
            return False
        estimates = [self.at(level) for level in self._in_range(levels)]
        widest = max(estimate.high - estimate.low for estimate in estimates)
        return widest > (ends[1] - ends[0]) / 2

    def _in_range(self, levels: Sequence[PlayerLevel]) -> list[PlayerLevel]:
        judged = [level for level in levels if not self.seat or level.has_winners]
        differing = set()
        if self.sensible:
            differing = {self.sensible.lowest.name, self.sensible.highest.name}
        reliable = [level for level in judged if not level.game_limit or level.name in differing]
        return reliable or judged


@dataclass(frozen=True)
class Robustness:
    """A study that was played at several player levels."""

    #: The first level is the strongest style; the players of the study are among the levels.
    levels: tuple[PlayerLevel, ...]
    #: The confidence of the intervals, and of all verdicts together.
    confidence: float
    margins: Margins
    #: The number of games of each level at each possible look.
    looks: tuple[int, ...]
    #: The number of interim looks that took place.
    looked: int
    #: True if a thorough check was requested.
    more: bool = False
    #: The names of levels that were not played because of an interruption.
    missing: tuple[str, ...] = ()
    #: True if the check was interrupted.
    stopped: bool = False

    @property
    def alpha_of_look(self) -> float:
        """The probability that a verdict at this look may be wrong."""
        weights = [float(_ERROR_GROWTH**look) for look in range(len(self.looks))]
        return (1 - self.confidence) * weights[self.looked - 1] / sum(weights)

    @property
    def alpha(self) -> float:
        """The error allowed at this look for one judgement, and for the test of strength."""
        return self.alpha_of_look / (len(JUDGED_FIGURES) * _SETS + 1)

    @cached_property
    def ranked(self) -> LevelsByStrength:
        """The levels with the strength of their styles."""
        return LevelsByStrength(self.levels)

    @cached_property
    def judged(self) -> Mapping[Group, Judgement]:
        """The judgement on each group; a group with fewer than two comparable levels is missing."""
        judgements: dict[Group, Judgement] = {}
        for figure in JUDGED_FIGURES:
            sensible = self._spread(figure, self.ranked.sensible)
            # The two strongest are compared with the games that there are, even if these are few.
            two = self.ranked.strongest
            strongest = self._spread(figure, [replace(level, game_limit=0) for level in two])
            if len(two) == 1:
                # If only one style plays well, all others settle a figure by agreeing with it, but
                # cannot unsettle it.
                everybody = self._spread(figure, self.levels)
                if everybody:
                    strongest = everybody if everybody.word == "agree" else None
            if sensible or strongest:
                judgements[figure.group] = Judgement(figure, sensible, strongest, self._is_ordered)
        return judgements

    @property
    def _is_ordered(self) -> bool:
        """True if one of the two strongest is clearly stronger than the other."""
        styles = [level.style for level in self.ranked.strongest]
        strengths = [self.ranked.strength(style, self.alpha) for style in styles]
        return "higher" in strengths or "lower" in strengths

    @property
    def verdicts(self) -> Mapping[JudgedFigure, RobustVerdict]:
        """The verdict on each judged figure."""
        return {judgement.figure: judgement.verdict for judgement in self.judged.values()}

    def estimates(self, figure: JudgedFigure, level: PlayerLevel) -> Sequence[LevelEstimate]:
        """Return a list with the estimate of a figure at a level.

        The estimate is unknown for seats if too few games of the level were decided.
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
        # Nobody waits for slow players.
        if not any(level.game_limit for level in self.ranked.strongest):
            if seats.waits_for_strength:
                return False
            spreads.append(seats.strongest)
        return all(levels is None or levels.word != "not clear" for levels in spreads)

    def _spread(self, figure: JudgedFigure, levels: Sequence[PlayerLevel]) -> LevelSpread | None:
        """Return the largest difference of a figure between levels; None for fewer than two.

        Of seats, it is the difference of the seat whose levels differ most clearly.
        """
        if figure.seat:
            levels = [level for level in levels if level.has_winners]
        if not levels:
            return None
        # Without seats, the figure itself counts as seat 0.
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
            """Return a key that is largest for the seat that decides, else for the first seat."""
            candidate = spreads[seat]
            return candidate.low > margin, candidate.high > margin, seat <= 1, candidate.low

        seat = max(spreads, key=importance)
        widest = spreads[seat]
        # Seats agree only if each of them does.
        highest_end = max(candidate.high for candidate in spreads.values())
        word = replace(widest, high=highest_end).word(margin)
        ends = (widest.value, widest.low, widest.high)
        value, low, high = (end if seat else unlogged(end) for end in ends)
        return LevelSpread(
            win_rate_of(seat) if seat else figure.path,
            word,
            Estimate(value, low, high, min(level.games for level in levels)),
            levels[widest.lowest],
            levels[widest.highest],
            seat,
        )

    def _spread_of_seat(
        self, figure: JudgedFigure, seat: int, levels: Sequence[PlayerLevel], seats: int
    ) -> Spread | None:
        """Return the spread of one seat, or the spread of the figure's logarithm for seat 0."""

        def at(confidence: float) -> list[Estimate]:
            estimates = [level.at(figure.path, seat, confidence) for level in levels]
            return estimates if seat else [logged(estimate) for estimate in estimates]

        path = win_rate_of(seat) if seat else figure.path
        groups = [level.groups(path) for level in levels]
        is_sparse = [level.game_limit > 0 for level in levels]
        return spread(at, is_sparse, self.alpha, seats, groups)


def judge_at_levels(target: Target, robustness: Robustness) -> JudgedTarget:
    """Judge a robust target at all player levels.

    The target is met if it is met at each level. This needs no correction, because all of them have
    to be met (an intersection-union test). It is missed if it is missed at any level, corrected for
    their number (Bonferroni). Levels with few games may miss it, but the verdict does not wait for
    them.

    Returns
    -------
    JudgedTarget
        Its estimate is that of the level that decides.
    """
    levels, alpha = robustness.levels, robustness.alpha_of_look

    def word(level: PlayerLevel, alpha: float) -> str:
        return judge(level.figure(target.figure, 1 - alpha), target.low, target.high, 1).word

    def beyond(level: PlayerLevel) -> float:
        """Return the distance of the worse end of an interval from its bound; negative inside."""
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
