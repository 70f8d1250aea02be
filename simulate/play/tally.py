"""Tallies: sums of the integer counts of games.

Games on the same deal resemble each other, so every interval treats a deal with all its rotations
as one observation. For each count, a tally has the sum over deals of the count of a deal, and the
sum of its squares; it also has distributions over games. Integers add exactly, so a tally does not
depend on how the games were split into blocks or on which thread played them.
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

#: The number of parts into which a win is divided, by the maximum number of players. It can be
#: divided by every number of winners, so that shares of a win are integers.
_WINS = {6: 60, 10: 2520, SEATS: 27720}


def whole_win(players: int) -> int:
    """Return the number of parts into which a win is divided, for a number of players.

    Raises
    ------
    StopIteration
        If there are more players than `SEATS`.
    """
    return next(win for most, win in _WINS.items() if players <= most)


#: Who plays against whom: each seat for itself ("seats"), sides of several seats ("sides"), or all
#: seats together against the game ("together").
Contest = Literal["seats", "sides", "together"]


@dataclass(frozen=True)
class GroupingLayout:
    """The groups of a grouping, such as the factions of a game, under the rules of a study."""

    #: The noun for a group, such as "faction".
    name: str
    #: The name of each group; empty for a group that no seat can be in.
    groups: tuple[str, ...]
    #: True if all seats of a group win together.
    wins_together: bool = False


class _Part:
    """A descriptor for one part of the sums: reading it returns the `slice` that selects it."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, layout: TallyLayout, owner: type) -> slice:
        return layout._parts[self._name]


