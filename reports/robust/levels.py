"""What was found with other players, and whether all of them agree.

The groups of figures judged, with all players and with those alone who play well, share the error
that the confidence allows, and so do the looks: the games played with each rise in steps, and each
step may err a quarter as often as the next, so that looking early costs little.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from reports.figures.figure import (
    ADVANTAGE,
    LEAD_CHANGES,
    MINUTES,
    PLAIN,
    POINTS,
    SEATS,
    WIN_RATE,
    Unit,
)
from reports.figures.noticeable import Margins
from reports.figures.spread import Spread, Word, logged, spread
from reports.figures.statistics import DEFAULT_CONFIDENCE, Estimate, Verdict, judge
from reports.figures.targets import Judged, Target

if TYPE_CHECKING:
    from simulate.strategy import Strategy

#: With a larger share of a level's games undecided, nothing is said about its seats.
MOST_UNDECIDED = 0.01
#: Up to which difference levels agree: of rates in shares of 1, of others as a share.
MARGINS = Margins(0.02, 0.20)
#: Each look may err so many times as often as the one before.
_LATER = 4

#: What is judged together: who wins by seat, how long it takes, how it goes.
Group = Literal["seats", "length", "course"]
#: Who moves at random, so that it is also said what the rules and chance alone give.
RANDOM = "random"
#: Who plays well, so that it is also said whether they alone agree.
SKILLED = ("solid", "strong", "thinks ahead")
#: All levels are judged, and those of them.
_SETS = 2
#: What the verdicts are called, in sentences and in JSON.
VERDICTS: dict[Word, str] = {
    "agree": "the game's",
    "differ": "depends on play",
    "not clear": "not clear",
}


@dataclass(frozen=True)
class Kind:
    """A figure that is asked about, and what it is called."""

    about: Group
    path: str
    title: str
    #: What is judged, in short; and at the head of a column and on an axis.
    judged: str
    head: str
    unit: Unit = PLAIN


KINDS = (
    Kind("seats", ADVANTAGE, "first-player advantage", "who wins", "seat 1, points", POINTS),
    Kind("length", MINUTES, "mean length in minutes", "the length", "minutes"),
    Kind("course", LEAD_CHANGES, "lead changes a game", "the course", "lead changes"),
)


@dataclass(frozen=True)
class Table:
    """Who plays: a style in all seats, "mixed" or "this line-up", and how strong that is."""

    name: str
    strength: str
    lineup: tuple[Strategy, ...]
    #: Whether it plays so few games that these may only speak against agreement.
    few: bool = False


@dataclass(frozen=True)
class Level:
    """Who plays, and what the rules of a study give with them, or by how much two rules differ."""

    #: As of its `Table`.
    name: str
    strength: str
    lineup: tuple[str, ...]
    games: int
    tally_id: str
    #: Share of the games that were not decided.
    undecided: float
    #: Returns a figure, by its path, with an interval of a confidence.
    known: Callable[[str, float], Estimate]
    few: bool = False
    #: Whether it is who played the study itself.
    asked: bool = False
    confidence: float = DEFAULT_CONFIDENCE
    #: Of one of several versions: by how much more each figure is than in what it is compared with;
    #: and of such a difference what that gave.
    change: Level | None = None
    reference: Level | None = None

    @property
    def has_winners(self) -> bool:
        """Whether nearly all of its games were decided, so that its seats can be judged."""
        return self.undecided <= MOST_UNDECIDED

    def at(self, path: str) -> Estimate:
        """Return a figure with the interval that is told."""
        return self.known(path, self.confidence)

    def against_fair(self, seat: int = 1, confidence: float = 0) -> Estimate:
        """Return by how much more than its share a seat wins."""
        found = self.known(win_rate_of(seat), confidence or self.confidence)
        return found.shifted(-(1 - self.undecided) / len(self.lineup))


def win_rate_of(seat: int) -> str:
    """Return the path of a seat's win rate."""
    return f"{SEATS}.{seat}.{WIN_RATE}"


@dataclass(frozen=True)
class Judgement:
    """Whether a figure is the game's, or depends on who plays."""

    about: Group
    #: The figure that decides: of seats, that of the seat that differs most clearly.
    figure: str
    word: Word
    #: How far apart the levels are: in shares of 1, or of lengths and counts how many times as
    #: large the largest is as the smallest; `n` is the least games of a level that is waited for.
    spread: Estimate
    lowest: Level
    highest: Level
    #: Up to which spread they agree.
    margin: float
    #: Of seats, whose figure that is; else 0.
    seat: int = 0

    @property
    def verdict(self) -> str:
        """The word, as it is told."""
        return VERDICTS[self.word]

    @property
    def ends(self) -> tuple[Estimate, Estimate]:
        """The figure where it is lowest and highest; of seats against the fair share."""
        low, high = (
            level.against_fair(self.seat) if self.seat else level.at(self.figure)
            for level in (self.lowest, self.highest)
        )
        return low, high


