"""Art Auction: buy pictures with little money; many painters and many works of one painter pay.

There are six painters with works worth 1 to 4 points. In turn, six works for each player are
auctioned: all bid in turn, each more than the last, until all others pass. Each player has 30
coins. At the end, a collection scores the points of its works, and 2 points for each painter beyond
the first. It also scores 1, 4 or 9 points for two, three or four works of the same painter. Every 5
coins that are left are a point.
"""

from simulate.making import Auction, Cards, Counter, Pile, Rows, Tableau, Whole
from simulate.making import end_game, end_round, game
from strategies import Parameter, allows, strategy

PAINTERS = ["Anker", "Bosch", "Corot", "Degas", "Ensor", "Frink"]
WORTHS = 4
WORKS = Cards("work", [f"{name} {worth}" for name in PAINTERS for worth in range(1, WORTHS + 1)])
MOST = 60
#: The points for a number of works of the same painter.
ALIKE = (0, 0, 1, 4, 9)

deck = Pile("deck", WORKS)
offered = Rows("offered", WORKS, 1)
unsold = Rows("unsold", WORKS, WORKS.kinds)
owned = Tableau("collection", WORKS)
coins = Counter("coins", "coins of each player", each=True, begins="coins_at_first")
auction = Auction("auction", coins, most=MOST)


def deal(rules, state):
    offered.put(state, 0, deck.draw(state))
    auction.start(state, 0)


def works_of(table, seat, painter):
    number = 0
    for work in range(painter * WORTHS, (painter + 1) * WORTHS):
        number += table.collection[seat, work]
    return number


def gain_of(rules, table, seat, work):
    """Return the points that a work adds to the collection of a seat."""
    painter = work // WORTHS
    number = works_of(table, seat, painter)
    gain = work % WORTHS + 1 + ALIKE[number + 1] - ALIKE[number]
    if number == 0 and table.collection_size[seat] > 0:
        gain += rules.variety
    return gain


def legal(rules, state, menu):
    auction.offer(rules, state, menu)


def apply(rules, state, action):
    table = state.table
    before = table.auction_number
    if not auction.bid(rules, state, action):
        return
    work = offered.take_last(state, 0)
    winner = table.auction_winner
    if winner >= 0:
        table.scores[winner] += gain_of(rules, table, winner, work)
        owned.put(state, winner, work)
    else:
        unsold.put(state, 0, work)
    end_round(state)
    if table.auction_number < rules.works * rules.players:
        offered.put(state, 0, deck.draw(state))
        auction.start(state, (before + 1) % rules.players)
        return
    for seat in range(rules.players):
        table.scores[seat] += table.coins[seat] // 5
    end_game(state)


GAME = game(
    name="art-auction",
    seats=(2, 4),
    seconds_per_turn=5,
    rules={
        "coins_at_first": Whole(default=30, minimum=5, maximum=MOST, meaning="Coins at first."),
        "works": Whole(default=6, minimum=2, maximum=6, meaning="Works for each player."),
        "variety": Whole(default=2, minimum=0, maximum=9, meaning="Points for a new painter."),
    },
    components=[deck, offered, unsold, owned, coins, auction],
    actions=auction.actions,
    deal=deal,
    legal=legal,
    apply=apply,
    rounds="ended by apply",
)


def bid_up_to(view, most):
    """Return the lowest bid if it is at most a number of coins, and otherwise pass."""
    bid = view.table.auction_high + 1
    return bid if bid <= most and allows(view.menu, bid) else 0


def works_left(view):
    """Return the number of works that will be auctioned, the present one included."""
    return view.rules.works * view.rules.players - view.table.auction_number


@strategy("art-auction", tier=1)
def connoisseur(view):
    """Bids up to a quarter of its coins for works worth 3 or 4 points, and little for others."""
    worth = view.table.offered[0, 0] % WORTHS + 1
    coins = view.table.coins[view.table.seat]
    return bid_up_to(view, max(coins // 4, 5) if worth >= 3 else worth)


@strategy("art-auction", tier=1, price=Parameter(2.5, 0.5, 10, "Coins that a point is worth."))
def hoarder(view, price):
    """Collects the painters that it has: bids for points and for works of the same painter."""
    table = view.table
    work = table.offered[0, 0]
    number = works_of(table, table.seat, work // WORTHS)
    points = work % WORTHS + 1 + ALIKE[number + 1] - ALIKE[number]
    return bid_up_to(view, int(price * points))


@strategy("art-auction", tier=2, share=Parameter(1.2, 0.2, 4, "Even shares of coins that it bids."))
def banker(view, share):
    """Divides its coins evenly among the works that it expects to buy, so that none are left."""
    table = view.table
    expected = max(1, works_left(view) // view.rules.players)
    gain = gain_of(view.rules, table, table.seat, table.offered[0, 0])
    even = share * table.coins[table.seat] / expected
    return bid_up_to(view, int(even if gain >= 4 else even / 2))


@strategy(
    "art-auction",
    tier=3,
    thrift=Parameter(1.5, 0.2, 3, "Share of the usual price of a point that it pays."),
    spite=Parameter(0.2, 0, 1, "Share of what the work is worth to the others that it adds."),
)
def appraiser(view, thrift, spite):
    """Bids what the work adds to its score, at the price of a point that all coins allow."""
    table = view.table
    rules = view.rules
    work = table.offered[0, 0]
    left = works_left(view)
    money = 0
    rival = 0
    for seat in range(rules.players):
        money += table.coins[seat]
        if seat != table.seat:
            rival = max(rival, gain_of(rules, table, seat, work))
    # Works add about 5 points to the collection that gains most from them.
    price = thrift * money / (5.0 * left)
    gain = gain_of(rules, table, table.seat, work)
    return bid_up_to(view, int(price * (gain + spite * max(0, rival - gain))))
