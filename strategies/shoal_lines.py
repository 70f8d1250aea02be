"""Lines of one seabed in Shoal, as the planners see them: what the next card could curse.

A cell is hot if a card of some seabed laid there would curse cards that lie beside it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.shoal import COLOURS, MOST_SEATS, SLOTS, colour_of, fish_on, is_fish, seabed_of
from simulate.kit.grid import ROW, SET, WORDS, beside
from strategies import bit, compiled, has, inlined, lowest, record_of
from strategies.shoal import card_on, line_of

#: How many hot cells of a shoal are minded.
MOST_HOT = 64
#: Less than anything is worth.
WORST = -1e18
#: What the planner notes while it thinks. Places are seats in the order of play, its own is 0.
MEMORY = record_of(
    # How likely each colour is each place's; how what they did speaks for it, against
    # their likeliest colour; and what a point of theirs is worth to the planner.
    belief=(np.float64, MOST_SEATS, COLOURS),
    signs=(np.float64, MOST_SEATS, COLOURS),
    minds=(np.float64, MOST_SEATS),
    # By colour: what a fish in sight is worth to the planner, and how many an action
    # would add to the shoal looked at.
    worth=(np.float64, COLOURS),
    changed=(np.float64, COLOURS),
    # The hot cells of the shoal looked at, one by one with what they threaten, and as a
    # board.
    hot_cells=(np.int64, MOST_HOT),
    heat=(np.float64, MOST_HOT),
    hot_board=(np.int64, WORDS),
    # The most that each slot's card is worth, in the own shoal, 0, and in an
    # opponent's, 1; and the action for it.
    best=(np.float64, 2, SLOTS),
    actions=(np.int64, 2, SLOTS),
)

_LOW = 0xFFFF_FFFF
_NOT_SIGN = 0x7FFF_FFFF_FFFF_FFFF


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
        for seabed in range(COLOURS):
            cells = frontier & _candidates(table, shoal, seabed, word, length)
            while cells != 0:
                member = lowest(cells)
                cells ^= bit(member)
                cell = SET * word + member
                heat = 0.0
                for step in (1, ROW):
                    first, cards = line_of(table, shoal, seabed, cell, step)
                    if cards >= length:
                        heat += _worth_of(view, memory, shoal, first, cards, step)
                if heat != 0.0 and count < MOST_HOT:
                    memory.hot_board[word] |= bit(member)
                    memory.hot_cells[count] = cell
                    memory.heat[count] = _chance(view, weights, seabed, heat, 0) * heat
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


@inlined
def hot_cells(memory: Any, word: int) -> Any:
    """Return the hot cells of a word, as `find_hot` found them."""
    return memory.hot_board[word]


@compiled
def cooled(memory: Any, hot: int, cell: int) -> float:
    """Return what a card on a cell saves of what is threatened there."""
    saved = 0.0
    for index in range(hot):
        if memory.hot_cells[index] == cell:
            saved += memory.heat[index]
    return saved


@compiled
def _chance(view: Any, weights: Any, seabed: int, heat: float, used: int) -> float:
    """Return how likely a line is to be cursed."""
    offered = -used
    for slot in range(SLOTS):
        card = view.table.slots[slot]
        if is_fish(card) and seabed_of(card) == seabed:
            offered += 1
    chance = weights.peril + weights.offer * offered
    return chance * (weights.hope if heat < 0 else 1.0)  # type: ignore[no-any-return]


@compiled
def threat(view: Any, memory: Any, weights: Any, shoal: int, card: int, cell: int) -> float:
    """Return what further curses threaten after a fish is laid on a cell, if it curses nothing."""
    table, length, seabed = view.table, view.rules.curse_length, seabed_of(card)
    here = fish_on(card) * memory.worth[colour_of(card)]
    total = 0.0
    for step in (1, ROW):
        first, cards = line_of(table, shoal, seabed, cell, step)
        for end in (first - step, first + cards * step):
            if (
                end < 0
                or not has(view.rules.inside[end >> 6], end & 63)
                or has(table.occupied[shoal, end >> 6], end & 63)
            ):
                continue
            # The line through the end runs up to the cell laid on and, if that is next to it,
            # stops there, since nothing lies there yet.
            beyond, more = line_of(table, shoal, seabed, end, step)
            if abs(end - cell) != step:
                beyond, more = end, 1
            if cards + more >= length:
                heat = here + _worth_of(view, memory, shoal, first, cards, step)
                heat += _worth_of(view, memory, shoal, beyond, more, step)
                total += heat * _chance(view, weights, seabed, heat, 1)
    return total


@compiled
def take_away(view: Any, memory: Any, shoal: int, first: int, cards: int, step: int) -> None:
    """Count the fish of a line as lost in `changed`; a free cell has none."""
    for cell in range(first, first + cards * step, step):
        card = card_on(view.table, shoal, cell)
        if is_fish(card):
            memory.changed[colour_of(card)] -= fish_on(card)


@compiled
def _worth_of(view: Any, memory: Any, shoal: int, first: int, cards: int, step: int) -> float:
    """Return what the fish of a line are worth to the planner; a free cell has none."""
    worth = 0.0
    for cell in range(first, first + cards * step, step):
        card = card_on(view.table, shoal, cell)
        if is_fish(card):
            worth += memory.worth[colour_of(card)] * fish_on(card)
    return worth
