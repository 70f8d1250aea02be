"""The compiled rules of Animal Splash: the deal, the legal actions and their effects."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.animal_splash import declared as game
from simulate.games.animal_splash import tableau
from simulate.games.animal_splash.declared import Counted, oxygen_of
from simulate.games.animal_splash.tableau import alike, groups_of, price_of, steps_to, swap_cards
from simulate.kit.bits import EMPTY, bit, lowest, nonnegative, size
from simulate.kit.chance import below, start
from simulate.kit.compiled import compiled, inlined
from simulate.kit.hands import draw_at_random
from simulate.kit.menu import PASS, offer
from simulate.kit.seats import next_seat


@compiled
def deal(rules: Any, state: Any) -> None:
    """Set up a new game; seat 1 begins.

    This draws the end-scoring card (-1 if the rules have none), fills the grid from the face-down
    cards, makes all missions available, and gives each seat its oxygen and an empty tableau. All
    fields of `state` are 0 before, except for the seed, the number of the deal and the active
    seats.
    """
    table, hidden, chance = state.table, state.hidden, state.chance
    start(chance, chance.seed, chance.deal, 0)
    table.end_measure = -1
    if rules.end_scoring_length > 0:
        table.end_measure = rules.end_scoring[below(chance, rules.end_scoring_length)]
    for place in range(rules.full_size):
        hidden.pile[place] = rules.full_deck[place]
    table.face_down = rules.full_size
    for row in range(3):
        table.row_pile[row] = rules.row_size[row]
    for cell in range(game.CELLS):
        _fill(state, cell)
    table.emptied = -1
    table.missions = bit(rules.missions_length) - 1
    table.laying = table.active
    for seat in range(rules.players):
        table.spots[seat] = game.NOWHERE
        table.oxygen[seat] = rules.start_oxygen
        table.tableau[seat, :] = game.NO_CARD
    hidden.counts[Counted.OXYGEN_LEFT] = rules.players * rules.start_oxygen


@inlined
def _fill(state: Any, cell: int) -> None:
    """Lay a card on an empty cell, if the pile of the cell's row has a card."""
    table = state.table
    row = cell // 3
    if table.row_pile[row] > 0:
        table.grid[cell] = draw_at_random(state.hidden.pile, table.face_down, state.chance)
        table.row_pile[row] -= 1
        table.face_down -= 1
        table.filled |= bit(cell)


@inlined
def legal(rules: Any, state: Any, menu: Any) -> None:
    """Offer the legal actions in the present step of the turn: none if the diver cannot move."""
    table = state.table
    seat = nonnegative(table.seat)
    step = table.step
    if step == game.DIVE:
        offer(menu, game.DIVE_TO, tableau.legal_spots(rules, table, seat))
    elif step == game.TAKE:
        cells = rules.lines[nonnegative(table.spots[seat])] & table.filled
        takes = EMPTY
        while cells != 0:
            takes |= np.int64(0b11) << (2 * lowest(cells))
            cells &= cells - 1
        offer(menu, game.TAKE_FROM, takes)
    elif step == game.REARRANGE:
        _offer_changes(rules, table, menu, seat)
    elif step == game.SCORE:
        _offer_pearls(rules, table, menu, seat)
    else:
        offer(menu, game.MISSION_OF, tableau.open_missions(rules, table, seat) | bit(game.DONE))


@inlined
def _offer_changes(rules: Any, table: Any, menu: Any, seat: int) -> None:
    """Offer the swaps and shifts that a seat can pay."""
    oxygen = table.oxygen[seat]
    changes = bit(game.DONE)
    all_but_last = bit(table.tableau_size[seat] - 1) - 1
    if 0 < rules.swap_cost <= oxygen:
        changes |= all_but_last
    if 0 < rules.shift_cost <= oxygen:
        changes |= (all_but_last << (game.SHIFT_LEFT + 1)) | (all_but_last << game.SHIFT_RIGHT)
    offer(menu, game.CHANGE, changes)


