"""Harvest: a deck builder. Each seat buys cards with its hand; farms score at the end.

A turn plays the whole hand: seeds are worth 1 coin, grain is worth 2. The seat may buy one card
from the supply. The hand and the bought card go to the seat's discard pile, and it draws a new
hand. The game ends when no farms are left, or after 20 turns of each seat.
"""

from simulate.making import Cards, OwnDecks, Shown, Tableau, Whole, allow, end_game, end_turn, game
from strategies import allows, strategy

SEED, GRAIN, FARM = range(3)
COINS = (1, 2, 0)
PRICES = (0, 3, 4)
CARDS = Cards("card", ["seed", "grain", "farm"], copies=[30, 12, 8])
supply = Shown("supply", CARDS, full=True)
discards = Tableau("discards", CARDS)
hand = OwnDecks(CARDS, discards)
NOTHING = 3
HAND_SIZE = 4
LAST_ROUND = 20


def deal(rules, state):
    """Give each seat its first deck, and a hand from it."""
    for seat in range(rules.players):
        for card in (SEED, SEED, SEED, SEED, SEED, FARM):
            supply.take(state, card)
            hand.put(state, seat, card)
        hand.draw(state, seat, rules.hand_size)


def coins_of(own):
    """Return the coins in a hand."""
    return COINS[SEED] * own.count[SEED] + COINS[GRAIN] * own.count[GRAIN]


def legal(rules, state, menu):
    """Offer the cards that the hand can buy, and nothing."""
    table = state.table
    for card in range(3):
        if table.supply[card] > 0 and PRICES[card] <= coins_of(state.own[table.seat]):
            allow(menu, card)
    allow(menu, NOTHING)


def apply(rules, state, action):
    """Buy a card, discard the hand, and draw a new one."""
    table = state.table
    seat = table.seat
    for card in range(3):
        while hand.holds(state.own[seat], card):
            hand.put_down(state, seat, card)
            discards.put(state, seat, card)
    if action != NOTHING:
        supply.take(state, action)
        discards.put(state, seat, action)
        if action == FARM:
            table.scores[seat] += 1
    hand.draw(state, seat, rules.hand_size)
    end_turn(rules, state)
    if table.supply[FARM] == 0 or table.turns == LAST_ROUND * rules.players:
        end_game(state)


@strategy("harvest", tier=1)
def buyer(view):
    """Buys the dearest card that it can pay."""
    best = NOTHING
    for card in range(3):
        if allows(view.menu, card) and (best == NOTHING or PRICES[card] > PRICES[best]):
            best = card
    return best


GAME = game(
    name="harvest",
    seats=(2, 3),
    components=[supply, hand, discards],
    actions={range(3): "buys {card}", NOTHING: "buys nothing"},
    rules={"hand_size": Whole(HAND_SIZE, 1, 6, meaning="Cards in a hand.")},
    deal=deal,
    legal=legal,
    apply=apply,
    turns="ended by apply",
)
