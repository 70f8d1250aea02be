"""What the planner of Scaphandre knows: cards nobody has seen, who plays when, and who takes."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simulate.games.scaphandre import CARDS, NUMBERS, Ending, number_of
from strategies import compiled, has, inlined, record_of

#: The most players.
PLAYERS = 4
#: How far a centre it looks ahead to can differ from now in one suit, in octopuses less crabs.
REACH = 3
#: All that can be hidden in the centre, in three hands, and in the draw pile of an imagined end.
_MOST_IN_POOL = 144
#: How many turns, cards in hand and missing animals the table below knows.
PLIES, HELD, FURTHEST = 6, 4, 12
#: Low cards are laid first, so that a hand holds more high cards: by this share, a number.
_TILT = 0.2
#: What the planner plans with. A place is a seat's position in the order of play; its own is 0.
MEMORY = record_of(
    # By place: the seat; those without cards come last.
    seats=(np.int64, PLAYERS),
    # By place, suit and net octopuses laid there from now, from -`REACH` on: what taking adds.
    adds=(np.float64, PLAYERS, NUMBERS, 2 * REACH + 1),
    # By place and place: what an animal of the second is worth to the first; and what it
    # is worth to the first that the second takes the centre, besides the animals.
    minds=(np.float64, PLAYERS, PLAYERS),
    starts=(np.float64, PLAYERS, PLAYERS),
    # By place: the odds to win, and what taking adds as the centre lies, after a card, after two.
    odds=(np.float64, PLAYERS),
    lying=(np.float64, PLAYERS),
    after=(np.float64, PLAYERS),
    then=(np.float64, PLAYERS),
    # By card: copies unseen, known in the centre, expected among those hidden there, and what
    # a card would add to its own suits.
    unseen=(np.float64, CARDS),
    centre=(np.float64, CARDS),
    hidden=(np.float64, CARDS),
    fits=(np.float64, CARDS),
    # The next player's replies, best first: what each is worth to them and to the planner, and
    # its copies. Then what the planner's own cards are worth.
    replies=(np.float64, CARDS, 3),
    worth=(np.float64, CARDS),
    # The unseen cards, card by card.
    pool=(np.int64, _MOST_IN_POOL),
    # An imagined end as it was dealt: the hands by place, and the centre. Hands and suits while it
    # is played, by place.
    dealt=(np.int64, PLAYERS),
    heap=(np.int64, 1),
    hands=(np.int64, PLAYERS),
    suits=(np.int64, PLAYERS),
)


class Order(NamedTuple):
    """How long play goes on."""

    #: How many seats still have cards, and the place of the next that has.
    places: int
    following: int
    #: Cards still to be laid, this one included.
    turns: int
    #: What of the worth of a kept card is left: nearly all, falling to 0 at its last card.
    late: float


@inlined
def order_of_play(view: Any, memory: Any) -> Any:
    """Note the seats in the order of play, and return how long it goes on."""
    table, rules = view.table, view.rules
    memory.seats[0] = seat = table.seat
    places, last = 1, rules.players
    turns = table.hand_size[seat]
    for _ in range(rules.players - 1):
        seat = 0 if seat + 1 == rules.players else seat + 1
        turns += table.hand_size[seat]
        if has(table.holding, seat):
            memory.seats[places] = seat
            places += 1
        else:
            last -= 1
            memory.seats[last] = seat
    turns += table.deck_size
    if rules.ending == Ending.FINISH_LAP:
        turns = max(1, table.deck_size)
        turns += (rules.players - (table.turns + turns) % rules.players) % rules.players
    own = (turns - 1) // places
    return Order(places, 1 if places > 1 else 0, turns, own / (own + 2.0))


@inlined
def count_cards(view: Any, memory: Any, recall: float) -> Any:
    """Count unseen cards and those in the centre.

    Returns how many of the centre it does not know, their animals, and how many are unseen in all.
    """
    table, rules = view.table, view.rules
    size = table.centre_size
    hidden, animals = 0, table.centre_total
    for place in range(size):
        card = table.centre[place]
        if place < size - recall or card < 0:
            hidden += 1
        else:
            memory.centre[card] += 1
            animals -= number_of(card)
    pool = 0
    for suit in range(NUMBERS):
        octopuses = crabs = rules.copies - table.pairs[suit]
        for seat in range(rules.players):
            cards = table.suits[seat, suit]
            if cards > 0:
                octopuses -= cards
            else:
                crabs += cards
        octopuses -= view.own.count[suit] + int(memory.centre[suit])
        crabs -= view.own.count[NUMBERS + suit] + int(memory.centre[NUMBERS + suit])
        memory.unseen[suit] = octopuses
        memory.unseen[NUMBERS + suit] = crabs
        pool += octopuses + crabs
    if pool <= _MOST_IN_POOL:
        place = 0
        for card in range(CARDS):
            for _ in range(int(memory.unseen[card])):
                memory.pool[place] = card
                place += 1
    return hidden, animals, pool


@compiled
def expect_hidden(memory: Any, hidden: int, animals: int, pool: int) -> None:
    """Spread the hidden cards over the unseen ones, so that they show `animals` on average."""
    if hidden == 0:
        return
    mean = square = 0.0
    for card in range(CARDS):
        mean += memory.unseen[card] * number_of(card) / pool
        square += memory.unseen[card] * number_of(card) * number_of(card) / pool
    slope = (animals / hidden - mean) / max(0.01, square - mean * mean)
    total = 0.0
    for card in range(CARDS):
        share = max(0.0, 1 + slope * (number_of(card) - mean))
        if hidden == 1:
            share = 1.0 if number_of(card) == animals else 0.0
        memory.hidden[card] = memory.unseen[card] * share
        total += memory.hidden[card]
    for card in range(CARDS):
        there = min(memory.hidden[card] * hidden / max(total, 1e-9), memory.unseen[card])
        memory.hidden[card] = there
        memory.unseen[card] -= there


def _who_takes() -> Any:
    """Tabulate the chances that the centre is taken in the 1st, 2nd, … turn from now.

    Everybody takes it if they want to and can, and lays their lowest card otherwise. The table is
    by number of players, cards in hand, who wants to take it (a set of players in order of play),
    animals missing up to the limit, and turn.
    """
    chances = np.zeros((PLAYERS + 1, HELD + 1, 1 << PLAYERS, FURTHEST + 1, PLIES))
    shares = [1 + _TILT * (number - 3) for number in range(1, NUMBERS + 1)]
    up_to = [sum(shares[:number]) / NUMBERS for number in range(NUMBERS + 1)]
    for players in range(1, PLAYERS + 1):
        for held in range(1, HELD + 1):
            for missing in range(1, FURTHEST + 1):
                short = min(missing - 1, NUMBERS)
                for willing in range(1 << players):
                    top = up_to[short if willing & 1 else NUMBERS]
                    others = willing >> 1 | (willing & 1) << (players - 1)
                    chance = chances[players, held, willing, missing]
                    chance[0] = 1
                    for low in range(1, short + 1):
                        above = (top - up_to[low - 1]) ** held
                        lays = above - (top - up_to[low]) ** held
                        chance[0] -= lays
                        chance[1:] += lays * chances[players, held, others, missing - low, :-1]
    return chances


WHO_TAKES = _who_takes()
