"""Tallies: integer counts of games, which add exactly.

Games on the same deal resemble each other, so a deal with all its rotations is the independent unit
of every interval. For each count the tally therefore has the sum over deals and the sum over deals
of squares, and also distributions over games. Adding tallies is adding integers, so the result does
not depend on how the games were split into blocks, or on which thread played them.
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

#: The parts of a whole win, by the most players. Every number of winners divides it, so that a
#: shared win is an integer too.
_WINS = {6: 60, SEATS: 2520}


def whole_win(players: int) -> int:
    """Return the number of parts of a whole win in games of a number of players."""
    return next(win for most, win in _WINS.items() if players <= most)


#: The opponents: each seat plays for itself, or sides of several seats play against each other, or
#: all seats play together against the game.
Contest = Literal["seats", "sides", "together"]


class _Part:
    """A descriptor: the slice of the sums that belongs to the part of its name."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, layout: TallyLayout, owner: type) -> slice:
        return layout._parts[self._name]


@dataclass(frozen=True)
class TallyLayout:
    """The places of all counts of a study in the sums of its tally."""

    players: int
    #: For each place of the line-up, the index of its strategy among the different ones.
    places: tuple[int, ...]
    #: Games of each deal.
    rotations: int
    #: The names of the game's own counts.
    counts: tuple[str, ...]
    #: The names of part and whole of each share that the game declares.
    shares: tuple[tuple[str, str], ...] = ()
    #: The parts of a point in which scores are counted.
    score_parts: int = 1
    #: The side of each seat, from 0 in the order of their first seats; empty if each seat plays for
    #: itself.
    sides: tuple[int, ...] = ()
    #: Whether the lowest score leads.
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
        """The opponents: "seats", "sides", or "together" against the game."""
        sides = len(self.seats_by_side)
        return "together" if sides == 1 else "seats" if sides == self.players else "sides"

    @property
    def strategies(self) -> int:
        """The number of different strategies."""
        return max(self.places) + 1

    @property
    def win(self) -> int:
        """The number of parts of a whole win."""
        return whole_win(self.players)

    @property
    def games_by_cell(self) -> Integers:
        """Games per deal in which a strategy plays a seat: shape (strategies, seats)."""
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
        """Return the place of one of `SINGLES`, `UNHASHED_COUNTS` or the game's own counts."""
        own = name not in (*SINGLES, *UNHASHED_COUNTS)
        begin: int = self._parts["counts" if own else name].start
        return begin + (self.counts.index(name) if own else 0)

    @property
    def ratios(self) -> tuple[tuple[str, str], ...]:
        """The ratios of two counts, each as the names of its part and its whole.

        They are comebacks, the game's own shares, and wins of leaders.
        """
        return (COMEBACKS, *self.shares, LEADS)

    @property
    def grouped(self) -> tuple[int, ...]:
        """The places of the counts that `GroupSums` keeps: wins by seat, turns, lead changes."""
        wins = range(self.seat_wins.start, self.seat_wins.stop)
        return (*wins, self.single("turns"), self.single("lead_changes"))

    @property
    def size(self) -> int:
        """The number of sums."""
        return max(int(part.stop) for part in self._parts.values())

    @property
    def unhashed(self) -> int:
        """The number of sums at the end that are not part of ids."""
        return self.size - int(self._parts[UNHASHED_COUNTS[0]].start)

    @property
    def record(self) -> np.recarray[Any, Any]:
        """The layout for compiled code: a record with the first place of each part."""
        sides, rivals = np.zeros(SEATS, np.int64), np.arange(SEATS)
        for side, seats in enumerate(self.seats_by_side):
            sides[list(seats)] = side
        if self.contest == "sides":
            rivals = sides
        begins = (part.start for part in self._parts.values())
        ahead = -1 if self.lower_leads else 1
        single = (self.players, self.rotations, self.score_parts, self.win, ahead)
        return np.array([(*single, *begins, sides, rivals)], LAYOUT).view(np.recarray)


