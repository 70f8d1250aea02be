"""Spades: two rounds of tricks for three or four players, each for itself, with a trump each round.

All 36 cards are dealt. A suit drawn at random is trumps in the round, or none with `no_trumps`. The
seat after the last round's first leader leads. A trick scores 1 point, and the highest spade in it
costs 3 points.
"""

from simulate.making import Cards, Counted, Counter, Flag, Hands, Pile, Tableau, Trick, below
from simulate.making import end_game, end_round, game
from strategies import legal as legal_actions
from strategies import strategy

SUITS = ("spades", "hearts", "diamonds", "clubs")
CARDS = Cards("card", [f"{rank} of {suit}" for suit in SUITS for rank in range(1, 10)])
HIGHEST_SPADE = 8
deck = Pile("deck", CARDS)
hand = Hands(CARDS)
taken = Tableau("taken", CARDS)
trick = Trick("trick", hand, taken, suits=SUITS)
kept = Counted("kept", "tricks that were taken by the seat that led")
first = Counter("first", "the seat that leads first in the round", holds="seat")


def deal(rules, state):
    """Deal all cards, and draw the trump suit."""
    for seat in range(rules.players):
        hand.deal(state, seat, deck, CARDS.kinds // rules.players)
    state.table.trick_trump = -1 if rules.no_trumps else below(state.chance, len(SUITS))
    state.table.seat = state.table.first


def legal(rules, state, menu):
    """Offer the cards that follow suit, or all."""
    trick.offer(rules, state, menu, 0)


def apply(rules, state, action):
    """Play a card; score the trick after its last card, and deal again after the last trick."""
    table = state.table
    if not trick.play(rules, state, action):
        return
    table.scores[table.seat] += 1
    if table.seat == table.trick_leader:
        kept.add(state)
    for seat in range(rules.players):
        if table.trick[seat] == HIGHEST_SPADE:
            table.scores[table.seat] -= 3
    if table.hand_size[table.seat] > 0:
        return
    for seat in range(rules.players):
        for card in range(CARDS.kinds):
            if table.taken[seat, card] > 0:
                taken.take(state, seat, card)
                deck.put(state, card)
    table.first = (table.first + 1) % rules.players
    end_round(state)
    if table.rounds == 2:
        end_game(state)
    else:
        deal(rules, state)


GAME = game(
    name="spades",
    seats=(3, 4),
    rules={"no_trumps": Flag(default=False, meaning="There are no trumps.")},
    components=[deck, hand, trick, taken, first, kept],
    actions={range(CARDS.kinds): "plays {card}"},
    deal=deal,
    legal=legal,
    apply=apply,
    rounds="ended by apply",
)


@strategy("spades", tier=1)
def greedy(view):
    """Plays the lowest card that takes the trick so far, or else the lowest card."""
    actions = legal_actions(view)
    for card in actions:
        if trick.beats(view.rules, view.table, card):
            return card
    return actions[0]
