"""Figures: the numbers that designers read, each declared once as a record.

The JSON object, tables, the terminal, charts, comparisons, sweeps, targets and reports loop over
these records. This file also defines the margins within which figures count as equal, and the
noticeable differences.
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

    #: The name after a number; empty for a number without unit or in percent.
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
        """The factor by which numbers are multiplied to be written: 100 for shares, else 1."""
        return 100 if self.share else 1


PLAIN = Unit()
SHARE = Unit(share=True)
POINTS = Unit("percentage points", share=True, signed=True)
#: Percentage points that cannot be negative, such as distances.
UNSIGNED_POINTS = Unit("percentage points", share=True)


class Topic(Enum):
    """The subject of a figure, in the order of reports; the value is a heading."""

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
    #: The amount of the count that is 1, as in `reports.figures.statistics.DealSums`.
    unit: int = 1
    kind: MeanKind = "mean"
    shift: float = 0.0
    factor: float = 1.0


@dataclass(frozen=True)
class Ratio:
    """The source of a figure that is the ratio of two counts."""

    #: The indices of the counts in the sums of the tally.
    part: int
    whole: int
    #: The index of the ratio among the ratios of the tally.
    index: int
    #: The amounts of the counts that are 1.
    part_unit: int
    whole_unit: int
    #: True if the ratio may be negative and is therefore not a share.
    signed: bool = False


@dataclass(frozen=True)
class Quantile:
    """The source of a figure that is a percentile of a length, times `factor`."""

    #: One of `simulate.play.tally.LENGTHS`.
    length: str
    percent: int
    factor: float = 1.0


@dataclass(frozen=True)
class SeatDifference:
    """The source of a figure that says how far the win rates of seats are apart."""

    #: The win rate of each seat or side.
    rates: tuple[Mean, ...]
    #: True for the largest difference of two seats, False for the largest from the fair share.
    pairs: bool


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A number that designers read, with its words, its unit and its source."""

    #: The path is ``kind.of.measure``, as in ``seats.1.score_mean``. Most figures have only a kind.
    kind: str
    of: tuple[str, ...] = ()
    measure: str = ""
    topic: Topic
    #: A description without article, as in "win rate of seat 1".
    title: str
    #: The subject of a sentence; empty for "the" and the title.
    subject: str = ""
    #: The name among figures of the same kind, as in "seat 1".
    member: str = ""
    unit: Unit = PLAIN
    #: A `Mean`, `Ratio`, `Quantile` or `SeatDifference`; None if it does not come from the tally.
    source: Any = None
    #: A sentence with ``{value}``, ``{interval}`` and ``{n}``; empty for the default sentence.
    sentence: str = ""
    #: The sentence if nothing was observed, and if the value is 0; empty for the default sentence.
    unseen: str = ""
    never: str = ""
    #: A clause on the value that chance alone gives, such as "33.3% if leading did not matter".
    by_chance: str = ""
    #: True if the figure is reported without being requested.
    listed: bool = True
    #: True if the figure is left out where room is short, because others say nearly the same.
    detail: bool = False
    #: True if commands use the figure by default.
    main: bool = False
    #: The heading of its column where main figures stand beside each other; empty if it has none.
    head: str = ""
    #: True if the figure depends on the fair share, and therefore on the number of players.
    per_fair_share: bool = False
    #: True if no other value is possible, because all seats play the same strategy.
    is_fixed: bool = False

    @cached_property
    def path(self) -> str:
        """The name in the JSON object of ``fathom run``, as in ``seats.1.win_rate``."""
        return ".".join(part for part in (self.kind, *self.of, self.measure) if part)

    @property
    def is_win_rate(self) -> bool:
        """True for the share of games that a seat, a side or a strategy won."""
        return self.measure == WIN_RATE

    @property
    def is_paired(self) -> bool:
        """True if runs on the same deals can be compared deal by deal."""
        return isinstance(self.source, Mean | Ratio)


