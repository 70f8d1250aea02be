"""Search for the cheapest swaps and shifts that bring cards of an Animal Splash tableau together.

Cards with a common kind, colour or plant are given as a set of places in the tableau. A change is a
swap or a shift, numbered as in the actions. The search finds the sequences of changes that bring a
given number of these cards side by side, as a run, for at most a given amount of oxygen.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simulate.games.animal_splash import SHIFT_LEFT, SHIFT_RIGHT
from strategies import EMPTY, bit, compiled, inlined, lowest, size

#: The maximum number of changes in a sequence.
MOST_CHANGES = 4
#: The fields of the search in a strategy's working memory. The first four are indexed by depth, the
#: number of changes made before.
GATHERING = {
    # The set of places of the cards that belong together.
    "places": (np.int64, MOST_CHANGES),
    # The oxygen that can still be spent.
    "budget": (np.int64, MOST_CHANGES),
    # The set of changes that are still to be tried.
    "untried": (np.int64, MOST_CHANGES),
    # The change that is tried now.
    "way": (np.int64, MOST_CHANGES),
    # Results: the number of changes in the sequence, and the oxygen of the budget that is left.
    "changes": (np.int64,),
    "unspent": (np.int64,),
}
#: An amount of oxygen that no seat can have.
BEYOND_PRICE = 1 << 20


class Gathering(NamedTuple):
    """The run to make, and the costs and limits of changes."""

    #: The cost of a swap in oxygen; 0 if the rules forbid swaps.
    swap: int
    #: The cost of a shift in oxygen; 0 if the rules forbid shifts.
    shift: int
    #: The number of cards in the tableau.
    cards: int
    #: The required number of cards in the run.
    run: int
    #: The maximum number of changes in a sequence.
    most: int


@compiled
def least_price(task: Any, places: Any, most: int) -> int:
    """Return a lower bound of the oxygen that a run of cards costs; 0 if there is a run already.

    A card that lies between the cards of the run, but does not belong to it, must be swapped or
    shifted away, unless the cards of the run on one side are shifted instead. If a run needs more
    than `most` changes, the result is `BEYOND_PRICE`.

    Parameters
    ----------
    task
        The `Gathering`.
    places
        The set of places of the cards that belong together.
    most
        The maximum number of changes.
    """
    if size(places) < task.run:
        return BEYOND_PRICE
    cheapest = min(task.swap, task.shift)
    if cheapest == 0:
        cheapest = max(task.swap, task.shift)
    # First possibility: the run is made where its cards are nearest to one another.
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
    # Second possibility: the run is made at an end of the tableau, from cards near the end and
    # others that are shifted there. `first` has the last cards here.
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
    """Start the search for sequences that cost at most `budget` oxygen.

    `places` is the set of places of the cards that belong together. Call `next_way` to get the
    first sequence, and again for each further sequence.
    """
    memory.changes = 1
    _begin_depth(memory, task, 0, places, budget)


@compiled
def next_way(memory: Any, task: Any) -> bool:
    """Find the next sequence of changes; return False if there are no more.

    `begin_to_gather` must have started the search. ``memory.unspent`` is the oxygen that is left.
    The sequence is in the first ``memory.changes`` entries of ``memory.way``.
    """
    depth = memory.changes - 1
    while depth >= 0:
        untried = memory.untried[depth]
        if untried == 0:
            depth -= 1
            continue
        memory.untried[depth] = untried & (untried - 1)
        change = lowest(untried)
        memory.way[depth] = change
        places = _places_after(memory.places[depth], change, task.cards)
        unspent = memory.budget[depth] - (task.swap if change < SHIFT_LEFT else task.shift)
        price = least_price(task, places, task.most - depth - 1)
        if price == 0:
            memory.changes, memory.unspent = depth + 1, unspent
            return True
        if price <= unspent:
            depth += 1
            _begin_depth(memory, task, depth, places, unspent)
    return False


@inlined
def _begin_depth(memory: Any, task: Any, depth: int, places: Any, budget: int) -> None:
    """Fill the entries of the memory for a depth of the search.

    At that depth the cards that belong together lie at `places`, and `budget` oxygen is left.
    """
    memory.places[depth], memory.budget[depth] = places, budget
    ends = bit(task.cards - 1) - 1
    untried = EMPTY
    if 0 < task.swap <= budget:
        # A swap is useful only between a card that belongs to the run and one that does not.
        untried |= (places ^ (places >> 1)) & ends
    if 0 < task.shift <= budget:
        untried |= ends << (SHIFT_LEFT + 1) | ends << SHIFT_RIGHT
    memory.untried[depth] = untried


@inlined
def _places_after(places: Any, change: int, cards: int) -> Any:
    """Return the set of places where the cards at `places` lie after a change."""
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
