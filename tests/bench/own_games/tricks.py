"""Point Tricks: take tricks with valuable cards, each player for itself; avoid the black queen.

There are 32 cards in four suits, from 7 to ace. Eight cards are dealt to each player; the suit of a
card that is drawn is trumps. All must follow suit if they can. The best trump takes the trick, or
without trumps the best card of the suit led. An ace is worth 11 points, a ten 10, a king 4, a queen
3, a jack 2; the queen of spades costs 15. The last trick adds 5 points. As many hands are played as
there are players.
"""

from simulate.making import Cards, Counter, Hands, Pile, Tableau, Trick, Whole, end_game, end_round
from simulate.making import game, has
from strategies import PASS, Parameter, legal as legal_actions, strategy

SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = ("7", "8", "9", "jack", "queen", "king", "10", "ace")
LENGTH = len(RANKS)
CARDS = Cards("card", [f"{rank} of {suit}" for suit in SUITS for rank in RANKS])
POINTS = (0, 0, 0, 2, 3, 4, 10, 11)
BLACK_QUEEN = 3 * LENGTH + 4

deck = Pile("deck", CARDS)
hand = Hands(CARDS)
taken = Tableau("taken", CARDS)
trick = Trick("trick", hand, taken, suits=SUITS)
first = Counter("first", "the seat that leads first in the hand", holds="seat")


def points_of(rules, card):
    return -rules.black_queen if card == BLACK_QUEEN else POINTS[card % LENGTH]


def deal(rules, state):
    """Deal eight cards to each seat, after a card that decides the trump suit."""
    shown = deck.draw(state)
    state.table.trick_trump = shown // LENGTH
    deck.put(state, shown)
    for seat in range(rules.players):
        hand.deal(state, seat, deck, rules.hand_size)
    state.table.seat = state.table.first


def legal(rules, state, menu):
    trick.offer(rules, state, menu, 0)


def apply(rules, state, action):
    table = state.table
    if not trick.play(rules, state, action):
        return
    winner = table.seat
    for seat in range(rules.players):
        table.scores[winner] += points_of(rules, table.trick[seat])
    if table.hand_size[winner] > 0:
        return
    table.scores[winner] += rules.last_trick
    for seat in range(rules.players):
        for card in range(CARDS.kinds):
            if table.taken[seat, card] > 0:
                taken.take(state, seat, card)
                deck.put(state, card)
    table.first = (table.first + 1) % rules.players
    end_round(state)
    if table.rounds == rules.players:
        end_game(state)
    else:
        deal(rules, state)


GAME = game(
    name="point-tricks",
    seats=(2, 4),
    seconds_per_turn=8,
    rules={
        "hand_size": Whole(default=8, minimum=3, maximum=8, meaning="Cards of each hand."),
        "last_trick": Whole(default=5, minimum=0, maximum=20, meaning="Points: last trick."),
        "black_queen": Whole(default=15, minimum=0, maximum=40, meaning="Cost: black queen."),
    },
    components=[deck, hand, trick, taken, first],
    actions={range(CARDS.kinds): "plays {card}"},
    deal=deal,
    legal=legal,
    apply=apply,
    rounds="ended by apply",
)


def points_in_trick(view):
    """Return the points of the cards that were played to this trick."""
    points = 0
    for seat in range(view.rules.players):
        if view.table.trick[seat] >= 0:
            points += points_of(view.rules, view.table.trick[seat])
    return points


@strategy("point-tricks", tier=1)
def hunter(view):
    """Plays its strongest card, or the weakest if none takes the trick."""
    actions = legal_actions(view)
    for index in range(len(actions) - 1, -1, -1):
        if trick.beats(view.rules, view.table, actions[index]):
            return actions[index]
    return actions[0]


@strategy("point-tricks", tier=2, least=Parameter(8, 0, 30, "Points for which it takes a trick."))
def ducker(view, least):
    """Plays low, but takes a rich trick as cheaply as it can; throws the black queen away."""
    chosen, lowest_cost = PASS, 1000
    rich = points_in_trick(view) >= least
    for card in legal_actions(view):
        takes = trick.beats(view.rules, view.table, card)
        cost = card % LENGTH + max(0, points_of(view.rules, card))
        if takes != rich:
            cost += 50
        if card == BLACK_QUEEN and not takes:
            cost -= 100
        if cost < lowest_cost:
            chosen, lowest_cost = card, cost
    return chosen


def is_unseen(view, card):
    """Return whether a card may be in another hand: not its own, and not played."""
    if hand.holds(view.own, card):
        return False
    for seat in range(view.rules.players):
        if view.table.taken[seat, card] > 0 or view.table.trick[seat] == card:
            return False
    return True


def chance_to_keep(view, card, followers):
    """Return about how probable it is that no later seat beats a card."""
    table = view.table
    suit = card // LENGTH
    higher, alike, trumps, unseen = 0, 0, 0, 0
    for other in range(CARDS.kinds):
        if is_unseen(view, other):
            unseen += 1
            if other // LENGTH == suit:
                alike += 1
                if other > card:
                    higher += 1
            elif other // LENGTH == table.trick_trump:
                trumps += 1
    kept = 1.0
    for step in range(1, followers + 1):
        seat = (table.seat + step) % view.rules.players
        holds = min(1.0, table.hand_size[seat] / max(unseen, 1))
        lacks = has(table.trick_lacks[seat], suit)
        beaten = 0.0 if lacks else 1.0 - (1.0 - holds) ** higher
        if trumps > 0 and not has(table.trick_lacks[seat], table.trick_trump):
            has_none = 1.0 if lacks else (1.0 - holds) ** alike
            beaten += has_none * (1.0 - (1.0 - holds) ** trumps)
        kept *= max(0.0, 1.0 - beaten)
    return kept


@strategy(
    "point-tricks",
    tier=3,
    fear=Parameter(4, 0, 12, "Points that each later seat takes off the worth of a trick."),
    keep=Parameter(1.2, 0, 5, "Weight of what a card may take in later tricks."),
    grudge=Parameter(0.3, 0, 2, "Weight of the points that it gives to the others."),
)
def counter(view, fear, keep, grudge):
    """Counts the cards played; takes tricks that are worth more than the card is later."""
    table = view.table
    rules = view.rules
    followers = rules.players - 1 - table.trick_size
    pot = points_in_trick(view) - fear * followers
    chosen, best = PASS, -1000.0
    for card in legal_actions(view):
        points = points_of(rules, card)
        takes = 0.0
        if trick.beats(rules, table, card):
            takes = chance_to_keep(view, card, followers)
        worth = takes * (pot + points) - (1.0 - takes) * grudge * points
        if table.hand_size[table.seat] > 1:
            strength = chance_to_keep(view, card, rules.players - 1)
            if card // LENGTH == table.trick_trump:
                strength = (strength + 1.0) / 2
            worth -= keep * strength * (max(points, 0) + 20) - (card % LENGTH) / 4
        if worth > best:
            chosen, best = card, worth
    return chosen
