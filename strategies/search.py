"""A player for every game: it tries its actions in worlds that it holds for possible.

It sees what any strategy sees. From that it makes whole worlds, in which what it cannot know is
dealt by chance (`simulate.game.Game.redeal`), tries its actions in each of them, and lets another
strategy play on for everybody. This is flat Monte Carlo, or "determinization" (Ginsberg, GIB,
Journal of Artificial Intelligence Research 14, 2001), with three things that make it stronger:
all actions are tried in the same worlds with the same chance, half of them are dropped again and
again (sequential halving; Karnin, Koren and Somekh, ICML 2013), and what the base strategy would
do is done unless something else is better beyond doubt.

The budget is a number of games played on, never a time, so that results can be repeated.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from simulate.play.kernel import State
from simulate.strategy import Player
from strategies import Parameter, View, action_at, allows, below, has, legal, odds_of, size
from strategies.registry import thinker
from strategies.worlds import TO_THE_END, deal_world, new_room, play_after, play_on

#: The most actions that are tried at a decision.
MOST_CANDIDATES = 64
#: Games played to the horizon that tell what a lead is worth, and how many times as far a lead may
#: still change until the end, about.
LEARNT_FROM, LATER = 12, 2.0
#: The horizon of who judges by what an action itself leads to, and how steeply.
AT_ONCE, STEEP = -2, 0.1
#: Fewer points than anybody has.
LOWEST = -(10**9)

# Of the game, and of the strategies it plays with: each game's copy has its own.
winners: Any = None
scores: Any = None
base: Any = None
HORIZON: Any = None
DOUBT: Any = None


@thinker(
    rollouts=Parameter(32, 1, 4096, "Games that it plays on for each action it may choose."),
    doubt=Parameter(
        -1,
        -1,
        10,
        "By how many standard errors another action must be better than the base's; "
        "-1: as suits the game.",
    ),
    horizon=Parameter(
        -1,
        -2,
        100,
        "How many standings it plays on to, to judge by the lead then; 0: to the end, "
        "-1: as suits the game, -2: not at all, to judge by the lead at once.",
    ),
    candidates=Parameter(
        16, 2, MOST_CANDIDATES, "The most actions that it tries; of more, some at random."
    ),
    base=Player("What it does where nothing else is better beyond doubt."),
    playout=Player("Who plays on in its thoughts, for everybody."),
)
def search(view: View, rollouts: float, doubt: float, horizon: float, candidates: float) -> int:
    """Thinks ahead: tries its actions in worlds that fit what it sees, and plays each of them on.

    It does what its base strategy would do, unless another action wins more often, beyond doubt,
    when everybody plays on as its playout strategy does. It never sees what is hidden from its
    seat: that is dealt anew, by chance, in each world.
    """
    usual = _usual(view)
    if view.menu.count == 1:
        return usual  # type: ignore[no-any-return]
    actions = np.zeros(MOST_CANDIDATES, np.int64)
    alive = _choose_candidates(view, usual, int(candidates), actions)
    gains, squares = np.zeros(MOST_CANDIDATES), np.zeros(MOST_CANDIDATES)
    order = np.arange(MOST_CANDIDATES)
    rooms = new_room(view)
    room = rooms[0]
    own, sources = room.seats[0].own, room.sources
    world = State(room.tables[1], own, room.hiddens[0], sources[0], sources[1])
    then = State(room.tables[2], room.seats[1].own, room.hiddens[1], sources[2], sources[3])
    rules, seat, now = room.laws[0], view.table.seat, view.table.checkpoints
    ahead = HORIZON if horizon == -1.0 else int(horizon)
    until, steepness = TO_THE_END, 0.0
    if ahead == AT_ONCE:
        until, steepness = now, STEEP
    elif ahead > 0:
        until = now + ahead
        steepness = _steepness(view, rooms, world, seat, until)

    stages = 1
    while 1 << stages < alive:
        stages += 1
    budget = int(rollouts) * alive
    played = 0
    for _ in range(stages):
        for _ in range(max(1, budget // (stages * alive))):
            deal_world(view, rooms, world, seat)
            played += 1
            of_usual = 0.0
            for place in range(alive):
                action = order[place]
                play_after(view, rooms, world, then, actions[action], until)
                value = _value(rules, then, seat, steepness)
                if place == 0:
                    of_usual = value
                gains[action] += value - of_usual
                squares[action] += (value - of_usual) ** 2
        alive = _drop_half(order, gains, alive)

    best = order[1]
    for place in range(2, alive):
        if gains[order[place]] > gains[best]:
            best = order[place]
    if _is_clear(gains[best], squares[best], played, DOUBT if doubt == -1.0 else doubt):
        return actions[best]  # type: ignore[no-any-return]
    return usual  # type: ignore[no-any-return]


def _usual(view: View) -> Any:
    """Return the base's action, or if it does not look at a menu made shorter, one by lot."""
    action = base(view)
    if allows(view.menu, action):
        return action
    return action_at(view.menu, below(view.chance, view.menu.count))


