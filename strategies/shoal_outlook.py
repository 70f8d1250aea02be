"""What the planners of Shoal make of the table: who has which colour, and what could be cursed.

Places are seats in the order of play, from the planner's own, 0. A cell is hot if a card of some
seabed laid there would curse cards that lie beside it.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from simulate.games import shoal as game
from simulate.kit.grid import ROW, SET, WORDS, beside
from strategies import bit, compiled, has, inlined, lowest, odds_of, record_of

#: How many hot cells of a shoal are minded.
MOST_HOT = 64
#: Less than anything is worth.
WORST = -1e18
#: What the planner notes while it thinks. Places are seats in the order of play, its own is 0.
MEMORY = record_of(
    # How likely each colour is each place's; how what they did speaks for it, against
    # their likeliest colour; and what a point of theirs is worth to the planner.
    belief=(np.float64, game.MOST_SEATS, game.COLOURS),
    signs=(np.float64, game.MOST_SEATS, game.COLOURS),
    minds=(np.float64, game.MOST_SEATS),
    # By colour: what a fish in sight is worth to the planner, and how many an action
    # would add to the shoal looked at.
    worth=(np.float64, game.COLOURS),
    changed=(np.float64, game.COLOURS),
    # The hot cells of the shoal looked at, one by one with what they threaten, and as a
    # board.
    hot_cells=(np.int64, MOST_HOT),
    heat=(np.float64, MOST_HOT),
    hot_board=(np.int64, WORDS),
    # The most that each slot's card is worth, in the own shoal, 0, and in an
    # opponent's, 1; and the action for it.
    best=(np.float64, 2, game.SLOTS),
    actions=(np.int64, 2, game.SLOTS),
)
#: How much the surest signs say; further ones say no more.
_SURE = 16.0
_LOW = 0xFFFF_FFFF
_NOT_SIGN = 0x7FFF_FFFF_FFFF_FFFF


# Players ------------------------------------------------------------------------


@inlined
def seat_at(view: Any, place: int) -> int:
    """Return the seat at a place."""
    seat = view.table.seat + place
    return seat - view.rules.players if seat >= view.rules.players else seat  # type: ignore[no-any-return]


@inlined
def place_of(view: Any, seat: int) -> int:
    """Return the place of a seat."""
    place = seat - view.table.seat
    return place + view.rules.players if place < 0 else place  # type: ignore[no-any-return]


@inlined
def ramp(lead: float, unsure: float) -> float:
    """Return the chance that a lead lasts: a half for none, more the surer it is."""
    return 0.5 + 0.5 * lead / sqrt(lead * lead + unsure)


@inlined
def _evidence(table: Any, seat: int, colour: int, blame: float) -> float:
    """Return the fish that speak for a colour: those laid, less `blame` for each harmed."""
    laid = table.kept[seat, colour] + table.given[seat, colour]
    return laid - blame * table.harmed[seat, colour]  # type: ignore[no-any-return]


@compiled
def guess_colours(view: Any, memory: Any, guess: float, blame: float) -> None:
    """Fill in how likely each place has each colour.

    Each fish of evidence makes a colour exp(`guess`) times as likely, and an open tile says all.
    Nobody has the planner's own, and no two have the same: so all ways to hand out the others are
    added up.
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
    """Return what it costs to lay fish of a colour and to harm those that `changed` loses.

    That is how much likelier an onlooker then holds the planner's own colour to be its own.
    """
    if shoal.hide == 0.0:
        return 0.0
    before = after = own = 0.0
    for other in range(game.COLOURS):
        told = weights.blame * min(0.0, memory.changed[other]) + (laid if other == colour else 0.0)
        sign = memory.signs[0, other] * odds_of(max(-_SURE, shoal.style.guess * told), 6)
        before += memory.signs[0, other]
        after += sign
        own += sign if other == view.own.tile else 0.0
    return shoal.hide * (own / after - memory.signs[0, view.own.tile] / before)  # type: ignore[no-any-return]


