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
    """Spends its oxygen on actions as soon as they bring a pearl.

    Takes the card that scores most with the best one or two swaps and shifts it can pay, and
    makes them: those that bring the most pearls for the least oxygen. Of cards as good it
    takes the one after which the cards of the grid are like the most of its own without pearls.
    Pearls and missions it puts and takes as the simple strategies do.
    """
    if view.table.step > game.SCORE:
        return best_mission(view)
    return _plan(view, _Weights(0.001, 0.0, 0.0, 2.0, 0.01, 1.0, 0.0, 0.01, 0.0))


@strategy(
    "animal-splash",
    tier=3,
    oxygen=Parameter(0.55, -5, 5, "Points that the first oxygen kept for later turns is worth."),
    missions=Parameter(1, 0, 5, "How much missions count, those of now and those of later."),
    end_card=Parameter(1.1, 0, 5, "How much the points of the end-scoring card count."),
    actions=Parameter(3, 0, 4, "Swaps and shifts that it looks ahead; 0: it never rearranges."),
    ready=Parameter(0.45, 0, 5, "Pearls of each group of cards alike that are yet to be moved."),
    loose=Parameter(0.6, 0, 1, "Pearls of a card that makes a group if others are moved."),
    next=Parameter(0.55, 0, 5, "How much the best card counts that it can take next."),
    later=Parameter(0.65, 0, 5, "How much the cards of the grid count for each turn after that."),
    deny=Parameter(0.8, 0, 5, "How much it counts what others can hope for."),
)
def planner(view: View, *parameters: float) -> int:
    """Plans dive, card, actions, pearls and mission of its turn together.

    For each card it can reach, from each spot, laid on either side, it tries the cheapest swaps
    and shifts that bring cards together that are alike, up to `actions` of them in a row; and from
    there, with the oxygen left, those that bring others together. It keeps those that bring more
    pearls than they spoil. A run that the end-scoring card asks for is made likewise in its last
    turn. What it looks for are points: pearls now; the best mission of now, and those it may own
    later, less the farther it is from them; its standing on the end-scoring card among the others;
    the oxygen it keeps, each worth a sixth less than the one before; cards alike that it can bring
    together later; and what the grid it leaves behind promises: the best card that its diver can
    reach next, and what cards like these bring on average in each turn after that. What it promises
    the others counts against it. Pearls go where they leave the most groups for later, then the
    most pairs. A mission waits if a better one of its colour is near.
    """
    return _plan(view, _Weights(*parameters))


_Weights = weights_of(planner)

#: More ways to rearrange a tableau than it looks at.
_MOST_LISTED = 40
#: What is noted while a turn is planned.
_MEMORY = record_of(
    # A list of arrangements of the tableau: what lies there, the oxygen left, the pearls it
    # brings, the changes made, the first of them, and what it is worth.
    listed=(np.int64,),
    animals=(np.int64, _MOST_LISTED),
    plants=(np.int64, _MOST_LISTED),
    oxygen=(np.int64, _MOST_LISTED),
    pearls=(np.int64, _MOST_LISTED),
    made=(np.int64, _MOST_LISTED),
    first=(np.int64, _MOST_LISTED),
    worth=(np.float64, _MOST_LISTED),
    **gathering.GATHERING,
    **OUTLOOK,
)
_WORST, _TINY = -1e18, 1e-9


@compiled
def _plan(view: Any, weights: Any) -> int:
    """Return what to do in any step of a turn."""
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
        return _best(view, memory, weights, plan, tableau)
    mission = foresee_missions(view, memory, plan, tableau, table.oxygen[seat])[0]
    return game.MISSION_OF + mission  # type: ignore[no-any-return]


@compiled
def _best(view: Any, memory: Any, weights: Any, plan: Any, tableau: Any) -> int:
    """Return the dive, the card or the first change of the best turn."""
    table = view.table
    step, here, held = table.step, table.spots[table.seat], table.oxygen[table.seat]
    if step == game.REARRANGE:
        leave(view, memory, weights, here, table.emptied)
        return game.CHANGE + _arrange(view, memory, weights, plan, tableau, held)[0]  # type: ignore[no-any-return]
    best, chosen = _WORST, 0
    spots = view.menu.members[0] if step == game.DIVE else bit(here)
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
    """Return the first of the best changes, `DONE` for none, and what the turn is then worth."""
    memory.listed = 0
    _list(view, memory, weights, plan, tableau, oxygen, -1)
    at = best = 0
    # Each arrangement that brings a pearl more is one to go on from.
    while at < memory.listed:
        if memory.worth[at] > memory.worth[best] + _TINY:
            best = at
        if memory.made[at] < plan.actions and memory.oxygen[at] > 0:
            _rearrange(view, memory, weights, plan, tableau.cards, at)
        at += 1
    return memory.first[best], memory.worth[best]


@compiled
def _list(
    view: Any, memory: Any, weights: Any, plan: Any, tableau: Any, oxygen: int, before: int
) -> bool:
    """List what was made of arrangement `before`, or -1, if it brings more; tell if it is there."""
    for other in range(memory.listed):
        if (memory.animals[other], memory.plants[other]) == (tableau.animals, tableau.plants):
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
    """List what can be made of an arrangement, by bringing together cards that are alike."""
    tableau = tableaus.TableauPlaces(memory.animals[at], memory.plants[at], cards)
    for sort in range(3):
        sets = tableaus.places_by_value(tableau, sort, tableaus.bare(tableau, sort))
        while sets != 0:
            places = sets & tableaus.ALL_PLACES
            sets >>= game.MOST_LAID
            # Where there is a group already, one card more makes another.
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
    """List what comes of the cheapest ways to bring cards together, if that gives more pearls."""
    rules, oxygen = view.rules, memory.oxygen[at]
    most = plan.actions - memory.made[at]
    task = gathering.Gathering(rules.swap_cost, rules.shift_cost, tableau.cards, run, most)
    budget = gathering.least_price(task, places, most)
    found = False
    while budget <= oxygen and not found:
        gathering.begin_to_gather(memory, task, places, budget)
        while memory.listed < _MOST_LISTED and gathering.next_way(memory, task):
            now = tableau
            for change in range(memory.changes):
                now = tableaus.changed(now, memory.way[change])
            held = oxygen - budget + memory.unspent
            if _list(view, memory, weights, plan, now, held, at):
                found = True
        budget += 1
