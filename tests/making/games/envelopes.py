"""Envelopes: five prizes worth 1 to 5 are sold to the highest of sealed bids.

Each seat begins with 8 coins. All bid at the same time; of the seats that bid most, the first wins,
counted from the seat that is one further each time. It pays its bid, or the second highest bid with
`second_price`. With `all_pay`, the others pay their bids, too.
"""

from simulate.making import Cards, Counter, Flag, Pile, Rows, SealedBids, below
from simulate.making import end_game, end_round, game
from strategies import strategy

PRIZES = Cards("prize", 5)
deck = Pile("deck", PRIZES)
shown = Rows("shown", PRIZES, 5)
coins = Counter("coins", "coins of each seat", each=True, begins=8)
bid = SealedBids(
    "bid", coins, most=8, base=3, ties="first", second_price="second_price", all_pay="all_pay"
)


def deal(rules, state):
    """Show the first prize."""
    shown.put(state, 0, deck.draw(state))


def legal(rules, state, menu):
    """Offer the bids."""
    bid.offer(rules, state, menu)


def apply(rules, state, action):
    """Bid; when all have bid, the winner gets the prize."""
    table = state.table
    if not bid.bid(rules, state, action):
        return
    if table.bid_winner >= 0:
        table.scores[table.bid_winner] += 1 + shown.last(table, 0)
    end_round(state)
    if table.deck_size == 0:
        end_game(state)
    else:
        shown.put(state, 0, deck.draw(state))
        table.bid_first = table.rounds % rules.players


GAME = game(
    name="envelopes",
    seats=(2, 4),
    rules={
        "second_price": Flag(default=False, meaning="The winner pays the second highest bid."),
        "all_pay": Flag(default=False, meaning="The others pay their bids, too."),
    },
    components=[deck, shown, coins, bid],
    actions=bid.actions,
    deal=deal,
    legal=legal,
    apply=apply,
    rounds="ended by apply",
)


@strategy("envelopes", tier=1)
def guessing(view):
    """Bids the worth of the prize, one more or one less, or nothing, as far as it has coins."""
    table = view.table
    worth = 1 + table.shown[0, table.shown_size[0] - 1]
    amount = worth - 1 + below(view.chance, 3)
    return 3 + min(amount, table.coins[table.seat])
