"""The strategies of Animal Splash that rearrange their tableau: planner and rearranger."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simulate.games.animal_splash import (
    CELLS,
    CHANGE,
    DIVE,
    DIVE_TO,
    DONE,
    LEFT,
    MISSION_OF,
    REARRANGE,
    SCORE,
    SHIFT_LEFT,
    TAKE,
    TAKE_FROM,
    Measure,
    MissionColour,
    measure,
    oxygen_of,
)
from strategies import (
    Parameter,
    View,
    action_at,
    bit,
    compiled,
    has,
    inlined,
    lowest,
    strategy,
    working_memory,
)
from strategies.animal_splash import best_mission, oxygen_after
from strategies.animal_splash_tableau import (
    Tableau,
    all_groups,
    bare_counts,
    changed,
    end_runs,
    laid,
    measured,
    pearl_to_put,
    price_of_change,
    scored,
    tableau_of,
)


@strategy("animal-splash", tier=2)
def rearranger(view: View) -> int:
    """Spends its oxygen on actions as soon as they bring a pearl.

    Takes the card that scores most with the best one or two swaps and shifts it can pay, and
    makes them: those that bring the most pearls for the least oxygen. Of cards as good it
    takes the one after which most of its cards without pearls have something in common. Pearls
    and missions it puts and takes as the simple strategies do.
    """
    if view.table.step > SCORE:
        return best_mission(view)
    return _plan(view, _Weights(0.001, 0.01, 0, 0, 1, 1, 1, 0, 0), 2)


@strategy(
    "animal-splash",
    tier=3,
    oxygen=Parameter(0.4, -5, 5, "Points that the first oxygen kept for later turns is worth."),
    potential=Parameter(1, 0, 5, "How much the pearls count that a tableau promises for later."),
    missions=Parameter(1, 0, 5, "How much missions count, those of now and those of later."),
    end_card=Parameter(1, 0, 5, "How much the points of the end-scoring card count."),
    actions=Parameter(3, 0, 4, "Swaps and shifts that it looks ahead; 0: it never rearranges."),
    nearly=Parameter(0.25, 0, 5, "Pearls that cards alike promise that are one short of a group."),
    ready=Parameter(0.5, 0, 5, "Pearls that they promise more when they are as many as a group."),
    more=Parameter(0.8, 0, 5, "Pearls that each further card like them promises."),
    ends=Parameter(
        0.07, 0, 5, "Pearls that cards at an end promise that are one short of a group."
    ),
    chain=Parameter(0.35, 0, 5, "Pearls a turn that such an end promises to who never rearranges."),
)
def planner(
    view: View,
    oxygen: float,
    potential: float,
    missions: float,
    end_card: float,
    actions: float,
    nearly: float,
    ready: float,
    more: float,
    ends: float,
    chain: float,
) -> int:
    """Plans dive, card, actions, pearls and mission of its turn together.

    For each card it can reach, with the most oxygen it can have then, laid on either side, it
    tries the swaps and shifts it can pay, up to `actions` of them in a row, and keeps those
    that bring more pearls than they spoil. What it looks for are points: pearls now; the best
    mission of now, and those it may own later, less the farther it is from them; its
    standing on the end-scoring card among the others, surer the fewer cards are to
    come; the oxygen it keeps, each worth a sixth less than the one before;
    and the pearls its tableau promises. Cards without pearls promise them that are alike in
    kind, colour or plant, wherever they lie, as it can bring them together; if it cannot
    rearrange, only those at the ends count. Pearls go where they leave the most groups for
    later, then the most pairs. A mission waits if a better one of its colour is near.
    """
    weights = _Weights(oxygen, potential, missions, end_card, nearly, ready, more, ends, chain)
    return _plan(view, weights, int(actions))


class _Weights(NamedTuple):
    """The planner's parameters, but for `actions`."""

    oxygen: float
    potential: float
    missions: float
    end_card: float
    nearly: float
    ready: float
    more: float
    ends: float
    chain: float


class _Plan(NamedTuple):
    """What stays the same while a turn is planned.

    Attributes
    ----------
    left
        Own turns after this one.
    actions
        The most swaps and shifts in a row; 0 if the rules offer none.
    standing
        What the end-scoring card asks for; -1 if that does not matter.
    runs
        Whether it is the last turn and a run of cards matters, whatever pearls it brings.
    """

    left: int
    actions: int
    standing: int
    runs: bool