@dataclass(frozen=True)
class TallyLayout:
    """The index of each count of a study in the sums of its tally."""

    players: int
    #: For each place of the line-up, the index of its strategy in the list of different strategies.
    places: tuple[int, ...]
    #: The number of games per deal.
    rotations: int
    #: The names of the counts that the game declares, in order.
    counts: tuple[str, ...]
    #: The shares (ratios of two counts) that the game declares, as names of numerator (part) and
    #: denominator (whole).
    shares: tuple[tuple[str, str], ...] = ()
    #: The number of parts per point in which scores are counted.
    score_parts: int = 1
    #: The side of each seat, from 0 in the order of their first seats; empty if each seat plays for
    #: itself.
    sides: tuple[int, ...] = ()
    #: True if the lowest score leads.
    lower_leads: bool = False
    #: The groups of seats whose wins are counted.
    groupings: tuple[GroupingLayout, ...] = ()
    #: True if the game has losers.
    loses: bool = False
    #: The number of counts that the game declares. They come first in `counts`, and their
    #: distributions over games are kept. Counts of cards and of events are only added up.
    distributed_counts: int = 0

    @property
    def seats_by_side(self) -> tuple[tuple[int, ...], ...]:
        """For each side, its seats, from 0. A seat that plays for itself is a side."""
        sides = self.sides or tuple(range(self.players))
        seats: list[list[int]] = [[] for _ in range(max(sides) + 1)]
        for seat in range(self.players):
            seats[sides[seat]].append(seat)
        return tuple(map(tuple, seats))

    @property
    def side_size(self) -> int:
        """The number of seats per side, which is the same for all sides."""
        return len(self.seats_by_side[0])

    @property
    def contest(self) -> Contest:
        """The opponents in the game: seats, sides, or all players against the game."""
        sides = len(self.seats_by_side)
        return "together" if sides == 1 else "seats" if sides == self.players else "sides"

    @property
    def strategies(self) -> int:
        """The number of different strategies."""
        return max(self.places) + 1

    @property
    def win(self) -> int:
        """The number of parts into which a win is divided."""
        return whole_win(self.players)

    @property
    def games_by_cell(self) -> Integers:
        """The number of games per deal in which a strategy plays a seat: (strategies, seats)."""
        games = np.zeros((self.strategies, self.players), np.int64)
        for rotation in range(self.rotations):
            for seat in range(self.players):
                games[self.places[(seat + rotation) % self.players], seat] += 1
        return games

    @cached_property
    def _parts(self) -> dict[str, slice]:
        """The slice of the sums of each part, by name."""
        sides = 0 if self.contest == "seats" else len(self.seats_by_side)
        lengths = _part_lengths(
            self.players,
            self.strategies,
            len(self.counts),
            sides,
            len(self.groups),
            self.players * self.loses,
            self.strategies * self.loses,
        )
        ends = dict(zip(lengths, accumulate(lengths.values()), strict=True))
        return {name: slice(ends[name] - length, ends[name]) for name, length in lengths.items()}

    #: The slices of wins (in parts of a win) and of final scores, by seat.
    seat_wins = _Part()
    seat_scores = _Part()
    #: The slice of wins by strategy and seat; all seats of the first strategy come first.
    cell_wins = _Part()
    #: The slices of wins and of final scores, by strategy.
    strategy_wins = _Part()
    strategy_scores = _Part()

    #: The slice of final scores by side; empty if each seat plays for itself.
    side_scores = _Part()
    #: The slices of the games in which some seat is in a group, of the wins of the group's seats,
    #: and of their fair shares (both in parts of a win), by group of `groups`. The last slice has
    #: the wins less the fair shares.
    group_games = _Part()
    group_wins = _Part()
    group_fair = _Part()
    group_surplus = _Part()
    #: The slices of losses (in parts of a win), by seat and by strategy; empty without losers.
    seat_losses = _Part()
    strategy_losses = _Part()

    @property
    def groups(self) -> tuple[tuple[str, str], ...]:
        """The groups that seats can be in, as pairs: name of the grouping, name of the group."""
        return tuple(
            (grouping.name, group)
            for grouping in self.groupings
            for group in grouping.groups
            if group
        )

    @property
    def sets(self) -> int:
        """The number of sets of seats in each game's row.

        There is one for each group and, if the game says who lost, one for the losers.
        """
        return sum(len(grouping.groups) for grouping in self.groupings) + self.loses

    @property
    def group_columns(self) -> Integers:
        """Three integers for each of `groups`: shape (groups, 3).

        - the column of its set of seats in a row, as a negative index from the end of the row;
        - the number of its grouping;
        - 1 if its seats win together, else 0.
        """
        columns = []
        column = -self.sets
        for number, grouping in enumerate(self.groupings):
            for group in grouping.groups:
                if group:
                    columns.append((column, number, int(grouping.wins_together)))
                column += 1
        return np.array(columns, np.int64).reshape(-1, 3)

    def single(self, name: str) -> int:
        """Return the index in the sums of a count that is one number, not one per seat or strategy.

        Parameters
        ----------
        name
            One of `SINGLES`, `UNHASHED_COUNTS` or the counts that the game declares.

        Raises
        ------
        ValueError
            If there is no such count.
        """
        own = name not in (*SINGLES, *UNHASHED_COUNTS)
        begin: int = self._parts["counts" if own else name].start
        return begin + (self.counts.index(name) if own else 0)

    @property
    def ratios(self) -> tuple[tuple[str, str], ...]:
        """The ratios of two counts, as names of numerator (part) and denominator (whole).

        They are the rate of comebacks, the game's own shares, and the win rate of leaders.
        `group_ratios` follow in `Tally.products`.
        """
        return (COMEBACKS, *self.shares, LEADS)

    @property
    def group_ratios(self) -> tuple[tuple[int, int], ...]:
        """The ratios of the groups, as indices in the sums of numerator and denominator.

        The numerators are the wins of all groups, then their fair shares, then their surpluses;
        the denominator is always the number of games that the group is in.
        """
        games = range(self.group_games.start, self.group_games.stop)
        parts = (self.group_wins, self.group_fair, self.group_surplus)
        return tuple(
            (part.start + number, whole) for part in parts for number, whole in enumerate(games)
        )

    @property
    def grouped(self) -> tuple[int, ...]:
        """The indices of the counts that `GroupSums` has: wins by seat, turns, lead changes."""
        wins = range(self.seat_wins.start, self.seat_wins.stop)
        return (*wins, self.single("turns"), self.single("lead_changes"))

    @property
    def size(self) -> int:
        """The number of sums."""
        return max(int(part.stop) for part in self._parts.values())

    @property
    def unhashed(self) -> int:
        """The number of sums at the end that the fingerprint of a tally does not include."""
        return self.size - int(self._parts[UNHASHED_COUNTS[0]].start)

    @property
    def record(self) -> np.recarray[Any, Any]:
        """The layout for compiled code: a record of type `LAYOUT`, in an array of shape (1,).

        It has the index of the first sum of each part.
        """
        sides = np.zeros(SEATS, np.int64)
        rivals = np.arange(SEATS)
        for side, seats in enumerate(self.seats_by_side):
            sides[list(seats)] = side
        if self.contest == "sides":
            rivals = sides
        begins = (part.start for part in self._parts.values())
        ahead = -1 if self.lower_leads else 1
        single = (
            *(self.players, self.rotations, self.score_parts, self.win, ahead),
            *(self.side_size, self.contest == "together", len(self.counts)),
        )
        return np.array([(*single, *begins, sides, rivals)], LAYOUT).view(np.recarray)


