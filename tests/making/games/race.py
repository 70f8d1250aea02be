"""A race in which the best cards are known: each card is worth a number of points, plus luck.

Everybody holds three cards. On your turn lay one, which scores what it is worth, and draw another;
after eight turns each the most points win. Cards that nobody lays score nothing.
"""

from simulate.making import Cards, Flag, Hands, Pile, Tableau, Whole, WholeList, below
from simulate.making import end_game, end_turn, game
from strategies import legal as legal_actions
from strategies import strategy

KINDS, TURNS = 10, 8
CARDS = Cards("card", [f"no. {number}" for number in range(1, KINDS + 1)], copies=6)
deck = Pile("deck", CARDS)
hand = Hands(CARDS)
laid = Tableau("laid", CARDS)


def deal(rules, state):
    """Deal three cards each."""
    for seat in range(rules.players):
        hand.deal(state, seat, deck, 3)


def legal(rules, state, menu):
    """Offer each different card in hand."""
    hand.offer(menu, 0, state.own[state.table.seat])


def apply(rules, state, action):
    """Lay a card, score it, and draw another."""
    table = state.table
    hand.put_down(state, table.seat, action)
    laid.put(state, table.seat, action)
    table.scores[table.seat] += rules.worth[action] + below(state.chance, rules.luck)
    if not rules.honest:
        state.hidden.deck[0] = 3
    hand.deal(state, table.seat, deck, 1)
    end_turn(rules, state)
    if table.turns == TURNS * rules.players:
        end_game(state)


GAME = game(
    name="race",
    seats=(2, 4),
    rules={
        "worth": WholeList(
            default=list(range(10, 20)),
            minimum=0,
            maximum=100,
            shortest=KINDS,
            longest=KINDS,
            meaning="What each card is worth.",
        ),
        "honest": Flag(default=True, meaning="No card of the pile is exchanged unseen."),
        "luck": Whole(default=1, minimum=1, maximum=100, meaning="One more than is added by luck."),
    },
    components=[deck, hand, laid],
    actions={range(KINDS): "lays {card}"},
    deal=deal,
    legal=legal,
    apply=apply,
    turns="ended by apply",
)


@strategy("race", tier=1)
def first(view):
    """Lays the first card of its hand, whatever its worth."""
    return legal_actions(view)[0]
