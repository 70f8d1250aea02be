"""Pig: roll as long as you dare; a 1 costs the points of the turn. The first with 60 points wins.

On your turn, roll a die. A 1 ends the turn without points; any other number is added to the turn.
After a roll, you may stop and score the turn.
"""

import numpy as np
from simulate.making import Counted, Counter, Dice, Whole, allow, end_game, end_turn, game, has
from strategies import Parameter, strategy

ROLL, STOP = 0, 1
#: The largest goal; the points of a turn below it are the members of a set.
MOST = 60
dice = Dice("dice")
turn = Counter("turn", "points of this turn")
lost = Counted("lost", "turns lost to a 1", per_player=True)


def legal(rules, state, menu):
    allow(menu, ROLL)
    if state.table.turn > 0:
        allow(menu, STOP)


def apply(rules, state, action):
    table = state.table
    if action == ROLL:
        rolled = dice.roll(rules, state)
        if rolled > 1:
            table.turn += rolled
            return
        lost.add(state)
    else:
        table.scores[table.seat] += table.turn
        if table.scores[table.seat] >= rules.goal:
            end_game(state)
    table.turn = 0
    end_turn(rules, state)


GAME = game(
    name="pig-race",
    seats=(2, 4),
    seconds_per_turn=10,
    rules={"goal": Whole(default=MOST, minimum=10, maximum=MOST, meaning="Points that win.")},
    components=[dice, turn, lost],
    actions={ROLL: "rolls", STOP: "stops"},
    legal=legal,
    apply=apply,
    turns="ended by apply",
)


def solve():
    """Return the turns with which an optimal player of two rolls again, as a set.

    It is indexed by the points that the player and the opponent still need, from 1. Value
    iteration finds the chance to win with every turn in hand, until no chance changes.
    """
    needs = np.arange(MOST + 1)
    # Chances of the player to act, by what it needs, what the opponent needs, and the turn.
    start = np.full((MOST + 1, MOST + 1), 0.5)
    start[0, :] = 1.0
    start[:, 0] = 0.0
    change = 1.0
    while change > 1e-6:
        later = 1.0 - start.T
        chances = np.ones((MOST + 7, MOST + 1, MOST + 1))
        rolls = np.zeros((MOST + 1, MOST + 1), np.int64)
        for points in range(MOST - 1, -1, -1):
            stop = np.where(needs[:, None] <= points, 1.0, later[np.maximum(needs - points, 0)])
            roll = (later + sum(chances[points + 2 : points + 7])) / 6
            better = roll > stop if points else np.ones_like(roll, bool)
            rolls |= better.astype(np.int64) << points
            chances[points] = np.where(better, roll, stop)
        change = np.abs(chances[0] - start)[1:, 1:].max()
        start[1:, 1:] = chances[0][1:, 1:]
    return rolls


ROLLS = solve()


def leader_of(view):
    """Return the most points of the other seats."""
    most = 0
    for seat in range(view.rules.players):
        if seat != view.table.seat:
            most = max(most, view.table.scores[seat])
    return most


@strategy("pig-race", tier=1, least=Parameter(20, 2, 60, "Points to stop at."))
def hold20(view, least):
    """Stops at 20 points, or with enough points to win."""
    table = view.table
    needed = view.rules.goal - table.scores[table.seat]
    return STOP if table.turn >= min(least, needed) else ROLL


@strategy(
    "pig-race", tier=2, race=Parameter(29, 0, 60, "Points before the goal that start a race.")
)
def pace(view, race):
    """Keeps pace with the leader; rolls until it wins as soon as a player is near the goal."""
    table = view.table
    own = table.scores[table.seat]
    leader = leader_of(view)
    least = 21 + (leader - own) // 8
    if max(own, leader) >= view.rules.goal - race:
        least = view.rules.goal
    return STOP if table.turn >= min(least, view.rules.goal - own) else ROLL


@strategy("pig-race", tier=3)
def optimal(view):
    """Plays perfectly against one opponent; of several, it only looks at the leader."""
    table = view.table
    needed = view.rules.goal - table.scores[table.seat]
    if table.turn >= needed:
        return STOP
    return ROLL if has(ROLLS[needed, view.rules.goal - leader_of(view)], table.turn) else STOP
