"""Six: four rows of cards, and whoever lays the sixth card takes the row.

There are cards from 1 to 104. Each has heads: 55 has 7; other multiples of 11 have 5; multiples
of 10 have 3; other multiples of 5 have 2; all others 1. Ten cards are dealt to each player and one
begins each of four rows. All choose a card of their hand at once; the chosen cards are shown and
laid, the lowest first: at the end of the row whose last card is the nearest below. As the sixth
card of a row it takes the five before it and begins the row anew. A card lower than the last
cards of all rows takes a row that its player chooses, and begins it anew. When all cards are laid,
the fewest heads win.
"""

from simulate.making import SEATS, Cards, Counted, Counter, Hands, Pile, Rows, SecretChoices
from simulate.making import Tableau, Whole, allow, end_game, end_round, end_turn, game
from strategies import strategy

CARDS = Cards("card", 104)
ROWS = 4
LAY, TAKE = 0, 104

deck = Pile("deck", CARDS)
hand = Hands(CARDS)
rows = Rows("rows", CARDS, 5, rows=ROWS)
shown = Rows("shown", CARDS, 1, rows=SEATS)
taken = Tableau("taken", CARDS)
choice = SecretChoices("choice")
taker = Counter("taker", "1 while somebody chooses a row to take")
too_low = Counted("too_low", "rows taken by being too low", per_player=True)
sixth = Counted("sixth", "rows taken by a sixth card", per_player=True)


def deal(rules, state):
    for seat in range(rules.players):
        hand.deal(state, seat, deck, rules.hand)
    for row in range(ROWS):
        rows.put(state, row, deck.draw(state))


def legal(rules, state, menu):
    if state.table.taker:
        for row in range(ROWS):
            allow(menu, TAKE + row)
    else:
        hand.offer(menu, LAY, state.own[state.table.seat])


def apply(rules, state, action):
    table = state.table
    if table.taker:
        table.taker = 0
        too_low.add(state)
        take_row(state, table.seat, action - TAKE)
        rows.put(state, action - TAKE, shown.take_last(state, table.seat))
        end_turn(rules, state)
    else:
        if not choice.choose(rules, state, action):
            return
        for seat in range(rules.players):
            card = state.own[seat].choice - LAY
            hand.put_down(state, seat, card)
            shown.put(state, seat, card)
    lay_shown(rules, state)


def lay_shown(rules, state):
    """Lay the shown cards, the lowest first, until all are laid or a seat must choose a row."""
    table = state.table
    while True:
        seat = lowest_shown(rules, table)
        if seat < 0:
            break
        card = shown.last(table, seat)
        row = row_for(table, card)
        if row < 0:
            table.taker = 1
            table.seat = seat
            return
        if table.rows_size[row] == rules.longest:
            sixth.add(state)
            take_row(state, seat, row)
        rows.put(state, row, shown.take_last(state, seat))
    end_round(state)
    table.seat = 0
    if table.hand_size[0] == 0:
        end_game(state)


def lowest_shown(rules, table):
    """Return the seat with the lowest shown card, or -1 if no card is shown."""
    best = -1
    for seat in range(rules.players):
        if table.shown_size[seat] > 0 and (
            best < 0 or shown.last(table, seat) < shown.last(table, best)
        ):
            best = seat
    return best


def row_for(table, card):
    """Return the row whose last card is the nearest below a card, or -1 if there is none."""
    best = -1
    for row in range(ROWS):
        last = rows.last(table, row)
        if last < card and (best < 0 or last > rows.last(table, best)):
            best = row
    return best


def take_row(state, seat, row):
    while state.table.rows_size[row] > 0:
        card = rows.take_last(state, row)
        taken.put(state, seat, card)
        state.table.scores[seat] += heads(card)


def heads(card):
    number = card + 1
    if number == 55:
        return 7
    if number % 11 == 0:
        return 5
    if number % 10 == 0:
        return 3
    if number % 5 == 0:
        return 2
    return 1


def heads_of_row(table, row):
    total = 0
    for place in range(table.rows_size[row]):
        total += heads(table.rows[row, place])
    return total


GAME = game(
    name="six",
    seats=(2, 10),
    seconds_per_turn=10,
    rules={
        "hand": Whole(default=10, minimum=1, maximum=10, meaning="Cards dealt to each."),
        "longest": Whole(default=5, minimum=2, maximum=5, meaning="Cards that fit in a row."),
    },
    components=[deck, hand, rows, shown, taken, choice, taker, too_low, sixth],
    deal=deal,
    actions={
        range(LAY, LAY + CARDS.kinds): "chooses {card}",
        **{TAKE + row: f"takes row {row + 1}" for row in range(ROWS)},
    },
    legal=legal,
    apply=apply,
    turns="ended by apply",
    rounds="ended by apply",
    wins="lowest",
)


def cheapest_row(table):
    best = 0
    for row in range(1, ROWS):
        if heads_of_row(table, row) < heads_of_row(table, best):
            best = row
    return best


@strategy("six", tier=1)
def lowest_card(view):
    """Lays the lowest card, and takes the row with the fewest heads."""
    if view.table.taker:
        return TAKE + cheapest_row(view.table)
    for card in range(CARDS.kinds):
        if hand.holds(view.own, card):
            return LAY + card
    return LAY


@strategy("six", tier=2)
def close(view):
    """Lays the card nearest above a row with room; takes the row with the fewest heads."""
    table = view.table
    if table.taker:
        return TAKE + cheapest_row(table)
    best = -1
    least = 1000
    for card in range(CARDS.kinds):
        if hand.holds(view.own, card):
            row = row_for(table, card)
            gap = 300
            if row >= 0:
                gap = card - rows.last(table, row)
                if table.rows_size[row] == view.rules.longest:
                    gap += 400
            if gap < least:
                best = card
                least = gap
    return LAY + best
