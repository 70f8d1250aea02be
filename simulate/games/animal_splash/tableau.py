"""Compiled functions for Animal Splash: dives, groups in tableaus, missions and final scores.

Strategies use them too. `table` and `rules` are records of the game or of a strategy's view.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.animal_splash import declared as game
from simulate.games.animal_splash.declared import Counted
from simulate.kit.bits import EMPTY, bit, has, lowest, nonnegative, size
from simulate.kit.compiled import compiled, inlined
from simulate.kit.seats import highest, margin


@inlined
def _rotated(spots: Any, by: int) -> Any:
    """Return a set of spots renumbered around the grid, so that spot `by` (0 to 12) becomes 0."""
    return ((spots >> by) | (spots << (game.SPOTS - by))) & game.ALL_SPOTS


@inlined
def most_steps(rules: Any, oxygen: int) -> int:
    """Return the largest number of steps that a diver can move with this much oxygen."""
    steps = game.SPOTS - rules.players
    if rules.step_cost > 0:
        steps = min(steps, rules.free_steps + oxygen // rules.step_cost)
    return steps  # type: ignore[no-any-return]


@inlined
def price_of(rules: Any, steps: int) -> int:
    """Return the oxygen that a move costs, without the oxygen that a single step earns."""
    return max(0, steps - rules.free_steps) * rules.step_cost  # type: ignore[no-any-return]


@inlined
def steps_to(table: Any, seat: int, spot: int) -> int:
    """Return the number of steps from the spot of a seat's diver to a free spot.

    The diver must be on a spot. Spots with other divers are skipped and not counted.
    """
    here = table.spots[seat]
    ahead = _rotated(~table.occupied & game.ALL_SPOTS, here + 1)
    distance = spot - here if spot > here else spot - here + game.SPOTS
    return size(ahead & (bit(distance) - 1))  # type: ignore[no-any-return]


@compiled
def spots_in_use(rules: Any, table: Any) -> Any:
    """Return the spots from which a card is in view, as a set."""
    spots = EMPTY
    for spot in range(game.SPOTS):
        if rules.lines[spot] & table.filled != 0:
            spots |= bit(spot)
    return spots


@inlined
def legal_spots(rules: Any, table: Any, seat: int) -> Any:
    """Return the spots that a seat's diver may be placed on or moved to, as a set."""
    here = table.spots[seat]
    spots = ~table.occupied & game.ALL_SPOTS
    if here != game.NOWHERE:
        ahead = _rotated(spots, here + 1)
        beyond = ahead
        for _ in range(most_steps(rules, table.oxygen[seat])):
            beyond &= beyond - 1
        spots = _rotated(ahead ^ beyond, game.SPOTS - 1 - here)
    if table.filled != game.ALL_CELLS:
        spots &= spots_in_use(rules, table)
    return spots


@inlined
def alike(table: Any, seat: int, attribute: int) -> Any:
    """Return the places of a tableau whose card matches its right neighbour, as a set.

    `attribute` selects the bits of the cards that are compared: `KIND`, `COLOUR` or `PLANT`.
    """
    places = EMPTY
    for place in range(1, table.tableau_size[seat]):
        difference = (table.tableau[seat, place - 1] ^ table.tableau[seat, place]) & attribute
        places |= np.int64(difference == 0) << np.int64(place - 1)
    return places


@inlined
def groups_of(alike_places: Any, pearls: Any, group_size: int) -> Any:
    """Return the first places of all groups that can get a pearl, as a set.

    `alike_places` is the result of `alike`. `pearls` are the places with a pearl on the animal, or
    on the plant if `alike` compared plants.
    """
    groups = alike_places & ~pearls
    for distance in range(1, group_size):
        groups &= ~(pearls >> distance)
        if distance < group_size - 1:
            groups &= alike_places >> distance
    return groups


@inlined
def longest_run(alike_places: Any, cards: int) -> int:
    """Return the number of cards in the longest run of matching neighbours in a tableau.

    `alike_places` is the result of `alike`; `cards` is the number of cards in the tableau.
    """
    longest = min(cards, 1)
    while alike_places != 0:
        alike_places &= alike_places >> 1
        longest += 1
    return longest


@inlined
def _count_different(table: Any, seat: int, attribute: int) -> int:
    """Return the number of different kinds, colours or plants in a tableau, by `attribute`."""
    values = EMPTY
    for place in range(table.tableau_size[seat]):
        values |= bit((table.tableau[seat, place] & attribute) >> lowest(attribute))
    return size(values)  # type: ignore[no-any-return]


