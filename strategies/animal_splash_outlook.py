"""What a turn of Animal Splash is worth to those who plan it, besides its pearls."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simulate.games.animal_splash import DONE, MOST_LAID, Measure, MissionColour, measure
from strategies import EMPTY, SEATS, bit, compiled, has, lowest, size
from strategies.animal_splash_tableau import ALL_PLACES, bare, end_runs, measured, places_by_value

_MOST_HELD = 40
#: What is noted while a turn is planned, fields of a strategy's record: what the end-scoring card
#: is worth for how much it has of what that asks for, up to a most, or -1; what the others have
#: of it, and how unsure that is; and what missions are worth later, by colour.
OUTLOOK = {
    "standing": (np.float64, _MOST_HELD + 1),
    "others": (np.int64, SEATS),
    "unsure": (np.float64,),
    "later": (np.float64, len(MissionColour)),
}
_RUNS = (Measure.LONGEST_KIND_RUN, Measure.LONGEST_COLOUR_RUN, Measure.LONGEST_PLANT_RUN)


class Plan(NamedTuple):
    """What stays the same while a turn is planned."""

    #: Own turns after this one.
    left: int
    #: The most swaps and shifts in a row; 0 if the rules offer none.
    actions: int
    #: What the end-scoring card asks for; -1 if that does not matter.
    standing: int
    #: Whether it is the last turn and a run of cards matters, whatever pearls it brings.
    runs: bool
    #: Those it may still own, as a set.
    missions: Any


@compiled
def look_ahead(view: Any, memory: Any, weights: Any, left: int) -> Any:
    """Return what stays the same while a turn is planned, and note how the others stand.

    `left` is how many turns of its own come after this one.
    """
    table, rules = view.table, view.rules
    actions = 0 if rules.swap_cost == 0 and rules.shift_cost == 0 else int(weights.actions)
    missions = table.missions
    for mission in range(rules.missions_length):
        if has(table.owned_colours[table.seat], rules.missions_colour[mission]):
            missions &= ~bit(mission)
    standing = table.end_measure if weights.end_card > 0 else -1
    if standing >= 0:
        memory.standing[:] = -1.0
        cards = float(left)
        for seat in range(rules.players):
            if seat != table.seat:
                cards += rules.target - table.tableau_size[seat]
                memory.others[seat] = measure(table, seat, standing)
        memory.unsure = 2 * (_UNSURE + _UNSURE_A_CARD * cards / rules.players)
    return Plan(left, actions, standing, left == 0 and standing in _RUNS, missions)


#: Oxygen beyond this is worth nothing more, but for missions and the end-scoring card.
_MOST_OXYGEN = 6
#: Points of oxygen left at the end, which decides ties.
_TIE_BREAK = 0.02


@compiled
def worth_of(view: Any, memory: Any, weights: Any, plan: Any, tableau: Any, oxygen: int) -> float:
    """Return what a tableau and some oxygen are worth when all pearls are put."""
    worth = 0.0
    if weights.missions > 0 and plan.missions != 0:
        worth += weights.missions * foresee_missions(view, memory, plan, tableau, oxygen)[1]
    if plan.standing >= 0:
        value = min(measured(tableau, oxygen, plan.standing), _MOST_HELD)
        if memory.standing[value] < 0:
            memory.standing[value] = weights.end_card * _standing(view, memory, plan, value)
        worth += memory.standing[value]
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
        sets = places_by_value(tableau, sort, bare(tableau, sort))
        while sets != 0:
            cards = size(sets & ALL_PLACES)
            sets >>= MOST_LAID
            if cards >= group - 1:
                promise += weights.nearly
            if cards >= group:
                promise += weights.ready + weights.more * (cards - group)
    return promise


#: What the worse end of a tableau promises, as a share of the better one.
_OTHER_END = 0.3

#: Cards for which what is measured grows by 1; how sure a mission is that can be had
#: now; how much each missing unit of what it asks for, over the turns left, makes it less sure.
_GROWTH, _SURE, _FAR = 0.4, 0.75, 0.6
#: How unsure a standing is at the end, and more so for each card that a player still takes.
_UNSURE, _UNSURE_A_CARD = 0.45, 0.9


@compiled
def foresee_missions(view: Any, memory: Any, plan: Any, tableau: Any, oxygen: int) -> Any:
    """Return the mission to take now, `DONE` for none, and the points of all of them."""
    rules = view.rules
    memory.later[:] = 0.0
    total = gain = 0.0
    chosen = DONE
    now, left = EMPTY, plan.missions
    while left != 0:
        mission = lowest(left)
        left &= left - 1
        missing = rules.missions_at_least[mission]
        missing -= measured(tableau, oxygen, rules.missions_measure[mission])
        if missing <= 0:
            now |= bit(mission)
        if plan.left > 0:
            colour = rules.missions_colour[mission]
            later = memory.later[colour]
            chance = _SURE if missing <= 0 else _SURE - _FAR * missing / plan.left
            points = chance * rules.missions_points[mission]
            if points > later:
                total += points - later
                memory.later[colour] = points
    while now != 0:
        mission = lowest(now)
        now &= now - 1
        more = rules.missions_points[mission] - memory.later[rules.missions_colour[mission]]
        if more > gain:
            chosen, gain = mission, more
    return chosen, total + gain


@compiled
def _standing(view: Any, memory: Any, plan: Any, value: int) -> float:
    """Return the points of the end-scoring card that some of what it asks for promises."""
    table, rules = view.table, view.rules
    if plan.left == 0 and value == 0:
        return 0.0
    ahead_of_all, behind_one = 1.0, 0.0
    for seat in range(rules.players):
        if seat != table.seat:
            ahead = value - memory.others[seat]
            ahead += _GROWTH * (plan.left - rules.target + table.tableau_size[seat])
            chance = min(1.0, max(0.0, 0.5 + ahead / memory.unsure))
            behind_one = behind_one * chance + ahead_of_all * (1 - chance)
            ahead_of_all *= chance
    return rules.end_points[0] * ahead_of_all + rules.end_points[1] * behind_one  # type: ignore[no-any-return]
