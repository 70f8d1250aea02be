"""Orchard: seats buy fruit from a row of four open cards, which cost more the newer they are.

The first card of the row is free, the second costs 1 coin, and so on. A seat gets a coin after each
turn. Cards score their value. The game ends when the row and the pile are empty.
"""

from simulate.making import Cards, Counter, Market, Pile, Tableau, allow, end_game, game
from strategies import allows, strategy

VALUES = 5
ROW = 4
CARDS = Cards("card", VALUES, copies=4)
pile = Pile("pile", CARDS)
market = Market("market", pile, ROW)
basket = Tableau("basket", CARDS)
coins = Counter("coins", "coins of each", each=True, begins=1)


def deal(rules, state):
    """Fill the row."""
    market.fill(state)


def legal(rules, state, menu):
    """Offer the cards that the seat can pay; a card costs as many coins as there are before it."""
    table = state.table
    for place in range(table.market_size):
        if place <= table.coins[table.seat]:
            allow(menu, place)


def apply(rules, state, action):
    """Buy the card at a place, and fill the row."""
    table = state.table
    seat = table.seat
    table.coins[seat] += 1 - action
    card = market.take(state, action)
    basket.put(state, seat, card)
    table.scores[seat] += card + 1
    market.fill(state)
    if table.market_size == 0:
        end_game(state)


@strategy("orchard", tier=1)
def picker(view):
    """Buys the card with the highest value that it can pay, the cheapest of equal ones."""
    best = 0
    for place in range(ROW):
        if allows(view.menu, place) and view.table.market[place] > view.table.market[best]:
            best = place
    return best


GAME = game(
    name="orchard",
    seats=(2, 4),
    components=[pile, market, basket, coins],
    actions={range(ROW): "buys the card that costs {n}"},
    deal=deal,
    legal=legal,
    apply=apply,
)
