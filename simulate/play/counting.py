"""Add up the rows of games to tallies, with compiled code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
from numba import types

from simulate.errors import FathomError
from simulate.kit.bits import EMPTY, bit, has, size
from simulate.kit.compiled import Instance, inlined
from simulate.kit.seats import all_seats
from simulate.play import rows as row
from simulate.play.rows import Integers
from simulate.play.tally import (
    GROUPS,
    LAYOUT,
    LENGTHS,
    GroupSums,
    Histogram,
    Tally,
    TallyLayout,
    check_width,
    fitting_width,
)

#: The number of low bits of a factor that are multiplied and added separately, if products exceed
#: 64 bits. Gains of cards with twelve players can be so large, as a win has 27,720 parts.
_LOW_BITS = 24


def tally_rows(layout: TallyLayout, results: Integers) -> Tally:
    """Return the tally of games, given their rows.

    Parameters
    ----------
    layout
        The layout of the tally.
    results
        The rows of all games of some deals: shape (deals x rotations, `rows.width`).

    Raises
    ------
    FathomError
        If counts are too large to be added in 64 bits, or if scores or lengths differ so much that
        a histogram of them would fill the memory (see `tally.check_width`).
    """
    deals = list_deals(layout, results)
    ratios = [(layout.single(part), layout.single(whole)) for part, whole in layout.ratios]
    parts, wholes = np.array([*ratios, *layout.group_ratios]).T
    rotations = layout.rotations
    # A row per deal: for each measure of length, the lengths of the deal's games in rising order.
    by_deal = results[:, list(LENGTHS.values())].reshape(-1, rotations, len(LENGTHS))
    if rotations > 1:
        by_deal = np.sort(by_deal, axis=1)
    ranked = np.ascontiguousarray(by_deal.transpose(0, 2, 1).reshape(len(by_deal), -1))
    by_rank = iter(count_values(ranked, range(ranked.shape[1])))
    scores = range(row.SCORES, row.SCORES + layout.players)
    own = range(row.COUNTS, row.COUNTS + layout.distributed_counts)
    histograms = iter(count_values(results, [*scores, row.LEAD_CHANGES], own))
    return Tally(
        len(deals),
        *sum_squares(deals),
        _sum_products(deals[:, parts], deals[:, wholes]),
        {name: tuple(islice(by_rank, rotations)) for name in LENGTHS},
        tuple(islice(histograms, layout.players)),
        next(histograms),
        tuple(histograms),
        sum_groups(layout, results, deals),
        layout.unhashed,
        1 + len(layout.group_ratios),
        int(np.bitwise_or.reduce(results[:, row.DECIDED])),
    )


def sum_groups(layout: TallyLayout, results: Integers, deals: Integers) -> GroupSums:
    """Return the sums of the counts of `TallyLayout.grouped` by group of deals.

    Parameters
    ----------
    layout
        The layout of the tally.
    results
        The rows of all games of some deals: shape (deals x rotations, `rows.width`).
    deals
        The counts of each deal, as `list_deals` returns them: shape (deals, `TallyLayout.size`).
    """
    columns = np.array(layout.grouped, np.int64)
    groups = np.zeros((GROUPS, 1 + len(columns)), np.int64)
    compile_counting().sum_groups(results, layout.rotations, deals, columns, groups)
    return GroupSums(groups)


def _bound_of_deals(layout: TallyLayout, results: Integers) -> int:
    """Return an upper bound of the absolute value of every count of a deal, from the rows."""
    own = range(row.COUNTS, row.COUNTS + len(layout.counts))
    scores = range(row.SCORES, row.SCORES + layout.players)
    counted = (row.TURNS, row.ROUNDS, row.DECISIONS, row.LEAD_CHANGES, *scores, *own)
    bounds = find_bounds(results, counted).ravel().tolist()
    return max(layout.win, *map(abs, bounds)) * layout.players * layout.rotations


def _deals_that_fit(product: int) -> int:
    """Return the number of integers of absolute value `product` whose sum fits in 64 bits.

    Raises
    ------
    FathomError
        If a single one exceeds 64 bits.
    """
    fit = np.iinfo(np.int64).max // max(product, 1)
    if not fit:
        raise FathomError(
            "a game's scores or counts are too large to be added in 64 bits; count them in larger "
            "units, or look for a score or count that grows without end"
        )
    return int(fit)


def list_deals(layout: TallyLayout, results: Integers) -> Integers:
    """Return the counts of each deal, in the order of a tally: shape (deals, `TallyLayout.size`).

    Parameters
    ----------
    layout
        The layout of the tally.
    results
        The rows of all games of some deals: shape (deals x rotations, `rows.width`).

    Raises
    ------
    FathomError
        If a count could be too large for the sums of squares (see `_sum_products`).
    """
    _deals_that_fit(_bound_of_deals(layout, results) << _LOW_BITS)
    deals = np.zeros((len(results) // layout.rotations, layout.size), np.int64)
    places = np.array(layout.places, np.int64)
    groups = layout.group_columns
    groups[:, 0] += results.shape[1]
    compile_counting().list_deals(results, layout.record, places, groups, deals)
    return deals


def multiply_deals(left: Integers, right: Integers) -> list[list[int]]:
    """Return the product of each count of one run and each count of another, summed over deals.

    Parameters
    ----------
    left, right
        The counts of the same deals, from `list_deals`: shape (deals, counts of the run).

    Returns
    -------
    list
        Exact integers: shape (counts of `left`, counts of `right`).

    Raises
    ------
    FathomError
        If a product could exceed 64 bits.
    """
    total = np.zeros((left.shape[1], right.shape[1]), object)
    fit = _deals_that_fit(_largest(left) * _largest(right))
    for first in range(0, len(left), fit):
        products = np.zeros(total.shape, np.int64)
        part = slice(first, first + fit)
        compile_counting().multiply_deals(left[part], right[part], products)
        total += products
    sums: list[list[int]] = total.tolist()
    return sums


def sum_squares(deals: Integers) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the sum of each count over deals, and the sum of its squares.

    Parameters
    ----------
    deals
        The counts of each deal, from `list_deals`: shape (deals, counts).

    Returns
    -------
    sums, squares
        Exact integers, one per count.

    Raises
    ------
    FathomError
        If a count is too large (see `_sum_products`).
    """
    return tuple(deals.sum(axis=0).tolist()), _sum_products(deals, deals)


