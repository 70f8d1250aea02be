"""A figure: one number that a designer is told, declared once, and what people notice of it.

Whatever tells, draws, judges or compares figures loops over these records: the JSON object,
tables, the terminal, charts, comparisons, sweeps, targets and reports.
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
    """What a number is told in; a share in per cent, a `signed` one, a difference, in points."""

    name: str = ""
    share: bool = False
    signed: bool = False

    @property
    def of_differences(self) -> Unit:
        """What a difference of two such numbers is told in."""
        return POINTS if self.share else Unit(self.name, signed=True)

    @property
    def scale(self) -> int:
        """What 1 is, as told."""
        return 100 if self.share else 1


PLAIN = Unit()
SHARE = Unit(share=True)
POINTS = Unit("percentage points", share=True, signed=True)
#: Of what cannot be below 0.
UNSIGNED_POINTS = Unit("percentage points", share=True)


class Topic(Enum):
    """What a figure is about, in the order in which people ask; the value is a heading."""

    WINS = "Who wins"
    LENGTH = "How long a game lasts"
    COURSE = "How a game goes"
    COUNTS = "Per game"
    CARDS = "What drawing brings"


@dataclass(frozen=True)
class Mean:
    """How a figure comes from the tally: a mean over all observations of the deals.

    It stands at `place` in the tally's sums, with so many observations a deal; `unit` of the sum
    makes 1. The figure is the mean times `factor`, plus `shift`.
    """

    place: int
    per_deal: int
    unit: int = 1
    kind: MeanKind = "mean"
    shift: float = 0.0
    factor: float = 1.0


@dataclass(frozen=True)
class Ratio:
    """How a figure comes from the tally: the ratio of two sums, `part` over `whole`.

    These are places in the tally's sums, with how much of each makes 1; `index` says which of the
    tally's ratios it is.
    """

    part: int
    whole: int
    index: int
    part_unit: int
    whole_unit: int
    #: Whether it is no share, and may be below 0.
    signed: bool = False


@dataclass(frozen=True)
class Quantile:
    """How a figure comes from the tally: a percentile of one of its `LENGTHS`, times `factor`."""

    length: str
    percent: int
    factor: float = 1.0


@dataclass(frozen=True)
class SeatDifference:
    """How a figure comes from the tally: how far seats' rates are apart, or from the fair share."""

    rates: tuple[Mean, ...]
    pairs: bool


@dataclass(frozen=True, kw_only=True)
class Figure:
    """One number that a designer is told."""

    #: Its path: its own name, or what it is one of, as in ``seats``; which of these, as in
    #: ``("1",)``; and what of it, as in ``score_mean``.
    kind: str
    of: tuple[str, ...] = ()
    measure: str = ""
    topic: Topic
    #: What it is, in small letters, as in "win rate of seat 1"; as what a sentence is about, where
    #: "the" does not do before that; and among those of its kind, as in "seat 1".
    title: str
    subject: str = ""
    member: str = ""
    unit: Unit = PLAIN
    source: Any = None
    #: How it is told where there is room, with ``{value}``, ``{interval}`` and ``{n}``; where
    #: nothing was observed; where what was looked for never happened; and what chance alone gives.
    sentence: str = ""
    unseen: str = ""
    never: str = ""
    by_chance: str = ""
    #: Whether it is told unasked, and left out where room is short, as others tell nearly the same.
    listed: bool = True
    detail: bool = False
    #: Whether it is looked at where nobody asked for it; and what the few of these that have room
    #: beside each other are called at the head of a column.
    main: bool = False
    head: str = ""
    #: Whether a fair game would give everybody the same of it, so that it means something else with
    #: another number of players.
    per_fair_share: bool = False
    #: Whether it could not have been any other, because all seats play alike.
    is_fixed: bool = False

    @cached_property
    def path(self) -> str:
        """Its name in the JSON object of ``fathom run``."""
        return ".".join(part for part in (self.kind, *self.of, self.measure) if part)

    @property
    def is_win_rate(self) -> bool:
        """Whether it is somebody's share of the games won."""
        return self.measure == WIN_RATE

    @property
    def is_paired(self) -> bool:
        """Whether two runs on the same deals can be compared deal by deal."""
        return isinstance(self.source, Mean | Ratio)