@inlined
def _offer_pearls(rules: Any, table: Any, menu: Any, seat: int) -> None:
    """Offer every way to put a pearl on a card of a group, and the action to put no more pearls."""
    last = bit(game.DONE)
    if table.tableau_size[seat] >= rules.group_size:
        on_animals = table.animal_pearls[seat]
        kinds = groups_of(alike(table, seat, game.KIND), on_animals, rules.group_size)
        colours = groups_of(alike(table, seat, game.COLOUR), on_animals, rules.group_size)
        plants = groups_of(
            alike(table, seat, game.PLANT), table.plant_pearls[seat], rules.group_size
        )
        if kinds | colours != 0:
            offer(menu, game.PEARL_ON_KIND, _pearls_on(kinds, rules.group_size))
            offer(menu, game.PEARL_ON_COLOUR, _pearls_on(colours, rules.group_size))
        last |= _pearls_on(plants, rules.group_size)
    offer(menu, game.PEARL_ON_PLANT, last)


@inlined
def _pearls_on(groups: Any, group_size: int) -> Any:
    """Return the ways to put a pearl on a card of a group, as a set of members of an action group.

    `groups` is the set of the groups' first places.
    """
    pearls = EMPTY
    while groups != 0:
        pearls |= (bit(group_size) - 1) << (game.MOST_IN_GROUP * lowest(groups))
        groups &= groups - 1
    return pearls


@inlined
def apply(rules: Any, state: Any, action: int) -> None:
    """Carry out an action, which is one step of a turn, and end the turn after its last step."""
    table = state.table
    seat = nonnegative(table.seat)
    step = table.step
    if step == game.DIVE:
        if action == PASS:
            state.hidden.counts[Counted.PASSED_TURNS] += 1
            _end_turn(rules, state, seat)
        else:
            _dive(rules, table, state.hidden, seat, nonnegative(action - game.DIVE_TO))
    elif step == game.TAKE:
        _take(table, state.hidden, seat, nonnegative(action - game.TAKE_FROM))
    elif step == game.REARRANGE:
        if action == game.CHANGE + game.DONE:
            table.step = game.SCORE
        else:
            _rearrange(rules, table, state.hidden, seat, action - game.CHANGE)
    elif step == game.SCORE:
        if action == game.PEARL_ON_PLANT + game.DONE:
            table.step = game.MISSION
        else:
            _put_pearl(table, state.hidden, seat, action)
    else:
        if action != game.MISSION_OF + game.DONE:
            _take_mission(rules, table, state.hidden, seat, nonnegative(action - game.MISSION_OF))
        _end_turn(rules, state, seat)


@inlined
def used_by(rules: Any, table: Any, action: int) -> int:
    """Return the card that an action takes, or -1 if it takes none."""
    takes = game.TAKE_FROM <= action < game.CHANGE
    return table.grid[(action - game.TAKE_FROM) >> 1] if takes else -1


@inlined
def _change_oxygen(table: Any, hidden: Any, seat: int, change: int) -> None:
    """Add `change` to the oxygen of a seat, and to the count of all seats' oxygen."""
    table.oxygen[seat] += change
    hidden.counts[Counted.OXYGEN_LEFT] += change


@inlined
def _dive(rules: Any, table: Any, hidden: Any, seat: int, spot: int) -> None:
    """Place a seat's diver on a spot, or move it there and pay for the steps or earn oxygen."""
    here = table.spots[seat]
    if here != game.NOWHERE:
        steps = steps_to(table, seat, spot)
        price = price_of(rules, steps)
        earned = rules.one_step_oxygen * np.int64(steps == 1)
        _change_oxygen(table, hidden, seat, earned - price)
        hidden.counts[Counted.OXYGEN_FROM_DIVES] += earned
        hidden.counts[Counted.OXYGEN_ON_STEPS] += price
        hidden.counts[Counted.MOVES] += 1
        hidden.counts[Counted.ONE_STEP_MOVES] += np.int64(steps == 1)
        hidden.counts[Counted.PAID_MOVES] += np.int64(steps > rules.free_steps)
        table.occupied ^= bit(here)
    table.occupied ^= bit(spot)
    table.spots[seat] = spot
    table.step = game.TAKE


@inlined
def _take(table: Any, hidden: Any, seat: int, member: int) -> None:
    """Take a card from the grid, lay it at an end of the tableau, and add its oxygen.

    `member` is 2 x cell + side.
    """
    cell = member // 2
    card = table.grid[cell]
    table.grid[cell] = game.NO_CARD
    table.filled ^= bit(cell)
    table.emptied = cell
    place = nonnegative(table.tableau_size[seat])
    table.tableau_size[seat] = place + 1
    if member % 2 == game.LEFT:
        while place > 0:
            table.tableau[seat, place] = table.tableau[seat, place - 1]
            place -= 1
        table.animal_pearls[seat] <<= 1
        table.plant_pearls[seat] <<= 1
    table.tableau[seat, place] = card
    _change_oxygen(table, hidden, seat, oxygen_of(card))
    hidden.counts[Counted.OXYGEN_FROM_CARDS] += oxygen_of(card)
    table.step = game.REARRANGE


