"""Estimates for the planners of Shoal: the players' colours, and the lines that may be cursed.

A *place* is a seat's position in the order of play, 0 for the planner. A cell is *hot* if laying a
card of some seabed there would curse cards next to it.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from simulate.games import shoal as game
from simulate.kit.grid import ROW, SET, WORDS, beside
from strategies import bit, compiled, has, inlined, lowest, odds_of, record_of

#: The maximum number of hot cells considered in a shoal.
MOST_HOT = 64
#: A value below every other.
WORST = -1e18
#: The working memory of the planners.
MEMORY = record_of(
    # By place and colour: the probability that the place has the colour.
    belief=(np.float64, game.MOST_SEATS, game.COLOURS),
    # By place and colour: the odds of the colour, judged only by what the place itself has laid and
    # harmed, relative to its likeliest colour.
    signs=(np.float64, game.MOST_SEATS, game.COLOURS),
    # By place: how much a point of the place is worth to the planner.
    minds=(np.float64, game.MOST_SEATS),
    # By colour: how much a visible fish is worth to the planner.
    worth=(np.float64, game.COLOURS),
    # By colour: the visible fish that an action adds to the present shoal.
    changed=(np.float64, game.COLOURS),
    # The hot cells of the present shoal, the threatened loss at each, and the cells as a board.
    hot_cells=(np.int64, MOST_HOT),
    heat=(np.float64, MOST_HOT),
    hot_board=(np.int64, WORDS),
    # By step (0: own shoal, 1: an opponent's) and slot: the highest value of the slot's card, and
    # the action with that value.
    best=(np.float64, 2, game.SLOTS),
    actions=(np.int64, 2, game.SLOTS),
)
#: The logarithm of the largest odds that evidence can give.
_SURE = 16.0
#: Masks of the lower half of a word, and of all bits but the sign.
_LOW = 0xFFFF_FFFF
_NOT_SIGN = 0x7FFF_FFFF_FFFF_FFFF


# Players ------------------------------------------------------------------------


@inlined
def seat_at(view: Any, place: int) -> int:
    """Return the seat at a place in the order of play."""
    seat = view.table.seat + place
    return seat - view.rules.players if seat >= view.rules.players else seat  # type: ignore[no-any-return]


@inlined
def place_of(view: Any, seat: int) -> int:
    """Return the place of a seat in the order of play, 0 for the planner."""
    place = seat - view.table.seat
    return place + view.rules.players if place < 0 else place  # type: ignore[no-any-return]


@inlined
def ramp(lead: float, unsure: float) -> float:
    """Return the probability that a lead lasts: 0.5 for a lead of 0, below 0.5 for a negative lead.

    `unsure` is the uncertainty of the lead: the higher it is, the nearer the result is to 0.5.
    """
    return 0.5 + 0.5 * lead / sqrt(lead * lead + unsure)


@inlined
def _evidence(table: Any, seat: int, colour: int, blame: float) -> float:
    """Return the evidence that a seat has a colour.

    It is the number of fish of the colour that the seat laid, minus `blame` for each fish of the
    colour that its cards cursed or ate.
    """
    laid = table.kept[seat, colour] + table.given[seat, colour]
    return laid - blame * table.harmed[seat, colour]  # type: ignore[no-any-return]


@compiled
def guess_colours(view: Any, memory: Any, guess: float, blame: float) -> None:
    """Estimate which colour each player has.

    The field ``signs`` of `memory` is set to the odds, and ``belief`` to the probabilities. Each
    unit of evidence (see `_evidence`) multiplies the odds of a colour by exp(`guess`). A colour
    that everybody knows is certain. All players have different colours, so the probabilities are
    sums over all ways to distribute the colours that the planner does not have.
    """
    table, players, own = view.table, view.rules.players, view.own.tile
    memory.signs[:, :] = 1.0
    for place in range(players):
        seat = seat_at(view, place)
        most = _evidence(table, seat, 0, blame)
        for colour in range(1, game.COLOURS):
            most = max(most, _evidence(table, seat, colour, blame))
        for colour in range(game.COLOURS):
            lag = guess * (_evidence(table, seat, colour, blame) - most)
            memory.signs[place, colour] = odds_of(max(-_SURE, lag), 6)
            if table.tiles[seat] != game.SECRET:
                memory.signs[place, colour] = 1.0 if table.tiles[seat] == colour else 0.0
    memory.belief[0, own] = 1.0
    total = 0.0
    for first in range(game.COLOURS):
        for second in range(game.COLOURS):
            if first in (own, second) or second == own:
                continue
            third = game.COLOURS * (game.COLOURS - 1) // 2 - own - first - second
            odds = memory.signs[1, first] * memory.signs[2, second] * memory.signs[3, third]
            memory.belief[1, first] += odds
            memory.belief[2, second] += odds
            memory.belief[3, third] += odds
            total += odds
    for place in range(1, game.MOST_SEATS):
        for colour in range(game.COLOURS):
            memory.belief[place, colour] /= total


@compiled
def betrayal(view: Any, memory: Any, weights: Any, shoal: Any, colour: int, laid: float) -> float:
    """Return the cost in points of revealing something about the planner's colour by an action.

    It is the increase in the probability that an observer assigns to the planner's colour, times
    the value of hiding. The action lays `laid` fish of `colour` in `shoal`, and harms the fish that
    are negative in the field ``changed`` of `memory`.
    """
    if shoal.hide == 0.0:
        return 0.0
    before = after = own = 0.0
    for any_colour in range(game.COLOURS):
        evidence = weights.blame * min(0.0, memory.changed[any_colour]) + (
            laid if any_colour == colour else 0.0
        )
        sign = memory.signs[0, any_colour] * odds_of(max(-_SURE, shoal.style.guess * evidence), 6)
        before += memory.signs[0, any_colour]
        after += sign
        own += sign if any_colour == view.own.tile else 0.0
    return shoal.hide * (own / after - memory.signs[0, view.own.tile] / before)  # type: ignore[no-any-return]


@compiled
def weigh_players(view: Any, memory: Any, spoil: float, lead: float) -> None:
    """Set the fields ``minds`` and ``worth`` of `memory`: the planner's values of points and fish.

    The field ``belief`` must have been set (see `guess_colours`). `spoil` is the weight of all
    opponents' points together, and `lead` how much more the points of a leading opponent count.
    """
    table, rules = view.table, view.rules
    front = 0.0
    for place in range(1, rules.players):
        seat = seat_at(view, place)
        points = float(rules.octopus_points * table.octopus_count[seat])
        for colour in range(game.COLOURS):
            fish = 0
            for shoal in range(rules.players):
                fish += table.fish[shoal, colour]
            points += memory.belief[place, colour] * fish
        memory.minds[place] = points
        front = max(front, points)
    total = 0.0
    for place in range(1, rules.players):
        odds = odds_of(max(-_SURE, lead * (memory.minds[place] - front)), 6)
        memory.minds[place] = odds
        total += odds
    for place in range(1, rules.players):
        memory.minds[place] *= -spoil / total
    memory.minds[0] = 1.0
    for colour in range(game.COLOURS):
        worth = 0.0
        for place in range(rules.players):
            worth += memory.minds[place] * memory.belief[place, colour]
        memory.worth[colour] = worth


@compiled
def majority(view: Any, memory: Any, shoal: int, unsure: float) -> float:
    """Return the probability that a shoal's owner has the majority at the end.

    The fish in the field ``changed`` of `memory` are added to the shoal. `unsure` is the
    uncertainty of a lead (see `ramp`).
    """
    fish = view.table.fish
    leader, first, second = 0, -1.0, -1.0
    for colour in range(game.COLOURS):
        number = fish[shoal, colour] + memory.changed[colour]
        if number > first:
            leader, first, second = colour, number, first
        elif number > second:
            second = number
    chance = 0.0
    place = place_of(view, shoal)
    for colour in range(game.COLOURS):
        if memory.belief[place, colour] > 0:
            number = fish[shoal, colour] + memory.changed[colour]
            ahead = number - (second if colour == leader else first)
            chance += memory.belief[place, colour] * ramp(ahead - 0.5, unsure)
    return chance


@compiled
def one_more(
    view: Any, memory: Any, counts: Any, receiver: int, least: int, margin: float, unsure: float
) -> float:
    """Return the change in value if a seat gets one more coral or shark.

    For each seat, the chance to have the most is multiplied by what a point of that seat is worth
    to the planner (``memory.minds``). The value is the sum of these products.

    Parameters
    ----------
    counts
        The present numbers of corals or sharks, by seat.
    receiver
        The seat that gets one more.
    least
        The smallest number with which a seat can have the most.
    margin
        The lead that a tie is treated as: above 0 if a tie is as good as a lead.
    unsure
        The uncertainty of a lead; see `ramp`.
    """
    gain = 0.0
    for place in range(view.rules.players):
        seat = seat_at(view, place)
        most_before = most_after = least
        for rival in range(view.rules.players):
            if rival != seat:
                most_before = max(most_before, counts[rival])
                most_after = max(most_after, counts[rival] + (rival == receiver))
        before = ramp(counts[seat] - most_before + margin, unsure)
        after = ramp(counts[seat] + (seat == receiver) - most_after + margin, unsure)
        gain += memory.minds[place] * (after - before)
    return gain


# Lines --------------------------------------------------------------------------


@compiled
def find_hot(view: Any, memory: Any, weights: Any, shoal: int) -> int:
    """Find the hot cells of a shoal, at most `MOST_HOT`, and return their number.

    A cell is hot if laying a card there would curse cards next to it. The cells are stored in the
    fields ``hot_cells``, ``heat`` and ``hot_board`` of `memory` (see `MEMORY`).
    """
    table, length = view.table, view.rules.curse_length
    count = 0
    for word in range(table.first_word[shoal], table.last_word[shoal] + 1):
        memory.hot_board[word] = 0
        frontier = table.frontier[shoal, word]
        if frontier == 0 or length == 0:
            continue
        for seabed in range(game.COLOURS):
            cells = frontier & _candidates(table, shoal, seabed, word, length)
            while cells != 0:
                member = lowest(cells)
                cells ^= bit(member)
                cell = SET * word + member
                heat = 0.0
                for step in (1, ROW):
                    first, cards = game.line_of(table, shoal, seabed, cell, step)
                    if cards >= length:
                        heat += _worth_of(view, memory, shoal, first, cards, step)
                if heat != 0.0 and count < MOST_HOT:
                    memory.hot_board[word] |= bit(member)
                    memory.hot_cells[count] = cell
                    memory.heat[count] = weights.peril * heat
                    count += 1
    return count


@inlined
def _candidates(table: Any, shoal: int, seabed: int, word: int, length: int) -> Any:
    """Return the cells of a word where a card may complete a line of a seabed, as a set.

    The set includes all cells that complete a line, and possibly others. If a card completes a line
    of three or more, at least two of the four nearest cells in the row or column belong to it.
    """
    above = table.seabeds[shoal, seabed, word - 1] if word > 0 else 0
    cells = table.seabeds[shoal, seabed, word]
    below = table.seabeds[shoal, seabed, word + 1] if word < WORDS - 1 else 0
    if length == 2:
        return beside(above, cells, below)
    left, right = cells << 1, (cells >> 1) & _NOT_SIGN
    up, down = (cells << ROW) | ((above >> ROW) & _LOW), ((cells >> ROW) & _LOW) | (below << ROW)
    # A word has two rows, so the cell two steps up or down has the same bit in the next word.
    row = (left & right) | (left & (left << 1)) | (right & (right >> 1))
    return row | (up & down) | (up & above) | (down & below)


@inlined
def near(table: Any, shoal: int, seabed: int, word: int) -> Any:
    """Return the cells of a word that are at most two steps from a card of a seabed, as a set.

    The set can include other cells of the word.
    """
    above = table.seabeds[shoal, seabed, word - 1] if word > 0 else 0
    cells = table.seabeds[shoal, seabed, word]
    below = table.seabeds[shoal, seabed, word + 1] if word < WORDS - 1 else 0
    right = (cells >> 1) & _NOT_SIGN
    return beside(above, cells, below) | (cells << 2) | (right >> 1) | above | below


@compiled
def cooled(memory: Any, hot: int, cell: int) -> float:
    """Return the loss by later curses that a card on a cell prevents.

    `hot` is the number of hot cells, as `find_hot` returns it.
    """
    saved = 0.0
    for index in range(hot):
        if memory.hot_cells[index] == cell:
            saved += memory.heat[index]
    return saved


@compiled
def threat(view: Any, memory: Any, weights: Any, shoal: int, card: int, cell: int) -> float:
    """Return the expected loss by later curses of lines to which a fish on a cell would belong.

    The fish itself must not complete a cursed line.
    """
    table, length, seabed = view.table, view.rules.curse_length, game.seabed_of(card)
    own_worth = game.fish_on(card) * memory.worth[game.colour_of(card)]
    total = 0.0
    for step in (1, ROW):
        first, cards = game.line_of(table, shoal, seabed, cell, step)
        for end in (first - step, first + cards * step):
            if (
                end < 0
                or not has(view.rules.inside[end >> 6], end & 63)
                or has(table.occupied[shoal, end >> 6], end & 63)
            ):
                continue
            # The line through the end reaches the cell of the fish. If that cell is next to the
            # end, the line stops there, because the fish is not laid yet.
            beyond, more = game.line_of(table, shoal, seabed, end, step)
            if abs(end - cell) != step:
                beyond, more = end, 1
            if cards + more >= length:
                heat = own_worth + _worth_of(view, memory, shoal, first, cards, step)
                heat += _worth_of(view, memory, shoal, beyond, more, step)
                total += heat * weights.peril
    return total


@compiled
def take_away(view: Any, memory: Any, shoal: int, first: int, cards: int, step: int) -> None:
    """Subtract the fish of a line from the field ``changed`` of `memory`.

    `first` is the first cell of the line, `cards` its length, and `step` the step from cell to
    cell, as in `simulate.games.shoal.laying.line_of`. A free cell has no fish.
    """
    for cell in range(first, first + cards * step, step):
        card = game.card_at(view.table, shoal, cell)
        if game.is_fish(card):
            memory.changed[game.colour_of(card)] -= game.fish_on(card)


@compiled
def _worth_of(view: Any, memory: Any, shoal: int, first: int, cards: int, step: int) -> float:
    """Return the planner's value of the fish in a line; the parameters are those of `take_away`."""
    worth = 0.0
    for cell in range(first, first + cards * step, step):
        card = game.card_at(view.table, shoal, cell)
        if game.is_fish(card):
            worth += memory.worth[game.colour_of(card)] * game.fish_on(card)
    return worth
