"""Player levels: the results of a study with other players, and the strength of these players.

The strength of a playing style is its win rate as the only one of its kind among players of the
strongest style. Styles that win enough there are called sensible, all others beginners.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, get_args

from reports.figures import figure as fig
from reports.figures.correlation import DealGroups
from reports.figures.figure import PLAIN, POINTS, Margins, Unit
from reports.figures.statistics import DEFAULT_CONFIDENCE, UNKNOWN, Estimate
from simulate.strategy import Strategy

#: The largest share of unfinished games with which seats are judged.
MOST_UNDECIDED = 0.01
#: The largest share of games without a winner with which seats are judged.
MOST_WITHOUT_WINNER = 0.95
#: The differences up to which levels agree.
MARGINS = Margins(0.02, 0.20)
#: A style is sensible if, alone among the strongest, it clearly wins this part of its fair share.
SENSIBLE = 0.6

#: The groups of figures that are judged: win rates of seats, length, and the course of the game.
Group = Literal["seats", "length", "course"]
#: The style of random moves, which shows the effect of the rules and of chance alone.
RANDOM_STYLE = "random"
#: Verdicts on whether results hold for other players; of several the first in this order counts.
RobustVerdict = Literal["still moving", "depends on style", "not clear", "settled"]
ROBUST_VERDICTS: Sequence[RobustVerdict] = get_args(RobustVerdict)
#: The direction in which a figure or a difference is clear; empty if it is not clear.
Direction = Literal["higher", "lower", "the same", ""]
#: A function from a path and a confidence to the estimate of that figure.
FigureLookup = Callable[[str, float], Estimate]


@dataclass(frozen=True)
class JudgedFigure:
    """A figure that is judged, with its names."""

    group: Group
    path: str
    title: str
    #: The subject of sentences on the verdict.
    subject: str
    #: The heading of a column and the label of an axis.
    head: str
    unit: Unit = PLAIN
    #: The first seat whose win rate is judged, against its fair share; 0 if it is not about seats.
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
    """A group of players, and the results of a study with them once it was played."""

    name: str
    #: The style of the players; empty for a line-up of the user.
    style: str
    #: True if a single player of the style sits among the strongest; False if all seats play it.
    is_guest: bool
    #: The strategy of each seat.
    lineup: Sequence[Strategy]
    games: int = 0
    tally_id: str = ""
    #: The share of unfinished games.
    undecided: float = 0.0
    figure: FigureLookup = lambda path, confidence: UNKNOWN
    #: The largest number of games of a slow player, for which nobody waits; 0 for no limit.
    game_limit: int = 0
    #: True for the players of the study itself.
    is_study: bool = False
    confidence: float = DEFAULT_CONFIDENCE
    #: For one of several versions: the difference of a figure from the version with which it is
    #: compared, and the figure of that version.
    change: FigureLookup = lambda path, confidence: UNKNOWN
    reference: FigureLookup = lambda path, confidence: UNKNOWN
    #: A function from a path to the sums of that figure by group of deals. They are empty for games
    #: on other deals, and None if they are unknown.
    groups: Callable[[str], DealGroups | None] = lambda path: DealGroups()
    #: True if the style is sensible; None if `LevelsByStrength` cannot rank the styles.
    sensible: bool | None = False
    #: The share of games without a winner, including unfinished games.
    without_winner: float = 0.0

    @property
    def players(self) -> str:
        """The kind of players: "your own", "not ranked", "sensible" or "beginners".

        A guest sits among the strongest players, so that the level counts as sensible.
        """
        if not self.style:
            return "your own"
        if self.sensible is None:
            return "not ranked"
        return "sensible" if self.is_guest or self.sensible else "beginners"

    @property
    def specs(self) -> list[str]:
        """The strategies of the seats as a study names them."""
        return [strategy.spec for strategy in self.lineup]

    @property
    def is_hardly_won(self) -> bool:
        """True if nearly all games had no winner or did not end."""
        return self.without_winner > MOST_WITHOUT_WINNER

    @property
    def has_winners(self) -> bool:
        """True if enough games were decided and won to judge the seats."""
        return self.undecided <= MOST_UNDECIDED and not self.is_hardly_won

    @property
    def fair(self) -> float:
        """The win rate of every seat in a fair game with equally many games without a winner."""
        return (1 - max(self.undecided, self.without_winner)) / len(self.lineup)

    def at(self, path: str, seat: int = 0, confidence: float = 0) -> Estimate:
        """Return the estimate of a figure.

        Parameters
        ----------
        path
            The path of the figure; not used if a seat is given.
        seat
            A seat, counted from 1, whose win rate minus the fair share is returned instead.
        confidence
            The confidence of the interval; 0 for that of the level.
        """
        confidence = confidence or self.confidence
        if seat:
            return self.figure(win_rate_of(seat), confidence).shifted(-self.fair)
        return self.figure(path, confidence)

    def share(self, confidence: float = 0) -> Estimate:
        """Return the style's win rate alone among the strongest; `confidence` is that of `at`."""
        path = f"{fig.STRATEGIES}.{self.style}.{fig.WIN_RATE}"
        return self.at(path, confidence=confidence)


