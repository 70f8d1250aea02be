"""Cups: bid how many dice under all cups show a face; doubt a bid that is too high.

Each player has four dice under a cup. In turn, bid a number and a face: more dice than the bid
before, or as many of a higher face. Ones count as every face, and cannot be bid. Or doubt the
bid: then all cups are lifted. If there are fewer such dice, the bidder loses a die, otherwise the
doubter does. A player without dice is out. The last player wins.
"""

from simulate.making import Counted, Counter, Flag, PrivateDice, allow, end_game, end_turn, game
from simulate.making import lowest, next_seat, put_out, size
from strategies import PASS, Parameter, allows, legal as legal_actions, strategy, uniform

DICE, SIDES, PLAYERS = 4, 6, 4
#: The faces that can be bid: all but the ones.
FACES = SIDES - 1
MOST = DICE * PLAYERS
BIDS = [f"{number} x {face}" for number in range(1, MOST + 1) for face in range(2, SIDES + 1)]
DOUBT = len(BIDS)

dice = PrivateDice("dice", DICE, sides=SIDES)
bid = Counter("bid", "the latest bid", begins=-1, holds=BIDS)
bidder = Counter("bidder", "the seat that made it", begins=-1, holds="seat")
lifted = Counter("lifted", "dice that fit the last bid doubted", begins=-1, holds="number or none")
caught = Counted("caught", "bids that were too high", per_player=True)


def number_of(action):
    return action // FACES + 1


def face_of(action):
    return action % FACES + 2


def showing(rules, own, face):
    """Return the dice of a seat that count as a face."""
    number = dice.showing(own, face)
    return number + dice.showing(own, 1) if rules.wild_ones else number


def dice_of_all(rules, table):
    number = 0
    for seat in range(rules.players):
        number += table.dice_left[seat]
    return number


def deal(rules, state):
    for seat in range(rules.players):
        if state.table.dice_left[seat] > 0:
            dice.roll(rules, state, seat)
    state.table.bid = -1
    state.table.bidder = -1


def legal(rules, state, menu):
    table = state.table
    for higher in range(table.bid + 1, dice_of_all(rules, table) * FACES):
        allow(menu, higher)
    if table.bid >= 0:
        allow(menu, DOUBT)


def apply(rules, state, action):
    table = state.table
    seat = table.seat
    if action != DOUBT:
        table.bid = action
        table.bidder = seat
        table.lifted = -1
        end_turn(rules, state)
        return
    table.lifted = 0
    for owner in range(rules.players):
        table.lifted += showing(rules, state.own[owner], face_of(table.bid))
    loser = seat
    if table.lifted < number_of(table.bid):
        loser = table.bidder
        caught.add(state)
    dice.lose(state, loser)
    starter = loser
    if table.dice_left[loser] == 0:
        put_out(rules, state, loser)
        starter = next_seat(table.active, loser, rules.players)
    end_turn(rules, state)
    if size(table.active) == 1:
        table.scores[lowest(table.active)] += 1
        end_game(state)
    else:
        deal(rules, state)
        table.seat = starter


GAME = game(
    name="cups",
    seats=(2, PLAYERS),
    seconds_per_turn=10,
    rules={"wild_ones": Flag(default=True, meaning="Ones count as every face.")},
    components=[dice, bid, bidder, lifted, caught],
    actions={range(DOUBT): lambda rules, table, n: f"bids {BIDS[n]}", DOUBT: "doubts the bid"},
    deal=deal,
    legal=legal,
    apply=apply,
    turns="ended by apply",
)


def chance_of(view, action, trust):
    """Return the chance that a bid is right, if the latest bidder holds some of its face."""
    table = view.table
    others = dice_of_all(view.rules, table) - table.dice_left[table.seat]
    needed = number_of(action) - showing(view.rules, view.own, face_of(action))
    bid_face = table.bid >= 0 and face_of(table.bid) == face_of(action)
    if bid_face and table.bidder != table.seat:
        # The bidder probably has more of the face than others: trust is the number of dice.
        sure = min(trust, table.dice_left[table.bidder])
        needed -= int(sure)
        others -= int(sure)
    if needed <= 0:
        return 1.0
    share = 1 / 3 if view.rules.wild_ones else 1 / 6
    # The binomial distribution, from 0 fitting dice on.
    part = (1 - share) ** max(others, 0)
    below_needed = 0.0
    for number in range(min(needed, others + 1)):
        below_needed += part
        part *= (others - number) / (number + 1) * share / (1 - share)
    return max(0.0, 1.0 - below_needed)


def best_bid(view, trust):
    """Return the legal bid with the best chance to be right, the highest of several."""
    chosen, best = PASS, -1.0
    for action in legal_actions(view):
        if action == DOUBT or number_of(action) > number_of(max(view.table.bid, 0)) + 1:
            continue
        chance = chance_of(view, action, trust)
        if chance >= best:
            chosen, best = action, chance
    return chosen


@strategy("cups", tier=1)
def honest(view):
    """Bids only what its own dice and a third of the others give; otherwise doubts."""
    rules, table = view.rules, view.table
    others = dice_of_all(rules, table) - table.dice_left[table.seat]
    for action in legal_actions(view):
        if action != DOUBT:
            own = showing(rules, view.own, face_of(action))
            if own > 0 and number_of(action) <= own + others // 3:
                return action
    return DOUBT if allows(view.menu, DOUBT) else best_bid(view, 0)


@strategy("cups", tier=2, doubt=Parameter(0.5, 0, 1, "The chance of a bid below which it doubts."))
def calculator(view, doubt):
    """Makes the bid with the best chance to be right, and doubts bids that are improbable."""
    chosen = best_bid(view, 0)
    if view.table.bid < 0 or chosen == PASS:
        return chosen if view.table.bid < 0 else DOUBT
    right = chance_of(view, view.table.bid, 0)
    if right < doubt and 1 - right > chance_of(view, chosen, 0):
        return DOUBT
    return chosen


@strategy(
    "cups",
    tier=3,
    trust=Parameter(1, 0, 3, "Dice of the face that it thinks a bidder has."),
    bluffs=Parameter(0.1, 0, 1, "How often it bids a face that it does not have."),
)
def bluffer(view, trust, bluffs):
    """Weighs the doubt against its best bid, believes bidders a little, and sometimes bluffs."""
    table = view.table
    chosen = best_bid(view, trust)
    if table.bid >= 0:
        wrong = 1 - chance_of(view, table.bid, trust)
        if chosen == PASS or wrong > chance_of(view, chosen, trust):
            return DOUBT
    if uniform(view.chance) < bluffs:
        for action in legal_actions(view):
            has_none = action != DOUBT and showing(view.rules, view.own, face_of(action)) == 0
            if has_none and chance_of(view, action, trust) > 0.5:
                return action
    return chosen