#: Counts that are a single number. ``last_seats`` counts the seats that were last at half-time of a
#: game that went on, and ``comeback_wins`` their wins, in parts of a whole win.
SINGLES = (
    "turns",
    "rounds",
    "decisions",
    "lead_changes",
    "last_seats",
    "comeback_wins",
    "unfinished",
)
#: More counts that are a single number, but not part of the id of a tally. They come last. A new
#: count belongs here: then every pinned id stays valid. Ids do not need them to tell runs apart, as
#: all counts come from the same rows.
#:
#: Rivals are seats, or sides in a game with sides. The score of a side is the sum of the scores of
#: its seats; before the end, of its seats still in.
#:
#: - ``close_games``: games won by the best score, with the second best within a point of it;
#: - ``lower_score_wins``: games with a winner that did not have the best score;
#: - ``without_winner``: games that ended without a winner;
#: - ``half_leaders``: decided games that went on with one rival alone ahead at half-time;
#: - ``leader_wins``: the wins of that rival, in parts of a whole win.
UNHASHED_COUNTS: tuple[str, ...] = (
    "close_games",
    "half_leaders",
    "leader_wins",
    "lower_score_wins",
    "without_winner",
)


def _part_lengths(players: int, strategies: int, counts: int, sides: int) -> dict[str, int]:
    """Return the number of sums of each part, by name, in the order of the sums."""
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
        #: The rival that each seat belongs to: its side, or the seat itself if each seat plays for
        #: itself or all play together.
        ("rival_of", np.int64, (SEATS,)),
    ],
    align=True,
)
#: Part and whole of the rate of comebacks.
COMEBACKS = ("comeback_wins", "last_seats")
#: Part and whole of the win rate of the rival that leads at half-time.
LEADS = ("leader_wins", "half_leaders")
#: The lengths of a game that have a distribution over games, and their places in a row.
LENGTHS = {"turns": row.TURNS, "rounds": row.ROUNDS, "decisions": row.DECISIONS}


#: The number of groups of deals. With 256 groups a correlation between two studies is known to
#: within about 0.12, whatever the number of deals.
GROUPS = 256


