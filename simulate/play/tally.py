"""Integer counts of what happened, which add exactly.

A deal with all its rotations is the independent unit of every interval, because
games on the same deal resemble each other. So of everything counted the tally keeps the
sum over deals and the sum of squares of what each *deal* gave, besides the
distributions over games. Adding tallies is adding integers: the result does not
depend on how the games were split into blocks or who played them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from itertools import accumulate, chain
from operator import add
from typing import Any, Literal

import numpy as np

from simulate.errors import FathomError
from simulate.kit.layout import SEATS
from simulate.play import rows as row
from simulate.play.rows import Integers

#: What a whole win is counted as, with up to so many players: divisible by every number up to
#: theirs, so that a shared win is an integer too.
_WINS = {6: 60, SEATS: 2520}


def whole_win(players: int) -> int:
    """Return what a whole win counts at a table of so many."""
    return next(win for most, win in _WINS.items() if players <= most)


#: Who plays against whom: each seat against the others, sides of several seats, or all together
#: against the game.
Contest = Literal["seats", "sides", "together"]


class _Part:
    """Where a part of the sums stands that a layout has under this name."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, layout: TallyLayout, owner: type) -> slice:
        return layout._parts[self._name]


@dataclass(frozen=True)
class TallyLayout:
    """Where each count of a study stands in the tally's sums, and how many games a deal has.

    `places` holds, for each place of the line-up, the index of its strategy among the different
    ones; `shares` names of part and whole of each share that the game tells. Scores are counted in
    so many parts of a point. `sides` numbers the side of each seat from 0, in the order of their
    first seats, and is empty where each seat is one.
    """

    players: int
    places: tuple[int, ...]
    rotations: int
    counts: tuple[str, ...]
    shares: tuple[tuple[str, str], ...] = ()
    score_parts: int = 1
    sides: tuple[int, ...] = ()
    lower_leads: bool = False

    @property
    def seats_by_side(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side."""
        sides = self.sides or tuple(range(self.players))
        return tuple(
            tuple(seat for seat in range(self.players) if sides[seat] == side)
            for side in range(max(sides) + 1)
        )

    @property
    def side_size(self) -> int:
        """The number of seats of each side; all sides have the same number."""
        return len(self.seats_by_side[0])

    @property
    def contest(self) -> Contest:
        """Who plays against whom."""
        sides = len(self.seats_by_side)
        return "together" if sides == 1 else "seats" if sides == self.players else "sides"

    @property
    def strategies(self) -> int:
        """How many different strategies play."""
        return max(self.places) + 1

    @property
    def win(self) -> int:
        """What a whole win counts."""
        return whole_win(self.players)

    @property
    def games_by_cell(self) -> Integers:
        """Games a deal in which a strategy has a seat: shape (strategies, seats)."""
        games = np.zeros((self.strategies, self.players), np.int64)
        for rotation in range(self.rotations):
            for seat in range(self.players):
                games[self.places[(seat + rotation) % self.players], seat] += 1
        return games

    @cached_property
    def _parts(self) -> dict[str, slice]:
        sides = 0 if self.contest == "seats" else len(self.seats_by_side)
        lengths = _part_lengths(self.players, self.strategies, len(self.counts), sides)
        ends = dict(zip(lengths, accumulate(lengths.values()), strict=True))
        return {name: slice(ends[name] - length, ends[name]) for name, length in lengths.items()}

    #: Wins, in parts of `win`, and final scores by seat.
    seat_wins, seat_scores = _Part(), _Part()
    #: Wins by strategy and seat, strategy by strategy.
    cell_wins = _Part()
    #: Wins and final scores by strategy.
    strategy_wins, strategy_scores = _Part(), _Part()

    #: Final scores by side, where seats play in sides.
    side_scores = _Part()

    def single(self, name: str) -> int:
        """Return where one of `SINGLES`, `UNHASHED_COUNTS` or the game's own counts stands."""
        own = name not in (*SINGLES, *UNHASHED_COUNTS)
        begin: int = self._parts["counts" if own else name].start
        return begin + (self.counts.index(name) if own else 0)

    @property
    def ratios(self) -> tuple[tuple[str, str], ...]:
        """Part and whole of all told as a ratio: comebacks, the game's shares, those in no id."""
        return (COMEBACKS, *self.shares, LEADS)

    @property
    def grouped(self) -> tuple[int, ...]:
        """The places of the counts that `GroupSums` keeps: wins by seat, turns, lead changes."""
        wins = range(self.seat_wins.start, self.seat_wins.stop)
        return (*wins, self.single("turns"), self.single("lead_changes"))

    @property
    def size(self) -> int:
        """How many sums there are."""
        return max(int(part.stop) for part in self._parts.values())

    @property
    def unhashed(self) -> int:
        """The number of sums at the end that are not part of ids."""
        return self.size - int(self._parts[UNHASHED_COUNTS[0]].start)

    @property
    def record(self) -> np.recarray[Any, Any]:
        """The layout as compiled code takes it: where each part begins, under its name."""
        sides, rivals = np.zeros(SEATS, np.int64), np.arange(SEATS)
        for side, seats in enumerate(self.seats_by_side):
            sides[list(seats)] = side
        if self.contest == "sides":
            rivals = sides
        begins = (part.start for part in self._parts.values())
        ahead = -1 if self.lower_leads else 1
        single = (self.players, self.rotations, self.score_parts, self.win, ahead)
        return np.array([(*single, *begins, sides, rivals)], LAYOUT).view(np.recarray)


#: Counts of which there is one. ``last_seats`` counts the seats that were last at
#: half-time of a game that went on, ``comeback_wins`` their wins, in parts of a whole one.
SINGLES = (
    "turns",
    "rounds",
    "decisions",
    "lead_changes",
    "last_seats",
    "comeback_wins",
    "unfinished",
)
#: More of these, thought of when tallies were pinned already: they come last and are in no
#: id. They are counted from the same rows, so whether two runs played the same games shows
#: in the ids without them, and a new count leaves every pinned id as it is. Rivals are seats, or
#: sides where seats play in sides; the score of a side is the sum of its seats' scores, before the
#: end of those still in.
#: ``close_games`` counts games won by the best score with the second best within a point of it,
#: ``lower_score_wins`` games with a winner that had not the best score, ``without_winner`` games
#: that ended without a winner; ``half_leaders`` decided games that went on with one rival alone
#: ahead at half-time, ``leader_wins`` the wins of that rival.
UNHASHED_COUNTS: tuple[str, ...] = (
    "close_games",
    "half_leaders",
    "leader_wins",
    "lower_score_wins",
    "without_winner",
)


def _part_lengths(players: int, strategies: int, counts: int, sides: int) -> dict[str, int]:
    """Return the parts of the sums in their order, and how many sums each has."""
    return {
        "seat_wins": players,
        "seat_scores": players,
        "cell_wins": strategies * players,
        "strategy_wins": strategies,
        "strategy_scores": strategies,
        **dict.fromkeys(SINGLES, 1),
        "counts": counts,
        **dict.fromkeys(UNHASHED_COUNTS, 1),
        "side_scores": sides,
    }


_NUMBERS = ("players", "rotations", "score_parts", "win", "ahead", *_part_lengths(0, 0, 0, 0))
LAYOUT = np.dtype(
    [
        *((name, np.int64) for name in _NUMBERS),
        ("side_of", np.int64, (SEATS,)),
        #: The rival that each seat belongs to: its side, or the seat itself where each seat plays
        #: for itself, or all play together.
        ("rival_of", np.int64, (SEATS,)),
    ],
    align=True,
)
#: Part and whole of the rate of comebacks, and of wins of who leads at half-time.
COMEBACKS, LEADS = ("comeback_wins", "last_seats"), ("leader_wins", "half_leaders")
#: What has a distribution over games, besides the scores by seat.
LENGTHS = {"turns": row.TURNS, "rounds": row.ROUNDS, "decisions": row.DECISIONS}


#: The number of groups of deals: enough that a correlation between two studies is known to within
#: about 0.12, however many deals they have.
GROUPS = 256


@dataclass(frozen=True, eq=False)
class GroupSums:
    """The sums of some counts by group of deals; deal d is in group d modulo `GROUPS`.

    Two studies on the same deals have the same groups, though they were played at different times
    and one has more deals. How their sums vary together from group to group is how their means
    do (the method of random groups; Wolter, Introduction to Variance Estimation, 2007, chapter 2).

    Attributes
    ----------
    counts
        Shape (`GROUPS`, 1 + counts): deals in the group, then the sum of each of
        `TallyLayout.grouped`; shape (0, 0) where nothing was counted.
    """

    counts: Integers = field(default_factory=lambda: np.zeros((0, 0), np.int64))

    def __add__(self, other: GroupSums) -> GroupSums:
        return GroupSums(self.counts + other.counts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GroupSums) and np.array_equal(self.counts, other.counts)

    def __hash__(self) -> int:
        return hash(self.counts.tobytes())

    def pack(self) -> list[list[int]]:
        """Return the sums as plain values that `unpack` takes."""
        rows: list[list[int]] = self.counts.tolist()
        return rows

    @classmethod
    def unpack(cls, packed: Sequence[Sequence[int]]) -> GroupSums:
        """Return the sums that a journal kept."""
        return cls(np.array(packed, np.int64).reshape(len(packed), -1 if packed else 0))


@dataclass(frozen=True)
class Tally:
    """The counts of some deals of a study, whole ones, each in all its rotations.

    Of everything counted it has the sum over deals of what a deal gave, and of its square: Python
    integers, which do not overflow; and of each of `TallyLayout.ratios` the sum of part times
    whole. `lengths` are distributions of each of `LENGTHS`: of the shortest game of each deal, of
    the second shortest, …, so that the spread between deals of any share of the games is known;
    `scores` those of the final score over games, by seat. `groups` tells how some counts vary
    together with those of other studies on the same deals.
    """

    deals: int = 0
    sums: tuple[int, ...] = ()
    squares: tuple[int, ...] = ()
    products: tuple[int, ...] = ()
    lengths: dict[str, tuple[Histogram, ...]] = field(default_factory=dict)
    scores: tuple[Histogram, ...] = ()
    groups: GroupSums = field(default_factory=GroupSums)
    #: The number of sums at the end that are not part of the id: `TallyLayout.unhashed`.
    unhashed: int = 0
    #: The seats that made a decision in some game, as a set; all where that was not counted.
    decided: int = -1

    def __add__(self, other: Tally) -> Tally:
        if not self.deals or not other.deals:
            return self if self.deals else other
        return Tally(
            self.deals + other.deals,
            add_pairwise(self.sums, other.sums),
            add_pairwise(self.squares, other.squares),
            add_pairwise(self.products, other.products),
            {
                name: add_pairwise(ranks, other.lengths[name])
                for name, ranks in self.lengths.items()
            },
            add_pairwise(self.scores, other.scores),
            self.groups + other.groups,
            self.unhashed,
            self.decided | other.decided,
        )

    @classmethod
    def unpack(cls, kept: dict[str, Any]) -> Tally:
        """Return the tally that a journal kept."""
        sums, squares, products = (
            tuple(map(int, kept[name])) for name in ("sums", "squares", "products")
        )
        ranks = {name: tuple(map(Histogram.unpack, some)) for name, some in kept["lengths"].items()}
        scores = tuple(map(Histogram.unpack, kept["scores"]))
        groups = GroupSums.unpack(kept["groups"])
        later = int(kept["unhashed"]), int(kept["decided"])
        return cls(int(kept["deals"]), sums, squares, products, ranks, scores, groups, *later)

    def length(self, name: str) -> Histogram:
        """Return the distribution of one of `LENGTHS` over games."""
        return reduce(add, self.lengths[name])

    @property
    def hashed_products(self) -> tuple[int, ...]:
        """The products but that of `LEADS`, which `UNHASHED_COUNTS` make."""
        return self.products[:-1]

    def hashed(self, sums: tuple[int, ...]) -> tuple[int, ...]:
        """Return the sums, or squares, that are part of the id."""
        return sums[: len(sums) - self.unhashed]

    @cached_property
    def id(self) -> str:
        """The SHA-256 of all the integers but those of `unhashed` sums, in hexadecimal."""
        histograms = [*chain.from_iterable(self.lengths.values()), *self.scores]
        integers = [
            self.deals,
            self.hashed(self.sums),
            self.hashed(self.squares),
            *self.hashed_products,
            [histogram.pack() for histogram in histograms],
        ]
        return digest(integers)


def add_pairwise(some: Sequence[Any], others: Sequence[Any]) -> tuple[Any, ...]:
    """Add two rows, each to each."""
    return tuple(a + b for a, b in zip(some, others, strict=True))


def digest(answer: Any) -> str:
    """Return the SHA-256 of something plain, in hexadecimal."""
    return hashlib.sha256(json.dumps(answer).encode()).hexdigest()


#: From the smallest to the largest value that is counted there are at most so many.
MOST_VALUES = 1 << 20


@dataclass(frozen=True, eq=False)
class Histogram:
    """How often low, low + 1, … occurred; the first and last of `counts` are not 0."""

    low: int
    counts: Integers

    def __add__(self, other: Histogram) -> Histogram:
        low = min(self.low, other.low)
        high = max(self.low + len(self.counts), other.low + len(other.counts))
        check_width(low, high - 1)
        counts = np.zeros(high - low, np.int64)
        for part in (self, other):
            counts[part.low - low : part.low - low + len(part.counts)] += part.counts
        return Histogram(low, counts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Histogram) and self.pack() == other.pack()

    def __hash__(self) -> int:
        return hash((self.low, self.counts.tobytes()))

    def pack(self) -> list[Any]:
        """Return it plain, as `unpack` takes it."""
        return [self.low, self.counts.tolist()]

    @classmethod
    def unpack(cls, packed: Sequence[Any]) -> Histogram:
        """Return the histogram that a journal kept."""
        low, counts = packed
        return cls(int(low), np.array(counts, np.int64))

    @property
    def values(self) -> Integers:
        """The integers counted, in rising order."""
        return np.arange(self.low, self.low + len(self.counts))

    def coarser(self, parts: int) -> Histogram:
        """Count by whole units of so many parts each, every value rounded down."""
        units = self.values // parts
        return Histogram(int(units[0]), np.bincount(units - units[0], self.counts).astype(np.int64))

    def percentile(self, percent: float) -> int:
        """Return the smallest value that at least `percent` of the games do not exceed."""
        reached = np.cumsum(self.counts)
        # Exact: 7% of 100 games are 7, and 0.07 * 100 is more.
        return self.low + int(np.searchsorted(100 * reached, percent * reached[-1]))


def check_width(low: int, high: int) -> None:
    """Check that values from `low` to `high` may be counted one by one."""
    if high - low >= MOST_VALUES:
        raise FathomError(
            f"a score or a length goes from {low:,} to {high:,}, and only {MOST_VALUES:,} values "
            "are told apart; count it in larger units, or look for what grows without end"
        )
