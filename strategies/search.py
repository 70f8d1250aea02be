"""The strategy ``search``, which plays every game by simulating how it may continue.

Like every strategy, it sees only what its seat may know. From that it builds *worlds*: complete
game states in which everything that it cannot see is dealt at random
(`simulate.game.Game.redeal`). In each world it tries its actions, and lets another strategy play
the game to its end for all seats. The method is flat Monte Carlo search with determinization
(Ginsberg, "GIB: Imperfect information in a computationally challenging game", Journal of Artificial
Intelligence Research 14, 2001), with three additions:

- All actions are tried in the same worlds with the same random numbers.
- After each stage the worse half of the actions is dropped (sequential halving; Karnin, Koren and
  Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013).
- The action of the base strategy is replaced only if another one is clearly better.

The budget is a number of simulated games and not a duration, so that results can be repeated.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from simulate.kit.menu import legal_or_random
from simulate.play.kernel import State
from simulate.strategy import Player
from strategies import Parameter, View, below, has, legal, odds_of, size
from strategies.registry import thinker
from strategies.worlds import TO_THE_END, deal_world, new_room, play_after, play_on

#: The maximum number of actions that are tried at a decision.
MOST_CANDIDATES = 64
#: The number of games simulated to the horizon to estimate how much a lead still changes.
LEAD_SAMPLES = 12
#: The assumed standard deviation of a lead's change until the end of the game, divided by the
#: standard deviation of its change until the horizon.
LATER = 2.0
#: The value of `horizon` with which an action is judged by the lead right after it.
AT_ONCE = -2
#: The steepness (see `_steepness`) if an action is judged by the lead right after it.
STEEP = 0.1
#: A number of points below every score.
LOWEST = -(10**9)

# Placeholders for functions and settings of the game, and for the base strategy. They are replaced
# in the copy of this module that `strategies.registry.specialised` makes for each game.
winners: Any = None
scores: Any = None
base: Any = None
HORIZON: Any = None
DOUBT: Any = None


@thinker(
    rollouts=Parameter(32, 1, 4096, "Simulated games for each action that it may choose."),
    doubt=Parameter(
        -1,
        -1,
        10,
        "The number of standard errors by which another action must be better than the base's; "
        "-1: the game's own setting.",
    ),
    horizon=Parameter(
        -1,
        -2,
        100,
        "The number of standings after which a simulated game stops and is judged by the lead; 0: "
        "at the end of the game, -1: the game's own setting, -2: right after the action.",
    ),
    candidates=Parameter(
        16,
        2,
        MOST_CANDIDATES,
        "The maximum number of actions that it tries; if there are more, a random sample.",
    ),
    base=Player("The strategy whose action it takes unless another action is clearly better."),
    playout=Player("The strategy that plays all seats in its simulated games."),
)
def search(view: View, rollouts: float, doubt: float, horizon: float, candidates: float) -> int:
    """Simulates how the game may continue after each of its actions.

    It takes the action of its base strategy unless another action wins significantly more often
    when all seats then play like its playout strategy. It never sees hidden cards. Everything that
    its seat cannot see is dealt at random in each simulated game.
    """
    usual = legal_or_random(view.menu, base(view), view.chance)
    if view.menu.count == 1:
        return usual
    actions = np.zeros(MOST_CANDIDATES, np.int64)
    alive = _choose_candidates(view, usual, int(candidates), actions)
    gains, squares = np.zeros(MOST_CANDIDATES), np.zeros(MOST_CANDIDATES)
    order = np.arange(MOST_CANDIDATES)
    rooms = new_room(view)
    room = rooms[0]
    own, sources = room.seats[0].own, room.sources
    world = State(room.tables[1], own, room.hiddens[0], sources[0], sources[1])
    state = State(room.tables[2], room.seats[1].own, room.hiddens[1], sources[2], sources[3])
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
    worlds = 0
    for _ in range(stages):
        for _ in range(max(1, budget // (stages * alive))):
            deal_world(view, rooms, world, seat)
            worlds += 1
            usual_value = 0.0
            for place in range(alive):
                action = order[place]
                play_after(view, rooms, world, state, actions[action], until)
                value = _share_of_win(rules, state, seat, steepness)
                if place == 0:
                    usual_value = value
                gains[action] += value - usual_value
                squares[action] += (value - usual_value) ** 2
        alive = _drop_half(order, gains, alive)

    best = order[1]
    for place in range(2, alive):
        if gains[order[place]] > gains[best]:
            best = order[place]
    if _is_clear(gains[best], squares[best], worlds, DOUBT if doubt == -1.0 else doubt):
        return actions[best]  # type: ignore[no-any-return]
    return usual


def _choose_candidates(view: View, usual: int, most: int, actions: Any) -> int:
    """Fill `actions` with the actions to try; return their number.

    They are the base's action `usual`, then up to ``most - 1`` other legal actions: all of them, or
    a random sample if there are more.
    """
    actions[0] = usual
    listed = legal(view)
    left = len(listed)
    count = 1
    while left > 0 and count < most:
        index = below(view.chance, left) if len(listed) > most else len(listed) - left
        action = listed[index]
        if len(listed) > most:
            listed[index] = listed[left - 1]
        left -= 1
        if action != usual:
            actions[count] = action
            count += 1
    return count


def _steepness(view: View, rooms: Any, world: Any, seat: int, until: int) -> float:
    """Return the steepness with which a lead at the horizon raises the odds of winning.

    A lead of x points multiplies the odds by exp(steepness * x). The steepness is low if leads
    still change much until the end of the game. Their change up to the horizon is estimated from
    simulated games; simulating these to the end would take three times as long as the rest of the
    search, without more wins. The factor 1.702 makes a logistic distribution close to a normal one
    (Haley, 1952).
    """
    total = squares = 0.0
    rules = rooms[0].laws[0]
    for _ in range(LEAD_SAMPLES):
        deal_world(view, rooms, world, seat)
        before = _lead(rules, world, seat)
        play_on(view, rooms, world, 0, until)
        change = _lead(rules, world, seat) - before
        total += change
        squares += change * change
    spread = (squares - total * total / LEAD_SAMPLES) / (LEAD_SAMPLES - 1)
    return 1.702 / (LATER * sqrt(max(spread, 1.0)))


def _share_of_win(rules: Any, state: Any, seat: int, steepness: float) -> float:
    """Return a seat's share of the win, or an estimate of it from scores if the game is not over.

    `steepness` is the result of `_steepness`.
    """
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
    """Return the lead of a seat over the best other seat, including seats that are out."""
    points = scores(state)
    best = LOWEST
    for other in range(rules.players):
        if other != seat:
            best = max(best, points[other])
    return points[seat] - best  # type: ignore[no-any-return]


def _is_clear(total: float, squares: float, worlds: int, doubt: float) -> bool:
    """Return True if a mean difference over `worlds` is more than `doubt` standard errors above 0.

    `total` and `squares` are the sum of the differences and the sum of their squares. If `doubt` is
    0, a sum above 0 is enough. Otherwise at least two worlds are needed.
    """
    if doubt == 0.0:
        return total > 0.0
    if worlds < 2:
        return False
    # In a few worlds all differences may be equal by chance. The estimates are therefore
    # conservative: half a win is subtracted from the sum, and the variance has a minimum.
    mean = (total - 0.5) / worlds
    if mean <= 0.0:
        return False
    variance = max((squares - total * total / worlds) / (worlds - 1), 0.25 / worlds)
    return mean * mean * worlds > doubt * doubt * variance


def _drop_half(order: Any, gains: Any, alive: int) -> int:
    """Sort the first `alive` entries of `order` by gain, best first; return how many to keep.

    `order` has the indices of actions. The base's action stays at the first place, and at least one
    other action is kept.
    """
    for place in range(2, alive):
        action = order[place]
        before = place
        while before > 1 and gains[order[before - 1]] < gains[action]:
            order[before] = order[before - 1]
            before -= 1
        order[before] = action
    return max(2, (alive + 1) // 2)