#: Counts that are a single number. ``last_seats`` counts the seats that were last at half-time (in
#: a game with sides, the sides), and ``comeback_wins`` their wins, in parts of a win.
SINGLES = (
    "turns",
    "rounds",
    "decisions",
    "lead_changes",
    "last_seats",
    "comeback_wins",
    "unfinished",
)
#: More counts that are a single number. The fingerprint of a tally does not include them, so that
#: fingerprints stay valid when a count is added here. They come last in the sums.
#:
#: Rivals are seats, or sides in a game with sides. The score of a side is the sum of the scores of
#: its seats (at half-time, of its seats still in the game).
#:
#: - ``close_games``: games won with the best score, with a second best score within one point;
#: - ``half_leaders``: finished games in which a rival had the sole lead at half-time;
#: - ``leader_wins``: the wins of these rivals, in parts of a win;
#: - ``lower_score_wins``: games with a winner that did not have the best score;
#: - ``without_winner``: games that ended without a winner;
#: - ``shared_wins``: games whose win several rivals share, or several teams in a game with teams.
UNHASHED_COUNTS: tuple[str, ...] = (
    "close_games",
    "half_leaders",
    "leader_wins",
    "lower_score_wins",
    "without_winner",
    "shared_wins",
)


def _part_lengths(
    players: int,
    strategies: int,
    counts: int,
    sides: int,
    groups: int,
    seat_losses: int,
    strategy_losses: int,
) -> dict[str, int]:
    """Return the number of sums that each part of a tally has, by the part's name.

    The parts are in the order of their sums.
    """
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
        **dict.fromkeys(("group_games", "group_wins", "group_fair", "group_surplus"), groups),
        "seat_losses": seat_losses,
        "strategy_losses": strategy_losses,
    }


#: The numbers in a record of type `LAYOUT`. ``together`` is 1 if all seats play together, and
#: ``declared`` is the number of the game's own counts. The index of each part follows.
_NUMBERS = (
    *("players", "rotations", "score_parts", "win", "ahead", "side_size", "together", "declared"),
    *_part_lengths(0, 0, 0, 0, 0, 0, 0),
)
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
#: The counts whose ratio is the rate of comebacks.
COMEBACKS = ("comeback_wins", "last_seats")
#: The counts whose ratio is the win rate of the rival that leads at half-time.
LEADS = ("leader_wins", "half_leaders")
#: The measures of a game's length, with their indices in a row.
LENGTHS = {"turns": row.TURNS, "rounds": row.ROUNDS, "decisions": row.DECISIONS}


