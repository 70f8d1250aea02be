"""Pig: roll as often as you dare; a 1 loses the points of the turn.

On your turn roll a die as often as you like, at least once. Hold, and the sum of your rolls is
yours; roll a 1, and your turn ends with nothing. The first player with 100 points wins at once.
"""

from simulate.making import Counted, Counter, Dice, Whole, allow, end_game, end_turn, game
from strategies import Parameter, strategy

ROLL, HOLD = 0, 1

die = Dice("die", 1)
pot = Counter("pot", "points of this turn")
lost = Counted("lost", "turns lost", per_player=True)


def legal(rules, state, menu):
    allow(menu, ROLL)
    if state.table.pot > 0:
        allow(menu, HOLD)


def apply(rules, state, action):
    table = state.table
    if action == ROLL:
        rolled = die.roll_one(rules, state, 0)
        if rolled != rules.losing:
            table.pot += rolled
            return
        lost.add(state)
    else:
        table.scores[table.seat] += table.pot
        if table.scores[table.seat] >= rules.goal:
            end_game(state)
    table.pot = 0
    end_turn(rules, state)


GAME = game(
    name="pig",
    seats=(2, 6),
    seconds_per_turn=15,
    rules={
        "goal": Whole(default=100, minimum=10, maximum=1000, meaning="Points that win."),
        "losing": Whole(default=1, minimum=1, maximum=6, meaning="What must not be rolled."),
    },
    components=[die, pot, lost],
    actions={ROLL: "rolls", HOLD: "holds"},
    legal=legal,
    apply=apply,
    turns="ended by apply",
)


@strategy("pig", tier=1, least=Parameter(20, 1, 100, "Points of a turn to hold at."))
def hold(view, least):
    """Holds with a number of points in this turn, or when that wins."""
    table = view.table
    if table.pot >= least or table.scores[table.seat] + table.pot >= view.rules.goal:
        return HOLD
    return ROLL
