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
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, reduce
from itertools import accumulate, chain
from operator import add
from typing import Any, Literal, NamedTuple

import numba
import numpy as np
from numba import types

from simulate.errors import FathomError
from simulate.kit.bits import EMPTY, bit, has, lowest, size
from simulate.kit.compiled import inlined, instantiate
from simulate.kit.layout import SEATS
from simulate.play import rows as row
from simulate.play.histogram import (
    Histogram,
    compile_value_counting,
    count_values,
    find_bounds,
)
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


@dataclass(frozen=True)
class TallyLayout:
    """Where each count of a study stands in the tally's sums.

    Attributes
    ----------
    players
        Seats.
    places
        For each place of the line-up, the index of its strategy among the
        different ones.
    rotations
        Games a deal.
    counts
        Names of the game's own counts.
    shares
        Names of part and whole of each share that the game tells.
    score_parts
        How many parts of a point scores are counted in.
    sides
        The side of each seat, numbered from 0 in the order of their first seats; empty where each
        seat is one.
    """

    players: int
    places: tuple[int, ...]
    rotations: int
    counts: tuple[str, ...]
    shares: tuple[tuple[str, str], ...] = ()
    score_parts: int = 1
    sides: tuple[int, ...] = ()

    @property
    def seats_by_side(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side."""
        sides = self.sides or tuple(range(self.players))
        return tuple(
            tuple(seat for seat in range(self.players) if sides[seat] == side)
            for side in range(max(sides) + 1)
        )

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
        lengths = _part_lengths(self.players, self.strategies, len(self.counts))
        ends = accumulate(lengths.values())
        return {
            name: slice(end - length, end)
            for (name, length), end in zip(lengths.items(), ends, strict=True)
        }

    @property
    def seat_wins(self) -> slice:
        """Wins by seat, in parts of `win`."""
        return self._parts["seat_wins"]

    @property
    def seat_scores(self) -> slice:
        """Final scores by seat."""
        return self._parts["seat_scores"]

    @property
    def cell_wins(self) -> slice:
        """Wins by strategy and seat, in parts of `win`, strategy by strategy."""
        return self._parts["cell_wins"]

    @property
    def strategy_wins(self) -> slice:
        """Wins by strategy, in parts of `win`."""
        return self._parts["strategy_wins"]

    @property
    def strategy_scores(self) -> slice:
        """Final scores by strategy."""
        return self._parts["strategy_scores"]

    def single(self, name: str) -> int:
        """Return where one of `SINGLES` or `LATER`, or of the game's own counts, stands."""
        if name in (*SINGLES, *LATER):
            return self._begin(name)
        return self._begin("counts") + self.counts.index(name)

    @property
    def ratios(self) -> tuple[tuple[str, str], ...]:
        """Part and whole of everything told as a ratio: comebacks, then the game's shares."""
        return (COMEBACKS, *self.shares)

    @property
    def size(self) -> int:
        """How many sums there are."""
        size: int = max(part.stop for part in self._parts.values())
        return size

    @property
    def record(self) -> np.recarray[Any, Any]:
        """The layout as compiled code takes it: where each part begins, under its name."""
        begins = (self._begin(name) for name in self._parts)
        sides = np.zeros(SEATS, np.int64)
        for side, seats in enumerate(self.seats_by_side):
            sides[list(seats)] = side
        numbers = (self.players, self.rotations, self.score_parts, self.win, *begins, sides)
        return np.array([numbers], _RECORD).view(np.recarray)

    def _begin(self, name: str) -> int:
        begin: int = self._parts[name].start
        return begin


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
#: in the ids without them, and a new count leaves every pinned id as it is. ``close_games``
#: counts those that several won, or one with another within a point of it.
LATER: tuple[str, ...] = ("close_games",)


def _part_lengths(players: int, strategies: int, counts: int) -> dict[str, int]:
    """Return the parts of the sums in their order, and how many sums each has."""
    return {
        "seat_wins": players,
        "seat_scores": players,
        "cell_wins": strategies * players,
        "strategy_wins": strategies,
        "strategy_scores": strategies,
        **dict.fromkeys(SINGLES, 1),
        "counts": counts,
        **dict.fromkeys(LATER, 1),
    }


_RECORD = np.dtype(
    [
        *(
            (name, np.int64)
            for name in ("players", "rotations", "score_parts", "win", *_part_lengths(0, 0, 0))
        ),
        ("side_of", np.int64, (SEATS,)),
    ],
    align=True,
)
#: Part and whole of the rate of comebacks.
COMEBACKS = ("comeback_wins", "last_seats")
#: What has a distribution over games, besides the scores by seat.
LENGTHS = {"turns": row.TURNS, "rounds": row.ROUNDS, "decisions": row.DECISIONS}


@dataclass(frozen=True)
class Tally:
    """The counts of some deals of a study.

    Attributes
    ----------
    deals
        Whole deals played, each in all its rotations.
    sums, squares
        Of everything counted, the sum over deals of what a deal gave, and of its square:
        Python integers, which do not overflow.
    products
        Of each of `TallyLayout.ratios`, the sum over deals of part times whole, for the
        interval of the ratio.
    lengths
        Distributions of each of `LENGTHS`: of the shortest game of each deal, of the second
        shortest, …, so that the spread between deals of any share of the games is known.
    scores
        Distribution of the final score over games, by seat.
    """

    deals: int = 0
    sums: tuple[int, ...] = ()
    squares: tuple[int, ...] = ()
    products: tuple[int, ...] = ()
    lengths: dict[str, tuple[Histogram, ...]] = field(default_factory=dict)
    scores: tuple[Histogram, ...] = ()

    def __add__(self, other: Tally) -> Tally:
        if not self.deals or not other.deals:
            return self if self.deals else other
        return Tally(
            self.deals + other.deals,
            tuple(a + b for a, b in zip(self.sums, other.sums, strict=True)),
            tuple(a + b for a, b in zip(self.squares, other.squares, strict=True)),
            tuple(a + b for a, b in zip(self.products, other.products, strict=True)),
            {
                name: tuple(a + b for a, b in zip(ranks, other.lengths[name], strict=True))
                for name, ranks in self.lengths.items()
            },
            tuple(a + b for a, b in zip(self.scores, other.scores, strict=True)),
        )

    def packed(self) -> dict[str, Any]:
        """Return all the integers, plain; `unpacked` takes them."""
        return {
            "deals": self.deals,
            "sums": list(self.sums),
            "squares": list(self.squares),
            "products": list(self.products),
            "lengths": {
                name: [one.packed() for one in ranks] for name, ranks in self.lengths.items()
            },
            "scores": [one.packed() for one in self.scores],
        }

    @classmethod
    def unpacked(cls, packed: dict[str, Any]) -> Tally:
        """Return the tally of what `packed` gave."""
        sums, squares, products = (
            tuple(map(int, packed[name])) for name in ("sums", "squares", "products")
        )
        return cls(
            int(packed["deals"]),
            sums,
            squares,
            products,
            {
                name: tuple(map(Histogram.unpacked, ranks))
                for name, ranks in packed["lengths"].items()
            },
            tuple(map(Histogram.unpacked, packed["scores"])),
        )

    def length(self, name: str) -> Histogram:
        """Return the distribution of one of `LENGTHS` over games."""
        return reduce(add, self.lengths[name])

    @property
    def id(self) -> str:
        """The SHA-256 of all the integers but those of `LATER`, in hexadecimal."""
        histograms = [*chain.from_iterable(self.lengths.values()), *self.scores]
        integers = [
            self.deals,
            without_later(self.sums),
            without_later(self.squares),
            *self.products,
            [(histogram.low, histogram.counts.tolist()) for histogram in histograms],
        ]
        return hashlib.sha256(json.dumps(integers).encode()).hexdigest()


def without_later(sums: tuple[int, ...]) -> tuple[int, ...]:
    """Leave out the sums, or squares, of what `LATER` counts."""
    return sums[: len(sums) - len(LATER)]


def tally_rows(layout: TallyLayout, results: Integers) -> Tally:
    """Count the games of whole deals.

    Parameters
    ----------
    layout
        Where each count stands.
    results
        Rows of games, shape (deals x rotations, `simulate.play.rows.width`), deal by deal.

    Raises
    ------
    FathomError
        Numbers are too large to be added, or scores too far apart to be counted.
    """
    fit = _deals_that_fit(_most_of_a_deal(layout, results) ** 2)
    if fit < len(results) // layout.rotations:
        rows = fit * layout.rotations
        parts = (results[first : first + rows] for first in range(0, len(results), rows))
        return reduce(add, (tally_rows(layout, part) for part in parts))
    totals = np.zeros((2, layout.size), np.int64)
    ratios = np.array([[layout.single(name) for name in ratio] for ratio in layout.ratios])
    products = np.zeros(len(ratios), np.int64)
    compile_counting().add_deals(
        results,
        layout.record,
        np.array(layout.places, np.int64),
        ratios,
        np.zeros(layout.size, np.int64),
        totals,
        products,
    )
    scores = range(row.SCORES, row.SCORES + layout.players)
    rotations = layout.rotations
    ranked = _rank_in_deals(results, list(LENGTHS.values()), rotations)
    by_rank = count_values(ranked, range(ranked.shape[1]))
    return Tally(
        len(results) // layout.rotations,
        tuple(totals[0].tolist()),
        tuple(totals[1].tolist()),
        tuple(products.tolist()),
        {
            name: tuple(by_rank[first : first + rotations])
            for name, first in zip(LENGTHS, range(0, len(by_rank), rotations), strict=True)
        },
        tuple(count_values(results, scores)),
    )


def _most_of_a_deal(layout: TallyLayout, results: Integers) -> int:
    """Return what nothing is larger than that the deals of some rows give."""
    own = range(row.COUNTS, results.shape[1])
    scores = range(row.SCORES, row.SCORES + layout.players)
    counted = (row.TURNS, row.ROUNDS, row.DECISIONS, row.LEAD_CHANGES, *scores, *own)
    bounds = find_bounds(results, counted).ravel().tolist()
    return max(layout.win, *map(abs, bounds)) * layout.players * layout.rotations


def _deals_that_fit(product: int) -> int:
    """Return of how many deals products can be added without leaving 64 bits.

    Raises
    ------
    FathomError
        Not even of one.
    """
    fit = np.iinfo(np.int64).max // max(product, 1)
    if not fit:
        raise FathomError(
            "a game's scores or counts are so large that they cannot be added; count them in "
            "larger units, or look for what grows without end"
        )
    return int(fit)


def _rank_in_deals(results: Integers, columns: Sequence[int], rotations: int) -> Integers:
    """Sort some columns within each deal: shape (deals, columns x rotations), column by column."""
    deals = len(results) // rotations
    by_deal = results[:, columns].reshape(deals, rotations, len(columns))
    if rotations > 1:
        by_deal = np.sort(by_deal, axis=1)
    return np.ascontiguousarray(by_deal.transpose(0, 2, 1).reshape(deals, -1))


def list_deals(layout: TallyLayout, results: Integers) -> Integers:
    """Return what each deal gave: shape (deals, `TallyLayout.size`).

    Raises
    ------
    FathomError
        Numbers are too large to be added.
    """
    _deals_that_fit(_most_of_a_deal(layout, results) ** 2)
    deals = np.zeros((len(results) // layout.rotations, layout.size), np.int64)
    places = np.array(layout.places, np.int64)
    compile_counting().list_deals(results, layout.record, places, deals)
    return deals


def multiply_deals(some: Integers, others: Integers) -> list[list[int]]:
    """Return the sums over deals of the products of each two counts of two runs."""
    total = np.zeros((some.shape[1], others.shape[1]), object)
    fit = _deals_that_fit(_largest(some) * _largest(others))
    for first in range(0, len(some), fit):
        products = np.zeros(total.shape, np.int64)
        part = slice(first, first + fit)
        compile_counting().multiply_deals(some[part], others[part], products)
        total += products
    listed: list[list[int]] = total.tolist()
    return listed


def sum_squares(deals: Integers) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the sums over deals of what each gave, and of its squares."""
    sums = squares = np.zeros(deals.shape[1], object)
    fit = _deals_that_fit(_largest(deals) ** 2)
    for first in range(0, len(deals), fit):
        part = deals[first : first + fit]
        sums = sums + part.sum(axis=0)
        squares = squares + np.square(part).sum(axis=0)
    return tuple(sums.tolist()), tuple(squares.tolist())


def _largest(deals: Integers) -> int:
    """Return the largest number among what deals gave, whatever its sign."""
    return max(abs(int(deals.min(initial=0))), abs(int(deals.max(initial=0))))


@inlined
def _fill_deal(results: Any, first: int, layout: Any, places: Any, deal: Any) -> None:
    """Write what the deal whose first row is `first` gave to `deal`."""
    players = layout.players
    deal[:] = 0
    for game in range(first, first + layout.rotations):
        result = results[game]
        winners = result[row.WINNERS]
        last = result[row.LAST_AT_HALF]
        winning = EMPTY  # the sides
        for seat in range(players):
            if has(winners, seat):
                winning |= bit(layout.side_of[seat])
        share = layout.win // size(winning) if winners != 0 else 0
        for seat in range(players):
            place = seat + result[row.ROTATION]
            strategy = places[place - players if place >= players else place]
            score = result[row.SCORES + seat]
            deal[layout.seat_scores + seat] += score
            deal[layout.strategy_scores + strategy] += score
            if has(winning, layout.side_of[seat]):
                deal[layout.seat_wins + seat] += share
                deal[layout.cell_wins + strategy * players + seat] += share
                deal[layout.strategy_wins + strategy] += share
                if has(last, seat):
                    deal[layout.comeback_wins] += share
        deal[layout.turns] += result[row.TURNS]
        deal[layout.rounds] += result[row.ROUNDS]
        deal[layout.decisions] += result[row.DECISIONS]
        deal[layout.lead_changes] += result[row.LEAD_CHANGES]
        deal[layout.last_seats] += size(last)
        deal[layout.unfinished] += 1 - result[row.FINISHED]
        deal[layout.close_games] += _is_close(result, winners, players, layout.score_parts)
        for count in range(result.shape[0] - row.COUNTS):
            deal[layout.counts + count] += result[row.COUNTS + count]


@inlined
def _is_close(result: Any, winners: int, players: int, point: int) -> int:
    """Return 1 if a game was decided by one point or less, whichever way points count."""
    if size(winners) != 1:
        return 1 if winners != 0 else 0
    won = result[row.SCORES + lowest(winners)]
    for seat in range(players):
        if not has(winners, seat) and abs(won - result[row.SCORES + seat]) <= point:
            return 1
    return 0


def _list_deals(results: Any, layouts: Any, places: Any, deals: Any) -> None:
    """Write what each deal gave to a row of `deals`."""
    layout = layouts[0]
    for deal in range(deals.shape[0]):
        _fill_deal(results, deal * layout.rotations, layout, places, deals[deal])


def _add_deals(
    results: Any,
    layouts: Any,
    places: Any,
    ratios: Any,
    deal: Any,
    totals: Any,
    products: Any,
) -> None:
    """Add what each deal gave, and its square, to the two rows of `totals`.

    `deal` is room for what one deal gave. Of each pair of counts in `ratios`, adds
    their product in each deal to `products`.
    """
    layout = layouts[0]
    for first in range(0, results.shape[0], layout.rotations):
        _fill_deal(results, first, layout, places, deal)
        for count in range(deal.shape[0]):
            totals[0, count] += deal[count]
            totals[1, count] += deal[count] * deal[count]
        for ratio in range(ratios.shape[0]):
            products[ratio] += deal[ratios[ratio, 0]] * deal[ratios[ratio, 1]]


def _multiply_deals(some: Any, others: Any, products: Any) -> None:
    """Add the products of what each deal gave in two runs to `products`."""
    for deal in range(some.shape[0]):
        for first in range(some.shape[1]):
            factor = some[deal, first]
            if factor != 0:
                for second in range(others.shape[1]):
                    products[first, second] += factor * others[deal, second]


class Counting(NamedTuple):
    """What counts rows, compiled."""

    add_deals: Any
    list_deals: Any
    multiply_deals: Any


@cache
def compile_counting() -> Counting:
    """Compile what counts rows, or fetch it from the cache."""
    compile_value_counting()
    vector, matrix = types.Array(types.int64, 1, "C"), types.Array(types.int64, 2, "C")
    layouts = types.Array(numba.from_dtype(_RECORD), 1, "C")
    deals = (matrix, layouts, vector)
    signatures: list[tuple[Callable[..., None], Any]] = [
        (_add_deals, types.void(*deals, matrix, vector, matrix, vector)),
        (_list_deals, types.void(*deals, matrix)),
        (_multiply_deals, types.void(matrix, matrix, matrix)),
    ]
    return Counting(
        *(
            instantiate(template, template.__name__.strip("_"), signature, {}, keep=True)
            for template, signature in signatures
        )
    )
