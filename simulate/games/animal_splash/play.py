"""Animal Splash as it is played: the deal, what each step of a turn allows, and what it does."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.animal_splash.declared import (
    CELLS,
    CHANGE,
    COLOUR,
    DIVE,
    DIVE_TO,
    DONE,
    KIND,
    LEFT,
    MISSION,
    MISSION_OF,
    MOST_IN_GROUP,
    NO_CARD,
    NOWHERE,
    PEARL_ON_COLOUR,
    PEARL_ON_KIND,
    PEARL_ON_PLANT,
    PLANT,
    POINT,
    REARRANGE,
    SCORE,
    SHIFT_LEFT,
    SHIFT_RIGHT,
    TAKE,
    TAKE_FROM,
    Counted,
    oxygen_of,
)
from simulate.games.animal_splash.tableau import (
    alike,
    end_game,
    groups_of,
    legal_spots,
    open_missions,
    price_of,
    steps_to,
    swap_cards,
)
from simulate.kit.bits import EMPTY, bit, lowest, nonnegative, size
from simulate.kit.chance import below, start
from simulate.kit.compiled import compiled, inlined
from simulate.kit.hands import draw_at_random
from simulate.kit.menu import PASS, offer
from simulate.kit.seats import next_seat


@compiled
def deal(rules: Any, state: Any) -> None:
    """Set up a new game; seat 1 begins."""
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
    for cell in range(CELLS):
        _fill(state, cell)
    table.emptied = -1
    table.missions = bit(rules.missions_length) - 1
    table.laying = table.active
    for seat in range(rules.players):
        table.spots[seat] = NOWHERE
        table.oxygen[seat] = rules.start_oxygen
        table.tableau[seat, :] = NO_CARD
    hidden.counts[Counted.OXYGEN_LEFT] = rules.players * rules.start_oxygen


@inlined
def _fill(state: Any, cell: int) -> None:
    """Lay a card into an empty cell if its row has one left."""
    table = state.table
    row = cell // 3
    if table.row_pile[row] > 0:
        table.grid[cell] = draw_at_random(state.hidden.pile, table.face_down, state.chance)
        table.row_pile[row] -= 1
        table.face_down -= 1
        table.filled |= bit(cell)


@inlined
def legal(rules: Any, state: Any, menu: Any) -> None:
    """Offer what the step of the turn allows; a diver with nowhere to go gets nothing."""
    table = state.table
    seat = nonnegative(table.seat)
    step = table.step
    if step == DIVE:
        offer(menu, DIVE_TO, legal_spots(rules, table, seat))
    elif step == TAKE:
        cells = rules.lines[nonnegative(table.spots[seat])] & table.filled
        takes = EMPTY
        while cells != 0:
            takes |= np.int64(0b11) << (2 * lowest(cells))
            cells &= cells - 1
        offer(menu, TAKE_FROM, takes)
    elif step == REARRANGE:
        _offer_changes(rules, table, menu, seat)
    elif step == SCORE:
        _offer_pearls(rules, table, menu, seat)
    else:
        offer(menu, MISSION_OF, open_missions(rules, table, seat) | bit(DONE))


@inlined
def _offer_changes(rules: Any, table: Any, menu: Any, seat: int) -> None:
    held = table.oxygen[seat]
    changes = bit(DONE)
    all_but_last = bit(table.tableau_size[seat] - 1) - 1
    if 0 < rules.swap_cost <= held:
        changes |= all_but_last
    if 0 < rules.shift_cost <= held:
        changes |= (all_but_last << (SHIFT_LEFT + 1)) | (all_but_last << SHIFT_RIGHT)
    offer(menu, CHANGE, changes)


@inlined
def _offer_pearls(rules: Any, table: Any, menu: Any, seat: int) -> None:
    last = bit(DONE)
    if table.tableau_size[seat] >= rules.group_size:
        on_animals = table.animal_pearls[seat]
        kinds = groups_of(alike(table, seat, KIND), on_animals, rules.group_size)
        colours = groups_of(alike(table, seat, COLOUR), on_animals, rules.group_size)
        plants = groups_of(alike(table, seat, PLANT), table.plant_pearls[seat], rules.group_size)
        if kinds | colours != 0:
            offer(menu, PEARL_ON_KIND, _pearls_on(kinds, rules.group_size))
            offer(menu, PEARL_ON_COLOUR, _pearls_on(colours, rules.group_size))
        last |= _pearls_on(plants, rules.group_size)
    offer(menu, PEARL_ON_PLANT, last)


@inlined
def _pearls_on(groups: Any, group_size: int) -> Any:
    """Return the ways to put a pearl on one card of one of the groups, as a set."""
    pearls = EMPTY
    while groups != 0:
        pearls |= (bit(group_size) - 1) << (MOST_IN_GROUP * lowest(groups))
        groups &= groups - 1
    return pearls


@inlined
def apply(rules: Any, state: Any, action: int) -> None:
    """Play one step of a turn."""
    table = state.table
    seat = nonnegative(table.seat)
    step = table.step
    if step == DIVE:
        if action == PASS:
            state.hidden.counts[Counted.PASSED_TURNS] += 1
            _end_turn(rules, state, seat)
        else:
            _dive(rules, table, state.hidden, seat, nonnegative(action - DIVE_TO))
    elif step == TAKE:
        _take(table, state.hidden, seat, nonnegative(action - TAKE_FROM))
    elif step == REARRANGE:
        if action == CHANGE + DONE:
            table.step = SCORE
        else:
            _rearrange(rules, table, state.hidden, seat, action - CHANGE)
    elif step == SCORE:
        if action == PEARL_ON_PLANT + DONE:
            table.step = MISSION
        else:
            _put_pearl(table, state.hidden, seat, action)
    else:
        if action != MISSION_OF + DONE:
            _take_mission(rules, table, state.hidden, seat, nonnegative(action - MISSION_OF))
        _end_turn(rules, state, seat)


@inlined
def _change_oxygen(table: Any, hidden: Any, seat: int, change: int) -> None:
    table.oxygen[seat] += change
    hidden.counts[Counted.OXYGEN_LEFT] += change


@inlined
def _dive(rules: Any, table: Any, hidden: Any, seat: int, spot: int) -> None:
    """Place a diver, or move it and settle the oxygen of its steps."""
    here = table.spots[seat]
    if here != NOWHERE:
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
    table.step = TAKE


@inlined
def _take(table: Any, hidden: Any, seat: int, member: int) -> None:
    """Take a card out of the grid, lay it at an end of the tableau, and take its oxygen."""
    cell = member // 2
    card = table.grid[cell]
    table.grid[cell] = NO_CARD
    table.filled ^= bit(cell)
    table.emptied = cell
    place = nonnegative(table.tableau_size[seat])
    table.tableau_size[seat] = place + 1
    if member % 2 == LEFT:
        while place > 0:
            table.tableau[seat, place] = table.tableau[seat, place - 1]
            place -= 1
        table.animal_pearls[seat] <<= 1
        table.plant_pearls[seat] <<= 1
    table.tableau[seat, place] = card
    _change_oxygen(table, hidden, seat, oxygen_of(card))
    hidden.counts[Counted.OXYGEN_FROM_CARDS] += oxygen_of(card)
    table.step = REARRANGE


@compiled
def _rearrange(rules: Any, table: Any, hidden: Any, seat: int, member: int) -> None:
    """Swap two neighbours or shift a card to an end, and pay for it."""
    if member < SHIFT_LEFT:
        cost = rules.swap_cost
        hidden.counts[Counted.OXYGEN_ON_SWAPS] += cost
        swap_cards(table, seat, member)
    else:
        cost = rules.shift_cost
        hidden.counts[Counted.OXYGEN_ON_SHIFTS] += cost
        if member < SHIFT_RIGHT:
            for place in range(member - SHIFT_LEFT - 1, -1, -1):
                swap_cards(table, seat, place)
        else:
            for place in range(member - SHIFT_RIGHT, table.tableau_size[seat] - 1):
                swap_cards(table, seat, place)
    _change_oxygen(table, hidden, seat, -cost)
    table.rearranged |= bit(seat)


@inlined
def _put_pearl(table: Any, hidden: Any, seat: int, action: int) -> None:
    """Put a pearl on one card of a group."""
    sort = (action - PEARL_ON_KIND) >> 6
    member = nonnegative((action - PEARL_ON_KIND) & 63)
    pearl = bit(member // MOST_IN_GROUP + member % MOST_IN_GROUP)
    if action >= PEARL_ON_PLANT:
        table.plant_pearls[seat] |= pearl
    else:
        table.animal_pearls[seat] |= pearl
    table.scores[seat] += POINT
    hidden.counts[Counted.PEARLS_ON_KINDS + sort] += 1


@inlined
def _take_mission(rules: Any, table: Any, hidden: Any, seat: int, mission: int) -> None:
    table.missions ^= bit(mission)
    table.owned[seat] |= bit(mission)
    table.owned_colours[seat] |= bit(rules.missions_colour[mission])
    table.scores[seat] += POINT * rules.missions_points[mission]
    hidden.counts[Counted.MISSIONS_TIER_1 + min(rules.mission_tier[mission], 2)] += 1


@inlined
def _end_turn(rules: Any, state: Any, seat: int) -> None:
    """Refill the grid, and end the game or hand on the turn."""
    table = state.table
    table.step = DIVE
    table.turns += 1
    if table.emptied >= 0:
        _fill(state, nonnegative(table.emptied))
        table.emptied = -1
        if table.tableau_size[seat] == rules.target:
            table.laying ^= bit(seat)
            if table.laying == 0:
                end_game(rules, state)
                return
    following = next_seat(table.laying, seat, rules.players)
    table.seat = following
    if following <= seat:
        table.checkpoints += 1
        laid = rules.full_size - table.face_down - size(table.filled)
        if 2 * laid >= rules.players * rules.target:
            table.halftime = 1


#: Cards are numbers below it.
_NUMBERS = 256


@compiled
def redeal(rules: Any, state: Any, seat: int) -> None:
    """Put all pictures that nobody can see into the pile, from which they are drawn at random.

    Players have no secrets and the order of the pile is that of drawing, so there is nothing
    to draw yet, and it makes no difference for which seat it is done.
    """
    table = state.table
    visible = np.zeros(_NUMBERS, np.int64)
    for cell in range(CELLS):
        if table.grid[cell] != NO_CARD:
            visible[table.grid[cell]] += 1
    for other in range(rules.players):
        for place in range(table.tableau_size[other]):
            visible[table.tableau[other, place]] += 1
    face_down = 0
    for place in range(rules.full_size):
        card = rules.full_deck[place]
        if visible[card] > 0:
            visible[card] -= 1
        else:
            state.hidden.pile[face_down] = card
            face_down += 1