def _choose_candidates(view: View, usual: int, most: int, actions: Any) -> int:
    """Put the base's action first, and others behind it; return how many there are."""
    actions[0] = usual
    listed = legal(view)
    left = len(listed)
    found = 1
    while left > 0 and found < most:
        index = below(view.chance, left) if len(listed) > most else len(listed) - left
        action = listed[index]
        if len(listed) > most:
            listed[index] = listed[left - 1]
        left -= 1
        if action != usual:
            actions[found] = action
            found += 1
    return found


def _steepness(view: View, rooms: Any, world: Any, seat: int, until: int) -> float:
    """Return how much more likely a lead at the horizon makes a win, as odds: exp(this x lead).

    A lead counts for less, the more it still changes until the end. How much it does up to the
    horizon is seen in games played on from here; to play them to their end takes three times as
    long as all else, and who does wins no more. The factor 1.702 makes of a normal distribution a
    logistic one.
    """
    total = squares = 0.0
    rules = rooms[0].laws[0]
    for _ in range(LEARNT_FROM):
        deal_world(view, rooms, world, seat)
        before = _lead(rules, world, seat)
        play_on(view, rooms, world, 0, until)
        change = _lead(rules, world, seat) - before
        total += change
        squares += change * change
    spread = (squares - total * total / LEARNT_FROM) / (LEARNT_FROM - 1)
    return 1.702 / (LATER * sqrt(max(spread, 1.0)))


def _value(rules: Any, state: Any, seat: int, steepness: float) -> float:
    """Return how much of the win is a seat's; where that is not decided, by its lead."""
    if state.table.over != 0:
        won = winners(rules, state)
        return 1.0 / size(won) if has(won, seat) else 0.0
    if not has(state.table.active, seat):
        return 0.0
    points = scores(state)
    against = 1.0
    for other in range(rules.players):
        if other != seat and has(state.table.active, other):
            against += odds_of(steepness * (points[other] - points[seat]))
    return 1.0 / against


def _lead(rules: Any, state: Any, seat: int) -> int:
    """Return how far a seat's score is above the best of the others, those who are out as well."""
    points = scores(state)
    best = LOWEST
    for other in range(rules.players):
        if other != seat:
            best = max(best, points[other])
    return points[seat] - best  # type: ignore[no-any-return]


def _is_clear(total: float, squares: float, worlds: int, doubt: float) -> bool:
    """Tell whether differences with this sum and sum of squares are above 0 beyond doubt."""
    if doubt == 0.0:
        return total > 0.0
    if worlds < 2:
        return False
    # However alike the differences of a few worlds are, others might show another one: half a
    # win is taken off what was gained, and they vary at least as much as half a win would.
    mean = (total - 0.5) / worlds
    if mean <= 0.0:
        return False
    variance = max((squares - total * total / worlds) / (worlds - 1), 0.25 / worlds)
    return mean * mean * worlds > doubt * doubt * variance


def _drop_half(order: Any, gains: Any, alive: int) -> int:
    """Sort the actions but the base's by what they gain, and return how many are kept."""
    for place in range(2, alive):
        action = order[place]
        before = place
        while before > 1 and gains[order[before - 1]] < gains[action]:
            order[before] = order[before - 1]
            before -= 1
        order[before] = action
    return max(2, (alive + 1) // 2)