#: The number of groups of deals. With 256 groups, the 95% interval of a correlation between two
#: studies is at most about 0.12 wide on each side, for any number of deals.
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
        Shape (`GROUPS`, 1 + counts): the number of deals in the group, then the sum of each count
        of `TallyLayout.grouped`. Shape (0, 0) if groups were not counted.
    """

    counts: Integers = field(default_factory=lambda: np.zeros((0, 0), np.int64))

    def __add__(self, other: GroupSums) -> GroupSums:
        return GroupSums(self.counts + other.counts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GroupSums) and np.array_equal(self.counts, other.counts)

    def __hash__(self) -> int:
        return hash(self.counts.tobytes())

    def pack(self) -> list[list[int]]:
        """Return `counts` as lists, for `unpack`."""
        rows: list[list[int]] = self.counts.tolist()
        return rows

    @classmethod
    def unpack(cls, packed: Sequence[Sequence[int]]) -> GroupSums:
        """Return the sums from the lists that `pack` returned, as a journal stores them.

        Raises
        ------
        ValueError, TypeError
            If the lists are not a table of integers.
        """
        return cls(np.array(packed, np.int64).reshape(len(packed), -1 if packed else 0))


@dataclass(frozen=True)
class Tally:
    """The counts of some deals of a study, each deal in all its rotations.

    All sums are Python integers, which do not overflow. `TallyLayout` has their order. Adding the
    tallies of different deals gives the tally of all these deals.
    """

    #: The number of deals.
    deals: int = 0
    #: For each count, its sum over deals.
    sums: tuple[int, ...] = ()
    #: For each count, its square in a deal, summed over deals.
    squares: tuple[int, ...] = ()
    #: For each ratio of `TallyLayout.ratios` and then of `TallyLayout.group_ratios`, the sum over
    #: deals of numerator times denominator.
    products: tuple[int, ...] = ()
    #: For each measure of `LENGTHS`, the distribution over deals of the shortest game of a deal, of
    #: the second shortest, and so on. From them, intervals of quantiles are computed.
    lengths: dict[str, tuple[Histogram, ...]] = field(default_factory=dict)
    #: The distribution of final scores over games, by seat.
    scores: tuple[Histogram, ...] = ()
    #: The distribution of lead changes over games. It has no games in tallies of older journals.
    lead_changes: Histogram = field(default_factory=lambda: Histogram.unpack([0, []]))
    #: The distribution over games of each of `TallyLayout.distributed_counts`, in at most
    #: `MOST_BINS` bins. It is empty if some of the games come from an older journal without them.
    counts: tuple[Histogram, ...] = ()
    #: Sums by group of deals, from which covariances with other studies are computed.
    groups: GroupSums = field(default_factory=GroupSums)
    #: The number of sums at the end that `id` does not include: `TallyLayout.unhashed`.
    unhashed: int = 0
    #: The number of products at the end that `id` does not include.
    unhashed_products: int = 1
    #: The set of seats that made a decision in some game, as bits; -1 (all seats) if unknown.
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
            self.lead_changes + other.lead_changes,
            _add_binned(self.counts, other.counts),
            self.groups + other.groups,
            self.unhashed,
            self.unhashed_products,
            self.decided | other.decided,
        )

    @classmethod
    def unpack(cls, packed: dict[str, Any]) -> Tally:
        """Return the tally whose fields are stored in a journal as JSON values.

        Raises
        ------
        KeyError, TypeError, ValueError, AttributeError
            If these are not the values of a tally.
        """
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
            lead_changes=Histogram.unpack(packed.get("lead_changes", [0, []])),
            counts=tuple(map(Histogram.unpack, packed.get("counts", []))),
            groups=GroupSums.unpack(packed["groups"]),
            unhashed=int(packed["unhashed"]),
            unhashed_products=int(packed.get("unhashed_products", 1)),
            decided=int(packed["decided"]),
        )

    def length(self, name: str) -> Histogram:
        """Return the distribution over games of a measure of `LENGTHS`.

        Raises
        ------
        KeyError
            If the tally has no lengths of that name.
        """
        return reduce(add, self.lengths[name])

    @property
    def hashed_products(self) -> tuple[int, ...]:
        """The products that `id` includes: all but those for `LEADS` and for groups."""
        return self.products[: len(self.products) - self.unhashed_products]

    def without_unhashed(self, sums: tuple[int, ...]) -> tuple[int, ...]:
        """Return sums or squares without the last ones, which the fingerprint does not include."""
        return sums[: len(sums) - self.unhashed]

    @cached_property
    def id(self) -> str:
        """The fingerprint: a SHA-256 hash in hexadecimal, the same for equal tallies.

        It includes the number of deals, the sums, squares and products except the `unhashed` ones,
        and the distributions of lengths and scores, but not those of lead changes and counts.
        """
        histograms = [*chain.from_iterable(self.lengths.values()), *self.scores]
        integers = [
            self.deals,
            self.without_unhashed(self.sums),
            self.without_unhashed(self.squares),
            *self.hashed_products,
            [histogram.pack() for histogram in histograms],
        ]
        return digest(integers)


def add_pairwise(first: Sequence[Any], second: Sequence[Any]) -> tuple[Any, ...]:
    """Return a tuple with the sum of the first elements of two sequences, of the second, and so on.

    Raises
    ------
    ValueError
        If the lengths differ.
    """
    return tuple(a + b for a, b in zip(first, second, strict=True))


def digest(values: Any) -> str:
    """Return the SHA-256 hash of JSON values, in hexadecimal.

    Raises
    ------
    TypeError
        If they are not JSON values.
    """
    return hashlib.sha256(json.dumps(values).encode()).hexdigest()


def _add_binned(first: Sequence[Histogram], second: Sequence[Histogram]) -> tuple[Histogram, ...]:
    """Return the sums of histograms in bins; empty if either tally has none."""
    if not first or not second:
        return ()
    return tuple(a.add_in_bins(b) for a, b in zip(first, second, strict=True))


#: The maximum number of values that a histogram has, from the smallest to the largest.
MOST_VALUES = 1 << 20
#: The maximum number of bins of a distribution of counts.
MOST_BINS = 1 << 10


@dataclass(frozen=True, eq=False)
class Histogram:
    """The number of games with each value. Adding histograms adds these numbers.

    A wide distribution of counts has bins of several values. All bins of a histogram have the same
    width, a power of 2, and begin at a multiple of it.
    """

    #: The smallest value of the first bin.
    low: int
    #: The number of games in each bin, from the first to the last bin that has games.
    counts: Integers
    #: The number of values per bin: 1, unless the values would fill more than `MOST_BINS` bins.
    width: int = 1

    def __add__(self, other: Histogram) -> Histogram:
        """Return the sum of two histograms with the same width.

        Raises
        ------
        FathomError
            If the sum would have more than `MOST_VALUES` bins.
        """
        low = min(self.low, other.low)
        end = max(self.end, other.end)
        check_width(low // self.width, end // self.width - 1)
        counts = np.zeros((end - low) // self.width, np.int64)
        for part in (self, other):
            first = (part.low - low) // self.width
            counts[first : first + len(part.counts)] += part.counts
        return Histogram(low, counts, self.width)

    def add_in_bins(self, other: Histogram) -> Histogram:
        """Return the sum of two histograms, in bins so wide that there are at most `MOST_BINS`.

        The width depends on the smallest and the largest value alone, not on the order of adding.
        """
        low = min(self.low, other.low)
        end = max(self.end, other.end)
        width = fitting_width(low, end - 1, max(self.width, other.width))
        return self.in_bins(width) + other.in_bins(width)

    def in_bins(self, width: int) -> Histogram:
        """Return the distribution in bins of `width` values, a multiple of the present width."""
        if width == self.width:
            return self
        starts = self.values // width
        counts = np.zeros(int(starts[-1] - starts[0]) + 1, np.int64)
        np.add.at(counts, starts - starts[0], self.counts)
        return Histogram(int(starts[0]) * width, counts, width)

    @property
    def end(self) -> int:
        """The largest value of the last bin, plus 1."""
        return self.low + len(self.counts) * self.width

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Histogram) and self.pack() == other.pack()

    def __hash__(self) -> int:
        return hash((self.low, self.counts.tobytes()))

    def pack(self) -> list[Any]:
        """Return `low`, the list of `counts` and, if it is above 1, `width`, for `unpack`."""
        packed = [self.low, self.counts.tolist()]
        if self.width > 1:
            packed.append(self.width)
        return packed

    @classmethod
    def unpack(cls, packed: Sequence[Any]) -> Histogram:
        """Return the histogram from the list that `pack` returned, as a journal stores it.

        Raises
        ------
        ValueError, TypeError
            If these are not the values of a histogram.
        """
        low, counts, *width = packed
        return cls(int(low), np.array(counts, np.int64), *map(int, width))

    @property
    def values(self) -> Integers:
        """The smallest value of each bin, including bins without games."""
        return np.arange(self.low, self.end, self.width)

    def coarser(self, parts: int) -> Histogram:
        """Return the histogram of all values divided by `parts` and rounded down.

        With `Game.score_parts` as `parts`, scores become whole points.

        Raises
        ------
        IndexError
            If the histogram has no values.
        """
        units = self.values // parts
        return Histogram(int(units[0]), np.bincount(units - units[0], self.counts).astype(np.int64))

    def percentile(self, percent: float) -> int:
        """Return the smallest value that at least `percent` percent of the games do not exceed.

        If bins have several values, the result is the smallest value of the bin with that value.

        Raises
        ------
        IndexError
            If the histogram has no values.
        """
        reached = np.cumsum(self.counts)
        # In integers, as 7% of 100 games are 7 games, but 0.07 * 100 is more than 7.
        place = int(np.searchsorted(100 * reached, percent * reached[-1]))
        return self.low + place * self.width


def fitting_width(low: int, high: int, least: int = 1) -> int:
    """Return the smallest power of 2 for bins that hold `low` to `high` in at most `MOST_BINS`.

    It is at least `least`, which has to be a power of 2.
    """
    width = least
    while high // width - low // width >= MOST_BINS:
        width *= 2
    return width


def check_width(low: int, high: int) -> None:
    """Check that there are at most `MOST_VALUES` integers from `low` to `high`.

    Raises
    ------
    FathomError
        If there are more. A histogram of them would fill the memory.
    """
    if high - low >= MOST_VALUES:
        raise FathomError(
            f"a score or a length ranges from {low:,} to {high:,}, which is more than "
            f"{MOST_VALUES:,} values; count it in larger units, or look for a score or length "
            "that grows without end"
        )
