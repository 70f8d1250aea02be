"""Compiled functions for the shoals: legal cells, effects of laid cards, and scores."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.shoal import declared as game
from simulate.games.shoal.declared import Counted, colour_of, fish_on, seabed_of
from simulate.kit.bits import bit, has, nonnegative, size
from simulate.kit.compiled import compiled, inlined
from simulate.kit.grid import MIDDLE, ROW, WORDS, beside, cell_at, is_on, put_on, take_off
from simulate.kit.seats import break_by_half_points, head_start_of, highest, margin


@inlined
def begin_shoal(rules: Any, table: Any, hidden: Any, seat: int) -> None:
    """Lay a seat's first coral, in the middle of the grid."""
    middle = cell_at(MIDDLE, MIDDLE)
    table.first_word[seat] = table.last_word[seat] = middle >> 6
    _occupy(rules, table, seat, middle)
    _lay_coral(table, hidden, seat, middle)


@inlined
def _occupy(rules: Any, table: Any, seat: int, cell: int) -> None:
    """Mark a cell as occupied, and update the frontier (the free cells beside the shoal)."""
    occupied, frontier = table.occupied[seat], table.frontier[seat]
    put_on(occupied, cell)
    word = cell >> 6
    here = bit(cell & 63)
    first, last = max(word - 1, 0), min(word + 1, WORDS - 1)
    for near_word in range(first, last + 1):
        near = beside(
            here if near_word == word + 1 else 0,
            here if near_word == word else 0,
            here if near_word == word - 1 else 0,
        )
        frontier[near_word] |= near & rules.inside[near_word]
        frontier[near_word] &= ~occupied[near_word]
    table.first_word[seat] = min(table.first_word[seat], first)
    table.last_word[seat] = max(table.last_word[seat], last)


@inlined
def _lay_coral(table: Any, hidden: Any, seat: int, cell: int) -> None:
    """Lay a coral, and append it to the order in which the seat's corals were laid."""
    put_on(table.corals[seat], cell)
    # Corals under an octopus stay at the front of the order.
    hidden.coral_order[seat, table.coral_count[seat] + table.octopus_count[seat]] = cell
    table.coral_count[seat] += 1


@inlined
def fitting(table: Any, seat: int, card: int, word: int) -> Any:
    """Return the cells on which a card can be laid in a seat's shoal, as a set.

    The card is a fish, a coral or a shark. The set covers 64 cells of the grid: `word` is the index
    of a word of the board, from `table.first_word` to `table.last_word` of the seat.
    """
    if card == game.CORAL:
        return table.frontier[seat, word]
    if card == game.SHARK:
        return table.fish_cards[seat, word]
    colour, seabed = colour_of(card), seabed_of(card)
    here = _unfit(table, seat, colour, seabed, word)
    above = _unfit(table, seat, colour, seabed, word - 1) if word > 0 else 0
    below = _unfit(table, seat, colour, seabed, word + 1) if word < WORDS - 1 else 0
    return table.frontier[seat, word] & ~beside(above, here, below)


@inlined
def _unfit(table: Any, seat: int, colour: int, seabed: int, word: int) -> Any:
    """Return the cells in one word of a board next to which a fish cannot be laid, as a set.

    These cells have fishbone, or fish of neither the same colour nor the same seabed.
    """
    matching = table.colours[seat, colour, word] | table.seabeds[seat, seabed, word]
    return table.bones[seat, word] | (table.fish_cards[seat, word] & ~matching)


@compiled
def lay_card(rules: Any, table: Any, hidden: Any, shoal: int, card: int, cell: int) -> None:
    """Lay a card in a shoal. A shark eats the fish on the cell, and a fish can curse a line."""
    seat = nonnegative(table.seat)
    if card == game.SHARK:
        hidden.counts[Counted.FISH_EATEN] += _remove_fish(table, seat, shoal, cell)
        put_on(table.sharks[shoal], cell)
        table.shark_count[shoal] += 1
        return
    _occupy(rules, table, shoal, cell)
    if card == game.CORAL:
        _lay_coral(table, hidden, shoal, cell)
        hidden.counts[Counted.CORALS_LAID] += 1
        return
    colour, fish = colour_of(card), fish_on(card)
    put_on(table.fish_cards[shoal], cell)
    put_on(table.colours[shoal, colour], cell)
    put_on(table.seabeds[shoal, seabed_of(card)], cell)
    if fish == 2:
        put_on(table.doubles[shoal], cell)
    table.fish[shoal, colour] += fish
    table.fish_total[shoal] += fish
    if shoal == seat:
        table.kept[seat, colour] += fish
    else:
        table.given[seat, colour] += fish
    if rules.curse_length > 0:
        _curse(rules, table, hidden, shoal, seabed_of(card), cell)


# The next three functions read single numbers, so that they also work on the arrays of a view.


@compiled
def line_of(table: Any, shoal: int, seabed: int, cell: int, step: int) -> Any:
    """Return the first cell and the length of the line of one seabed through a cell of a shoal.

    The cell itself counts as part of the line, even if it is free. `step` is 1 for the row, and
    `simulate.kit.grid.ROW` for the column.
    """
    first = cell
    # The last row and column of a grid are always empty: only the search backwards needs a bound.
    while first - step >= 0 and _has_seabed(table, shoal, seabed, first - step):
        first -= step
    length = (cell - first) // step + 1
    while _has_seabed(table, shoal, seabed, first + length * step):
        length += 1
    return first, length