def _sum_products(left: Integers, right: Integers) -> tuple[int, ...]:
    """Return, for each column, the sum over deals of the product of its two values.

    Both arrays have the shape (deals, columns). Products may exceed 64 bits.

    Raises
    ------
    FathomError
        If a value of `right`, times 2 to the power of `_LOW_BITS`, exceeds 64 bits.
    """
    if _largest(left) * _largest(right) <= np.iinfo(np.int64).max:
        return tuple(_sum_small_products(left, right).tolist())
    # Each value of `left` is split into its low bits and its other bits.
    low = _sum_small_products(left & ((1 << _LOW_BITS) - 1), right)
    high = _sum_small_products(left >> _LOW_BITS, right)
    return tuple((low + (high << _LOW_BITS)).tolist())


def _sum_small_products(left: Integers, right: Integers) -> Any:
    """Return the same as `_sum_products`, as an array of Python integers.

    Raises
    ------
    FathomError
        If a product could exceed 64 bits.
    """
    total = np.zeros(left.shape[1], object)
    fit = _deals_that_fit(_largest(left) * _largest(right))
    for first in range(0, len(left), fit):
        part = slice(first, first + fit)
        total = total + np.einsum("ij,ij->j", left[part], right[part])
    return total


def _largest(deals: Integers) -> int:
    """Return the largest absolute value in an array; 0 if it is empty."""
    return max(abs(int(deals.min(initial=0))), abs(int(deals.max(initial=0))))


def count_values(
    results: Integers, columns: Sequence[int], binned: Sequence[int] = ()
) -> list[Histogram]:
    """Return a histogram of the values of each given column.

    This is compiled and goes row by row, because columns of rows are slow to read: counting with
    NumPy took an eighth of the time of random Snorkeling.

    Parameters
    ----------
    results
        Rows of integers, at least one: shape (rows, width).
    columns
        The indices of columns whose histograms have a bin for each value.
    binned
        The indices of further columns, whose histograms have at most `tally.MOST_BINS` bins.

    Returns
    -------
    list
        The histograms of `columns`, then those of `binned`.

    Raises
    ------
    FathomError
        If one of `columns` ranges over more than `tally.MOST_VALUES` values.
    """
    chosen = np.array([*columns, *binned], np.int64)
    bounds = find_bounds(results, chosen)
    for low, high in bounds.T[: len(columns)].tolist():
        check_width(low, high)
    widths = [1] * len(columns)
    widths += [fitting_width(low, high) for low, high in bounds.T[len(columns) :].tolist()]
    # Dividing by a power of 2 is shifting by its number of bits less 1.
    shifts = np.array([width.bit_length() - 1 for width in widths], np.int64)
    bounds >>= shifts
    ends = np.cumsum(bounds[1] - bounds[0] + 1)
    begins = np.array([0, *ends[:-1]])
    counts = np.zeros(int(ends[-1]), np.int64)
    compile_counting().count_values(results, chosen, shifts, begins - bounds[0], counts)
    parts = zip(bounds[0].tolist(), np.split(counts, ends[:-1]), widths, strict=True)
    return [Histogram(first * width, part, width) for first, part, width in parts]


