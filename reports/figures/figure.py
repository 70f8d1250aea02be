"""Figures: the numbers that designers read, each declared once as a record.

JSON output, tables, charts, comparisons, sweeps, targets and reports all loop over these records.
This file also defines the margins within which figures count as equal, and the differences that
are large enough to notice.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Any

from reports.figures.statistics import MeanKind
from simulate.errors import UsageError


@dataclass(frozen=True)
class Unit:
    """The unit in which a number is written."""

    #: The word written after a number, such as "minutes"; empty for counts and for percentages.
    name: str = ""
    #: True for shares of 1, which are written in percent or in percentage points.
    share: bool = False
    #: True for differences, which are written with a sign.
    signed: bool = False

    @property
    def of_differences(self) -> Unit:
        """The unit of the difference of two numbers in this unit."""
        return POINTS if self.share else Unit(self.name, signed=True)

    @property
    def scale(self) -> int:
        """The factor from a number to the number that is written: 100 for shares, else 1."""
        return 100 if self.share else 1


PLAIN = Unit()
SHARE = Unit(share=True)
POINTS = Unit("percentage points", share=True, signed=True)
#: Percentage points that cannot be negative, such as distances.
UNSIGNED_POINTS = Unit("percentage points", share=True)


class Topic(Enum):
    """The subject of a figure. The value is a heading, and the order is that of reports."""

    WINS = "Who wins"
    LENGTH = "How long a game lasts"
    COURSE = "How a game goes"
    COUNTS = "Per game"
    CARDS = "What drawing brings"


@dataclass(frozen=True)
class Mean:
    """The source of a figure that is the mean of a count, times `factor`, plus `shift`."""

    #: The index of the count in the sums of the tally.
    place: int
    #: The number of observations per deal.
    per_deal: int
    #: The number in the tally for a count of 1, such as 60 if the tally counts in sixtieths.
    unit: int = 1
    #: The kind of numbers that are averaged, which decides the interval.
    kind: MeanKind = "mean"
    #: A number added to the mean, after it is multiplied by `factor`.
    shift: float = 0.0
    #: A number by which the mean is multiplied.
    factor: float = 1.0


@dataclass(frozen=True)
class Ratio:
    """The source of a figure that is the ratio of two counts."""

    #: The index of the count in the numerator, in the sums of the tally.
    part: int
    #: The index of the count in the denominator, in the sums of the tally.
    whole: int
    #: The index of the ratio among the ratios of the tally.
    index: int
    #: The number in the tally for a count of 1 in the numerator, as in `Mean.unit`.
    part_unit: int
    #: The number in the tally for a count of 1 in the denominator.
    whole_unit: int
    #: True if the ratio may be negative and is therefore not a share.
    signed: bool = False


@dataclass(frozen=True, kw_only=True)
class Surplus(Ratio):
    """The source of a figure that is a win rate less its fair share, which may differ by game."""

    #: The win rate.
    rate: Ratio
    #: The fair share.
    fair: Ratio


@dataclass(frozen=True)
class Quantile:
    """The source of a figure that is a percentile of a length, times `factor`."""

    #: The kind of length: a key of `simulate.play.tally.LENGTHS`.
    length: str
    #: The percentile, 1 to 99.
    percent: int
    #: The factor from the unit of the length to that of the figure.
    factor: float = 1.0


@dataclass(frozen=True)
class CountQuantile:
    """The source of a figure that is a percentile of a count over games, times `factor`."""

    #: The index of the count among the distributions of the tally (`Tally.counts`); None for lead
    #: changes.
    count: int | None
    #: The percentile, 1 to 99.
    percent: int
    #: The factor from a 1 in the tally to the unit of the figure, such as 1 / number of players.
    factor: float = 1.0
    #: The number of games per deal.
    rotations: int = 1


@dataclass(frozen=True)
class SeatDifference:
    """The source of a figure that is a difference between the win rates of seats or sides."""

    #: The win rate of each seat or side.
    rates: tuple[Mean, ...]
    #: True for the largest difference between two seats, False for the largest difference between
    #: a seat and the fair share.
    pairs: bool


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A number that designers read, with its words, its unit and its source."""

    #: The first part of the path, as ``seats`` in ``seats.1.score_mean``.
    kind: str
    #: The middle parts of the path, as ``("1",)``; often empty.
    of: tuple[str, ...] = ()
    #: The last part of the path, as ``score_mean``; empty if the path has no such part.
    measure: str = ""
    #: The topic under which reports list the figure.
    topic: Topic
    #: A description without article, as in "win rate of seat 1".
    title: str
    #: The subject of sentences about the figure; if empty, they use "the" and the title.
    subject: str = ""
    #: The name among figures of the same kind, as in "seat 1".
    member: str = ""
    unit: Unit = PLAIN
    #: A `Mean`, `Ratio`, `Quantile`, `CountQuantile` or `SeatDifference`; None if it does not come
    #: from the tally.
    source: Any = None
    #: A sentence with ``{value}``, ``{interval}`` and ``{n}``; empty for the default sentence.
    sentence: str = ""
    #: The sentence used if there are no observations; empty for the default sentence.
    unseen: str = ""
    #: The sentence used if the value is 0; empty for the default sentence.
    never: str = ""
    #: The value expected by chance alone, such as "33.3%"; empty if it is not known.
    by_chance: str = ""
    #: True if the figure is reported even if no option names it.
    listed: bool = True
    #: True if short reports omit the figure, because another figure shows nearly the same.
    detail: bool = False
    #: True if commands use the figure by default.
    main: bool = False
    #: The column heading in tables of main figures; empty if the figure has no column there.
    head: str = ""
    #: True if the figure depends on the fair share, and therefore on the number of players.
    per_fair_share: bool = False
    #: True if the value is certain before any game, because all seats play the same strategy.
    is_fixed: bool = False

    @cached_property
    def path(self) -> str:
        """The unique name of the figure, as in ``seats.1.win_rate``; JSON output uses it too."""
        return ".".join(part for part in (self.kind, *self.of, self.measure) if part)

    @property
    def is_win_rate(self) -> bool:
        """True for the share of games that a seat, a side or a strategy won.

        The win rate of a group, such as a faction, has a fair share of its own and does not count.
        """
        return self.measure == WIN_RATE and self.kind != GROUPS

    @property
    def is_paired(self) -> bool:
        """True if two runs of the same deals can be compared deal by deal in this figure."""
        return isinstance(self.source, Mean | Ratio)


