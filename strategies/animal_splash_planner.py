"""The strategies of Animal Splash that rearrange their tableau: planner and rearranger."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games import animal_splash as game
from simulate.kit.bits import bit, has, lowest, size
from simulate.kit.compiled import compiled, inlined
from simulate.kit.menu import action_at
from simulate.kit.view import View, record_of, working_record
from simulate.strategy import Parameter
from strategies import animal_splash_gathering as gathering
from strategies import animal_splash_tableau as tableaus
from strategies import strategy, weights_of
from strategies.animal_splash import best_mission, oxygen_after
from strategies.animal_splash_outlook import OUTLOOK, foresee_missions, look_ahead, worth_of


@strategy("animal-splash", tier=2)
def rearranger(view: View) -> int:
    """Spends its oxygen on actions as soon as they bring a pearl.

    Takes the card that scores most with the best one or two swaps and shifts it can pay, and
    makes them: those that bring the most pearls for the least oxygen. Of cards as good it
    takes the one after which most of its cards without pearls have something in common. Pearls
    and missions it puts and takes as the simple strategies do.
    """
    if view.table.step > game.SCORE:
        return best_mission(view)
    return _plan(view, _Weights(0.001, 0.01, 0.0, 0.0, 2.0, 1.0, 1.0, 1.0, 0.0, 0.0))


@strategy(
    "animal-splash",
    tier=3,
    oxygen=Parameter(0.55, -5, 5, "Points that the first oxygen kept for later turns is worth."),
    potential=Parameter(1, 0, 5, "How much the pearls count that a tableau promises for later."),
    missions=Parameter(1, 0, 5, "How much missions count, those of now and those of later."),
    end_card=Parameter(1, 0, 5, "How much the points of the end-scoring card count."),
    actions=Parameter(3, 0, 4, "Swaps and shifts that it looks ahead; 0: it never rearranges."),
    nearly=Parameter(0.25, 0, 5, "Pearls that cards alike promise that are one short of a group."),
    ready=Parameter(0.5, 0, 5, "Pearls that they promise more when they are as many as a group."),
    more=Parameter(0.25, 0, 5, "Pearls that each further card like them promises."),
    ends=Parameter(
        0.12, 0, 5, "Pearls that cards at an end promise that are one short of a group."
    ),
    chain=Parameter(0.35, 0, 5, "Pearls a turn that such an end promises to who never rearranges."),
)
def planner(view: View, *parameters: float) -> int:
    """Plans dive, card, actions, pearls and mission of its turn together.

    For each card it can reach, with the most oxygen it can have then, laid on either side, it
    tries the cheapest swaps and shifts that bring cards together that are alike, up to
    `actions` of them in a row; and from there, with the oxygen left, those that bring others
    together. It keeps those that bring more pearls than they spoil. A run that
    the end-scoring card asks for is made likewise in its last turn.
    What it looks for are points: pearls now; the best
    mission of now, and those it may own later, less the farther it is from them; its
    standing on the end-scoring card among the others, surer the fewer cards are to
    come; the oxygen it keeps, each worth a sixth less than the one before;
    and the pearls its tableau promises. Cards without pearls promise them that are alike in
    kind, colour or plant, wherever they lie, as it can bring them together; if it cannot
    rearrange, only those at the ends count. Pearls go where they leave the most groups for
    later, then the most pairs. A mission waits if a better one of its colour is near.
    """
    return _plan(view, _Weights(*parameters))


_Weights = weights_of(planner)

#: More ways to rearrange a tableau than it looks at.
_MOST_LISTED = 40
#: What is noted while a turn is planned.
_MEMORY = record_of(
    # By cell, the most oxygen it can have there, or -1.
    oxygen_at=(np.float64, game.CELLS),
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
    table, rules = view.table, view.rules
    seat, step = table.seat, table.step
    memory.oxygen_at[:] = -1.0
    spots = view.menu.members[0] if step == game.DIVE else bit(table.spots[seat])
    while spots != 0 and step != game.REARRANGE:
        spot = lowest(spots)
        spots &= spots - 1
        oxygen = float(oxygen_after(view, spot) if step == game.DIVE else table.oxygen[seat])
        cells = rules.lines[spot] & table.filled
        while cells != 0:
            cell = lowest(cells)
            cells &= cells - 1
            memory.oxygen_at[cell] = max(memory.oxygen_at[cell], oxygen)
    best, chosen, change = _WORST, 0, game.DONE
    # Each card on either side; or, without a card to choose, the tableau as it is.
    for take in range(1 if step == game.REARRANGE else 2 * game.CELLS):
        after, oxygen = tableau, memory.oxygen_at[take // 2]
        if step == game.REARRANGE:
            oxygen = float(table.oxygen[seat])
        elif oxygen < 0 or (tableau.cards == 0 and take % 2 != game.LEFT):
            continue
        else:
            after = tableaus.laid(tableau, table.grid[take // 2], take % 2)
            oxygen += game.oxygen_of(table.grid[take // 2])
        first, worth = _arrange(view, memory, weights, plan, after, int(oxygen))
        if worth > best:
            best, chosen, change = worth, take, first
    if step == game.REARRANGE:
        return game.CHANGE + change
    if step == game.TAKE:
        return game.TAKE_FROM + chosen
    cell, spots = chosen // 2, view.menu.members[0]
    spot = lowest(spots)
    # The first spot from which the card can be taken with that oxygen left.
    while spots != 0:
        spot = lowest(spots)
        spots &= spots - 1
        if has(rules.lines[spot], cell) and oxygen_after(view, spot) == memory.oxygen_at[cell]:
            break
    return game.DIVE_TO + spot  # type: ignore[no-any-return]


@compiled
def _arrange(view: Any, memory: Any, weights: Any, plan: Any, tableau: Any, oxygen: int) -> Any:
    """Return the first of the best changes, `DONE` for none, and what the turn is then worth."""
    memory.listed = 0
    after, pearls = tableaus.scored(tableau, view.rules.group_size)
    worth = worth_of(view, memory, weights, plan, after, oxygen)
    _list(memory, tableau, oxygen, pearls, pearls + worth, 0, game.DONE)
    at = best = 0
    # Each arrangement that brings a pearl more is one to go on from.
    while at < memory.listed:
        if memory.worth[at] > memory.worth[best] + _TINY:
            best = at
        if memory.made[at] < plan.actions and memory.oxygen[at] > 0:
            _rearrange(view, memory, weights, plan, tableau.cards, at)
        at += 1
    return memory.first[best], memory.worth[best]


@inlined
def _list(
    memory: Any, tableau: Any, oxygen: int, pearls: int, worth: float, made: int, first: int
) -> None:
    at = memory.listed
    memory.animals[at], memory.plants[at] = tableau.animals, tableau.plants
    memory.oxygen[at], memory.pearls[at], memory.worth[at] = oxygen, pearls, worth
    memory.made[at], memory.first[at] = made, first
    memory.listed = at + 1


@compiled
def _rearrange(view: Any, memory: Any, weights: Any, plan: Any, cards: int, at: int) -> None:
    """List what can be made of an arrangement, by bringing together cards that are alike."""
    tableau = tableaus.Tableau(memory.animals[at], memory.plants[at], cards)
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
            if _is_listed(memory, now):
                found = True
                continue
            after, pearls = tableaus.scored(now, rules.group_size)
            if pearls > memory.pearls[at] or plan.runs:
                found = True
                held = oxygen - budget + memory.unspent
                worth = worth_of(view, memory, weights, plan, after, held)
                made = memory.made[at] + memory.changes
                first = memory.way[0] if at == 0 else memory.first[at]
                _list(memory, now, held, pearls, pearls + worth, made, first)
        budget += 1


@inlined
def _is_listed(memory: Any, tableau: Any) -> bool:
    for at in range(memory.listed):
        if memory.animals[at] == tableau.animals and memory.plants[at] == tableau.plants:
            return True
    return False
