"""Integer counts of what happened, which add exactly.

A deal with all its rotations is the independent unit of every interval, because
games on the same deal resemble each other. So for every figure the tally keeps the
sum over deals and the sum of squares of what each *deal* gave, besides the
distributions over games. Adding tallies is adding integers: the result does not
depend on how the games were split into blocks or who played them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, reduce
from itertools import chain
from operator import add
from typing import Any, NamedTuple

import numpy as np
from numba import types

from simulate.kit.bits import has, size
from simulate.kit.compiled import inlined, instantiate
from simulate.play import rows as row

#: A whole win; divisible by 1 to 6, so that a shared win is an integer too.
WIN = 60

Integers = np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True)
class Figures:
    """Where each figure of a study stands in the tally's sums.

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
    """

    players: int
    places: tuple[int, ...]
    rotations: int
    counts: tuple[str, ...]
    shares: tuple[tuple[str, str], ...] = ()

    @property
    def strategies(self) -> int:
        """How many different strategies play."""
        return max(self.places) + 1

    @property
    def games_by_cell(self) -> Integers:
        """Games a deal in which a strategy has a seat: shape (strategies, seats)."""
        games = np.zeros((self.strategies, self.players), np.int64)
        for rotation in range(self.rotations):
            for seat in range(self.players):
                games[self.places[(seat + rotation) % self.players], seat] += 1
        return games

    # The order of the sums; `_add_deals` writes them in this order.

    @property
    def seat_wins(self) -> slice:
        """Wins by seat, in 60ths."""
        return slice(0, self.players)

    @property
    def seat_scores(self) -> slice:
        """Final scores by seat."""
        return slice(self.players, 2 * self.players)

    @property
    def cell_wins(self) -> slice:
        """Wins by strategy and seat, in 60ths, strategy by strategy."""
        begin = 2 * self.players
        return slice(begin, begin + self.strategies * self.players)

    @property
    def strategy_wins(self) -> slice:
        """Wins by strategy, in 60ths."""
        begin: int = self.cell_wins.stop
        return slice(begin, begin + self.strategies)

    @property
    def strategy_scores(self) -> slice:
        """Final scores by strategy."""
        begin: int = self.strategy_wins.stop
        return slice(begin, begin + self.strategies)

    def single(self, name: str) -> int:
        """Return where one of `SINGLES`, or one of the game's own counts, stands."""
        begin: int = self.strategy_scores.stop
        if name in SINGLES:
            return begin + SINGLES.index(name)
        return begin + len(SINGLES) + self.counts.index(name)

    @property
    def ratios(self) -> tuple[tuple[str, str], ...]:
        """Part and whole of everything told as a ratio: comebacks, then the game's shares."""
        return (COMEBACKS, *self.shares)

    @property
    def size(self) -> int:
        """How many sums there are."""
        begin: int = self.strategy_scores.stop
        return begin + len(SINGLES) + len(self.counts)


#: Figures of which there is one. ``last_seats`` counts the seats that were last at
#: half-time of a game that went on, ``comeback_wins`` their wins in 60ths.
SINGLES = (
    "turns",
    "rounds",
    "decisions",
    "lead_changes",
    "last_seats",
    "comeback_wins",
    "unfinished",
)
#: Part and whole of the rate of comebacks.
COMEBACKS = ("comeback_wins", "last_seats")
#: What has a distribution over games, besides the scores by seat.
LENGTHS = {"turns": row.TURNS, "rounds": row.ROUNDS, "decisions": row.DECISIONS}


@dataclass(frozen=True, eq=False)
class Histogram:
    """How often each integer occurred.

    Attributes
    ----------
    low
        The smallest value counted.
    counts
        Games with value low, low + 1, …; the first and last are not 0.
    """

    low: int
    counts: Integers

    def __add__(self, other: Histogram) -> Histogram:
        low = min(self.low, other.low)
        high = max(self.low + len(self.counts), other.low + len(other.counts))
        counts = np.zeros(high - low, np.int64)
        for part in (self, other):
            counts[part.low - low : part.low - low + len(part.counts)] += part.counts
        return Histogram(low, counts)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Histogram)
            and self.low == other.low
            and np.array_equal(self.counts, other.counts)
        )

    def __hash__(self) -> int:
        return hash((self.low, self.counts.tobytes()))

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
        # Exact: 7 % of 100 games are 7, and 0.07 * 100 is more.
        return self.low + int(np.searchsorted(100 * reached, percent * reached[-1]))


