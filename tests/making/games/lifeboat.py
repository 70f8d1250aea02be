"""Lifeboat: row to the shore before the boat fills or the storm comes; all win or lose together.

The shore is 24 strokes away. On your turn roll a die and say what it is for: row so many strokes,
or bail so much water. Then a second die, halved, is the water that comes in, and one more for each
player beyond the second, who makes the boat heavy. With 12 of water the boat sinks; after 14 turns
the storm takes it.
"""

from simulate.making import Counter, Dice, Whole, all_seats, allow, end_game, end_turn, game
from strategies import Parameter, strategy

strokes = Counter("strokes", "strokes to the shore", begins="shore")
water = Counter("water", "how much water is in the boat")
dice = Dice("dice", 2)  # the one that is used, and the one of the sea

ROW, BAIL = 0, 1


def deal(rules, state):
    dice.roll_one(rules, state, 0)


def legal(rules, state, menu):
    allow(menu, ROW)
    allow(menu, BAIL)


def apply(rules, state, action):
    table = state.table
    if action == ROW:
        table.strokes = max(table.strokes - table.dice[0], 0)
        table.scores[table.seat] += table.dice[0]
    else:
        table.water = max(table.water - table.dice[0], 0)
    if table.strokes > 0:
        table.water += dice.roll_one(rules, state, 1) // 2 + max(rules.players - 2, 0)
    end_turn(rules, state)
    if table.strokes == 0 or table.water >= rules.sinks or table.turns == rules.storm:
        end_game(state)
    else:
        dice.roll_one(rules, state, 0)


def wins(rules, state):
    return all_seats(rules.players) if state.table.strokes == 0 else 0


GAME = game(
    name="lifeboat",
    seats=(1, 4),
    seconds_per_turn=15,
    sides="all together",
    rules={
        "shore": Whole(default=24, minimum=1, maximum=60, meaning="Strokes to the shore."),
        "sinks": Whole(default=12, minimum=2, maximum=30, meaning="Water that sinks the boat."),
        "storm": Whole(default=14, minimum=1, maximum=40, meaning="Turns until the storm."),
    },
    components=[strokes, water, dice],
    actions={ROW: "rows", BAIL: "bails"},
    deal=deal,
    legal=legal,
    apply=apply,
    turns="ended by apply",
    wins=wins,
    score_unit="strokes",
)


@strategy("lifeboat", tier=1, wet=Parameter(6, 1, 30, "Water at which it bails."))
def sailor(view, wet):
    """Rows while the water is below a mark, and bails otherwise, whatever was rolled."""
    return BAIL if view.table.water >= wet else ROW


@strategy("lifeboat", tier=2, low=Parameter(5, 0, 30, "Water under which it rows."))
def thrifty(view, low):
    """Rows with high rolls and bails with low ones, unless the boat is nearly empty or full."""
    table = view.table
    if table.strokes <= table.dice[0] or table.water < low:
        return ROW
    full = table.water + 4 >= view.rules.sinks
    return BAIL if full or table.dice[0] <= 3 else ROW
