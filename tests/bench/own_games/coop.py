"""Fire Brigade: build the towers of a town together before its four quarters burn down.

On your turn, do two things: earn a coin, build one of 10 parts for 3 coins, or take 2 off the fire
of a quarter. Then an event is drawn: sparks add 2 to the fire of a quarter, a blaze adds 3, and
wind adds 1 to each quarter that burns. When the events are used up, they are shuffled. A quarter
with a fire of 6 is lost: its fire goes out, and its events no longer matter. With two quarters
lost, or after 28 turns, all players lose. They win when all parts are built.
"""

from simulate.making import Cards, Counted, Counter, Pile, Shown, Whole, all_seats, allow
from simulate.making import end_game, end_turn, game
from strategies import PASS, Parameter, allows, strategy

QUARTERS = ["harbour", "market", "mill", "castle"]
PLACES = len(QUARTERS)
EVENTS = [f"sparks in the {place}" for place in QUARTERS]
EVENTS += [f"blaze in the {place}" for place in QUARTERS] + ["wind", "calm"]
WIND, CALM = 2 * PLACES, 2 * PLACES + 1
CARDS = Cards("event", EVENTS, copies=[3, 3, 2, 2, 1, 1, 2, 2, 3, 5])

drawn = Shown("drawn", CARDS)
events = Pile("events", CARDS, refill=drawn)
fire = Counter("fire", "the fire of each quarter", each=QUARTERS)
lost = Counter("lost", "1 for each quarter that is lost", each=QUARTERS)
coins = Counter("coins", "coins of all players together", begins=2)
parts = Counter("parts", "parts that are built")
things = Counter("things", "things that the seat has done in this turn", in_replays=False)
losses = Counted("losses", "quarters that were lost")

EARN, BUILD, FIGHT = 0, 1, 2


def legal(rules, state, menu):
    table = state.table
    allow(menu, EARN)
    if table.coins >= rules.price:
        allow(menu, BUILD)
    for place in range(PLACES):
        if table.fire[place] > 0:
            allow(menu, FIGHT + place)


def apply(rules, state, action):
    table = state.table
    if action == EARN:
        table.coins += 1
    elif action == BUILD:
        table.coins -= rules.price
        table.parts += 1
        table.scores[table.seat] += 1
    else:
        table.fire[action - FIGHT] = max(table.fire[action - FIGHT] - 2, 0)
    table.things += 1
    if table.parts == rules.parts:
        end_game(state)
    if table.parts == rules.parts or table.things == 2:
        table.things = 0
        if table.parts < rules.parts:
            happen(rules, state)
        end_turn(rules, state)


def happen(rules, state):
    """Draw an event and carry it out."""
    table = state.table
    event = events.draw(state)
    drawn.put(state, event)
    quarters_lost = 0
    for place in range(PLACES):
        table.fire[place] += rise_of(table, event, place)
        if table.fire[place] >= rules.burns_at:
            table.fire[place] = 0
            table.lost[place] = 1
            losses.add(state)
        quarters_lost += table.lost[place]
    if quarters_lost >= 2 or table.turns + 1 == rules.turns:
        end_game(state)


def rise_of(table, event, place):
    """Return what an event adds to the fire of a quarter."""
    if table.lost[place] > 0:
        return 0
    if event == WIND:
        return 1 if table.fire[place] > 0 else 0
    if event < WIND and event % PLACES == place:
        return 2 if event < PLACES else 3
    return 0


def wins(rules, state):
    return all_seats(rules.players) if state.table.parts >= rules.parts else 0


def why_over(rules, state):
    if state.table.parts >= rules.parts:
        return "all parts of the towers are built"
    if state.table.turns >= rules.turns:
        return "the time is over"
    return "two quarters are lost"


GAME = game(
    name="fire-brigade",
    seats=(2, 4),
    seconds_per_turn=20,
    sides="all together",
    rules={
        "parts": Whole(default=10, minimum=1, maximum=30, meaning="Parts that win."),
        "price": Whole(default=3, minimum=1, maximum=9, meaning="Coins for a part."),
        "turns": Whole(default=28, minimum=5, maximum=200, meaning="Turns after which all lose."),
        "burns_at": Whole(default=6, minimum=4, maximum=20, meaning="Fire that is a loss."),
    },
    components=[drawn, events, fire, lost, coins, parts, things, losses],
    actions={
        EARN: "earns",
        BUILD: "builds",
        range(FIGHT, FIGHT + PLACES): lambda r, t, n: f"fights the fire in the {QUARTERS[n]}",
    },
    legal=legal,
    apply=apply,
    turns="ended by apply",
    wins=wins,
    why_over=why_over,
    score_unit="parts",
)


def hottest(table):
    """Return the quarter with the largest fire."""
    best = 0
    for place in range(PLACES):
        if table.fire[place] > table.fire[best]:
            best = place
    return best


def work(view):
    """Build, or earn if there are too few coins."""
    return BUILD if allows(view.menu, BUILD) else EARN


@strategy("fire-brigade", tier=1)
def economist(view):
    """Earns and builds, and fights only fires that the next sparks would make a loss."""
    place = hottest(view.table)
    if view.table.fire[place] >= view.rules.burns_at - 2:
        return FIGHT + place
    return work(view)


@strategy("fire-brigade", tier=2, most=Parameter(2, 0, 5, "The largest fire that it leaves alone."))
def firefighter(view, most):
    """Fights the largest fire until all are small, and builds only then."""
    place = hottest(view.table)
    return FIGHT + place if view.table.fire[place] > most else work(view)


def danger(view, place, fire, ahead):
    """Return about how probable it is that an event soon makes a quarter with some fire a loss."""
    table = view.table
    rules = view.rules
    fatal = 0.0
    weight = ahead if table.events_size > 0 else 1.0
    for event in range(CARDS.kinds):
        # The events that were drawn come back when the others are used up.
        copies = rules.event_copies[event]
        left = copies - table.drawn[event] if table.events_size > 0 else 0
        if fire + rise_of(table, event, place) >= rules.burns_at:
            if left > 0:
                fatal += left / table.events_size
            fatal += weight * copies / rules.event_total
    return fatal


@strategy(
    "fire-brigade",
    tier=3,
    risk=Parameter(0.01, 0, 1, "Chance of a loss that it accepts on schedule."),
    ahead=Parameter(0.3, 0, 1, "Weight of events that were drawn and will come back."),
)
def forecaster(view, risk, ahead):
    """Counts the events that are left; fights fires that they may make a loss, as time allows."""
    table = view.table
    rules = view.rules
    work_left = (rules.parts - table.parts) * (rules.price + 1) - table.coins
    time_left = 2 * (rules.turns - table.turns) - table.things
    if work_left >= time_left:
        return work(view)
    chosen = PASS
    most = risk * work_left / (time_left - work_left)
    for place in range(PLACES):
        if table.fire[place] > 0:
            after = max(table.fire[place] - 2, 0)
            saved = danger(view, place, table.fire[place], ahead)
            saved -= danger(view, place, after, ahead)
            if saved > most:
                chosen = FIGHT + place
                most = saved
    return work(view) if chosen == PASS else chosen