@dataclass(frozen=True)
class Tally:
    """The counts of some deals of a study.

    Attributes
    ----------
    deals
        Whole deals played, each in all its rotations.
    sums, squares
        Of each figure, the sum over deals of what a deal gave, and of its square:
        Python integers, which do not overflow.
    products
        Of each of `Figures.ratios`, the sum over deals of part times whole, for the
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

    def length(self, name: str) -> Histogram:
        """Return the distribution of one of `LENGTHS` over games."""
        return reduce(add, self.lengths[name])

    @property
    def id(self) -> str:
        """The SHA-256 of all the integers, in hexadecimal."""
        histograms = [*chain.from_iterable(self.lengths.values()), *self.scores]
        integers = [
            self.deals,
            self.sums,
            self.squares,
            *self.products,
            [(histogram.low, histogram.counts.tolist()) for histogram in histograms],
        ]
        return hashlib.sha256(json.dumps(integers).encode()).hexdigest()


def tally_rows(figures: Figures, results: Integers) -> Tally:
    """Count the games of whole deals.

    Parameters
    ----------
    figures
        The study's figures.
    results
        Rows of games, shape (deals x rotations, `simulate.play.rows.width`), deal by deal.
    """
    totals = np.zeros((2, figures.size), np.int64)
    ratios = np.array([[figures.single(name) for name in ratio] for ratio in figures.ratios])
    products = np.zeros(len(ratios), np.int64)
    compile_counting().add_deals(
        results,
        figures.players,
        np.array(figures.places, np.int64),
        figures.strategies,
        figures.rotations,
        ratios,
        np.zeros(figures.size, np.int64),
        totals,
        products,
    )
    scores = range(row.SCORES, row.SCORES + figures.players)
    rotations = figures.rotations
    ranked = _rank_in_deals(results, list(LENGTHS.values()), rotations)
    by_rank = count_values(ranked, range(ranked.shape[1]))
    return Tally(
        len(results) // figures.rotations,
        tuple(totals[0].tolist()),
        tuple(totals[1].tolist()),
        tuple(products.tolist()),
        {
            name: tuple(by_rank[first : first + rotations])
            for name, first in zip(LENGTHS, range(0, len(by_rank), rotations), strict=True)
        },
        tuple(count_values(results, scores)),
    )


def _rank_in_deals(results: Integers, columns: Sequence[int], rotations: int) -> Integers:
    """Sort some columns within each deal: shape (deals, columns x rotations), column by column."""
    deals = len(results) // rotations
    by_deal = results[:, columns].reshape(deals, rotations, len(columns))
    if rotations > 1:
        by_deal = np.sort(by_deal, axis=1)
    return np.ascontiguousarray(by_deal.transpose(0, 2, 1).reshape(deals, -1))


def list_deals(figures: Figures, results: Integers) -> Integers:
    """Return what each deal gave: shape (deals, `Figures.size`)."""
    deals = np.zeros((len(results) // figures.rotations, figures.size), np.int64)
    places = np.array(figures.places, np.int64)
    compile_counting().list_deals(
        results, figures.players, places, figures.strategies, figures.rotations, deals
    )
    return deals


def multiply_deals(some: Integers, others: Integers) -> list[list[int]]:
    """Return the sums over deals of the products of each two figures of two runs."""
    products = np.zeros((some.shape[1], others.shape[1]), np.int64)
    compile_counting().multiply_deals(some, others, products)
    listed: list[list[int]] = products.tolist()
    return listed


def count_values(results: Integers, columns: Sequence[int]) -> list[Histogram]:
    """Count the values of some columns of at least one row.

    Compiled and row by row, because a column of rows is slow to walk: NumPy's counting
    took an eighth of the time of random Snorkeling.
    """
    chosen = np.array(columns, np.int64)
    bounds = np.zeros((2, len(chosen)), np.int64)
    compile_counting().find_bounds(results, chosen, bounds)
    lengths = bounds[1] - bounds[0] + 1
    begins = np.cumsum(lengths) - lengths
    counts = np.zeros(int(lengths.sum()), np.int64)
    compile_counting().count_values(results, chosen, begins - bounds[0], counts)
    return [
        Histogram(low, counts[begin : begin + length])
        for low, begin, length in zip(
            bounds[0].tolist(), begins.tolist(), lengths.tolist(), strict=True
        )
    ]


@inlined
def _fill_deal(
    results: Any,
    first: int,
    players: int,
    places: Any,
    strategies: int,
    rotations: int,
    deal: Any,
) -> None:
    """Write the figures of the deal whose first row is `first` to `deal`."""
    cells = 2 * players
    strategy_wins = cells + strategies * players
    strategy_scores = strategy_wins + strategies
    singles = strategy_scores + strategies
    counts = singles + _SINGLES
    deal[:] = 0
    for game in range(first, first + rotations):
        result = results[game]
        winners = result[row.WINNERS]
        last = result[row.LAST_AT_HALF]
        share = WIN // size(winners) if winners != 0 else 0
        for seat in range(players):
            place = seat + result[row.ROTATION]
            strategy = places[place - players if place >= players else place]
            score = result[row.SCORES + seat]
            deal[players + seat] += score
            deal[strategy_scores + strategy] += score
            if has(winners, seat):
                deal[seat] += share
                deal[cells + strategy * players + seat] += share
                deal[strategy_wins + strategy] += share
                if has(last, seat):
                    deal[singles + _COMEBACK_WINS] += share
        deal[singles + _TURNS] += result[row.TURNS]
        deal[singles + _ROUNDS] += result[row.ROUNDS]
        deal[singles + _DECISIONS] += result[row.DECISIONS]
        deal[singles + _LEAD_CHANGES] += result[row.LEAD_CHANGES]
        deal[singles + _LAST_SEATS] += size(last)
        deal[singles + _UNFINISHED] += 1 - result[row.FINISHED]
        for count in range(result.shape[0] - row.COUNTS):
            deal[counts + count] += result[row.COUNTS + count]


def _list_deals(
    results: Any, players: int, places: Any, strategies: int, rotations: int, deals: Any
) -> None:
    """Write what each deal gave to a row of `deals`."""
    for deal in range(deals.shape[0]):
        _fill_deal(results, deal * rotations, players, places, strategies, rotations, deals[deal])


def _add_deals(
    results: Any,
    players: int,
    places: Any,
    strategies: int,
    rotations: int,
    ratios: Any,
    deal: Any,
    totals: Any,
    products: Any,
) -> None:
    """Add what each deal gave, and its square, to the two rows of `totals`.

    `deal` is room for one deal's figures. Of each pair of figures in `ratios`, adds
    their product in each deal to `products`.
    """
    for first in range(0, results.shape[0], rotations):
        _fill_deal(results, first, players, places, strategies, rotations, deal)
        for figure in range(deal.shape[0]):
            totals[0, figure] += deal[figure]
            totals[1, figure] += deal[figure] * deal[figure]
        for ratio in range(ratios.shape[0]):
            products[ratio] += deal[ratios[ratio, 0]] * deal[ratios[ratio, 1]]


def _multiply_deals(some: Any, others: Any, products: Any) -> None:
    """Add the products of each deal's figures in two runs to `products`."""
    for deal in range(some.shape[0]):
        for first in range(some.shape[1]):
            factor = some[deal, first]
            if factor != 0:
                for second in range(others.shape[1]):
                    products[first, second] += factor * others[deal, second]