def find_bounds(results: Integers, columns: Sequence[int] | Integers) -> Integers:
    """Return the smallest (row 0) and the largest value (row 1) of columns: shape (2, columns).

    `results` has the shape (rows, width), with at least one row; `columns` are indices.
    """
    chosen = np.array(columns, np.int64)
    bounds = np.zeros((2, len(chosen)), np.int64)
    compile_counting().find_bounds(results, chosen, bounds)
    return bounds


@inlined
def share_win(winners: Any, side_of: Any, players: int, win: int) -> tuple[Any, int]:
    """Return the set of sides that win, and the share of the win that each of them gets.

    Sets are integers, as in `simulate.play.rows`. The share is in parts of a whole win. It is 0 if
    nobody won.

    Parameters
    ----------
    winners
        The set of winning seats.
    side_of
        The side of each seat.
    players
        The number of players.
    win
        The number of parts of a whole win.
    """
    winning = EMPTY
    for seat in range(players):
        if has(winners, seat):
            winning |= bit(side_of[seat])
    return winning, win // size(winning) if winners != 0 else 0


@inlined
def _rivals_of(seats: Any, rival_of: Any, players: int) -> Any:
    """Return the set of rivals (seats, or sides in a game with sides) of a set of seats."""
    rivals = EMPTY
    for seat in range(players):
        if has(seats, seat):
            rivals |= bit(rival_of[seat])
    return rivals


@inlined
def _best_rivals(result: Any, scores: int, seats: Any, layout: Any, sided: bool) -> tuple[Any, int]:
    """Return the set of rivals with the best total of scores, and the lead over the next total.

    Only the scores of the set `seats` count; `scores` is the index of the first score in the row
    `result`. The lead is 0 if several rivals are best, and -1 if there is only one rival.
    """
    players, rival_of = layout.players, layout.rival_of
    rivals = _rivals_of(seats, rival_of, players) if sided else seats
    best, most, second, count = EMPTY, 0, 0, 0
    for rival in range(players):
        if has(rivals, rival):
            total = result[scores + rival]
            if sided:
                total = 0
                for seat in range(players):
                    if has(seats, seat) and rival_of[seat] == rival:
                        total += result[scores + seat]
            total *= layout.ahead
            if count == 0 or total > most:
                best, second, most = bit(rival), most, total
            elif total == most:
                best |= bit(rival)
                second = total
            elif count == 1 or total > second:
                second = total
            count += 1
    return best, most - second if count > 1 else -1


@inlined
def _count_standings(deal: Any, result: Any, share: int, layout: Any, sided: bool) -> None:
    """Add a game's `UNHASHED_COUNTS`, which compare scores, to the counts of its deal.

    Scores are compared at half-time and at the end. `result` is the row of the game, `share` the
    share of the win of each winning side, and `sided` True for a game with sides.
    """
    won = result[row.WINNERS]
    if sided:
        won = _rivals_of(won, layout.rival_of, layout.players)
    best, lead = _best_rivals(result, row.SCORES, all_seats(layout.players), layout, sided)
    if won == 0:
        deal[layout.without_winner] += 1
    elif won & ~best != 0:
        deal[layout.lower_score_wins] += 1
    elif 0 <= lead <= layout.score_parts:
        deal[layout.close_games] += 1
    leader, _ = _best_rivals(result, row.HALF_SCORES, result[row.HALF_SEATS], layout, sided)
    if size(leader) == 1:
        deal[layout.half_leaders] += 1
        if won & leader != 0:
            deal[layout.leader_wins] += share


