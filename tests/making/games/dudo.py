"""Dudo: seats bid how many dice show a face, all cups together, until one of them doubts a bid.

A bid names a number and a face; the next bid must name more dice, or as many with a higher face.
After a doubt all cups are lifted. If there are fewer such dice than was bid, the bidder loses a
die, otherwise the seat that doubted. Whoever has no dice is out, and the last one wins.
"""

from simulate.making import Counter, PrivateDice, allow, end_game, end_turn, game
from simulate.making import next_seat, put_out, size
from strategies import allows, strategy

DICE = 3
FACES = 6
dice = PrivateDice("dice", DICE)
BIDS = [f"{number} x {face}" for number in range(1, 4 * DICE + 1) for face in range(1, FACES + 1)]
bid = Counter("bid", "the latest bid", begins=-1, holds=BIDS)
bidder = Counter("bidder", "the seat that made it", begins=-1, holds="seat")
DOUBT = len(BIDS)


def dice_on_table(rules, table):
    """Return the number of dice of all seats."""
    number = 0
    for seat in range(rules.players):
        number += table.dice_left[seat]
    return number


def roll_all(rules, state):
    """Roll the dice of all seats that have any, for a new round without a bid."""
    for seat in range(rules.players):
        if state.table.dice_left[seat] > 0:
            dice.roll(rules, state, seat)
    state.table.bid = -1
    state.table.bidder = -1


def deal(rules, state):
    """Roll for the first round."""
    roll_all(rules, state)


def legal(rules, state, menu):
    """Offer all higher bids up to the number of dice, and the doubt."""
    table = state.table
    for higher in range(table.bid + 1, dice_on_table(rules, table) * FACES):
        allow(menu, higher)
    if table.bid >= 0:
        allow(menu, DOUBT)


def apply(rules, state, action):
    """Note a bid, or lift all cups."""
    table = state.table
    seat = table.seat
    if action != DOUBT:
        table.bid = action
        table.bidder = seat
        end_turn(rules, state)
        return
    shown = 0
    for owner in range(rules.players):
        shown += dice.showing(state.own[owner], table.bid % FACES + 1)
    loser = seat if shown > table.bid // FACES else table.bidder
    dice.lose(state, loser)
    starter = loser
    if table.dice_left[loser] == 0:
        put_out(rules, state, loser)
        starter = next_seat(table.active, loser, rules.players)
    if size(table.active) == 1:
        table.scores[next_seat(table.active, loser, rules.players)] = 1
        end_turn(rules, state)
        end_game(state)
        return
    end_turn(rules, state)
    roll_all(rules, state)
    table.seat = starter


@strategy("dudo", tier=1)
def honest(view):
    """Doubts if a bid needs more than its own dice and a third of the others; else bids higher."""
    table = view.table
    others = 0
    for seat in range(view.rules.players):
        others += table.dice_left[seat]
    others -= table.dice_left[table.seat]
    if table.bid >= 0:
        needed = table.bid // FACES + 1
        own = dice.showing(view.own, table.bid % FACES + 1)
        if 3 * (needed - own) > others or not allows(view.menu, table.bid + 1):
            return DOUBT
    return table.bid + 1


def name_of(rules, table, index):
    """Return the words of a bid."""
    return f"bids {BIDS[index]}"


GAME = game(
    name="dudo",
    seats=(2, 4),
    components=[dice, bid, bidder],
    actions={range(DOUBT): name_of, DOUBT: "doubts"},
    deal=deal,
    legal=legal,
    apply=apply,
    turns="ended by apply",
    rounds="each lap",
)
