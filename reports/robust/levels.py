"""What was found with other players: how strong each is, and whether it settles.

How strong a style is, is its share of the wins as the only one among the strongest. Those who win
enough so are sensible. Two things are judged of each group of figures: whether it is alike with all
sensible players, and whether it is with the strongest two; only the strongest can settle it.
Weaker players are told of, and end nothing.

A figure still moves as players get better only if the strongest two clearly differ in it, and one
of them is clearly stronger than the other. Where two equally strong styles differ, it depends on
style.

The groups and the test of strength share the error that the confidence allows, and so do the looks:
the games played rise in steps, and each step may err a quarter as often as the next, so that
looking early costs little.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple, get_args

from reports.figures import figure as fig
from reports.figures.correlation import DealGroups
from reports.figures.figure import PLAIN, POINTS, Margins, Unit
from reports.figures.spread import Agreement, joint_range, logged, spread, unlogged
from reports.figures.statistics import DEFAULT_CONFIDENCE, UNKNOWN, Estimate, Verdict, judge
from reports.figures.targets import JudgedTarget, Target
from simulate.strategy import Strategy

#: With a larger share of games undecided, nothing is said about the seats.
MOST_UNDECIDED = 0.01
#: With a larger share of games without a winner, too.
MOST_WITHOUT_WINNER = 0.95
#: Up to which difference levels agree: of rates in shares of 1, of others as a share.
MARGINS = Margins(0.02, 0.20)
#: Who clearly wins this part of a fair share at least, alone among the strongest, is sensible.
SENSIBLE = 0.6
#: Each look may err so many times as often as the one before.
_LATER = 4

#: What is judged together: who wins by seat, how long it takes, how it goes.
Group = Literal["seats", "length", "course"]
#: Who moves at random, so that it is also said what the rules and chance alone give.
RANDOM_STYLE = "random"
#: Sensible players are judged, and the strongest two.
_SETS = 2
#: What can be said of a group; of several groups the first that is said of any.
RobustVerdict = Literal["still moving", "depends on style", "not clear", "settled"]
ROBUST_VERDICTS: Sequence[RobustVerdict] = get_args(RobustVerdict)
#: Where a figure can clearly be.
Direction = Literal["higher", "lower", "the same", ""]
#: Returns a figure, by its path, with an interval of a confidence.
FigureLookup = Callable[[str, float], Estimate]


@dataclass(frozen=True)
class JudgedFigure:
    """A figure that is asked about, and what it is called."""

    group: Group
    path: str
    title: str
    #: What is judged, in short; and at the head of a column and on an axis.
    subject: str
    head: str
    unit: Unit = PLAIN
    #: Which seat is told of first, against its fair share; 0 if it is not about seats.
    seat: int = 0


JUDGED_FIGURES = (
    JudgedFigure(
        "seats", fig.ADVANTAGE, "first-player advantage", "who wins", "seat 1, points", POINTS, 1
    ),
    JudgedFigure("length", fig.MINUTES, "mean length in minutes", "the length", "minutes"),
    JudgedFigure("course", fig.LEAD_CHANGES, "lead changes per game", "the course", "lead changes"),
)


@dataclass(frozen=True)
class PlayerLevel:
    """Who plays, and what the rules of a study give with them, once that is known."""

    name: str
    #: The style it tells of, in all seats or alone among the strongest; of a line-up of one's own
    #: nothing.
    style: str
    is_guest: bool
    #: One a seat.
    lineup: Sequence[Strategy]
    games: int = 0
    tally_id: str = ""
    #: Share of the games that were not decided.
    undecided: float = 0.0
    figure: FigureLookup = lambda path, confidence: UNKNOWN
    #: So many games at most, as it plays so slowly that nobody waits for it; 0 for as many as all.
    game_limit: int = 0
    #: Whether it is who played the study itself.
    is_study: bool = False
    confidence: float = DEFAULT_CONFIDENCE
    #: Of one of several versions: by how much more each figure is than in what it is compared with,
    #: and what that gave.
    change: FigureLookup = lambda path, confidence: UNKNOWN
    reference: FigureLookup = lambda path, confidence: UNKNOWN
    #: Returns the sums of a figure by group of deals; empty for games on deals of their own, and
    #: None if they are unknown.
    groups: Callable[[str], DealGroups | None] = lambda path: DealGroups()
    #: Whether the style is sensible; None if `LevelsByStrength` cannot rank the styles.
    sensible: bool | None = False
    #: Share of the games without a winner, those not decided included.
    without_winner: float = 0.0

    @property
    def players(self) -> str:
        """Who plays, in a word: a guest sits among the strongest, so that these are sensible."""
        if not self.style:
            return "your own"
        if self.sensible is None:
            return "not ranked"
        return "sensible" if self.is_guest or self.sensible else "beginners"

    @property
    def specs(self) -> list[str]:
        """Who plays, as a study names them."""
        return [one.spec for one in self.lineup]

    @property
    def is_hardly_won(self) -> bool:
        """Whether nearly every game ended without a winner, or did not end."""
        return self.without_winner > MOST_WITHOUT_WINNER

    @property
    def has_winners(self) -> bool:
        """Whether nearly all games were decided, and enough of them won, to judge the seats."""
        return self.undecided <= MOST_UNDECIDED and not self.is_hardly_won

    @property
    def fair(self) -> float:
        """The win rate of every seat in a fair game with as many games without a winner."""
        return (1 - max(self.undecided, self.without_winner)) / len(self.lineup)

    def at(self, path: str, seat: int = 0, confidence: float = 0) -> Estimate:
        """Return a figure, or how much more than its share a seat wins; as told unless said."""
        surely = confidence or self.confidence
        if seat:
            return self.figure(win_rate_of(seat), surely).shifted(-self.fair)
        return self.figure(path, surely)

    def share(self, confidence: float = 0) -> Estimate:
        """Return how often the style wins alone among the strongest.

        The interval has the level's own confidence by default.
        """
        path = f"{fig.STRATEGIES}.{self.style}.{fig.WIN_RATE}"
        return self.at(path, confidence=confidence)


class LevelsByStrength:
    """Levels by how strong those are who play: the first is the strongest style in all seats.

    Strength is measured in wins. If hardly any game of the first level has a winner, nobody can be
    ranked, and the lists of sensible players, beginners and the strongest are empty.
    """

    def __init__(self, levels: Sequence[PlayerLevel]) -> None:
        first = levels[0]
        least = SENSIBLE * first.fair
        #: Whether enough games have a winner to tell how strong a style is.
        self.is_known = not first.is_hardly_won
        # Each style alone among the strongest; for the strongest themselves there is no such table.
        self._guests = {level.style: level for level in levels if level.is_guest}
        shares = {style: level.share() for style, level in self._guests.items()}
        good = {first.style, *(style for style, one in shares.items() if one.low >= least)}
        self.levels = [
            replace(level, sensible=level.style in good if self.is_known else None)
            for level in levels
        ]
        self.sensible = [level for level in self.levels if level.players == "sensible"]
        self.beginners = [level for level in self.levels if level.players == "beginners"]
        #: The strongest two that play every seat, the stronger last; one if nobody else can.
        self.strongest = [level for level in self.sensible if not level.is_guest]
        if len(self.strongest) > 1:
            first, *others = self.strongest
            rival = max(others, key=lambda level: shares[level.style].value)
            better = shares[rival.style].low > rival.fair
            self.strongest = [first, rival] if better else [rival, first]

    def strength(self, style: str, alpha: float) -> Direction:
        """Return whether a style is clearly stronger ("higher") or weaker than the first style.

        It is, if it wins clearly more, or less, than its fair share alone among players of the
        first style. The tests of all styles together err with probability `alpha` at most.
        """
        guest = self._guests.get(style)
        if guest is None:
            return ""
        share = guest.share(1 - alpha / len(self._guests))
        return clear_direction(share.shifted(-guest.fair))


class LevelEstimate(NamedTuple):
    """A figure with some players, or by how much it differs between two versions."""

    value: Estimate
    #: Where it clearly is: of a seat against the fair share, of a version against another.
    direction: Direction
    #: What it is told in.
    unit: Unit


def clear_direction(found: Estimate, margin: float = 0.0) -> Direction:
    """Say where an interval clearly is: within a margin of 0, above 0, or below."""
    if -margin <= found.low and found.high <= margin:
        return "the same"
    if found.low > 0:
        return "higher"
    return "lower" if found.high < 0 else ""


@dataclass(frozen=True)
class LevelSpread:
    """How far apart a figure lies at some levels."""

    #: The figure that decides: of seats, that of the seat that differs most clearly.
    figure: str
    word: Agreement
    #: In shares of 1, or of lengths and counts how many times as large the largest is as the
    #: smallest; `n` is the least games of a level that is waited for.
    spread: Estimate
    lowest: PlayerLevel
    highest: PlayerLevel
    #: Of seats, whose figure that is; else 0.
    seat: int = 0


@dataclass(frozen=True)
class Judgement:
    """Whether a group of figures settles as players get better."""

    figure: JudgedFigure
    #: All sensible players, and the strongest two; ``None`` of fewer than two that can be judged.
    sensible: LevelSpread | None
    strongest: LevelSpread | None
    #: Whether one of the strongest two is clearly stronger than the other.
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
        """Whether the verdict changes if one of the strongest two proves stronger."""
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
        """Return its figure with some players, of a seat against the fair share."""
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
        apart = self.sensible
        contrary = {apart.lowest.name, apart.highest.name} if apart else set()
        many = [level for level in judged if not level.game_limit or level.name in contrary]
        return many or judged


@dataclass(frozen=True)
class Robustness:
    """A study asked with several players."""

    #: The strongest style first, and the study among them.
    levels: tuple[PlayerLevel, ...]
    #: Of the intervals; all verdicts together err less often than it allows.
    confidence: float
    margins: Margins
    #: Games of each level at each look that there may be, and how many looks there were.
    looks: tuple[int, ...]
    looked: int
    #: Whether many games were asked for.
    more: bool = False
    #: Levels that were not asked, as it was interrupted.
    missing: tuple[str, ...] = ()
    stopped: bool = False

    @property
    def alpha_of_look(self) -> float:
        """How often one verdict may be wrong at this look."""
        weights = [float(_LATER**look) for look in range(len(self.looks))]
        return (1 - self.confidence) * weights[self.looked - 1] / sum(weights)

    @property
    def alpha(self) -> float:
        """The error allowed at this look for one group of figures, and for the test of strength."""
        return self.alpha_of_look / (len(JUDGED_FIGURES) * _SETS + 1)

    @cached_property
    def ranked(self) -> LevelsByStrength:
        """The levels, by how strong those are who play."""
        return LevelsByStrength(self.levels)

    @cached_property
    def judgements(self) -> Mapping[Group, Judgement]:
        """What can be said of each group; nothing of what fewer than two levels can tell."""
        found: dict[Group, Judgement] = {}
        for kind in JUDGED_FIGURES:
            sensible = self._apart(kind, self.ranked.sensible)
            # Two are compared by whatever games there are. Where only one plays well, everybody
            # else may settle it, by agreeing, but not unsettle it.
            two = self.ranked.strongest
            strongest = self._apart(kind, [replace(level, game_limit=0) for level in two])
            if len(two) == 1 and (all_of_them := self._apart(kind, self.levels)):
                strongest = all_of_them if all_of_them.word == "agree" else None
            if sensible or strongest:
                found[kind.group] = Judgement(kind, sensible, strongest, self._is_ordered)
        return found

    @property
    def _is_ordered(self) -> bool:
        """Whether one of the strongest two is clearly stronger than the other."""
        styles = [level.style for level in self.ranked.strongest]
        strengths = [self.ranked.strength(style, self.alpha) for style in styles]
        return "higher" in strengths or "lower" in strengths

    @property
    def verdicts(self) -> Mapping[JudgedFigure, RobustVerdict]:
        """What is said of each figure."""
        return {one.figure: one.verdict for one in self.judgements.values()}

    def estimates(self, kind: JudgedFigure, level: PlayerLevel) -> Sequence[LevelEstimate]:
        """Return a figure with some players, of seats if nearly all of their games are decided."""
        known = level.has_winners or not kind.seat
        found = level.at(kind.path, kind.seat) if known else UNKNOWN
        return [LevelEstimate(found, clear_direction(found), kind.unit)]

    @property
    def at_random(self) -> PlayerLevel | None:
        """The level at which all move at random, beside the study itself."""
        alike = (one for one in self.levels if not one.is_guest and not one.is_study)
        return next((one for one in alike if one.style == RANDOM_STYLE), None)

    @property
    def is_decided(self) -> bool:
        """Whether more games would change nothing in what is said of the seats."""
        seats = self.judgements.get("seats")
        if seats is None:
            return True
        slow = any(level.game_limit for level in self.ranked.strongest)
        if not slow and seats.waits_for_strength:
            return False
        waited = [seats.sensible, None if slow else seats.strongest]
        return all(apart is None or apart.word != "not clear" for apart in waited)

    def _apart(self, kind: JudgedFigure, levels: Sequence[PlayerLevel]) -> LevelSpread | None:
        if kind.seat:
            levels = [level for level in levels if level.has_winners]
        seats = range(kind.seat, 1 + kind.seat * len(levels[0].lineup)) if levels else range(0)
        few, found = [level.game_limit > 0 for level in levels], {}
        for seat in seats:

            def at(confidence: float, seat: int = seat) -> list[Estimate]:
                several = [level.at(kind.path, seat, confidence) for level in levels]
                return several if seat else [logged(one) for one in several]

            path = win_rate_of(seat) if seat else kind.path
            groups = [level.groups(path) for level in levels]
            if one := spread(at, few, self.alpha, len(seats), groups):
                found[seat] = one
        if not found:
            return None
        margin = self.margins.rate if kind.seat else math.log1p(self.margins.relative)

        def telling(seat: int) -> tuple[float, ...]:
            """Return what the seat to tell of has most of: the first, unless another decides."""
            one = found[seat]
            return one.low > margin, one.high > margin, seat <= 1, one.low

        one = found[seat := max(found, key=telling)]
        # Seats agree only if each of them does.
        word = replace(one, high=max(each.high for each in found.values())).word(margin)
        value, low, high = (
            end if seat else unlogged(end) for end in (one.value, one.low, one.high)
        )
        told = Estimate(value, low, high, min(level.games for level in levels))
        path = win_rate_of(seat) if seat else kind.path
        return LevelSpread(path, word, told, levels[one.lowest], levels[one.highest], seat)


def win_rate_of(seat: int) -> str:
    """Return the path of a seat's win rate."""
    return f"{fig.SEATS}.{seat}.{fig.WIN_RATE}"


