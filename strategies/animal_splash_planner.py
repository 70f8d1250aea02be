"""The strategies of Animal Splash that rearrange their tableau: planner and rearranger."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games import animal_splash as game
from simulate.kit.bits import bit, lowest, size
from simulate.kit.compiled import compiled
from simulate.kit.menu import action_at
from simulate.kit.view import View, record_of, working_record
from simulate.strategy import Parameter
from strategies import animal_splash_gathering as gathering
from strategies import animal_splash_tableau as tableaus
from strategies import strategy, weights_of
from strategies.animal_splash import best_mission, oxygen_after
from strategies.animal_splash_outlook import OUTLOOK, foresee_missions, leave, look_ahead, worth_of


@strategy("animal-splash", tier=2)
def rearranger(view: View) -> int:
    """Spends its oxygen on swaps and shifts as soon as they bring a pearl.

    It takes the card that scores most, counting the best one or two swaps and shifts that it can
    pay for. It makes the changes that bring the most pearls for the least oxygen. Among equal cards
    it takes the card after which the cards of the grid match most of its own cards without pearls.
    It puts pearls and takes missions like the simple strategies.
    """
    if view.table.step > game.SCORE:
        return best_mission(view)
    return _plan(view, _Weights(0.001, 0.0, 0.0, 2.0, 0.01, 1.0, 0.0, 0.01, 0.0))


@strategy(
    "animal-splash",
    tier=3,
    oxygen=Parameter(0.55, -5, 5, "Value in points of the first oxygen kept for later turns."),
    missions=Parameter(1, 0, 5, "Weight of the points of missions, now and later."),
    end_card=Parameter(1.1, 0, 5, "Weight of the points of the end-scoring card."),
    actions=Parameter(
        3, 0, 4, "The maximum number of swaps and shifts in a row. With 0, it never rearranges."
    ),
    ready=Parameter(
        0.45, 0, 5, "Expected pearls for each group that is complete once it is rearranged."
    ),
    loose=Parameter(0.6, 0, 1, "Expected pearls for a card that must be moved to join a group."),
    next=Parameter(0.55, 0, 5, "Weight of the best card that it can take in its next turn."),
    later=Parameter(0.65, 0, 5, "Weight of the grid's cards for each turn after its next one."),
    deny=Parameter(0.8, 0, 5, "Weight of what other players can expect from the grid."),
)
def planner(view: View, *parameters: float) -> int:
    """Plans the dive, card, swaps and shifts, pearls and mission of its turn together.

    For each card that it can reach, from each spot and laid on either side, it tries the cheapest
    swaps and shifts that bring matching cards together, up to `actions` of them in a row. With the
    oxygen that is left it then tries to bring other cards together. It keeps the changes that bring
    more pearls than they spoil. In its last turn it also makes a run for the end-scoring card.

    It compares the expected points of turns: pearls now; the best mission now, and missions that it
    can still get, less if they are farther away; the end-scoring card; the oxygen that it keeps,
    where each unit counts a sixth less than the unit before; matching cards that it can bring
    together later; and the grid that it leaves, with the best card that it can reach next, and the
    average of the cards for each turn after that. What other players can expect from the grid
    counts against the turn. It puts pearls where they leave the most groups for later, then the
    most pairs. It does not take a mission if it expects a better mission of the same colour soon.
    """
    return _plan(view, _Weights(*parameters))


_Weights = weights_of(planner)

#: The maximum number of arrangements that are compared. An arrangement is the tableau after some
#: swaps and shifts.
_MOST_LISTED = 40
#: The fields of the working memory of the planner and the rearranger.
_MEMORY = record_of(
    # The number of arrangements in the list.
    listed=(np.int64,),
    # By arrangement: the tableau, the oxygen left, and the pearls.
    animals=(np.int64, _MOST_LISTED),
    plants=(np.int64, _MOST_LISTED),
    oxygen=(np.int64, _MOST_LISTED),
    pearls=(np.int64, _MOST_LISTED),
    # By arrangement: the number of changes made, the first change, and the value.
    made=(np.int64, _MOST_LISTED),
    first=(np.int64, _MOST_LISTED),
    worth=(np.float64, _MOST_LISTED),
    **gathering.GATHERING,
    **OUTLOOK,
)
_WORST, _TINY = -1e18, 1e-9


@compiled
def _plan(view: Any, weights: Any) -> int:
    """Return the action in the present step of a turn, with a planner's weights."""
    if view.menu.count == 1:
        return action_at(view.menu, 0)
    table, rules = view.table, view.rules
    seat, step = table.seat, table.step
    tableau = tableaus.tableau_of(table, seat)
    if step == game.SCORE:
        return tableaus.pearl_to_put(tableau, rules.group_size)
    memory = working_record(view, _MEMORY)
    left = rules.target - tableau.cards - (1 if step <= game.TAKE else 0)
    plan = look_ahead(view, memory, weights, left)
    if step <= game.REARRANGE:
        return _best_action(view, memory, weights, plan, tableau)
    mission = foresee_missions(view, memory, plan, tableau, table.oxygen[seat])[0]
    return game.MISSION_OF + mission  # type: ignore[no-any-return]