WIN_RATE, SCORE_MEAN, MEAN = "win_rate", "score_mean", "mean"
#: Kinds that several figures share.
SEATS, SIDES, STRATEGIES, STRATEGY_SEATS = "seats", "sides", "strategies", "strategy_seats"
LINEUP, LENGTH, COUNTS, CARDS = "lineup", "length", "counts", "cards"
#: Kinds that belong to one figure.
(
    ADVANTAGE,
    SEAT_SPREAD,
    SEATS_GAP,
    LEAD_CHANGES,
    COMEBACKS,
    LEADS,
    CLOSE_GAMES,
    WITHOUT_WINNER,
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
    "unfinished",
)
#: The path of the win rate of all players in a cooperative game, and of side 1 in a game of sides.
GAMES_WON = f"{SIDES}.1.{WIN_RATE}"
#: The kind of the advantage of good play. Only comparisons have it, as it needs further games.
SKILL = "skill"
TURNS, MINUTES = f"{LENGTH}.turns.{MEAN}", f"{LENGTH}.minutes.{MEAN}"
#: The figures whose differences a comparison decides by default: the length, the first-player
#: advantage, and the win rate of players who win together. A difference is also decided if it is
#: known to be too small to notice.
DECIDING_PATHS = (MINUTES, ADVANTAGE, GAMES_WON)


def deciding_paths(paths: Collection[str]) -> list[str]:
    """Return the `DECIDING_PATHS` that are among some paths.

    The win rate of side 1 is left out beside the first-player advantage, which says the same.
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


# Thousands of games show differences that nobody at a table would ever see. The noticeable
# difference is a matter of judgement, and these constants are ours: a seat that wins one game in a
# hundred more often, a game that is three minutes longer in an hour, a lead that changes once more
# in ten games.
#: For shares of games won, for the advantage of good play, and for other shares, as shares of 1.
WINS, PAYS, SHARES = 0.01, 0.02, 0.02
#: For lengths and lead changes, as a share of the value, with the smallest difference by kind.
LENGTHS, AT_LEAST = 0.05, {LENGTH: 0.25, LEAD_CHANGES: 0.1}
#: For scores and for counts that a game declares, as a share of the value; the last is the
#: smallest difference of such a count.
SCORES, COUNTED, LEAST_COUNTED = 0.05, 0.1, 0.05


def noticeable_difference(figure: Figure, value: float) -> float:
    """Return the noticeable difference: the smallest that people notice at this value."""
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
    """Parse margins such as ``0.5pp``, for rates, and ``1%``, for all other figures.

    Parameters
    ----------
    texts
        At most one margin of each kind.
    defaults
        The margins of the kinds that are missing; None for ``Margins()``.

    Raises
    ------
    UsageError
        If a text is not a positive margin, or if a kind is given twice.
    """
    margins: dict[str, float] = {}
    for text in texts:
        match = re.fullmatch(r"([0-9]*\.?[0-9]+) *(pp|%)", text.strip())
        if not match or not float(match[1]):
            raise UsageError(
                f"the margin cannot be {text!r}; give percentage points for rates, as in 0.5pp, "
                "or a percentage of the compared value for all other figures, as in 1%"
            )
        kind = "rate" if match[2] == "pp" else "relative"
        if kind in margins:
            raise UsageError(f"--margin is given twice in {match[2]}; give it once")
        margins[kind] = float(match[1]) / 100
    return replace(defaults or Margins(), **margins)


def write_margins(margins: Margins) -> list[str]:
    """Return the texts from which `parse_margins` makes the same margins."""
    return [f"{_write_percent(margins.rate)}pp", f"{_write_percent(margins.relative)}%"]


def _write_percent(share: float) -> str:
    """Write a share in percent with all its digits, so that the same share is read back."""
    return f"{100 * share:.12f}".rstrip("0").rstrip(".")