@compiled
def _rearrange(rules: Any, table: Any, hidden: Any, seat: int, member: int) -> None:
    """Swap two cards of the tableau, or shift a card to an end, and pay the oxygen.

    `member` is the action minus `CHANGE`.
    """
    if member < game.SHIFT_LEFT:
        cost = rules.swap_cost
        hidden.counts[Counted.OXYGEN_ON_SWAPS] += cost
        swap_cards(table, seat, member)
    else:
        cost = rules.shift_cost
        hidden.counts[Counted.OXYGEN_ON_SHIFTS] += cost
        if member < game.SHIFT_RIGHT:
            for place in range(member - game.SHIFT_LEFT - 1, -1, -1):
                swap_cards(table, seat, place)
        else:
            for place in range(member - game.SHIFT_RIGHT, table.tableau_size[seat] - 1):
                swap_cards(table, seat, place)
    _change_oxygen(table, hidden, seat, -cost)
    table.rearranged |= bit(seat)


@inlined
def _put_pearl(table: Any, hidden: Any, seat: int, action: int) -> None:
    """Put a pearl on a card and score a point."""
    # 0 for a group of one kind, 1 for one colour, 2 for one plant, as in the order of the counts.
    compared = (action - game.PEARL_ON_KIND) >> 6
    member = nonnegative((action - game.PEARL_ON_KIND) & 63)
    pearl = bit(member // game.MOST_IN_GROUP + member % game.MOST_IN_GROUP)
    if action >= game.PEARL_ON_PLANT:
        table.plant_pearls[seat] |= pearl
    else:
        table.animal_pearls[seat] |= pearl
    table.scores[seat] += game.POINT
    hidden.counts[Counted.PEARLS_ON_KINDS + compared] += 1


@inlined
def _take_mission(rules: Any, table: Any, hidden: Any, seat: int, mission: int) -> None:
    """Give a mission and its points to a seat."""
    table.missions ^= bit(mission)
    table.owned[seat] |= bit(mission)
    table.owned_colours[seat] |= bit(rules.missions_colour[mission])
    table.scores[seat] += game.POINT * rules.missions_points[mission]
    hidden.counts[Counted.MISSIONS_TIER_1 + min(rules.mission_tier[mission], 2)] += 1


@inlined
def _end_turn(rules: Any, state: Any, seat: int) -> None:
    """Refill the grid, and make the next seat act or end the game."""
    table = state.table
    table.step = game.DIVE
    table.turns += 1
    if table.emptied >= 0:
        _fill(state, nonnegative(table.emptied))
        table.emptied = -1
        if table.tableau_size[seat] == rules.target:
            table.laying ^= bit(seat)
            if table.laying == 0:
                tableau.end_game(rules, state)
                return
    following = next_seat(table.laying, seat, rules.players)
    table.seat = following
    if following <= seat:
        table.checkpoints += 1
        laid = rules.full_size - table.face_down - size(table.filled)
        if 2 * laid >= rules.players * rules.target:
            table.halftime = 1


#: All cards are numbers below this.
_CARDS = 256


@compiled
def redeal(rules: Any, state: Any, seat: int) -> None:
    """Put all cards that are neither in the grid nor in a tableau into the face-down pile.

    Players have no secrets, and the order of the pile is decided as cards are drawn. The result is
    therefore the same for every seat.
    """
    table = state.table
    visible = np.zeros(_CARDS, np.int64)
    for cell in range(game.CELLS):
        if table.grid[cell] != game.NO_CARD:
            visible[table.grid[cell]] += 1
    for owner in range(rules.players):
        for place in range(table.tableau_size[owner]):
            visible[table.tableau[owner, place]] += 1
    face_down = 0
    for place in range(rules.full_size):
        card = rules.full_deck[place]
        if visible[card] > 0:
            visible[card] -= 1
        else:
            state.hidden.pile[face_down] = card
            face_down += 1
