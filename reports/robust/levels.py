"""What was found at several levels of play, and whether they agree.

The groups of figures judged, at all levels and at those alone where all play well, share the error
that the confidence allows, and so do the looks: the games played at each level rise in steps, and
each step may err a quarter as often as the next, so that looking early costs little.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from reports.figures.figure import LEAD_CHANGES, MINUTES, SEATS, WIN_RATE
from reports.figures.noticeable import Margins
from reports.figures.spread import Spread, Word, logged, spread
from reports.figures.statistics import Estimate

#: With a larger share of a level's games undecided, nothing is said about its seats.
MOST_UNDECIDED = 0.01
#: Up to which difference levels agree: of rates in shares of 1, of others as a share.
MARGINS = Margins(0.02, 0.20)
#: Each look may err so many times as often as the one before.
_LATER = 4

#: What is judged together: who wins by seat, how long it takes, how it goes.
Group = Literal["seats", "length", "course"]
GROUPS: tuple[Group, ...] = ("seats", "length", "course")
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
class Level:
    """A table at which a study's rules were asked.

    Attributes
    ----------
    name
        What it is called: the style that plays all seats, "mixed", or "your line-up".
    strength
        How strong that is, in a word.
    lineup
        Who plays, one strategy a seat.
    games
        Played.
    tally_id
        Of what was counted.
    undecided
        Share of the games that were not decided.
    known
        Returns a figure, by its path, with an interval of a confidence.
    few
        Whether it has so few games that it may only speak against agreement.
    asked
        Whether it is the study itself.
    """

    name: str
    strength: str
    lineup: tuple[str, ...]
    games: int
    tally_id: str
    undecided: float
    known: Callable[[str, float], Estimate]
    few: bool = False
    asked: bool = False

    @property
    def players(self) -> int:
        """Seats at the table."""
        return len(self.lineup)

    @property
    def has_winners(self) -> bool:
        """Whether nearly all of its games were decided, so that its seats can be judged."""
        return self.undecided <= MOST_UNDECIDED

    def against_fair(self, seat: int, confidence: float) -> Estimate:
        """Return by how much more than its share a seat wins."""
        found = self.known(win_rate_of(seat), confidence)
        return found.shifted(-(1 - self.undecided) / self.players)


def win_rate_of(seat: int) -> str:
    """Return the path of a seat's win rate."""
    return f"{SEATS}.{seat}.{WIN_RATE}"


@dataclass(frozen=True)
class Judgement:
    """Whether a figure is the game's, or depends on who plays.

    Attributes
    ----------
    group
        What it is about.
    path
        The figure that decides: of seats, that of the seat that differs most clearly.
    word
        What can be said.
    spread
        How far apart the levels are: in shares of 1, or of lengths and counts how many times as
        large the largest is as the smallest.
    lowest, highest
        The levels that it is told of.
    margin
        Up to which spread the levels agree.
    seat
        Of seats, whose figure that is; else 0.
    """

    group: Group
    path: str
    word: Word
    spread: Estimate
    lowest: Level
    highest: Level
    margin: float
    seat: int = 0

    @property
    def verdict(self) -> str:
        """The word, as it is told."""
        return VERDICTS[self.word]


@dataclass(frozen=True)
class Robustness:
    """A study asked at several levels of play.

    Attributes
    ----------
    levels
        The study among them.
    confidence
        Of the intervals; all verdicts together err less often than it allows.
    margins
        Up to which difference levels agree.
    looks
        Games of each level at each look that there may be.
    looked
        How many looks there were.
    more
        Whether many games were asked for.
    missing
        Levels that were not asked, or not to the end: they take longer than the study itself.
    stopped
        Whether it was an interruption that they are missing for.
    """

    levels: tuple[Level, ...]
    confidence: float
    margins: Margins
    looks: tuple[int, ...]
    looked: int
    more: bool = False
    missing: tuple[str, ...] = ()
    stopped: bool = False

    @property
    def alpha_of_look(self) -> float:
        """How often one verdict may be wrong at this look."""
        weights = [float(_LATER**look) for look in range(len(self.looks))]
        return (1 - self.confidence) * weights[self.looked - 1] / sum(weights)

    @property
    def alpha(self) -> float:
        """How often a group of figures may be judged wrongly at this look."""
        return self.alpha_of_look / len(GROUPS) / _SETS

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
            self._measured(levels, "length", MINUTES),
            self._measured(levels, "course", LEAD_CHANGES),
        ]
        return {one.group: one for one in found if one}

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
        found: dict[int, Spread] = {}
        for seat in range(1, levels[0].players + 1 if levels else 1):

            def at(confidence: float, seat: int = seat) -> list[Estimate]:
                return [level.against_fair(seat, confidence) for level in levels]

            few = [level.few for level in levels]
            if one := spread(at, few, self.alpha, levels[0].players):
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

    def _measured(self, levels: Sequence[Level], group: Group, path: str) -> Judgement | None:
        def at(confidence: float) -> list[Estimate]:
            return [logged(level.known(path, confidence)) for level in levels]

        one = spread(at, [level.few for level in levels], self.alpha)
        if one is None:
            return None
        margin = self.margins.relative
        word = one.word(math.log1p(margin))
        value, low, high = (math.exp(end) for end in (one.value, one.low, one.high))
        ends = levels[one.lowest], levels[one.highest]
        return Judgement(group, path, word, Estimate(value, low, high, self.games), *ends, margin)


def value_at(robustness: Robustness, one: Judgement, level: Level) -> Estimate:
    """Return the figure that decides, at a level; of seats against the fair share."""
    if one.seat:
        return level.against_fair(one.seat, robustness.confidence)
    return level.known(one.path, robustness.confidence)


def _telling(found: Mapping[int, Spread], margin: float) -> int:
    """Return the seat to tell of: the first one, unless it is another one that decides."""
    apart = [seat for seat, one in found.items() if one.low > margin]
    open_ = [seat for seat, one in found.items() if one.high > margin]
    deciding = apart or open_ or [1]
    return 1 if 1 in deciding else max(deciding, key=lambda seat: found[seat].low)