class LevelsByStrength:
    """Player levels with the strength of their styles.

    Strength is measured in wins. If hardly any game of the first level has a winner, styles cannot
    be ranked, and the lists of sensible players, beginners and the strongest are empty.

    Parameters
    ----------
    levels
        The first is the strongest style in all seats.
    """

    def __init__(self, levels: Sequence[PlayerLevel]) -> None:
        first = levels[0]
        least = SENSIBLE * first.fair
        #: True if enough games have a winner to rank the styles.
        self.is_known = not first.is_hardly_won
        # Each style alone among the strongest, except for the strongest style itself.
        self._guests = {level.style: level for level in levels if level.is_guest}
        shares = {style: level.share() for style, level in self._guests.items()}
        good = {first.style, *(style for style, share in shares.items() if share.low >= least)}
        self.levels = [
            replace(level, sensible=level.style in good if self.is_known else None)
            for level in levels
        ]
        self.sensible = [level for level in self.levels if level.players == "sensible"]
        self.beginners = [level for level in self.levels if level.players == "beginners"]
        #: The two strongest styles in all seats, the stronger last; one if only one is sensible.
        self.strongest = [level for level in self.sensible if not level.is_guest]
        if len(self.strongest) > 1:
            first, *rivals = self.strongest
            rival = max(rivals, key=lambda level: shares[level.style].value)
            better = shares[rival.style].low > rival.fair
            self.strongest = [first, rival] if better else [rival, first]

    def strength(self, style: str, alpha: float) -> Direction:
        """Return whether a style is clearly stronger ("higher") or weaker than the first style.

        A style is stronger if it clearly wins more than its fair share alone among players of the
        first style. The tests of all styles together err with probability `alpha` at most
        (Bonferroni). The result is empty for the first style and for unknown styles.
        """
        guest = self._guests.get(style)
        if guest is None:
            return ""
        share = guest.share(1 - alpha / len(self._guests))
        return clear_direction(share.shifted(-guest.fair))


class LevelEstimate(NamedTuple):
    """A figure, or its difference between two versions, with the players of one level."""

    value: Estimate
    #: Its clear direction: of a seat from the fair share, or of a version from another.
    direction: Direction
    unit: Unit


def clear_direction(difference: Estimate, margin: float = 0.0) -> Direction:
    """Return the direction of a difference by its interval: "the same" is within a margin of 0."""
    if -margin <= difference.low and difference.high <= margin:
        return "the same"
    if difference.low > 0:
        return "higher"
    return "lower" if difference.high < 0 else ""


def win_rate_of(seat: int) -> str:
    """Return the path of the win rate of a seat, counted from 1."""
    return f"{fig.SEATS}.{seat}.{fig.WIN_RATE}"