_MOST_HELD, _MOST_ACTIONS = 40, 4
#: What is noted while a turn is planned; a field of ``np.record`` is an attribute, compiled or not.
_MEMORY = np.dtype(
    (
        np.record,
        [
            # What the end-scoring card is worth for how much it has of what that asks for, up to
            # a most; what missions are worth later, by colour; and by cell, the most oxygen it
            # can have there, or -1.
            ("standing", np.float64, (_MOST_HELD + 1,)),
            ("later", np.float64, (len(MissionColour),)),
            ("oxygen_at", np.float64, (CELLS,)),
            # By how many actions came before in a row: the tableau's animals and plants, the
            # oxygen, the next change to try, the swap before, the first change.
            ("animals", np.int64, (_MOST_ACTIONS,)),
            ("plants", np.int64, (_MOST_ACTIONS,)),
            ("oxygen", np.int64, (_MOST_ACTIONS,)),
            ("next", np.int64, (_MOST_ACTIONS,)),
            ("before", np.int64, (_MOST_ACTIONS,)),
            ("first", np.int64, (_MOST_ACTIONS,)),
        ],
    )
)
_MEMORY_SIZE = _MEMORY.itemsize // 8
_RUNS = (Measure.LONGEST_KIND_RUN, Measure.LONGEST_COLOUR_RUN, Measure.LONGEST_PLANT_RUN)
_WORST, _TINY = -1e18, 1e-9


@compiled
def _plan(view: Any, weights: Any, actions: int) -> int:
    """Return what to do in any step of a turn."""
    if view.menu.count == 1:
        return action_at(view.menu, 0)
    table, rules = view.table, view.rules
    seat, step = table.seat, table.step
    tableau = tableau_of(table, seat)
    if step == SCORE:
        return pearl_to_put(tableau, rules.group_size)
    memory = working_memory(view, _MEMORY_SIZE).view(_MEMORY)[0]
    left = rules.target - tableau.cards - (1 if step <= TAKE else 0)
    if rules.swap_cost == 0 and rules.shift_cost == 0:
        actions = 0
    standing = table.end_measure if weights.end_card > 0 else -1
    if standing >= 0:
        _foresee_standing(view, memory, weights.end_card, left)
    runs = left == 0 and standing in _RUNS
    plan = _Plan(left, actions, standing, runs)
    if step <= REARRANGE:
        return _best(view, memory, weights, plan, tableau)
    mission = _foresee_missions(view, memory, plan, tableau, table.oxygen[seat])[0]
    return MISSION_OF + mission  # type: ignore[no-any-return]


# Cards in reach -----------------------------------------------------------------