def _find_bounds(results: Any, columns: Any, bounds: Any) -> None:
    """Write the smallest and the largest value of each column to the rows of `bounds`."""
    for column in range(columns.shape[0]):
        bounds[:, column] = results[0, columns[column]]
    for game in range(1, results.shape[0]):
        for column in range(columns.shape[0]):
            value = results[game, columns[column]]
            bounds[0, column] = min(bounds[0, column], value)
            bounds[1, column] = max(bounds[1, column], value)


def _count_values(results: Any, columns: Any, offsets: Any, counts: Any) -> None:
    """Count each value of each column at the column's offset plus the value."""
    for game in range(results.shape[0]):
        for column in range(columns.shape[0]):
            counts[offsets[column] + results[game, columns[column]]] += 1


_SINGLES = len(SINGLES)
(_TURNS, _ROUNDS, _DECISIONS, _LEAD_CHANGES, _LAST_SEATS, _COMEBACK_WINS, _UNFINISHED) = range(
    _SINGLES
)
_NUMBER = types.int64
_VECTOR, _MATRIX = types.Array(types.int64, 1, "C"), types.Array(types.int64, 2, "C")


class Counting(NamedTuple):
    """What counts rows, compiled."""

    add_deals: Any
    list_deals: Any
    multiply_deals: Any
    find_bounds: Any
    count_values: Any


@cache
def compile_counting() -> Counting:
    """Compile what counts rows, or fetch it from the cache."""
    numbers = (_NUMBER, _VECTOR, _NUMBER, _NUMBER)
    signatures: list[tuple[Callable[..., None], Any]] = [
        (_add_deals, types.void(_MATRIX, *numbers, _MATRIX, _VECTOR, _MATRIX, _VECTOR)),
        (_list_deals, types.void(_MATRIX, *numbers, _MATRIX)),
        (_multiply_deals, types.void(_MATRIX, _MATRIX, _MATRIX)),
        (_find_bounds, types.void(_MATRIX, _VECTOR, _MATRIX)),
        (_count_values, types.void(_MATRIX, _VECTOR, _VECTOR, _VECTOR)),
    ]
    return Counting(
        *(
            instantiate(template, template.__name__.strip("_"), signature, {}, keep=True)
            for template, signature in signatures
        )
    )
