"""Climb: roll four dice, climb the columns of two pairs, and stop before you fall.

Columns 2 to 12 have 3, 5, 7, 9, 11, 13, 11, 9, 7, 5 and 3 steps. Roll four dice and put them into
two pairs: a step up in the column of each sum, with at most three climbers a turn. If you can take
both steps you must; if only one of them, you choose which. Nobody climbs a column that is won.
Stop, and your climbers keep their places; roll on, and if no pair can be climbed, you lose what the
turn brought. Who is at the top of three columns wins.
"""

from simulate.making import SEATS, Counted, Custom, Dice, Whole, allow, end_game, end_turn, game
from strategies import Parameter, strategy
from strategies import legal as legal_actions

COLUMNS = 11
STEPS = (3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3)
#: The two dice beside the first one, in each of the three ways to pair four dice.
PAIRS = ((1, 2, 3), (2, 1, 3), (3, 1, 2))
#: What is climbed of a pairing: both sums, the first, the second. Actions are 3 x pairing + this.
BOTH, FIRST, SECOND = 0, 1, 2
ON, STOP = 9, 10

dice = Dice("dice", 4)
board = Custom(
    "board",
    table={
        "place": ("how high each seat is in each column", SEATS, COLUMNS),
        "climb": ("how high the climbers of this turn are; 0 for none", COLUMNS),
        "climbers": "climbers of this turn",
        "won": ("1 for a column that is won", COLUMNS),
        "choosing": "1 while it is to be said whether to go on",
    },
)
rolls = Counted("rolls", "rolls with climbers on 6, 7 and 8 below the top")
falls = Counted("falls", "falls from there")
lost = Counted("lost", "turns lost by a fall")


def deal(rules, state):
    dice.roll(rules, state)


def can_climb(rules, table, column):
    if table.won[column] or table.climb[column] == STEPS[column]:
        return False
    return table.climb[column] > 0 or table.climbers < rules.climbers


def legal(rules, state, menu):
    table = state.table
    if table.choosing:
        allow(menu, ON)
        allow(menu, STOP)
        return
    for way in range(3):
        first, second = sums(table, way)
        one, other = can_climb(rules, table, first), can_climb(rules, table, second)
        # One climber may be left, and two columns that each need it.
        short = first != second and one and other and needs(table, first, second) > rules.climbers
        if one and other and not short:
            allow(menu, 3 * way + BOTH)
        elif one and not short:
            allow(menu, 3 * way + FIRST)
        elif other and not short:
            allow(menu, 3 * way + SECOND)
        elif short:
            allow(menu, 3 * way + FIRST)
            allow(menu, 3 * way + SECOND)
    if menu.count == 0:
        allow(menu, STOP)  # the fall


def needs(table, first, second):
    climbers = table.climbers
    for column in (first, second):
        if table.climb[column] == 0:
            climbers += 1
    return climbers


def sums(table, way):
    beside, one, other = PAIRS[way]
    return table.dice[0] + table.dice[beside] - 2, table.dice[one] + table.dice[other] - 2


def apply(rules, state, action):
    table = state.table
    if action == ON:
        table.choosing = 0
        roll(rules, state)
    elif action == STOP:
        if table.choosing:
            keep(rules, state)
        else:
            lost.add(state)
            if on_three(table):
                falls.add(state)
        table.choosing, table.climbers = 0, 0
        table.climb[:] = 0
        if table.scores[table.seat] >= rules.columns:
            end_game(state)
        end_turn(rules, state)
        roll(rules, state)
    else:
        first, second = sums(table, action // 3)
        if action % 3 != SECOND:
            step(table, first)
        if action % 3 != FIRST:
            step(table, second)
        table.choosing = 1


def step(table, column):
    if table.climb[column] == 0:
        table.climb[column] = table.place[table.seat, column]
        table.climbers += 1
    table.climb[column] = min(table.climb[column] + 1, STEPS[column])


def keep(rules, state):
    table = state.table
    for column in range(COLUMNS):
        if table.climb[column] > 0:
            table.place[table.seat, column] = table.climb[column]
            if table.climb[column] == STEPS[column]:
                table.won[column] = 1
                table.scores[table.seat] += 1


def on_three(table):
    for column in (4, 5, 6):
        if table.climb[column] == 0 or table.climb[column] == STEPS[column]:
            return False
    return True


def roll(rules, state):
    dice.roll(rules, state)
    if on_three(state.table):
        rolls.add(state)


def climbing(rules, table, number):
    first, second = sums(table, number // 3)
    climbed = {BOTH: (first, second), FIRST: (first,), SECOND: (second,)}[number % 3]
    return "climbs " + " and ".join(str(column + 2) for column in climbed)


GAME = game(
    name="climb",
    seats=(2, 4),
    seconds_per_turn=30,
    rules={
        "columns": Whole(default=3, minimum=1, maximum=5, meaning="Columns that win."),
        "climbers": Whole(default=3, minimum=1, maximum=11, meaning="Climbers of a turn."),
    },
    components=[dice, board, rolls, falls, lost],
    actions={
        range(9): climbing,
        ON: "rolls on",
        STOP: "stops",
    },
    deal=deal,
    legal=legal,
    apply=apply,
    score_unit="columns",
)


HEIGHT = Parameter(6, 1, 40, "Steps after which it stops.")


@strategy("climb", tier=1, height=HEIGHT)
def steady(view, height):
    """Takes the first step it can, and stops after so many steps, or at a top."""
    return going_on(view, height) if view.table.choosing else legal_actions(view)[0]


@strategy("climb", tier=1, height=HEIGHT)
def late(view, height):
    """Takes the last step it can, and stops after so many steps, or at a top."""
    actions = legal_actions(view)
    return going_on(view, height) if view.table.choosing else actions[len(actions) - 1]


def going_on(view, height):
    table, gained = view.table, 0
    for column in range(COLUMNS):
        if table.climb[column] > 0:
            gained += table.climb[column] - table.place[table.seat, column]
            if table.climb[column] == STEPS[column]:
                return STOP
    return STOP if gained >= height else ON