#: The bits of a card that measures compare, in the order of the measures.
_ATTRIBUTES = (game.KIND, game.COLOUR, game.PLANT)


@compiled
def measure(table: Any, seat: int, which: int) -> int:
    """Return how much a seat has of the quantity `which`, which is a `Measure`."""
    if which == game.Measure.OXYGEN:
        value = table.oxygen[seat]
    elif which == game.Measure.ANIMAL_PEARLS:
        value = size(table.animal_pearls[seat])
    elif which == game.Measure.PLANT_PEARLS:
        value = size(table.plant_pearls[seat])
    elif which == game.Measure.PEARLS:
        value = size(table.animal_pearls[seat]) + size(table.plant_pearls[seat])
    elif which < game.Measure.LONGEST_KIND_RUN:
        attribute = _ATTRIBUTES[which - game.Measure.ANIMAL_KINDS]
        value = _count_different(table, seat, attribute)
    else:
        attribute = _ATTRIBUTES[which - game.Measure.LONGEST_KIND_RUN]
        value = longest_run(alike(table, seat, attribute), table.tableau_size[seat])
    return value  # type: ignore[no-any-return]


@inlined
def open_missions(rules: Any, table: Any, seat: int) -> Any:
    """Return the missions that a seat may take now, as a set."""
    open_to_seat = EMPTY
    remaining = table.missions
    while remaining != 0:
        mission = nonnegative(lowest(remaining))
        remaining &= remaining - 1
        if not has(table.owned_colours[seat], rules.missions_colour[mission]):
            value = measure(table, seat, rules.missions_measure[mission])
            if value >= rules.missions_at_least[mission]:
                open_to_seat |= bit(mission)
    return open_to_seat


@inlined
def swap_cards(table: Any, seat: int, place: int) -> None:
    """Swap a card with its right neighbour; pearls move with their cards."""
    card = table.tableau[seat, place]
    table.tableau[seat, place] = table.tableau[seat, place + 1]
    table.tableau[seat, place + 1] = card
    table.animal_pearls[seat] = _with_swapped(table.animal_pearls[seat], place)
    table.plant_pearls[seat] = _with_swapped(table.plant_pearls[seat], place)


@inlined
def _with_swapped(places: Any, place: int) -> Any:
    """Return a set of places in which the members `place` and `place` + 1 are exchanged."""
    differs = ((places >> place) ^ (places >> (place + 1))) & 1
    return places ^ (differs * 0b11 << place)


@compiled
def end_game(rules: Any, state: Any) -> None:
    """Score the end-scoring card, end the game, and set the counts that depend on its end."""
    table, hidden = state.table, state.hidden
    table.over = 1
    table.rounds = 1
    table.checkpoints += 1
    before = winners(rules, state)
    if table.end_measure >= 0:
        _score_end_card(rules, table)
    won = winners(rules, state)
    idle = table.active & ~table.rearranged
    for seat in range(rules.players):
        hidden.counts[Counted.END_CARD_POINTS] += table.end_share[seat]
    hidden.counts[Counted.END_CARD_DECIDES] = np.int64(won != before)
    hidden.counts[Counted.WINNERS] = size(won)
    hidden.counts[Counted.WINNERS_WITHOUT_ACTIONS] = size(won & idle)
    hidden.counts[Counted.PLAYERS_WITHOUT_ACTIONS] = size(idle)
    hidden.counts[Counted.MARGIN] = margin(table.scores, rules.players)


@compiled
def _score_end_card(rules: Any, table: Any) -> None:
    """Add the points for first and second place. Tied seats share the points of their places."""
    for seat in range(rules.players):
        value = measure(table, seat, table.end_measure)
        ahead = 0
        tied = 0
        for rival in range(rules.players):
            rival_value = measure(table, rival, table.end_measure)
            if rival_value > value:
                ahead += 1
            elif rival_value == value:
                tied += 1
        if value > 0:
            points = 0
            for place in range(ahead, min(ahead + tied, 2)):
                points += rules.end_points[place]
            table.end_share[seat] = game.POINT * points // tied
            table.scores[seat] += table.end_share[seat]


@compiled
def winners(rules: Any, state: Any) -> Any:
    """Return the seats with the most points and, among them, the most oxygen, as a set."""
    table = state.table
    leading = highest(table.scores, table.active, rules.players)
    return highest(table.oxygen, leading, rules.players)