@compiled
def _best(view: Any, memory: Any, weights: Any, plan: Any, tableau: Any) -> int:
    """Return the dive, the card or the first change of the best turn."""
    table, rules = view.table, view.rules
    seat, step = table.seat, table.step
    memory.oxygen_at[:] = -1.0
    spots = view.menu.members[0] if step == DIVE else bit(table.spots[seat])
    while spots != 0 and step != REARRANGE:
        spot = lowest(spots)
        spots &= spots - 1
        oxygen = float(oxygen_after(view, spot) if step == DIVE else table.oxygen[seat])
        cells = rules.lines[spot] & table.filled
        while cells != 0:
            cell = lowest(cells)
            cells &= cells - 1
            memory.oxygen_at[cell] = max(memory.oxygen_at[cell], oxygen)
    best, chosen, change, cell = _WORST, 0, DONE, 0
    # Each card on either side; or, without a card to choose, the tableau as it is.
    for take in range(1 if step == REARRANGE else 2 * CELLS):
        after, oxygen = tableau, memory.oxygen_at[take // 2]
        if step == REARRANGE:
            oxygen = float(table.oxygen[seat])
        elif oxygen < 0 or (tableau.cards == 0 and take % 2 != LEFT):
            continue
        else:
            after = laid(tableau, table.grid[take // 2], take % 2)
            oxygen += oxygen_of(table.grid[take // 2])
        first, worth = _arrange(view, memory, weights, plan, after, int(oxygen))
        if worth > best:
            best, chosen, change = worth, take, first
    if step == REARRANGE:
        return CHANGE + change
    if step == TAKE:
        return TAKE_FROM + chosen
    return DIVE_TO + _first_spot(view, chosen // 2, memory.oxygen_at[chosen // 2])


@compiled
def _first_spot(view: Any, cell: int, oxygen: float) -> int:
    """Return the first spot from which a card can be taken with some oxygen left."""
    spots = view.menu.members[0]
    spot = lowest(spots)
    while spots != 0:
        spot = lowest(spots)
        spots &= spots - 1
        if has(view.rules.lines[spot], cell) and oxygen_after(view, spot) == oxygen:
            break
    return spot  # type: ignore[no-any-return]


# Rearranging --------------------------------------------------------------------

#: More ways to rearrange a tableau than it tries, pearls or not.
_MOST_WAYS = 2500


@compiled
def _arrange(view: Any, memory: Any, weights: Any, plan: Any, tableau: Any, oxygen: int) -> Any:
    """Return the first of the best changes, `DONE` for none, and what the turn is then worth."""
    rules = view.rules
    deepest = _depth(rules, plan, tableau.cards, oxygen)
    best, chosen, usual = _WORST, DONE, -1
    depth = 0
    memory.animals[depth], memory.plants[depth] = tableau.animals, tableau.plants
    memory.oxygen[depth], memory.before[depth] = oxygen, -1
    now, held, first, member = tableau, oxygen, DONE, DONE
    while True:
        # What the changes tried last, at first none, have led to.
        if all_groups(now, rules.group_size) > usual:
            after, pearls = scored(now, rules.group_size)
            if pearls > usual:
                worth = pearls + _worth(view, memory, weights, plan, after, held)
                if worth > best + _TINY:
                    best, chosen = worth, first
                if first == DONE and not plan.runs:
                    usual = pearls
        if first == DONE and deepest == 0:
            return chosen, best
        if first != DONE and held > 0 and depth + 1 < deepest:
            depth += 1
            memory.animals[depth], memory.plants[depth] = now.animals, now.plants
            memory.oxygen[depth], memory.first[depth] = held, first
            memory.before[depth] = member if member < SHIFT_LEFT else -1
        # The next change that can be paid.
        while True:
            index = memory.next[depth]
            memory.next[depth] = index + 1
            if index < 3 * tableau.cards:
                member = SHIFT_LEFT * (index // tableau.cards) + index % tableau.cards
                price = price_of_change(rules, tableau.cards, member)
                held = memory.oxygen[depth] - price
                vain = member < SHIFT_LEFT and _is_vain(memory.before[depth], member)
                if price > 0 and held >= 0 and not vain:
                    break
                continue
            memory.next[depth] = 0
            depth -= 1
            if depth < 0:
                return chosen, best
        before = Tableau(memory.animals[depth], memory.plants[depth], tableau.cards)
        now = changed(before, member)
        first = member if depth == 0 else memory.first[depth]


@inlined
def _is_vain(before: int, swap: int) -> bool:
    """Tell whether a swap undoes the one before, or could as well have come before it."""
    return before >= 0 and (swap == before or swap < before - 1)


@inlined
def _depth(rules: Any, plan: Any, cards: int, oxygen: int) -> int:
    """Return how many changes in a row to try."""
    if cards < rules.group_size and not plan.runs:
        return 0
    swap, shift = rules.swap_cost, rules.shift_cost
    cheapest = min(swap, shift) if swap > 0 and shift > 0 else max(swap, shift)
    depth, ways = 0, 1
    while depth < plan.actions and oxygen >= cheapest:
        ways *= (cards - 1) * ((1 if 0 < swap <= oxygen else 0) + (2 if 0 < shift <= oxygen else 0))
        if ways > _MOST_WAYS:
            break
        depth += 1
        oxygen -= cheapest
    return depth


# What a turn is worth besides its pearls ---------------------------------------------

#: Oxygen beyond this is worth nothing more, but for missions and the end-scoring card.
_MOST_OXYGEN = 6
#: Points of oxygen left at the end, which decides ties.
_TIE_BREAK = 0.02


@compiled
def _worth(view: Any, memory: Any, weights: Any, plan: Any, tableau: Any, oxygen: int) -> float:
    """Return what a tableau and some oxygen are worth when all pearls are put."""
    worth = 0.0
    if weights.missions > 0 and view.table.missions != 0:
        worth += weights.missions * _foresee_missions(view, memory, plan, tableau, oxygen)[1]
    if plan.standing >= 0:
        value = measured(tableau, oxygen, plan.standing)
        worth += memory.standing[min(value, _MOST_HELD)]
    held = float(min(oxygen, _MOST_OXYGEN))
    if plan.left == 0:
        return worth + _TIE_BREAK * held
    # Each is worth a sixth less than the one before.
    worth += weights.oxygen * held * (2 * _MOST_OXYGEN + 1 - held) / (2 * _MOST_OXYGEN)
    if weights.potential > 0:
        worth += weights.potential * _promise(view, weights, plan, tableau)
    return worth  # type: ignore[no-any-return]


@compiled
def _promise(view: Any, weights: Any, plan: Any, tableau: Any) -> float:
    """Return the pearls that a tableau promises for the turns left."""
    group = view.rules.group_size
    promise = 0.0
    for sort in range(3):
        first, last = end_runs(tableau, sort)
        near, far = min(max(first, last), group - 1), min(first, last, group - 1)
        if plan.actions == 0:
            turns = max(0, plan.left + 1 - group + near)
            promise += weights.chain * (turns + _OTHER_END * max(0, plan.left + 1 - group + far))
            continue
        promise += weights.ends * ((1 if near == group - 1 else 0) + (1 if far == group - 1 else 0))
        if plan.left > 1:
            promise += weights.ends * ((1 if near > 0 else 0) + (1 if far > 0 else 0))
        counts = bare_counts(tableau, sort)
        while counts != 0:
            cards = counts & 15
            counts >>= 4
            if cards >= group - 1:
                promise += weights.nearly
            if cards >= group:
                promise += weights.ready + weights.more * (cards - group)
    return promise


#: What the worse end of a tableau promises, as a share of the better one.
_OTHER_END = 0.3

#: Cards for which what is measured grows by 1; how sure a mission is that can be had
#: now; how much each missing unit of what it asks for, over the turns left, makes it less sure.
_GROWTH, _SURE, _FAR = 0.4, 0.9, 1.6
#: How unsure a standing is at the end, and more so for each card that a player still takes.
_UNSURE, _UNSURE_A_CARD = 0.25, 0.55


@compiled
def _foresee_missions(view: Any, memory: Any, plan: Any, tableau: Any, oxygen: int) -> Any:
    """Return the mission to take now, `DONE` for none, and the points of all of them."""
    table, rules = view.table, view.rules
    memory.later[:] = 0.0
    owned = table.owned_colours[table.seat]
    total = gain = 0.0
    chosen = DONE
    for taking in range(2):
        for mission in range(rules.missions_length):
            colour = rules.missions_colour[mission]
            if not has(table.missions, mission) or has(owned, colour):
                continue
            has_now = measured(tableau, oxygen, rules.missions_measure[mission])
            missing = rules.missions_at_least[mission] - has_now
            points = rules.missions_points[mission]
            later = memory.later[colour]
            if taking == 0 and plan.left > 0:
                chance = _SURE if missing <= 0 else _SURE - _FAR * missing / plan.left
                if chance * points > later:
                    total += chance * points - later
                    memory.later[colour] = chance * points
            elif taking == 1 and missing <= 0 and points - later > gain:
                chosen, gain = mission, points - later
    return chosen, total + gain


@compiled
def _foresee_standing(view: Any, memory: Any, weight: float, left: int) -> None:
    """Fill the memory with what the end-scoring card is worth for each thing it asks for."""
    table, rules = view.table, view.rules
    cards = float(left)
    for seat in range(rules.players):
        if seat != table.seat:
            cards += rules.target - table.tableau_size[seat]
    unsure = 2 * (_UNSURE + _UNSURE_A_CARD * cards / rules.players)
    best, second = rules.end_points[0], rules.end_points[1]
    for value in range(_MOST_HELD + 1):
        ahead_of_all, behind_one = 1.0, 0.0
        for seat in range(rules.players):
            if seat != table.seat:
                ahead = value - measure(table, seat, table.end_measure)
                ahead += _GROWTH * (left - rules.target + table.tableau_size[seat])
                chance = min(1.0, max(0.0, 0.5 + ahead / unsure))
                behind_one = behind_one * chance + ahead_of_all * (1 - chance)
                ahead_of_all *= chance
        memory.standing[value] = weight * (best * ahead_of_all + second * behind_one)
    if left == 0:
        memory.standing[0] = 0.0