@compiled
def weigh_players(view: Any, memory: Any, spoil: float, lead: float) -> None:
    """Fill in what a point of each player and a fish of each colour are worth to the planner."""
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
    """Return the chance that a shoal's owner ends with the majority, `changed` added to it."""
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
    """Return what one coral or shark more for a seat changes in the worth of having the most.

    `counts` are by seat. `least` is how many it takes, and `margin` what a tie counts: above 0 if
    it is as good as a lead.
    """
    gain = 0.0
    for place in range(view.rules.players):
        seat = seat_at(view, place)
        most = then = least
        for other in range(view.rules.players):
            if other != seat:
                most = max(most, counts[other])
                then = max(then, counts[other] + (other == receiver))
        before = ramp(counts[seat] - most + margin, unsure)
        after = ramp(counts[seat] + (seat == receiver) - then + margin, unsure)
        gain += memory.minds[place] * (after - before)
    return gain


# Lines --------------------------------------------------------------------------


@compiled
def find_hot(view: Any, memory: Any, weights: Any, shoal: int) -> int:
    """List the hot cells of a shoal with what they threaten, and return how many there are."""
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
    """Return the cells of a word at which a line of a seabed may get long enough.

    All that do are among them. A line of three or more cards has two others of the
    nearest four in its row or column.
    """
    above = table.seabeds[shoal, seabed, word - 1] if word > 0 else 0
    here = table.seabeds[shoal, seabed, word]
    below = table.seabeds[shoal, seabed, word + 1] if word < WORDS - 1 else 0
    if length == 2:
        return beside(above, here, below)
    left, right = here << 1, (here >> 1) & _NOT_SIGN
    up, down = (here << ROW) | ((above >> ROW) & _LOW), ((here >> ROW) & _LOW) | (below << ROW)
    # Two rows a word: two steps up or down are one word.
    row = (left & right) | (left & (left << 1)) | (right & (right >> 1))
    return row | (up & down) | (up & above) | (down & below)


@inlined
def near(table: Any, shoal: int, seabed: int, word: int) -> Any:
    """Return the cells of a word one or two steps from cards of a seabed, and some others."""
    above = table.seabeds[shoal, seabed, word - 1] if word > 0 else 0
    here = table.seabeds[shoal, seabed, word]
    below = table.seabeds[shoal, seabed, word + 1] if word < WORDS - 1 else 0
    right = (here >> 1) & _NOT_SIGN
    return beside(above, here, below) | (here << 2) | (right >> 1) | above | below


@compiled
def cooled(memory: Any, hot: int, cell: int) -> float:
    """Return what a card on a cell saves of what is threatened there."""
    saved = 0.0
    for index in range(hot):
        if memory.hot_cells[index] == cell:
            saved += memory.heat[index]
    return saved


@compiled
def threat(view: Any, memory: Any, weights: Any, shoal: int, card: int, cell: int) -> float:
    """Return what further curses threaten after a fish is laid on a cell, if it curses nothing."""
    table, length, seabed = view.table, view.rules.curse_length, game.seabed_of(card)
    here = game.fish_on(card) * memory.worth[game.colour_of(card)]
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
            # The line through the end runs up to the cell laid on and, if that is next to it,
            # stops there, since nothing lies there yet.
            beyond, more = game.line_of(table, shoal, seabed, end, step)
            if abs(end - cell) != step:
                beyond, more = end, 1
            if cards + more >= length:
                heat = here + _worth_of(view, memory, shoal, first, cards, step)
                heat += _worth_of(view, memory, shoal, beyond, more, step)
                total += heat * weights.peril
    return total


@compiled
def take_away(view: Any, memory: Any, shoal: int, first: int, cards: int, step: int) -> None:
    """Count the fish of a line as lost in `changed`; a free cell has none."""
    for cell in range(first, first + cards * step, step):
        card = game.card_at(view.table, shoal, cell)
        if game.is_fish(card):
            memory.changed[game.colour_of(card)] -= game.fish_on(card)


@compiled
def _worth_of(view: Any, memory: Any, shoal: int, first: int, cards: int, step: int) -> float:
    """Return what the fish of a line are worth to the planner; a free cell has none."""
    worth = 0.0
    for cell in range(first, first + cards * step, step):
        card = game.card_at(view.table, shoal, cell)
        if game.is_fish(card):
            worth += memory.worth[game.colour_of(card)] * game.fish_on(card)
    return worth