@inlined
def _win_share_of(seats: Any, winning: Any, share: int, layout: Any) -> int:
    """Return the share of the win that a set of seats gets, in parts of a win.

    The seats of a side divide the share of their side equally. If all seats play together, every
    set but the empty one gets the whole win.

    Parameters
    ----------
    seats
        The set of seats.
    winning
        The set of winning sides.
    share
        The share of each of these sides.
    layout
        The record of the layout.
    """
    if layout.together:
        return share if seats & all_seats(layout.players) != 0 else 0
    total = 0
    for seat in range(layout.players):
        if has(seats, seat) and has(winning, layout.side_of[seat]):
            total += share
    return total // layout.side_size  # type: ignore[no-any-return]


@inlined
def _count_teams(result: Any, grouping: int, seats: Any, groups: Any) -> int:
    """Return the number of groups of a grouping that have a seat in a set of seats."""
    number = 0
    for group in range(groups.shape[0]):
        if groups[group, 1] == grouping and result[groups[group, 0]] & seats != 0:
            number += 1
    return number


def _count_groups(
    deal: Any, result: Any, winning: Any, share: int, layout: Any, groups: Any
) -> None:
    """Add the games, wins and fair shares of all groups in a game to the counts of its deal.

    Parameters
    ----------
    deal
        The counts of the deal.
    result
        The row of the game.
    winning, share
        As in `_win_share_of`.
    layout
        The record of the layout.
    groups
        `TallyLayout.group_columns`, with columns counted from the beginning of the row.
    """
    everybody = all_seats(layout.players)
    for group in range(groups.shape[0]):
        seats = result[groups[group, 0]]
        if seats != 0:
            wins = _win_share_of(seats, winning, share, layout)
            fair = 0
            if share == 0:
                pass  # Without a winner, nobody has a share of the win.
            elif groups[group, 2]:
                fair = layout.win // _count_teams(result, groups[group, 1], everybody, groups)
            elif not layout.together:
                fair = size(seats) * layout.win // layout.players
            deal[layout.group_games + group] += 1
            deal[layout.group_wins + group] += wins
            deal[layout.group_fair + group] += fair
            deal[layout.group_surplus + group] += wins - fair


@inlined
def _is_shared(result: Any, winning: Any, layout: Any, groups: Any) -> bool:
    """Return True if several rivals share the win, or several teams in a game with teams.

    A winning seat without a team counts as a team of its own.
    """
    if layout.together:
        return False
    without_team = result[row.WINNERS]
    teams = 0
    has_teams = False
    for group in range(groups.shape[0]):
        if groups[group, 2]:
            has_teams = True
            seats = result[groups[group, 0]]
            if seats & result[row.WINNERS] != 0:
                teams += 1
            without_team &= ~seats
    if has_teams:
        return bool(teams + size(without_team) > 1)
    return bool(size(winning) > 1)


def _list_deals(results: Any, layouts: Any, places: Any, groups: Any, deals: Any) -> None:
    """Add the counts of each deal's games to its row of `deals`, which is all zeros.

    `groups` is `TallyLayout.group_columns`, with columns counted from the beginning of the row.
    """
    layout = layouts[0]
    players = layout.players
    # These parts of the counts are empty in games without sides and in games without losers.
    sided = layout.side_scores < layout.group_games
    loses = layout.seat_losses < deals.shape[1]
    for number in range(deals.shape[0]):
        deal, first = deals[number], number * layout.rotations
        for game in range(first, first + layout.rotations):
            result = results[game]
            winners = result[row.WINNERS]
            last = result[row.LAST_AT_HALF]
            winning, share = share_win(winners, layout.side_of, players, layout.win)
            back = EMPTY
            lost, loss = _share_loss(result, layout.win, loses)
            for seat in range(players):
                place = seat + result[row.ROTATION]
                strategy = places[place - players if place >= players else place]
                score = result[row.SCORES + seat]
                deal[layout.seat_scores + seat] += score
                deal[layout.strategy_scores + strategy] += score
                if sided:
                    deal[layout.side_scores + layout.side_of[seat]] += score
                if has(lost, seat):
                    deal[layout.seat_losses + seat] += loss
                    deal[layout.strategy_losses + strategy] += loss
                if has(winning, layout.side_of[seat]):
                    deal[layout.seat_wins + seat] += share
                    deal[layout.cell_wins + strategy * players + seat] += share
                    deal[layout.strategy_wins + strategy] += share
                    if has(last, seat) and not has(back, layout.rival_of[seat]):
                        back |= bit(layout.rival_of[seat])
                        deal[layout.comeback_wins] += share
            deal[layout.turns] += result[row.TURNS]
            deal[layout.rounds] += result[row.ROUNDS]
            deal[layout.decisions] += result[row.DECISIONS]
            deal[layout.lead_changes] += result[row.LEAD_CHANGES]
            if sided:
                last = _rivals_of(last, layout.rival_of, players)
            deal[layout.last_seats] += size(last)
            deal[layout.unfinished] += 1 - result[row.FINISHED]
            if result[row.FINISHED]:
                _count_standings(deal, result, share, layout, sided)
                deal[layout.shared_wins] += _is_shared(result, winning, layout, groups)
            if groups.shape[0] > 0:
                _count_groups(deal, result, winning, share, layout, groups)
            for count in range(layout.declared):
                deal[layout.counts + count] += result[row.COUNTS + count]