WIN_RATE, SCORE_MEAN, MEAN = "win_rate", "score_mean", "mean"
#: The share of games that a seat lost.
LOSS_RATE = "loss_rate"
#: The win rate of a group less its fair share.
GROUP_ADVANTAGE = "advantage"
# The kinds of figures (`Figure.kind`). First the kinds that several figures share.
SEATS, SIDES, STRATEGIES, STRATEGY_SEATS = "seats", "sides", "strategies", "strategy_seats"
LINEUP, LENGTH, COUNTS, CARDS, GROUPS = "lineup", "length", "counts", "cards", "groups"
# Each of the following kinds has a single figure.
(
    ADVANTAGE,
    SEAT_SPREAD,
    SEATS_GAP,
    LEAD_CHANGES,
    COMEBACKS,
    LEADS,
    CLOSE_GAMES,
    WITHOUT_WINNER,
    SHARED_WINS,
    UNFINISHED,
) = (
    "first_player_advantage",
    "seat_spread",
    "seats_gap",
    "lead_changes",
    "comebacks",
    "half_time_leads",
    "close_games",
    "without_winner",
    "shared_wins",
    "unfinished",
)
#: The path of the win rate of all players in a cooperative game, and of side 1 in a game of sides.
GAMES_WON = f"{SIDES}.1.{WIN_RATE}"
#: The kind of the figure that measures the advantage of better players. Only comparisons have
#: it, because it is measured in additional games.
SKILL = "skill"
TURNS, MINUTES = f"{LENGTH}.turns.{MEAN}", f"{LENGTH}.minutes.{MEAN}"
#: The median length in minutes, which screens call the usual length.
USUAL_MINUTES = f"{LENGTH}.minutes.p50"
#: The figures for which a comparison by default plays until it knows whether the difference is
#: noticeable: length, first-player advantage, and the win rate of players who win together.
DECIDING_PATHS = (MINUTES, ADVANTAGE, GAMES_WON)


