"""Auction: in each round a prize is auctioned; bid cards are worth 1 to the number of rounds.

All players have the same bid cards. The prizes, worth the same, are turned up in a random order.
All bid a card at the same time. The highest bid takes the prize, unless several players bid most.
All bid cards leave the game after the round. Most points win.
"""

from simulate.making import (
    SEATS,
    Counted,
    Counter,
    SealedBids,
    SetOf,
    Whole,
    below,
    bit,
    end_game,
    end_round,
    game,
    nth,
    offer,
    size,
)
from strategies import strategy

MOST = 13
NUMBERS = SetOf([str(number) for number in range(1, MOST + 1)])
prize = Counter("prize", "what the prize of this round is worth")
prizes = Counter("prizes", "the prizes that are left, as a set", holds=NUMBERS)
cards = Counter(
    "cards", "the bid cards that each seat has left, as a set", each=True, holds=NUMBERS
)
bid = SealedBids("bid", most=MOST)
unsold = Counted("unsold", "prizes that nobody got")


def deal(rules, state):
    state.table.prizes = bit(rules.rounds) - 1
    for seat in range(rules.players):
        state.table.cards[seat] = bit(rules.rounds) - 1
    turn_up(state)


def turn_up(state):
    table = state.table
    drawn = nth(table.prizes, below(state.chance, size(table.prizes)))
    table.prizes &= ~bit(drawn)
    table.prize = drawn + 1


def legal(rules, state, menu):
    offer(menu, 1, state.table.cards[state.table.seat])  # The first card bids 1.


def apply(rules, state, action):
    table = state.table
    if not bid.bid(rules, state, action):
        return
    for seat in range(rules.players):
        table.cards[seat] &= ~bit(table.bid_bids[seat] - 1)
    if table.bid_winner >= 0:
        table.scores[table.bid_winner] += table.prize
    else:
        unsold.add(state)
    end_round(state)
    if table.prizes == 0:
        end_game(state)
    else:
        turn_up(state)


GAME = game(
    name="auction",
    seats=(2, SEATS),
    seconds_per_turn=10,
    rules={
        "rounds": Whole(default=MOST, minimum=1, maximum=MOST, meaning="Prizes, and bid cards."),
    },
    components=[prize, prizes, cards, bid, unsold],
    actions={range(1, MOST + 1): lambda rules, table, n: f"bids {n + 1}"},
    deal=deal,
    legal=legal,
    apply=apply,
    rounds="ended by apply",
)


@strategy("auction", tier=1)
def even(view):
    """Bids the card with the value of the prize."""
    return view.table.prize