def _share_loss(result: Any, whole: int, loses: bool) -> Any:
    """Return the seats that lose a game, as a set, and the share of the loss of each of them.

    `whole` is the number that stands for a whole loss. `loses` is True if the game can have losers.
    """
    if not loses:
        return EMPTY, 0
    lost = result[result.shape[0] - 1]
    return lost, whole // size(lost) if lost != 0 else 0


def _multiply_deals(left: Any, right: Any, products: Any) -> None:
    """Add the products of each column of `left` and each of `right`, over deals, to `products`."""
    for deal in range(left.shape[0]):
        for first in range(left.shape[1]):
            factor = left[deal, first]
            if factor != 0:
                for second in range(right.shape[1]):
                    products[first, second] += factor * right[deal, second]


def _sum_groups(results: Any, rotations: int, deals: Any, columns: Any, groups: Any) -> None:
    """Add some columns of each row of `deals` to the row of the deal's group in `groups`.

    The group of a deal is its number modulo the number of groups. Column 0 of `groups` has the
    number of deals in the group. The next columns have the sums of the columns of `deals` whose
    indices are `columns`. `results` has the rows of all games, `rotations` rows per deal.
    """
    for number in range(deals.shape[0]):
        group = groups[results[number * rotations, row.DEAL] % groups.shape[0]]
        group[0] += 1
        for place in range(columns.shape[0]):
            group[1 + place] += deals[number, columns[place]]


def _find_bounds(results: Any, columns: Any, bounds: Any) -> None:
    """Write the smallest and the largest value of some columns into rows 0 and 1 of `bounds`.

    `results` are the rows of games, at least one, and `columns` the indices of the columns.
    """
    for column in range(columns.shape[0]):
        bounds[:, column] = results[0, columns[column]]
    for game in range(1, results.shape[0]):
        for column in range(columns.shape[0]):
            value = results[game, columns[column]]
            bounds[0, column] = min(bounds[0, column], value)
            bounds[1, column] = max(bounds[1, column], value)


def _count_values(results: Any, columns: Any, shifts: Any, offsets: Any, counts: Any) -> None:
    """Count how often each value occurs in some columns of `results`, the rows of games.

    A value of a column is shifted right by the column's number of bits in `shifts`. Then 1 is added
    to the entry of `counts` at the column's offset plus the shifted value. `columns` are the
    indices of the columns.
    """
    for game in range(results.shape[0]):
        for column in range(columns.shape[0]):
            place = results[game, columns[column]] >> shifts[column]
            counts[offsets[column] + place] += 1


def counting_instances() -> dict[str, Instance]:
    """Return the functions of this module that have to be compiled, by name without underscore."""
    vector, matrix = types.Array(types.int64, 1, "C"), types.Array(types.int64, 2, "C")
    layouts = types.Array(numba.from_dtype(LAYOUT), 1, "C")
    deals = (matrix, layouts, vector)
    arguments: dict[Callable[..., None], tuple[Any, ...]] = {
        _find_bounds: (matrix, vector, matrix),
        _count_values: (matrix, *[vector] * 4),
        _list_deals: (*deals, matrix, matrix),
        _multiply_deals: (matrix, matrix, matrix),
        _sum_groups: (matrix, types.int64, matrix, vector, matrix),
    }
    instances = {}
    for template, argument_types in arguments.items():
        name = template.__name__.strip("_")
        instances[name] = Instance(template, name, types.void(*argument_types), {})
    return instances


@cache
def compile_counting() -> SimpleNamespace:
    """Return a namespace with the functions of `counting_instances`, compiled.

    Functions that were compiled before are loaded from the disk.
    """
    instances = counting_instances()
    return SimpleNamespace(**{name: instance.compile() for name, instance in instances.items()})