# Targets --------------------------------------------------------------------------


def judge_at_levels(target: Target, robustness: Robustness) -> JudgedTarget:
    """Judge a target whoever plays.

    It is met if it is met at each of them, which needs no correction, for each is tested on its
    own. It is missed if it is missed at any, corrected for their number. Levels with few games
    may miss it, but are not waited for.
    """
    levels, alpha = robustness.levels, robustness.alpha_of_look

    def word(level: PlayerLevel, alpha: float) -> str:
        return judge(level.figure(target.figure, 1 - alpha), target.low, target.high, 1).word

    def beyond(level: PlayerLevel) -> float:
        """Return how far the worse end of an interval is beyond its bound; negative within."""
        found = level.at(target.figure)
        gaps = (target.low - found.low, found.high - target.high)
        return max(gap for gap in gaps if not math.isnan(gap))

    missed = [level for level in levels if word(level, alpha / len(levels)) == "misses"]
    many = [level for level in levels if not level.game_limit]
    unmet = [level for level in many if word(level, alpha) != "meets"]
    deciding = max(missed or unmet or many, key=beyond)
    verdict = Verdict("misses" if missed else "meets", 0)
    if not missed and (unmet or robustness.missing):
        verdict = Verdict("undecided", None)
    return JudgedTarget(target, deciding.at(target.figure), verdict, deciding.name)