WIN_RATE, SCORE_MEAN, MEAN = "win_rate", "score_mean", "mean"
#: Kinds of figures of which there are several.
SEATS, SIDES, STRATEGIES, STRATEGY_SEATS = "seats", "sides", "strategies", "strategy_seats"
LINEUP, LENGTH, COUNTS, CARDS = "lineup", "length", "counts", "cards"
#: Figures of which there is one.
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
#: Where all play together: how often they win. Where sides do, how often the first does.
GAMES_WON = f"{SIDES}.1.{WIN_RATE}"
#: How much playing well pays; a comparison's alone, for it takes games of its own.
SKILL = "skill"
TURNS, MINUTES = f"{LENGTH}.turns.{MEAN}", f"{LENGTH}.minutes.{MEAN}"
#: What is decided of differences, where nothing else is asked: which lasts longer, and whether
#: going first pays more in one, or the players who play together win more often; or that nobody
#: would notice the difference.
DECIDING_PATHS = (MINUTES, ADVANTAGE, GAMES_WON)


def deciding_paths(paths: Collection[str]) -> list[str]:
    """Return those of `DECIDED` among some paths; of sides the advantage tells who wins."""
    decided = [path for path in DECIDING_PATHS if path in paths]
    return [path for path in decided if path != GAMES_WON or ADVANTAGE not in decided]


@dataclass(frozen=True)
class Margins:
    """Up to which difference rates, and as a share of their value other figures, are the same."""

    rate: float = 0.005
    relative: float = 0.01


# Thousands of games show differences that nobody at a table would ever see. What people notice is
# a matter of judgement, and this is ours: one seat winning one game in a hundred more often, a
# game three minutes longer in an hour, the lead changing once more in ten games.
#: Shares of games won, how much skill pays, and other shares, in shares of 1.
WINS, PAYS, SHARES = 0.01, 0.02, 0.02
#: Of lengths and lead changes, as a share of what they are compared with, and at least so much.
LENGTHS, AT_LEAST = 0.05, {LENGTH: 0.25, LEAD_CHANGES: 0.1}
#: Of scores, and of the game's own counts a game, in the same way.
SCORES, COUNTED, LEAST_COUNTED = 0.05, 0.1, 0.05


def noticeable_difference(figure: Figure, value: float) -> float:
    """Return from which difference on people notice a figure that has such a value."""
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


def parse_margins(texts: Sequence[str], others: Margins | None = None) -> Margins:
    """Read margins, at most one of each kind: ``0.5pp`` and ``1%``; `others` hold for the rest."""
    found: dict[str, float] = {}
    for text in texts:
        match = re.fullmatch(r"([0-9]*\.?[0-9]+) *(pp|%)", text.strip())
        if not match or not float(match[1]):
            raise UsageError(
                f"the margin cannot be {text!r}; give percentage points for rates, as in 0.5pp, "
                "or a share of what it is compared with for all other figures, as in 1%"
            )
        kind = "rate" if match[2] == "pp" else "relative"
        if kind in found:
            raise UsageError(f"--margin is given twice in {match[2]}; give it once")
        found[kind] = float(match[1]) / 100
    return replace(others or Margins(), **found)


def write_margins(margins: Margins) -> list[str]:
    """Return margins as `parse_margins` reads them."""
    return [f"{_exactly(margins.rate)}pp", f"{_exactly(margins.relative)}%"]


def _exactly(share: float) -> str:
    """Write a share in per cent as it was typed, so that it is read as the same."""
    return f"{100 * share:.12f}".rstrip("0").rstrip(".")