@dataclass(frozen=True, eq=False)
class GroupSums:
    """The sums of some counts by group of deals; deal d is in group d modulo `GROUPS`.

    Two studies on the same deals have the same groups, even if they were played at different times
    and one has more deals. The covariance of their sums over groups estimates the covariance of
    their means (method of random groups; Wolter, Introduction to Variance Estimation, 2007, chapter
    2).

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
        """Return the sums from the JSON values of a journal."""
        return cls(np.array(packed, np.int64).reshape(len(packed), -1 if packed else 0))


@dataclass(frozen=True)
class Tally:
    """The counts of some deals of a study, each deal in all its rotations.

    All sums are Python integers, which do not overflow. `TallyLayout` has their order.
    """

    deals: int = 0
    #: For each count, the sum over deals of the count of a deal.
    sums: tuple[int, ...] = ()
    #: For each count, the sum over deals of the square of the count of a deal.
    squares: tuple[int, ...] = ()
    #: For each of `TallyLayout.ratios`, the sum over deals of part times whole.
    products: tuple[int, ...] = ()
    #: For each of `LENGTHS`, the distribution over deals of the shortest game of a deal, of the
    #: second shortest, and so on. The spread between deals of any quantile follows from them.
    lengths: dict[str, tuple[Histogram, ...]] = field(default_factory=dict)
    #: The distribution of final scores over games, by seat.
    scores: tuple[Histogram, ...] = ()
    #: Sums by group of deals, from which the covariance with other studies follows.
    groups: GroupSums = field(default_factory=GroupSums)
    #: The number of sums at the end that are not part of the id: `TallyLayout.unhashed`.
    unhashed: int = 0
    #: The seats that made a decision in some game, as a set; all seats if that was not counted.
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
    def unpack(cls, packed: dict[str, Any]) -> Tally:
        """Return the tally from the JSON values of a journal."""
        lengths = {
            name: tuple(map(Histogram.unpack, ranks)) for name, ranks in packed["lengths"].items()
        }
        return cls(
            deals=int(packed["deals"]),
            sums=tuple(map(int, packed["sums"])),
            squares=tuple(map(int, packed["squares"])),
            products=tuple(map(int, packed["products"])),
            lengths=lengths,
            scores=tuple(map(Histogram.unpack, packed["scores"])),
            groups=GroupSums.unpack(packed["groups"]),
            unhashed=int(packed["unhashed"]),
            decided=int(packed["decided"]),
        )

    def length(self, name: str) -> Histogram:
        """Return the distribution of one of `LENGTHS` over games."""
        return reduce(add, self.lengths[name])

    @property
    def hashed_products(self) -> tuple[int, ...]:
        """The products that are part of the id: all but the last, that of `LEADS`."""
        return self.products[:-1]

    def hashed(self, sums: tuple[int, ...]) -> tuple[int, ...]:
        """Return the sums, or squares, that the id includes: all but the last `unhashed`."""
        return sums[: len(sums) - self.unhashed]

    @cached_property
    def id(self) -> str:
        """The fingerprint: SHA-256 of all integers except the `unhashed` sums, in hexadecimal."""
        histograms = [*chain.from_iterable(self.lengths.values()), *self.scores]
        integers = [
            self.deals,
            self.hashed(self.sums),
            self.hashed(self.squares),
            *self.hashed_products,
            [histogram.pack() for histogram in histograms],
        ]
        return digest(integers)


def add_pairwise(left: Sequence[Any], right: Sequence[Any]) -> tuple[Any, ...]:
    """Return the sums of the elements of two sequences of the same length."""
    return tuple(a + b for a, b in zip(left, right, strict=True))


def digest(values: Any) -> str:
    """Return the SHA-256 of JSON values, in hexadecimal."""
    return hashlib.sha256(json.dumps(values).encode()).hexdigest()


#: The most values in a histogram, from the smallest value to the largest.
MOST_VALUES = 1 << 20


@dataclass(frozen=True, eq=False)
class Histogram:
    """The number of games with each value, from `low` on."""

    low: int
    #: The number of games with the value low, low + 1, and so on; the first and last are not 0.
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
        """Return the histogram as plain values that `unpack` takes."""
        return [self.low, self.counts.tolist()]

    @classmethod
    def unpack(cls, packed: Sequence[Any]) -> Histogram:
        """Return the histogram from the JSON values of a journal."""
        low, counts = packed
        return cls(int(low), np.array(counts, np.int64))

    @property
    def values(self) -> Integers:
        """The values, in rising order."""
        return np.arange(self.low, self.low + len(self.counts))

    def coarser(self, parts: int) -> Histogram:
        """Return the histogram of the values divided by `parts` and rounded down."""
        units = self.values // parts
        return Histogram(int(units[0]), np.bincount(units - units[0], self.counts).astype(np.int64))

    def percentile(self, percent: float) -> int:
        """Return the smallest value that at least `percent` of the games do not exceed."""
        reached = np.cumsum(self.counts)
        # In integers, as 7% of 100 games are 7 games, but 0.07 * 100 is more than 7.
        return self.low + int(np.searchsorted(100 * reached, percent * reached[-1]))


def check_width(low: int, high: int) -> None:
    """Raise `FathomError` if there are too many values from `low` to `high` for a histogram."""
    if high - low >= MOST_VALUES:
        raise FathomError(
            f"a score or a length ranges from {low:,} to {high:,}; at most {MOST_VALUES:,} values "
            "can be counted; count it in larger units, or look for a score or length that grows "
            "without end"
        )
