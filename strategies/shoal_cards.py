"""What the cards on offer are worth in a shoal, as the planners of Shoal weigh them."""

from __future__ import annotations

from typing import Any, NamedTuple

from simulate.games.shoal import (
    COLOURS,
    CORAL,
    NOTHING,
    OCTOPUS,
    SHARK,
    SLOTS,
    colour_of,
    fish_on,
    fitting,
    seabed_of,
)
from simulate.kit.grid import CELLS, ROW, SET
from strategies import PASS, bit, compiled, has, inlined, lowest
from strategies.shoal import line_of
from strategies.shoal_guess import betrayed, majority, one_more, place_of
from strategies.shoal_lines import WORST, cooled, find_hot, hot_cells, near, take_away, threat

#: However many cards are to come, some doubt about a lead.
_DOUBT = 0.25


class _Shoal(NamedTuple):
    """A shoal that cards could be laid in.

    Attributes
    ----------
    seat
        Whose it is.
    own
        Whether it is the planner's own.
    hot
        How many hot cells it has.
    flock
        What its owner's majority is worth to the planner.
    unsure
        How much a lead in fish can change.
    now
        What the owner's chance of the majority is worth as it stands.
    """

    seat: int
    own: bool
    hot: int
    flock: float
    unsure: float
    now: float


@compiled
def look_at(view: Any, memory: Any, weights: Any, seat: int) -> None:
    """Find what each slot's card is worth in a shoal, and note it if it is the most so far."""
    table, rules = view.table, view.rules
    unsure = _DOUBT + weights.spread * _left(table)
    for colour in range(COLOURS):
        memory.changed[colour] = 0.0
    flock = weights.flock * rules.majority_points * memory.minds[place_of(view, seat)]
    shoal = _Shoal(
        seat=seat,
        own=seat == table.seat,
        hot=find_hot(view, memory, weights, seat),
        flock=flock,
        unsure=unsure,
        now=flock * majority(view, memory, seat, unsure),
    )
    step = 0 if shoal.own else 1
    for slot in range(SLOTS):
        card = table.slots[slot]
        if card == NOTHING or (shoal.own and card == SHARK):
            continue
        if card == CORAL:
            value, cell = _coral(view, memory, weights, shoal)
        elif card == SHARK:
            value, cell = _shark(view, memory, weights, shoal)
        else:
            value, cell = _fish(view, memory, weights, shoal, card)
        if cell != PASS and value > memory.best[step, slot]:
            memory.best[step, slot] = value
            memory.actions[step, slot] = (seat * SLOTS + slot) * CELLS + cell


@inlined
def _left(table: Any) -> int:
    """Return how many cards are to come."""
    left = 0
    for slot in range(SLOTS):
        left += table.piles[slot]
    return left


@inlined
def _flock(view: Any, memory: Any, shoal: Any) -> float:
    """Return what the fish of `changed` change in the worth of the majority."""
    return shoal.flock * majority(view, memory, shoal.seat, shoal.unsure) - shoal.now  # type: ignore[no-any-return]


@compiled
def _coral(view: Any, memory: Any, weights: Any, shoal: Any) -> Any:
    """Return the most that a coral is worth in a shoal, and its cell."""
    table, rules = view.table, view.rules
    value, chosen = WORST, PASS
    for word in range(table.first_word[shoal.seat], table.last_word[shoal.seat] + 1):
        cells = table.frontier[shoal.seat, word]
        quiet = cells & ~hot_cells(memory, word)
        if quiet != 0 and value < 0.0:
            value, chosen = 0.0, SET * word + lowest(quiet)
        cells &= ~quiet
        while cells != 0:
            member = lowest(cells)
            cells ^= bit(member)
            saved = cooled(memory, shoal.hot, SET * word + member)
            if saved > value:
                value, chosen = saved, SET * word + member
    unsure = _DOUBT + weights.spread * table.to_come[CORAL]
    octopuses = weights.reef * rules.octopus_points * table.to_come[OCTOPUS]
    gain = one_more(view, memory, table.coral_count, shoal.seat, 0, -0.5, unsure)
    return value + octopuses * gain, chosen


