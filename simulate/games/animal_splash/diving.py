"""Where divers can go in Animal Splash, and what it costs.

`table` and `rules` are those of a view, or of the game itself.
"""

from __future__ import annotations

from typing import Any

from simulate.games.animal_splash.cards import ALL_CELLS, ALL_SPOTS, NOWHERE, SPOTS
from simulate.kit.bits import EMPTY, bit, size
from simulate.kit.compiled import compiled, inlined


@inlined
def _turned(spots: Any, by: int) -> Any:
    """Return a set of spots in which spot number `by`, 0 to 12, is called 0, and so on."""
    return ((spots >> by) | (spots << (SPOTS - by))) & ALL_SPOTS


@inlined
def most_steps(rules: Any, oxygen: int) -> int:
    """Return the most steps that a diver can move with some oxygen."""
    steps = SPOTS - rules.players
    if rules.step_cost > 0:
        steps = min(steps, rules.free_steps + oxygen // rules.step_cost)
    return steps  # type: ignore[no-any-return]


@inlined
def price_of(rules: Any, steps: int) -> int:
    """Return the oxygen that a move costs, before a single step earns any."""
    return max(0, steps - rules.free_steps) * rules.step_cost  # type: ignore[no-any-return]


@inlined
def steps_to(table: Any, seat: int, spot: int) -> int:
    """Return how many steps a seat's diver, which is placed, moves to a free spot."""
    here = table.spots[seat]
    ahead = _turned(~table.occupied & ALL_SPOTS, here + 1)
    distance = spot - here if spot > here else spot - here + SPOTS
    return size(ahead & (bit(distance) - 1))  # type: ignore[no-any-return]


@compiled
def spots_in_use(rules: Any, table: Any) -> Any:
    """Return the spots that have a card in view, as a set."""
    spots = EMPTY
    for spot in range(SPOTS):
        if rules.lines[spot] & table.filled != 0:
            spots |= bit(spot)
    return spots


@inlined
def legal_spots(rules: Any, table: Any, seat: int) -> Any:
    """Return the spots that a seat's diver may be placed on or moved to, as a set."""
    here = table.spots[seat]
    spots = ~table.occupied & ALL_SPOTS
    if here != NOWHERE:
        ahead = _turned(spots, here + 1)
        beyond = ahead
        for _ in range(most_steps(rules, table.oxygen[seat])):
            beyond &= beyond - 1
        spots = _turned(ahead ^ beyond, SPOTS - 1 - here)
    if table.filled != ALL_CELLS:
        spots &= spots_in_use(rules, table)
    return spots