@compiled
def _best_action(view: Any, memory: Any, weights: Any, plan: Any, tableau: Any) -> int:
    """Return the next action of the best turn: the dive, the card, or the first change."""
    table = view.table
    step, own_spot, held = table.step, table.spots[table.seat], table.oxygen[table.seat]
    if step == game.REARRANGE:
        leave(view, memory, weights, own_spot, table.emptied)
        return game.CHANGE + _arrange(view, memory, weights, plan, tableau, held)[0]  # type: ignore[no-any-return]
    best, chosen = _WORST, 0
    spots = view.menu.members[0] if step == game.DIVE else bit(own_spot)
    while spots != 0:
        spot = lowest(spots)
        spots &= spots - 1
        oxygen = oxygen_after(view, spot) if step == game.DIVE else held
        cells = view.rules.lines[spot] & table.filled
        while cells != 0:
            cell = lowest(cells)
            cells &= cells - 1
            denied = weights.deny * leave(view, memory, weights, spot, cell)
            for side in range(min(tableau.cards, 1) + 1):
                after = tableaus.laid(tableau, table.grid[cell], side)
                left = oxygen + game.oxygen_of(table.grid[cell])
                worth = _arrange(view, memory, weights, plan, after, left)[1] - denied
                if worth > best + _TINY:
                    take = game.TAKE_FROM + 2 * cell + side
                    best, chosen = worth, game.DIVE_TO + spot if step == game.DIVE else take
    return chosen


@compiled
def _arrange(view: Any, memory: Any, weights: Any, plan: Any, tableau: Any, oxygen: int) -> Any:
    """Return the first of the best changes (`DONE` for no change), and the value of the turn."""
    memory.listed = 0
    _add_arrangement(view, memory, weights, plan, tableau, oxygen, -1)
    at = best = 0
    # Better arrangements are appended while the list is read, so that they are improved as well.
    while at < memory.listed:
        if memory.worth[at] > memory.worth[best] + _TINY:
            best = at
        if memory.made[at] < plan.actions and memory.oxygen[at] > 0:
            _rearrange(view, memory, weights, plan, tableau.cards, at)
        at += 1
    return memory.first[best], memory.worth[best]


@compiled
def _add_arrangement(
    view: Any, memory: Any, weights: Any, plan: Any, tableau: Any, oxygen: int, before: int
) -> bool:
    """Add an arrangement to the list if it is better than the arrangement from which it was made.

    `before` is the index of the arrangement from which it was made, or -1 for the first. Returns
    True if the arrangement is in the list now, even if it was there before.
    """
    for index in range(memory.listed):
        if (memory.animals[index], memory.plants[index]) == (tableau.animals, tableau.plants):
            return True
    after, pearls = tableaus.scored(tableau, view.rules.group_size)
    at = memory.listed
    memory.made[at], memory.first[at] = 0, game.DONE
    if before >= 0:
        if pearls <= memory.pearls[before] and not plan.runs:
            return False
        memory.made[at] = memory.made[before] + memory.changes
        memory.first[at] = memory.first[before] if before > 0 else memory.way[0]
    memory.animals[at], memory.plants[at] = tableau.animals, tableau.plants
    memory.oxygen[at], memory.pearls[at] = oxygen, pearls
    memory.worth[at] = pearls + worth_of(view, memory, weights, plan, after, oxygen)
    memory.listed = at + 1
    return True


@compiled
def _rearrange(view: Any, memory: Any, weights: Any, plan: Any, cards: int, at: int) -> None:
    """Join matching cards of arrangement `at`, and add the better arrangements to the list."""
    tableau = tableaus.TableauPlaces(memory.animals[at], memory.plants[at], cards)
    for sort in range(3):
        sets = tableaus.places_by_value(tableau, sort, tableaus.bare(tableau, sort))
        while sets != 0:
            places = sets & tableaus.ALL_PLACES
            sets >>= game.MOST_LAID
            # If there is a group already, a further card makes another group.
            run = max(view.rules.group_size, game.longest_run(places & (places >> 1), cards) + 1)
            if size(places) >= run:
                _gather(view, memory, weights, plan, at, tableau, places, run)
    if plan.runs:
        sort = plan.standing - game.Measure.LONGEST_KIND_RUN
        run = tableaus.measured(tableau, 0, plan.standing) + 1
        sets = tableaus.places_by_value(tableau, sort, tableaus.all_places(tableau))
        while sets != 0:
            if size(sets & tableaus.ALL_PLACES) >= run:
                _gather(view, memory, weights, plan, at, tableau, sets & tableaus.ALL_PLACES, run)
            sets >>= game.MOST_LAID


@compiled
def _gather(
    view: Any, memory: Any, weights: Any, plan: Any, at: int, tableau: Any, places: Any, run: int
) -> None:
    """Join `run` of the cards at `places`, and add the cheapest better arrangements to the list.

    `tableau` is the tableau of arrangement `at`, from which they are made. If the cheapest
    arrangements are not better, more expensive ones are tried, up to the oxygen that is left.
    """
    rules, oxygen = view.rules, memory.oxygen[at]
    most = plan.actions - memory.made[at]
    task = gathering.Gathering(rules.swap_cost, rules.shift_cost, tableau.cards, run, most)
    budget = gathering.least_price(task, places, most)
    is_listed = False
    while budget <= oxygen and not is_listed:
        gathering.begin_to_gather(memory, task, places, budget)
        while memory.listed < _MOST_LISTED and gathering.next_way(memory, task):
            now = tableau
            for change in range(memory.changes):
                now = tableaus.changed(now, memory.way[change])
            held = oxygen - budget + memory.unspent
            if _add_arrangement(view, memory, weights, plan, now, held, at):
                is_listed = True
        budget += 1