@compiled
def _shark(view: Any, memory: Any, weights: Any, shoal: Any) -> Any:
    """Return the most that a shark is worth in a shoal, and its cell."""
    table = view.table
    value, chosen = WORST, PASS
    for colour in range(COLOURS):
        for word in range(table.first_word[shoal.seat], table.last_word[shoal.seat] + 1):
            cells = table.colours[shoal.seat, colour, word]
            if cells == 0:
                continue
            doubles = cells & table.doubles[shoal.seat, word]
            for fish in (1, 2):
                prey = doubles if fish == 2 else cells & ~doubles
                if prey == 0:
                    continue
                memory.changed[colour] = -fish
                this = _flock(view, memory, shoal) - fish * memory.worth[colour]
                memory.changed[colour] = 0.0
                if this > value:
                    value, chosen = this, SET * word + lowest(prey)
    unsure = _DOUBT + weights.spread * table.to_come[SHARK]
    gain = one_more(view, memory, table.shark_count, shoal.seat, 1, 0.5, unsure)
    return value + weights.hunt * view.rules.shark_points * gain, chosen


@compiled
def _fish(view: Any, memory: Any, weights: Any, shoal: Any, card: int) -> Any:
    """Return the most that a fish is worth in a shoal, and its cell."""
    table, rules = view.table, view.rules
    colour, seabed, fish = colour_of(card), seabed_of(card), fish_on(card)
    memory.changed[colour] = fish
    plain = fish * memory.worth[colour] + _flock(view, memory, shoal)
    memory.changed[colour] = 0.0
    value, chosen = WORST, PASS
    for word in range(table.first_word[shoal.seat], table.last_word[shoal.seat] + 1):
        cells = fitting(table, shoal.seat, card, word)
        if cells == 0:
            continue
        close = hot_cells(memory, word)
        if rules.curse_length > 0:
            close |= near(table, shoal.seat, seabed, word)
        quiet = cells & ~close
        if quiet != 0 and plain > value:
            value, chosen = plain, SET * word + lowest(quiet)
        cells &= close
        while cells != 0:
            member = lowest(cells)
            cells ^= bit(member)
            cell = SET * word + member
            this = _in_line(view, memory, weights, shoal, card, cell, plain)
            if has(hot_cells(memory, word), member):
                this += cooled(memory, shoal.hot, cell)
            if this > value:
                value, chosen = this, cell
    value -= weights.deny * fish * memory.worth[colour]
    if colour == view.own.tile:
        value += weights.frank
    if rules.open_tiles == 0:
        tells = weights.guess * fish * (weights.trust if shoal.own else 1.0)
        hide = weights.hide / (rules.players - 1) * _left(table) / max(1, rules.full_size)
        value -= hide * betrayed(view, memory, colour, tells)
    return value, chosen


@compiled
def _in_line(
    view: Any, memory: Any, weights: Any, shoal: Any, card: int, cell: int, plain: float
) -> float:
    """Return what a fish is worth on a cell where it may lie in line with others.

    `plain` is what it is worth where it does not.
    """
    table, length, seabed = view.table, view.rules.curse_length, seabed_of(card)
    if length == 0:
        return plain
    cursed = False
    for step in (1, ROW):
        first, cards = line_of(table, shoal.seat, seabed, cell, step)
        if cards >= length:
            take_away(view, memory, shoal.seat, first, cards, step)
            cursed = True
    if not cursed:
        return plain - threat(view, memory, weights, shoal.seat, card, cell)
    value = _flock(view, memory, shoal)
    for colour in range(COLOURS):
        value += memory.changed[colour] * memory.worth[colour]
        memory.changed[colour] = 0.0
    return value
