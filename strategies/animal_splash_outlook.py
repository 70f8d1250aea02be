"""The value of a turn of Animal Splash for the planner, without the pearls of the turn."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simulate.games import animal_splash as game
from strategies import EMPTY, SEATS, bit, compiled, has, lowest, size
from strategies import animal_splash_tableau as tableaus

#: The fields of the outlook in a strategy's working memory.
OUTLOOK = {
    # By seat: the amount of the quantity that the end-scoring card counts.
    "measures": (np.int64, SEATS),
    # The uncertainty of these amounts at the end of the game.
    "unsure": (np.float64,),
    # By colour of missions: the points expected from missions in later turns.
    "later": (np.float64, len(game.MissionColour)),
    # By sort of group, and by kind, colour or plant: the expected pearls of a card with this kind,
    # colour or plant.
    "alike": (np.float64, 3, 8),
    # By seat and cell: the expected pearls of the card in the cell.
    "hopes": (np.float64, SEATS, game.CELLS),
    # After the turn: the planner's spot, and the sets of spots with divers and of cells with cards.
    "spot": (np.int64,),
    "occupied": (np.int64,),
    "filled": (np.int64,),
}


class TurnOutlook(NamedTuple):
    """Facts that the planner needs for a turn, and that stay the same while it plans the turn."""

    #: The number of the planner's turns after this one.
    left: int
    #: The maximum number of swaps and shifts in a row; 0 if the rules forbid both.
    actions: int
    #: The `Measure` that the end-scoring card counts; -1 if the card is ignored.
    standing: int
    #: True if this is the last turn and the end-scoring card counts a run of cards.
    runs: bool
    #: The missions that the planner can still get, as a set.
    missions: Any


@compiled
def look_ahead(view: Any, memory: Any, weights: Any, left: int) -> Any:
    """Return the facts that stay the same while a turn is planned, as a `TurnOutlook`.

    This also sets the fields ``measures``, ``unsure`` and ``hopes`` of `memory` for the other seats
    (see `OUTLOOK`). `left` is the number of the planner's turns after this one.
    """
    table, rules = view.table, view.rules
    actions = 0 if rules.swap_cost == 0 and rules.shift_cost == 0 else int(weights.actions)
    missions = table.missions
    for mission in range(rules.missions_length):
        if has(table.owned_colours[table.seat], rules.missions_colour[mission]):
            missions &= ~bit(mission)
    standing = table.end_measure if weights.end_card > 0 else -1
    cards = float(left)
    for seat in range(rules.players):
        if seat != table.seat:
            hope(view, memory, weights, actions, seat, tableaus.tableau_of(table, seat))
            cards += rules.target - table.tableau_size[seat]
            if standing >= 0:
                memory.measures[seat] = game.measure(table, seat, standing)
    memory.unsure = 2 * (_UNSURE + _UNSURE_PER_CARD * cards / rules.players)
    runs = left == 0 and standing >= game.Measure.LONGEST_KIND_RUN
    return TurnOutlook(left, actions, standing, runs, missions)


#: More oxygen than this has no further value, except for missions and the end-scoring card.
_MOST_OXYGEN = 6
#: The value in points of a unit of oxygen left at the end, which decides ties.
_TIE_BREAK = 0.02
#: The value in points of a unit of oxygen that the next turn brings.
_NEXT_OXYGEN = 0.25
#: The expected pearls of a card that matches other cards, if these are too few for a group.
_FEW_ALIKE = 0.1


@compiled
def worth_of(view: Any, memory: Any, weights: Any, plan: Any, tableau: Any, oxygen: int) -> float:
    """Return the value in points of a tableau and of oxygen, after all pearls of a turn are put.

    `plan` is the `TurnOutlook`.
    """
    seat = view.table.seat
    worth = weights.missions * foresee_missions(view, memory, plan, tableau, oxygen)[1]
    if plan.standing >= 0:
        value = tableaus.measured(tableau, oxygen, plan.standing)
        worth += weights.end_card * _end_card_points(view, memory, plan, value)
    held = float(min(oxygen, _MOST_OXYGEN))
    if plan.left == 0:
        return worth + _TIE_BREAK * held  # type: ignore[no-any-return]
    # Each unit of oxygen has a sixth less value than the unit before it.
    worth += weights.oxygen * held * (2 * _MOST_OXYGEN + 1 - held) / (2 * _MOST_OXYGEN)
    worth += hope(view, memory, weights, plan.actions, seat, tableau)
    return worth + _prospect(view, memory, weights, seat, plan.left, oxygen)  # type: ignore[no-any-return]


@compiled
def hope(view: Any, memory: Any, weights: Any, actions: int, seat: int, tableau: Any) -> float:
    """Return the number of pearls that a seat can expect from rearranging its tableau later.

    This also sets the fields ``alike`` and ``hopes`` of `memory` for the tableau (see `OUTLOOK`). A
    card can bring a pearl for each sort of group. The pearl is certain if the card completes a
    group at an end of the tableau. `actions` is the maximum number of swaps and shifts in a row.
    """
    table, cards, lacking_one = view.table, tableau.cards, view.rules.group_size - 1
    first = bit(lacking_one) - 1
    last, ends = first << max(cards - lacking_one, 0), bit(0) | bit(max(cards - 1, 0))
    memory.alike[:] = 0.0
    waiting = 0.0
    for sort in range(3):
        sets = tableaus.places_by_value(tableau, sort, tableaus.bare(tableau, sort))
        value = 0
        while sets != 0:
            places = sets & tableaus.ALL_PLACES
            sets >>= game.MOST_LAID
            if first & ~places == 0 or last & ~places == 0:
                memory.alike[sort, value] = 1.0
            elif actions > 0 and size(places) >= lacking_one:
                memory.alike[sort, value] = weights.loose
            elif places if actions > 0 else places & ends:
                memory.alike[sort, value] = _FEW_ALIKE
            if actions > 0:
                waiting += weights.ready * max(0, size(places) - lacking_one)
            value += 1
    cells = table.filled
    while cells != 0:
        cell = lowest(cells)
        cells &= cells - 1
        card = table.grid[cell]
        hopes = memory.alike[0, game.kind_of(card)] + memory.alike[1, game.colour_of(card)]
        hopes += memory.alike[2, game.plant_of(card)] + _NEXT_OXYGEN * game.oxygen_of(card)
        memory.hopes[seat, cell] = hopes
    return waiting


@compiled
def leave(view: Any, memory: Any, weights: Any, spot: int, cell: int) -> float:
    """Return the mean number of pearls that the other seats can expect after a turn of the planner.

    In this turn, the planner takes the card of `cell` from `spot`. This also sets the fields
    ``spot``, ``occupied`` and ``filled`` of `memory` (see `OUTLOOK`).
    """
    table, rules = view.table, view.rules
    memory.spot, memory.filled = spot, table.filled & ~bit(cell)
    own_spot, hopes = table.spots[table.seat], 0.0
    occupied = table.occupied
    if own_spot != game.NOWHERE:
        occupied = table.occupied & ~bit(own_spot)
    memory.occupied = occupied | bit(spot)
    for seat in range(rules.players):
        if seat != table.seat:
            left = rules.target - table.tableau_size[seat]
            hopes += _prospect(view, memory, weights, seat, left, table.oxygen[seat])
    return hopes / (rules.players - 1)  # type: ignore[no-any-return]


@compiled
def _prospect(view: Any, memory: Any, weights: Any, seat: int, left: int, oxygen: int) -> float:
    """Return the number of pearls that a seat can expect from the grid in its `left` turns.

    In the next turn it takes the best card within reach, in later turns an average card.
    """
    rules, hopes = view.rules, memory.hopes[seat]
    if left == 0 or memory.filled == 0:
        return 0.0
    own_spot = memory.spot if seat == view.table.seat else view.table.spots[seat]
    best = gain = total = 0.0
    steps = 0
    for distance in range(1, game.SPOTS + 1):
        spot = (own_spot + distance) % game.SPOTS
        if not has(memory.occupied, spot):
            steps += 1
            if own_spot != game.NOWHERE:
                price = game.price_of(rules, steps)
                if price > oxygen:
                    break
                gain = _NEXT_OXYGEN * ((rules.one_step_oxygen if steps == 1 else 0) - price)
            cells = rules.lines[spot] & memory.filled
            while cells != 0:
                best = max(best, gain + hopes[lowest(cells)])
                cells &= cells - 1
    cells = memory.filled
    while cells != 0:
        total += hopes[lowest(cells)]
        cells &= cells - 1
    return weights.next * best + weights.later * (left - 1) * total / size(memory.filled)  # type: ignore[no-any-return]


#: How much the quantity that the end-scoring card counts grows with each further card.
_GROWTH = 0.4
#: The probability that a mission whose condition is met now can be taken in a later turn.
_SURE = 0.85
#: The decrease of this probability for each missing unit, to be divided by the turns left.
_FAR = 0.75
#: The uncertainty, at the end of the game, of the quantity that the end-scoring card counts, and
#: its increase with each further card.
_UNSURE, _UNSURE_PER_CARD = 0.8, 0.4


@compiled
def foresee_missions(view: Any, memory: Any, plan: Any, tableau: Any, oxygen: int) -> Any:
    """Return the mission to take now (`DONE` for none), and the expected points of all missions.

    Overwrites ``memory.later``.
    """
    rules = view.rules
    memory.later[:] = 0.0
    now, left = EMPTY, plan.missions
    while left != 0:
        mission = lowest(left)
        left &= left - 1
        missing = rules.missions_at_least[mission]
        missing -= tableaus.measured(tableau, oxygen, rules.missions_measure[mission])
        if missing <= 0:
            now |= bit(mission)
        if plan.left > 0:
            colour = rules.missions_colour[mission]
            chance = _SURE if missing <= 0 else _SURE - _FAR * missing / plan.left
            points = chance * rules.missions_points[mission]
            memory.later[colour] = max(memory.later[colour], points)
    chosen, gain = game.DONE, 0.0
    while now != 0:
        mission = lowest(now)
        now &= now - 1
        more = rules.missions_points[mission] - memory.later[rules.missions_colour[mission]]
        if more > gain:
            chosen, gain = mission, more
    return chosen, memory.later.sum() + gain


@compiled
def _end_card_points(view: Any, memory: Any, plan: Any, value: int) -> float:
    """Return the expected points of the end-scoring card if it counts `value` for the planner.

    `value` is the planner's amount of the quantity that the card counts.
    """
    table, rules = view.table, view.rules
    if plan.left == 0 and value == 0:
        return 0.0
    ahead_of_all, behind_one = 1.0, 0.0
    for seat in range(rules.players):
        if seat != table.seat:
            ahead = value - memory.measures[seat]
            ahead += _GROWTH * (plan.left - rules.target + table.tableau_size[seat])
            chance = min(1.0, max(0.0, 0.5 + ahead / memory.unsure))
            behind_one = behind_one * chance + ahead_of_all * (1 - chance)
            ahead_of_all *= chance
    return rules.end_points[0] * ahead_of_all + rules.end_points[1] * behind_one  # type: ignore[no-any-return]