def deciding_paths(paths: Collection[str]) -> list[str]:
    """Return the members of `DECIDING_PATHS` that are in `paths`, in the order of the constant.

    If both the first-player advantage and the win rate of side 1 are there, only the advantage is
    returned, because it carries the same information.
    """
    deciding = [path for path in DECIDING_PATHS if path in paths]
    if ADVANTAGE in deciding:
        return [path for path in deciding if path != GAMES_WON]
    return deciding


@dataclass(frozen=True)
class Margins:
    """The differences up to which figures count as equal."""

    #: For rates, a difference of shares.
    rate: float = 0.005
    #: For other figures, a share of the value that they are compared with.
    relative: float = 0.01


# Thousands of games reveal differences that nobody at a table would ever see. These constants say
# which differences players would notice. They are a matter of judgement: a seat that wins one game
# in a hundred more often, an hour's game that is three minutes longer, or one more change of the
# lead in ten games.
#: Noticeable differences of win rates, of the advantage of good play, and of other shares, all as
#: shares of 1.
WINS, PAYS, SHARES = 0.01, 0.02, 0.02
#: The noticeable difference of lengths and lead changes, as a share of the value, and the smallest
#: such difference by kind, in the figure's unit.
LENGTHS, AT_LEAST = 0.05, {LENGTH: 0.25, LEAD_CHANGES: 0.1}
#: The noticeable differences of scores and of the counts that a game declares, as shares of the
#: value, and the smallest noticeable difference of a count.
SCORES, COUNTED, LEAST_COUNTED = 0.05, 0.1, 0.05


def noticeable_difference(figure: Figure, value: float) -> float:
    """Return the smallest change of a figure that players would notice.

    Parameters
    ----------
    figure
        The figure.
    value
        Its value before the change, in the unit of the figure; a share of 1 for rates.

    Returns
    -------
    float
        The size of the change, in the same unit. For scores and some other figures it is a share of
        `value`, so it is 0 if `value` is 0.
    """
    if figure.kind == SKILL:
        return PAYS
    if figure.unit.share:
        return WINS if figure.topic is Topic.WINS else SHARES
    if figure.kind in AT_LEAST:
        return max(LENGTHS * abs(value), AT_LEAST[figure.kind])
    if figure.measure == SCORE_MEAN:
        return SCORES * abs(value)
    least = LEAST_COUNTED if figure.kind == COUNTS else 0.0
    return max(COUNTED * abs(value), least)


def parse_margins(texts: Sequence[str], defaults: Margins | None = None) -> Margins:
    """Return the margins in texts such as ``0.5pp``, for rates, and ``1%``, for other figures.

    Parameters
    ----------
    texts
        At most one margin in percentage points and at most one in percent.
    defaults
        The margins to use where `texts` has none; None for ``Margins()``.

    Raises
    ------
    UsageError
        If a text is not a positive number with one of these units, or if a unit occurs twice.
    """
    margins: dict[str, float] = {}
    for text in texts:
        match = re.fullmatch(r"([0-9]*\.?[0-9]+) *(pp|%)", text.strip())
        if not match or not float(match[1]):
            raise UsageError(
                f"the margin cannot be {text!r}; give percentage points for rates, such as 0.5pp, "
                "or a percentage of the compared value for all other figures, such as 1%"
            )
        kind = "rate" if match[2] == "pp" else "relative"
        if kind in margins:
            raise UsageError(f"--margin is given twice in {match[2]}; give it once")
        margins[kind] = float(match[1]) / 100
    return replace(defaults or Margins(), **margins)


def write_margins(margins: Margins) -> list[str]:
    """Return margins as texts that `parse_margins` accepts, such as ``["0.5pp", "1%"]``."""
    return [f"{_write_percent(margins.rate)}pp", f"{_write_percent(margins.relative)}%"]


def _write_percent(share: float) -> str:
    """Return the digits of a share in percent: enough of them to read the same share back."""
    return f"{100 * share:.12f}".rstrip("0").rstrip(".")