@inlined
def _has_seabed(table: Any, shoal: int, seabed: int, cell: int) -> bool:
    """Return True if a face-up fish card of this seabed lies on a cell."""
    return has(table.seabeds[shoal, seabed, cell >> 6], cell & 63)


@compiled
def card_at(table: Any, shoal: int, cell: int) -> int:
    """Return the face-up fish card on a cell of a shoal, or `NOTHING`."""
    word, member = cell >> 6, cell & 63
    for colour in range(game.COLOURS):
        if has(table.colours[shoal, colour, word], member):
            for seabed in range(game.COLOURS):
                if _has_seabed(table, shoal, seabed, cell):
                    double = has(table.doubles[shoal, word], member)
                    return (colour * game.COLOURS + seabed) * 2 + double
    return game.NOTHING


@inlined
def _curse(rules: Any, table: Any, hidden: Any, shoal: int, seabed: int, cell: int) -> None:
    """Turn the lines of one seabed through a cell to fishbone, if they are long enough."""
    left, across = line_of(table, shoal, seabed, cell, 1)
    top, down = line_of(table, shoal, seabed, cell, ROW)
    if across >= rules.curse_length:
        _turn_to_bone(table, hidden, shoal, left, across, 1)
    if down >= rules.curse_length:
        _turn_to_bone(table, hidden, shoal, top, down, ROW)


@compiled
def _turn_to_bone(table: Any, hidden: Any, shoal: int, first: int, length: int, step: int) -> None:
    """Turn a line of fish to fishbone. Cells that are fishbone already stay."""
    hidden.counts[Counted.CURSES] += 1
    for cell in range(first, first + length * step, step):
        if not is_on(table.bones[shoal], cell):
            hidden.counts[Counted.FISH_CURSED] += _remove_fish(table, table.seat, shoal, cell)
            put_on(table.bones[shoal], cell)


@compiled
def _remove_fish(table: Any, seat: int, shoal: int, cell: int) -> int:
    """Remove a fish card from a shoal, and count its fish as harmed by `seat`.

    Returns the number of fish on the card.
    """
    card = card_at(table, shoal, cell)
    colour, fish = colour_of(card), fish_on(card)
    take_off(table.fish_cards[shoal], cell)
    take_off(table.colours[shoal, colour], cell)
    take_off(table.seabeds[shoal, seabed_of(card)], cell)
    take_off(table.doubles[shoal], cell)
    table.fish[shoal, colour] -= fish
    table.fish_total[shoal] -= fish
    table.harmed[seat, colour] += fish
    table.gone[card] += 1
    return fish


@inlined
def has_majority(table: Any, seat: int, colour: int) -> bool:
    """Return True if a seat's shoal has more fish of a colour than of any other colour."""
    for rival in range(game.COLOURS):
        if rival != colour and table.fish[seat, rival] >= table.fish[seat, colour]:
            return False
    return True


@inlined
def most_sharks(table: Any, players: int) -> int:
    """Return the number of sharks with which a seat scores for the most sharks, at least 1."""
    most = 1
    for seat in range(players):
        most = max(most, table.shark_count[seat])
    return most


@inlined
def add_up_scores(rules: Any, state: Any) -> None:
    """Set ``hidden.scores`` to the points that each seat would have if the game ended now."""
    table, hidden = state.table, state.hidden
    sharks = most_sharks(table, rules.players)
    for seat in range(rules.players):
        colour = nonnegative(hidden.tiles[seat])
        points = head_start_of(rules, seat)
        points += rules.octopus_points * table.octopus_count[seat]
        for shoal in range(rules.players):
            points += table.fish[shoal, colour]
        points += rules.majority_points * np.int64(has_majority(table, seat, colour))
        points += rules.shark_points * np.int64(table.shark_count[seat] == sharks)
        hidden.scores[seat] = points


@compiled
def end_game(rules: Any, state: Any) -> None:
    """Reveal the scores, end the game, and set the counts that depend on its end."""
    table, hidden = state.table, state.hidden
    table.over = 1
    table.rounds = 1
    table.checkpoints += 1
    sharks = most_sharks(table, rules.players)
    for seat in range(rules.players):
        table.scores[seat] = hidden.scores[seat]
        colour = nonnegative(hidden.tiles[seat])
        hidden.counts[Counted.MAJORITY_BONUSES] += has_majority(table, seat, colour)
        hidden.counts[Counted.SHARK_BONUSES] += table.shark_count[seat] == sharks
        hidden.counts[Counted.COLOURS_GUESSED] += _guess(table, seat) == colour
    hidden.counts[Counted.MARGIN] = margin(table.scores, rules.players)
    hidden.counts[Counted.SHARED_WINS] = size(winners(rules, state)) > 1


@inlined
def _guess(table: Any, seat: int) -> int:
    """Return the colour that a seat laid most often in its own shoal, or `NOTHING` for a tie."""
    best = 0
    tied = False
    for colour in range(1, game.COLOURS):
        if table.kept[seat, colour] > table.kept[seat, best]:
            best = colour
            tied = False
        elif table.kept[seat, colour] == table.kept[seat, best]:
            tied = True
    return game.NOTHING if tied else best


@inlined
def true_scores(state: Any) -> Any:
    """Return the points of each seat if the game ended now, which players do not know."""
    return state.hidden.scores


@compiled
def winners(rules: Any, state: Any) -> Any:
    """Return the seats with the most points and, among them, the most fish, as a set."""
    best = break_by_half_points(
        rules, highest(state.hidden.scores, state.table.active, rules.players), 1
    )
    return highest(state.table.fish_total, best, rules.players)