@dataclass(frozen=True)
class Robustness:
    """A study asked with several players."""

    #: The study among them.
    levels: tuple[Level, ...]
    #: Of the intervals; all verdicts together err less often than it allows.
    confidence: float
    margins: Margins
    #: Games of each level at each look that there may be, and how many looks there were.
    looks: tuple[int, ...]
    looked: int
    #: Whether many games were asked for.
    more: bool = False
    #: Levels that were not asked, or not to the end: they take longer than the study itself.
    missing: tuple[str, ...] = ()
    #: Whether it was an interruption that they are missing for.
    stopped: bool = False

    @property
    def alpha_of_look(self) -> float:
        """How often one verdict may be wrong at this look."""
        weights = [float(_LATER**look) for look in range(len(self.looks))]
        return (1 - self.confidence) * weights[self.looked - 1] / sum(weights)

    @property
    def alpha(self) -> float:
        """How often a group of figures may be judged wrongly at this look."""
        return self.alpha_of_look / len(KINDS) / _SETS

    @cached_property
    def judged(self) -> Mapping[Group, Judgement]:
        """What can be said of each group; nothing of what fewer than two levels can tell."""
        return self._judge(self.levels)

    @cached_property
    def skilled(self) -> Mapping[Group, Judgement]:
        """What can be said of those levels alone at which all play well."""
        levels = [level for level in self.levels if level.strength in SKILLED]
        return self._judge(levels) if len(levels) < len(self.levels) else {}

    def _judge(self, levels: Sequence[Level]) -> Mapping[Group, Judgement]:
        found = [
            self._seats([level for level in levels if level.has_winners]),
            *(self._measured(levels, kind) for kind in KINDS[1:]),
        ]
        return {one.about: one for one in found if one}

    @property
    def at_random(self) -> Level | None:
        """The level at which all move at random, beside the study itself."""
        return next((one for one in self.levels if one.strength == RANDOM and not one.asked), None)

    @property
    def games(self) -> int:
        """The least that was played at a level that is waited for."""
        return min(level.games for level in self.levels if not level.few)

    @property
    def is_decided(self) -> bool:
        """Whether more games would change nothing in what is said of the seats."""
        return "seats" not in self.judged or self.judged["seats"].word != "not clear"

    def _seats(self, levels: Sequence[Level]) -> Judgement | None:
        players = len(levels[0].lineup) if levels else 0
        few, found = [level.few for level in levels], {}
        for seat in range(1, players + 1):

            def at(confidence: float, seat: int = seat) -> list[Estimate]:
                return [level.against_fair(seat, confidence) for level in levels]

            if one := spread(at, few, self.alpha, players):
                found[seat] = one
        if not found:
            return None
        margin = self.margins.rate
        seat = _telling(found, margin)
        one = found[seat]
        # Seats agree only if each of them does.
        word = replace(one, high=max(each.high for each in found.values())).word(margin)
        apart = Estimate(one.value, one.low, one.high, self.games)
        ends = levels[one.lowest], levels[one.highest]
        return Judgement("seats", win_rate_of(seat), word, apart, *ends, margin, seat)

    def _measured(self, levels: Sequence[Level], kind: Kind) -> Judgement | None:
        def at(confidence: float) -> list[Estimate]:
            return [logged(level.known(kind.path, confidence)) for level in levels]

        one = spread(at, [level.few for level in levels], self.alpha)
        if one is None:
            return None
        margin = self.margins.relative
        value, low, high = (math.exp(end) for end in (one.value, one.low, one.high))
        return Judgement(
            kind.about,
            kind.path,
            one.word(math.log1p(margin)),
            Estimate(value, low, high, self.games),
            levels[one.lowest],
            levels[one.highest],
            margin,
        )


def _telling(found: Mapping[int, Spread], margin: float) -> int:
    """Return the seat to tell of: the first one, unless it is another one that decides."""
    apart = [seat for seat, one in found.items() if one.low > margin]
    open_ = [seat for seat, one in found.items() if one.high > margin]
    deciding = apart or open_ or [1]
    return 1 if 1 in deciding else max(deciding, key=lambda seat: found[seat].low)


# Targets --------------------------------------------------------------------------


def judge_everywhere(judged: Sequence[Judged], robustness: Robustness | None) -> list[Judged]:
    """Return verdicts, those on robust targets as all levels of play together give them."""
    if robustness is None:
        return list(judged)
    return [judge_at_levels(one.target, robustness) if one.target.robust else one for one in judged]


def judge_at_levels(target: Target, robustness: Robustness) -> Judged:
    """Judge a target whoever plays.

    It is met if it is met at each of them, which needs no correction, for each is tested on its
    own. It is missed if it is missed at any, corrected for their number. Levels with few games
    may miss it, but are not waited for.
    """
    levels, alpha = robustness.levels, robustness.alpha_of_look

    def word(level: Level, alpha: float) -> str:
        return judge(level.known(target.figure, 1 - alpha), target.low, target.high, 1).word

    def beyond(level: Level) -> float:
        """Return how far the worse end of an interval is beyond its bound; negative within."""
        found = level.at(target.figure)
        gaps = (target.low - found.low, found.high - target.high)
        return max(gap for gap in gaps if not math.isnan(gap))

    missed = [level for level in levels if word(level, alpha / len(levels)) == "misses"]
    many = [level for level in levels if not level.few]
    unmet = [level for level in many if word(level, alpha) != "meets"]
    deciding = max(missed or unmet or many, key=beyond)
    verdict = Verdict("meets", 0)
    if missed:
        verdict = Verdict("misses", 0)
    elif unmet or robustness.missing:
        verdict = Verdict("undecided", None)
    return Judged(target, deciding.at(target.figure), verdict, deciding.name)
