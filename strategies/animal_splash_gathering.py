"""Bringing cards of an Animal Splash tableau together, by the cheapest swaps and shifts.

Cards that have a kind, colour or plant in common are a set of places. What is looked for is a
run of them, of some length, and all ways to it that cost as little oxygen as any.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simulate.games.animal_splash import SHIFT_LEFT, SHIFT_RIGHT
from strategies import EMPTY, bit, compiled, inlined, lowest, size

#: The most changes in a row.
MOST_CHANGES = 4
#: What is noted on the way, fields of a strategy's record. By how many changes came before: the
#: places, the oxygen that may be spent, the changes to try yet, the one tried. And, for who asks:
#: how many changes the way has, and what is left of the oxygen.
GATHERING = {
    "places": (np.int64, MOST_CHANGES),
    "budget": (np.int64, MOST_CHANGES),
    "untried": (np.int64, MOST_CHANGES),
    "way": (np.int64, MOST_CHANGES),
    "changes": (np.int64,),
    "unspent": (np.int64,),
}
#: More oxygen than anybody has.
BEYOND_PRICE = 1 << 20


class Gathering(NamedTuple):
    """What is to be brought together, and how."""

    #: What a swap and a shift cost; 0 where they are not offered.
    swap: int
    shift: int
    #: How many cards lie in the tableau.
    cards: int
    #: How many neighbours are wanted.
    run: int
    #: The most changes.
    most: int


@compiled
def least_price(task: Any, places: Any, most: int) -> int:
    """Return the oxygen that a run of some places cannot cost less than, 0 if there is one already.

    Each card that does not belong and lies between those that do must be swapped or shifted out;
    but not if it lies only between them and one that is shifted itself. `BEYOND_PRICE` is returned
    if a run needs more than `most` changes.
    """
    if size(places) < task.run:
        return BEYOND_PRICE
    cheapest = min(task.swap, task.shift)
    if cheapest == 0:
        cheapest = max(task.swap, task.shift)
    # A run of those that lie nearest together.
    first, last = places, places
    for _ in range(task.run - 1):
        last &= last - 1
    strangers = lowest(last) - lowest(first)
    last &= last - 1
    while last != 0:
        first &= first - 1
        strangers = min(strangers, lowest(last) - lowest(first))
        last &= last - 1
    strangers -= task.run - 1
    price = strangers * cheapest if strangers <= most else BEYOND_PRICE
    if strangers < 2 or task.shift == 0:
        return price
    # A run at an end, of those near it and some that are shifted there. `first` are the last ones.
    left = places
    for shifted in range(1, min(task.run, most) + 1):
        first &= first - 1
        staying = task.run - shifted
        strangers = 0
        if staying > 0:
            left = places
            for _ in range(staying - 1):
                left &= left - 1
            strangers = min(lowest(left), task.cards - 1 - lowest(first)) - (staying - 1)
        if shifted + strangers <= most:
            price = min(price, shifted * task.shift + strangers * cheapest)
    return price


@inlined
def begin_to_gather(memory: Any, task: Any, places: Any, budget: int) -> None:
    """Begin to look for the ways that cost no more than a budget."""
    memory.changes = 1
    _go_on(memory, task, 0, places, budget)


@compiled
def next_way(memory: Any, task: Any) -> bool:
    """Note the next way in the memory, and tell whether there was one."""
    depth = memory.changes - 1
    while depth >= 0:
        untried = memory.untried[depth]
        if untried == 0:
            depth -= 1
            continue
        memory.untried[depth] = untried & (untried - 1)
        change = lowest(untried)
        memory.way[depth] = change
        places = _after(memory.places[depth], change, task.cards)
        unspent = memory.budget[depth] - (task.swap if change < SHIFT_LEFT else task.shift)
        price = least_price(task, places, task.most - depth - 1)
        if price == 0:
            memory.changes, memory.unspent = depth + 1, unspent
            return True
        if price <= unspent:
            depth += 1
            _go_on(memory, task, depth, places, unspent)
    return False


@inlined
def _go_on(memory: Any, task: Any, depth: int, places: Any, budget: int) -> None:
    """Note what can be done after some changes."""
    memory.places[depth], memory.budget[depth] = places, budget
    ends = bit(task.cards - 1) - 1
    untried = EMPTY
    if 0 < task.swap <= budget:
        # Only where a card that belongs has a neighbour that does not.
        untried |= (places ^ (places >> 1)) & ends
    if 0 < task.shift <= budget:
        untried |= ends << (SHIFT_LEFT + 1) | ends << SHIFT_RIGHT
    memory.untried[depth] = untried


@inlined
def _after(places: Any, change: int, cards: int) -> Any:
    """Return where cards lie after a change; a swap moves one of them."""
    if change < SHIFT_LEFT:
        return places ^ (bit(change) | bit(change + 1))
    if change < SHIFT_RIGHT:
        place = change - SHIFT_LEFT
        before = bit(place) - 1
        moved = (places & ~before & ~bit(place)) | (places & before) << 1
        return moved | ((places >> place) & 1)
    place = change - SHIFT_RIGHT
    before = bit(place) - 1
    moved = (places & before) | ((places >> 1) & ~before)
    return moved | ((places >> place) & 1) << (cards - 1)
