"""Player levels: the results of a study with other players, and the strength of these players.

The strength of a playing style is the win rate of a single player of this style among players of
the strongest style. Styles that win enough there are called sensible, all others beginners.
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

#: If a larger share of games is unfinished, win rates of seats are not judged.
MOST_UNDECIDED = 0.01
#: If a larger share of games has no winner, win rates of seats are not judged.
MOST_WITHOUT_WINNER = 0.95
#: The differences up to which levels count as equal.
MARGINS = Margins(0.02, 0.20)
#: A style is sensible if a single player of it, among players of the strongest style, wins at least
#: this part of the fair share. The lower end of the interval decides.
SENSIBLE = 0.6

#: The groups of figures that are judged: win rates of seats, length, and changes of the lead.
Group = Literal["seats", "length", "course"]
#: The style of random moves, which shows the effect of the rules and of chance alone.
RANDOM_STYLE = "random"
#: Verdicts on whether results hold for other players, the worst first.
RobustVerdict = Literal["still moving", "depends on style", "not clear", "settled"]
ROBUST_VERDICTS: Sequence[RobustVerdict] = get_args(RobustVerdict)
#: The verdicts as they are written on screens.
PLAYER_VERDICTS: dict[RobustVerdict, str] = {
    "settled": "holds",
    "depends on style": "depends on who plays",
    "still moving": "depends on who plays",
    "not clear": "too few games",
}
#: The direction of a significant difference; "the same" if it is practically 0, and empty if the
#: games do not decide.
Direction = Literal["higher", "lower", "the same", ""]
#: A function that is called with the path of a figure and a confidence, and returns the estimate
#: with an interval of that confidence.
FigureLookup = Callable[[str, float], Estimate]


@dataclass(frozen=True)
class JudgedFigure:
    """A figure that is compared between player levels, with its names."""

    #: The group of figures that it belongs to.
    group: Group
    #: The path of the figure.
    path: str
    #: The title, without article.
    title: str
    #: The subject of sentences on the verdict.
    subject: str
    #: The heading of a column and the label of an axis.
    head: str
    unit: Unit = PLAIN
    #: For win rates, the first seat that is judged (against the fair share); all later seats are
    #: judged too. 0 if the figure is not a win rate.
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
    """A group of players and, once they have played the study, its results with them."""

    #: The name of the level, unique among the levels.
    name: str
    #: The style of the players; empty for a line-up of the user.
    style: str
    #: True if a single player of the style sits among players of the strongest style; False if all
    #: seats play the style.
    is_guest: bool
    #: The strategy of each seat.
    lineup: Sequence[Strategy]
    #: The number of games played.
    games: int = 0
    #: The fingerprint of the games; empty before they are played.
    tally_id: str = ""
    #: The share of unfinished games.
    undecided: float = 0.0
    #: Returns the estimate of a figure with these players; `UNKNOWN` before they have played.
    figure: FigureLookup = lambda path, confidence: UNKNOWN
    #: The largest number of games that slow strategies play; 0 for no limit. Verdicts do not wait
    #: for levels with a limit.
    game_limit: int = 0
    #: True for the players of the study itself.
    is_study: bool = False
    #: The confidence of intervals.
    confidence: float = DEFAULT_CONFIDENCE
    #: In comparisons, returns the figure of this version minus that of the version with which it is
    #: compared.
    change: FigureLookup = lambda path, confidence: UNKNOWN
    #: In comparisons, returns the figure of the version with which this version is compared.
    reference: FigureLookup = lambda path, confidence: UNKNOWN
    #: A function that is called with the path of a figure and returns its sums by group of deals.
    #: They are empty for games on other deals than the study's, and None if they are unknown.
    groups: Callable[[str], DealGroups | None] = lambda path: DealGroups()
    #: True if the style is sensible; None if `LevelsByStrength` cannot rank the styles.
    sensible: bool | None = False
    #: The share of games without a winner, including unfinished games.
    without_winner: float = 0.0

    @property
    def players(self) -> str:
        """The kind of players: "your own", "not ranked", "sensible" or "beginners".

        A level with a guest is "sensible", because all other seats are the strongest players.
        """
        if not self.style:
            return "your own"
        if self.sensible is None:
            return "not ranked"
        return "sensible" if self.is_guest or self.sensible else "beginners"

    @property
    def specs(self) -> list[str]:
        """The strategy of each seat, as written in studies, such as "planner"."""
        return [strategy.spec for strategy in self.lineup]

    @property
    def is_hardly_won(self) -> bool:
        """True if the share of games without a winner is above `MOST_WITHOUT_WINNER`."""
        return self.without_winner > MOST_WITHOUT_WINNER

    @property
    def has_winners(self) -> bool:
        """True if enough games ended, and ended with a winner, to judge win rates of seats."""
        return self.undecided <= MOST_UNDECIDED and not self.is_hardly_won

    @property
    def fair(self) -> float:
        """The win rate of each seat if the game were fair.

        It is the share of games that have a winner, divided by the number of seats.
        """
        return (1 - max(self.undecided, self.without_winner)) / len(self.lineup)

    def at(self, path: str, seat: int = 0, confidence: float = 0) -> Estimate:
        """Return the estimate of a figure, or of a seat's win rate minus the fair share.

        Parameters
        ----------
        path
            The path of the figure; ignored if `seat` is not 0.
        seat
            The seat, counted from 1; 0 for the figure with this path.
        confidence
            The confidence of the interval; 0 for that of the level.

        Returns
        -------
        Estimate
            `UNKNOWN` if the level has not been played.

        Raises
        ------
        UsageError
            If the results of the level have no such figure.
        """
        confidence = confidence or self.confidence
        if seat:
            return self.figure(win_rate_of(seat), confidence).shifted(-self.fair)
        return self.figure(path, confidence)

    def share(self, confidence: float = 0) -> Estimate:
        """Return the win rate of the level's style; for a guest, among the strongest players.

        Parameters
        ----------
        confidence
            The confidence of the interval; 0 for that of the level.

        Raises
        ------
        UsageError
            If the style is empty, as for a line-up of the user.
        """
        path = f"{fig.STRATEGIES}.{self.style}.{fig.WIN_RATE}"
        return self.at(path, confidence=confidence)


class LevelsByStrength:
    """Player levels, divided into sensible players and beginners by the strength of their styles.

    The strength of a style is the win rate of a single player of this style among players of the
    strongest style. If hardly any game of the first level has a winner, strength is unknown, and
    the lists `sensible`, `beginners` and `strongest` are empty.

    Parameters
    ----------
    levels
        All levels, of which there is at least one. The first must be the level with the strongest
        style in all seats.
    """

    def __init__(self, levels: Sequence[PlayerLevel]) -> None:
        first = levels[0]
        least = SENSIBLE * first.fair
        #: True if enough games have a winner to rank the styles.
        self.is_known = not first.is_hardly_won
        # Every style but the strongest has a level with a single player of it.
        self._guests = {level.style: level for level in levels if level.is_guest}
        shares = {style: level.share() for style, level in self._guests.items()}
        good = {first.style, *(style for style, share in shares.items() if share.low >= least)}
        self.levels = [
            replace(level, sensible=level.style in good if self.is_known else None)
            for level in levels
        ]
        self.sensible = [level for level in self.levels if level.players == "sensible"]
        self.beginners = [level for level in self.levels if level.players == "beginners"]
        #: The levels with one of the two strongest styles in all seats, the stronger style last;
        #: one level if only one style is sensible.
        self.strongest = [level for level in self.sensible if not level.is_guest]
        if len(self.strongest) > 1:
            first, *rivals = self.strongest
            rival = max(rivals, key=lambda level: shares[level.style].value)
            better = shares[rival.style].low > rival.fair
            self.strongest = [first, rival] if better else [rival, first]

    def strength(self, style: str, alpha: float) -> Direction:
        """Return "higher" if a style is significantly stronger than the first style.

        A style is stronger if a single player of it wins more than the fair share among players of
        the first style.

        Parameters
        ----------
        style
            The name of the style.
        alpha
            The probability that any of the tests of all styles errs (Bonferroni).

        Returns
        -------
        Direction
            "higher" or "lower"; empty if the games do not decide, for the first style, and for
            unknown styles.
        """
        guest = self._guests.get(style)
        if guest is None:
            return ""
        share = guest.share(1 - alpha / len(self._guests))
        return clear_direction(share.shifted(-guest.fair))


class LevelEstimate(NamedTuple):
    """A figure, or its difference between two versions, with the players of one level."""

    #: The figure or the difference, with its interval.
    value: Estimate
    #: The direction of the difference, if it is clear: of a seat's win rate from the fair share, or
    #: of a version's figure from that of another version.
    direction: Direction
    unit: Unit


def clear_direction(difference: Estimate, margin: float = 0.0) -> Direction:
    """Return the direction of a difference that follows from its interval.

    It is "the same" if the interval lies within `margin` of 0, "higher" or "lower" if the interval
    does not hold 0, and else empty.
    """
    if -margin <= difference.low and difference.high <= margin:
        return "the same"
    if difference.low > 0:
        return "higher"
    return "lower" if difference.high < 0 else ""


def win_rate_of(seat: int) -> str:
    """Return the path of the win rate of a seat, counted from 1."""
    return f"{fig.SEATS}.{seat}.{fig.WIN_RATE}"
