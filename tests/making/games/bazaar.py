"""Bazaar: cards are bought from a display, laid down and given away, but never drawn.

Each turn a seat buys a card into its hand, lays one in front of it, or gives the dearest laid card
to the next seat, which scores nothing. Cards that are laid score their number, from 0 on.
"""

from simulate.making import SEATS, Cards, Hands, Pile, Shown, Tableau, allow
from simulate.making import end_game, end_turn, game

KINDS = 4
CARDS = Cards("card", KINDS, copies=6)
box = Pile("box", CARDS)
display = Shown("display", CARDS)
hand = Hands(CARDS)
stall = Tableau("stall", CARDS)
BUY, LAY, GIVE = 0, KINDS, 2 * KINDS
TURNS = 6


def deal(rules, state):
    """Lay out all cards, and give each seat the first two kinds."""
    while state.table.box_size > 0:
        display.put(state, box.draw(state))
    for seat in range(rules.players):
        for card in range(2):
            buy(state, seat, card)


def buy(state, seat, card):
    """Move a card from the display to a hand; everybody sees it."""
    display.take(state, card)
    hand.add(state, seat, card)
    state.table.held[seat, card] += 1


def legal(rules, state, menu):
    """Offer the cards that can be bought, laid and given."""
    table = state.table
    for card in range(KINDS):
        if table.display[card] > 0:
            allow(menu, BUY + card)
        if hand.holds(state.own[table.seat], card):
            allow(menu, LAY + card)
    if table.stall_size[table.seat] > 0:
        allow(menu, GIVE)


def apply(rules, state, action):
    """Buy, lay or give a card."""
    table = state.table
    seat = table.seat
    if action == GIVE:
        card = KINDS - 1
        while table.stall[seat, card] == 0:
            card -= 1
        stall.take(state, seat, card)
        stall.put(state, (seat + 1) % rules.players, card)
    elif action >= LAY:
        hand.put_down(state, seat, action - LAY)
        table.held[seat, action - LAY] -= 1
        stall.put(state, seat, action - LAY)
        table.scores[seat] += action - LAY
    else:
        buy(state, seat, action)
    end_turn(rules, state)
    if table.turns == TURNS * rules.players:
        end_game(state)


def redeal(rules, state, seat):
    """Put the cards that everybody knows back into the hands."""
    for holder in range(rules.players):
        if holder != seat:
            for card in range(KINDS):
                while state.own[holder].count[card] > 0:
                    hand.put_down(state, holder, card)
            for card in range(KINDS):
                for _ in range(state.table.held[holder, card]):
                    hand.add(state, holder, card)


GAME = game(
    name="bazaar",
    seats=(2, 4),
    components=[box, display, hand, stall],
    table={"held": ("cards of each kind in each hand, as all saw them go there", SEATS, KINDS)},
    actions={
        range(BUY, LAY): "buys {card}",
        range(LAY, GIVE): "lays {card}",
        GIVE: "gives a card away",
    },
    deal=deal,
    legal=legal,
    apply=apply,
    turns="ended by apply",
    redeal=redeal,
)
