"""Gallery: six pictures are sold, one after the other, to the seat that bids most.

Each seat begins with 10 coins. A picture is worth a number from 2 to 7, and each seat likes it 0 to
2 points more, which only that seat knows. The seats bid in turn, from another seat each time. With
`once_around`, each bids once. The winner pays, and gets the worth and the points that it likes it
more. Coins that are left are points, too.
"""

from simulate.making import Auction, Cards, Counter, Flag, Pile, Rows, Tableau, below
from simulate.making import end_game, end_round, game
from strategies import strategy

PICTURES = Cards("picture", [str(worth) for worth in range(2, 8)])
deck = Pile("deck", PICTURES)
wall = Rows("wall", PICTURES, 6)
owned = Tableau("owned", PICTURES)
coins = Counter("coins", "coins of each seat", each=True, begins=10)
auction = Auction("auction", coins, most=10, once_around="once_around")


def deal(rules, state):
    """Hang the first picture."""
    hang(rules, state, 0)


def hang(rules, state, seat):
    """Hang a picture, draw how much each seat likes it, and let a seat bid first."""
    wall.put(state, 0, deck.draw(state))
    for bidder in range(rules.players):
        state.own[bidder].liking = below(state.chance, 3)
    auction.start(state, seat)


def legal(rules, state, menu):
    """Offer the bids."""
    auction.offer(rules, state, menu)


def apply(rules, state, action):
    """Bid or pass; after the auction, the winner gets the picture."""
    table = state.table
    if not auction.bid(rules, state, action):
        return
    winner = table.auction_winner
    if winner >= 0:
        picture = wall.take_last(state, 0)
        owned.put(state, winner, picture)
        worth = 2 + picture + state.own[winner].liking
        table.scores[winner] += worth - table.auction_price
    end_round(state)
    if table.deck_size == 0:
        end_game(state)
    else:
        hang(rules, state, table.rounds % rules.players)


def redeal(rules, state, seat):
    """Draw how much the other seats like the picture."""
    for other in range(rules.players):
        if other != seat:
            state.own[other].liking = below(state.chance, 3)


GAME = game(
    name="gallery",
    seats=(2, 4),
    rules={"once_around": Flag(default=False, meaning="Each seat bids only once.")},
    components=[deck, wall, owned, coins, auction],
    own={"liking": "how much more the seat likes the picture"},
    actions=auction.actions,
    deal=deal,
    legal=legal,
    apply=apply,
    redeal=redeal,
    rounds="ended by apply",
)


@strategy("gallery", tier=1)
def thrifty(view):
    """Bids 1 more than the others as long as it would gain, but never more than half its coins."""
    table = view.table
    worth = 2 + table.wall[0, table.wall_size[0] - 1] + view.own.liking
    bid = table.auction_high + 1
    enough = (table.coins[table.seat] + 1) // 2
    return bid if bid < worth and bid <= enough else 0
