"""Last Trick: two teams play for the eights and for the last trick.

There are four suits, A to D, with ranks 1 to 8, and each of four players gets 8 cards. Seat 1
leads any card; the others must follow the suit led if they can, else lay any card. The highest card
of the suit led takes the trick, unless trumps (suit A) were laid: then the highest trump does. Who
takes a trick leads the next. Each card of rank 8 is worth a point to the team that takes it, the
last trick 3 more. The team with more of these 7 points wins.
"""

from simulate.making import Cards, Flag, Hands, Pile, Tableau, Whole
from simulate.making import end_game, end_round, end_turn, game, offer
from strategies import legal as legal_actions
from strategies import strategy

RANKS = 8
CARDS = Cards("card", [f"{suit}{rank}" for suit in "ABCD" for rank in range(1, RANKS + 1)])
deck = Pile("deck", CARDS)
hand = Hands(CARDS)
laid = Tableau("laid", CARDS)
taken = Tableau("taken", CARDS)


def deal(rules, state):
    for seat in range(rules.players):
        hand.deal(state, seat, deck, CARDS.kinds // rules.players)


def legal(rules, state, menu):
    table = state.table
    cards = state.own[table.seat].cards
    if table.in_trick > 0:
        following = cards & (((1 << RANKS) - 1) << (RANKS * suit_of(table.led)))
        if following != 0:
            cards = following
    offer(menu, 0, cards)


def apply(rules, state, action):
    table = state.table
    seat = table.seat
    hand.put_down(state, seat, action)
    laid.put(state, seat, action)
    table.card[seat] = action
    if table.in_trick == 0:
        table.led = action
        table.best = seat
    elif beats(rules, action, table.card[table.best]):
        table.best = seat
    table.in_trick += 1
    end_turn(rules, state)
    if table.in_trick == rules.players:
        take_trick(rules, state)


def take_trick(rules, state):
    table = state.table
    winner = table.best
    for seat in range(rules.players):
        card = table.card[seat]
        laid.take(state, seat, card)
        taken.put(state, winner, card)
        if rank_of(card) == RANKS:
            table.scores[winner] += 1
    table.in_trick = 0
    last = table.hand_size[winner] == 0
    if last:
        table.scores[winner] += rules.last_trick
    end_round(state)
    table.seat = winner
    if last:
        end_game(state)


def suit_of(card):
    return card // RANKS


def rank_of(card):
    return card % RANKS + 1


def beats(rules, card, best):
    """Tell whether a card takes the trick from the best card so far."""
    if suit_of(card) == suit_of(best):
        return card > best
    return rules.trumps == 1 and suit_of(card) == 0


GAME = game(
    name="last-trick",
    seats=(4, 4),
    seconds_per_turn=8,
    sides="opposite seats",
    rules={
        "trumps": Flag(default=True, meaning="Suit A is trumps."),
        "last_trick": Whole(default=3, minimum=1, maximum=9, meaning="Points of the last trick."),
    },
    components=[deck, hand, laid, taken],
    table={
        "led": "the card led to the trick",
        "best": "the seat whose card is the best so far",
        "in_trick": "cards laid in the trick so far",
        "card": ("the card that each seat laid last", 4),
    },
    actions={range(CARDS.kinds): "lays {card}"},
    deal=deal,
    legal=legal,
    apply=apply,
)


@strategy("last-trick", tier=1)
def low(view):
    """Lays its lowest allowed card: by rank, then by suit."""
    actions = legal_actions(view)
    lowest = actions[0]
    for card in actions:
        if rank_of(card) < rank_of(lowest):
            lowest = card
    return lowest


@strategy("last-trick", tier=2)
def keeper(view):
    """Keeps strong cards for the last trick, but takes eights, and feeds them to its partner."""
    table, rules = view.table, view.rules
    actions = legal_actions(view)
    if table.in_trick == 0:
        return weakest(rules, actions)
    best = table.card[table.best]
    if (table.best - table.seat) % 2 == 0:
        if table.in_trick == 3:
            for card in actions:
                if rank_of(card) == RANKS and (suit_of(card) != 0 or rules.trumps == 0):
                    return card
        return weakest(rules, actions)
    eights = 0
    for seat in range(4):
        for suit in range(4):
            eights += table.laid[seat, suit * RANKS + RANKS - 1]
    for card in actions:
        if beats(rules, card, best) and (
            eights > 0 or (rank_of(card) == RANKS and suit_of(card) == suit_of(table.led))
        ):
            return card
    return weakest(rules, actions)


def weakest(rules, actions):
    """The lowest rank; trumps last."""
    lowest = actions[0]
    for card in actions:
        if cost(rules, card) < cost(rules, lowest):
            lowest = card
    return lowest


def cost(rules, card):
    if rules.trumps == 1 and suit_of(card) == 0:
        return RANKS + rank_of(card)
    return rank_of(card)
