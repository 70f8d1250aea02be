"""Estimates for the planner of Scaphandre: unseen cards, order of play, takers of the centre."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simulate.games.scaphandre import CARDS, NUMBERS, Ending, number_of
from strategies import compiled, has, inlined, record_of

#: The maximum number of players.
PLAYERS = 4
#: The largest change of a suit in the centre that is considered, in octopuses minus crabs.
REACH = 3
#: The maximum number of unseen cards when the end of the game is simulated.
_MOST_IN_POOL = 144
#: The maximum numbers of turns, of cards in hand, and of missing animals in `WHO_TAKES`.
PLIES, HELD, FURTHEST = 6, 4, 12
#: The increase in a card's relative probability of being in a hand if its number is 1 higher. Low
#: cards are laid first, so hands hold more high cards.
_TILT = 0.2
#: The working memory of the planner. A *place* is a seat's position in the order of play; the
#: planner's own is 0.
MEMORY = record_of(
    # The seat at each place; seats without cards come last.
    seats=(np.int64, PLAYERS),
    # By place, suit, and net octopuses added to the centre from now on (from -`REACH`): the
    # animals gained by taking the centre.
    adds=(np.float64, PLAYERS, NUMBERS, 2 * REACH + 1),
    # By two places: how much an animal that the second place gains is worth to the first place.
    minds=(np.float64, PLAYERS, PLAYERS),
    # By two places: how much the start of a new centre is worth to the first place if the second
    # takes the centre.
    starts=(np.float64, PLAYERS, PLAYERS),
    # By place: the odds of winning.
    odds=(np.float64, PLAYERS),
    # By place: the animals gained by taking the centre now, after one more card, and after two.
    lying=(np.float64, PLAYERS),
    after=(np.float64, PLAYERS),
    then=(np.float64, PLAYERS),
    # By card: the unseen copies.
    unseen=(np.float64, CARDS),
    # The known copies in the centre, and the expected hidden copies there.
    centre=(np.float64, CARDS),
    hidden=(np.float64, CARDS),
    # By card: the animals that it would add to the planner's suits.
    fits=(np.float64, CARDS),
    # The next player's replies, best first: the value for that player, the value for the planner,
    # and the unseen copies of the card.
    replies=(np.float64, CARDS, 3),
    # The values of the planner's own cards.
    worth=(np.float64, CARDS),
    # The unseen cards, one entry for each copy.
    pool=(np.int64, _MOST_IN_POOL),
    # The deal of a simulated end: the hands by place, and the centre.
    dealt=(np.int64, PLAYERS),
    heap=(np.int64, 1),
    # The current hands and suits in a simulated end, by place.
    hands=(np.int64, PLAYERS),
    suits=(np.int64, PLAYERS),
)


class Order(NamedTuple):
    """The order of play and the remaining length of the game."""

    #: The number of seats that still have cards.
    places: int
    #: The place of the next seat that has cards.
    following: int
    #: The number of cards still to be laid, including the present one.
    turns: int
    #: The factor for the value of keeping a card, which falls to 0 at the planner's last card.
    late: float


@inlined
def order_of_play(view: Any, memory: Any) -> Any:
    """Fill ``memory.seats`` with the seats in the order of play, and return the `Order`.

    Seats without cards come last.
    """
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
    """Count the cards that a seat has not seen, in ``memory.unseen``, ``.centre`` and ``.pool``.

    ``memory.pool`` is filled only if at most `_MOST_IN_POOL` cards are unseen.

    Parameters
    ----------
    view
        The view of the seat to act.
    memory
        The planner's record, in which these three fields are set. All its numbers are 0 before.
    recall
        The number of the latest cards in the centre that the planner remembers.

    Returns
    -------
    hidden
        The number of unknown cards in the centre.
    animals
        The number of animals on these cards together.
    pool
        The number of all unseen cards.
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
    """Set ``memory.hidden`` to each card's expected number among the cards hidden in the centre.

    The expected numbers are subtracted from ``memory.unseen``. They are proportional to the unseen
    copies of each card, tilted so that the unknown cards have the right number of animals.

    Parameters
    ----------
    memory
        The planner's record, after `count_cards`.
    hidden
        The number of unknown cards in the centre. If it is 0, nothing is changed.
    animals
        The number of animals on these cards together.
    pool
        The number of all unseen cards; above 0 if `hidden` is.
    """
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
        expected = min(memory.hidden[card] * hidden / max(total, 1e-9), memory.unseen[card])
        memory.hidden[card] = expected
        memory.unseen[card] -= expected


def _who_takes() -> Any:
    """Return the probabilities that the centre is taken in each of the next turns.

    Willing players take the centre if they can. All other players lay their lowest card. The
    indices of the array are the number of players, the number of cards in hand, the set of willing
    players in the order of play, the animals missing to the limit, and the turn.
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
                    rotated = willing >> 1 | (willing & 1) << (players - 1)
                    chance = chances[players, held, willing, missing]
                    chance[0] = 1
                    for low in range(1, short + 1):
                        above = (top - up_to[low - 1]) ** held
                        lays = above - (top - up_to[low]) ** held
                        chance[0] -= lays
                        chance[1:] += lays * chances[players, held, rotated, missing - low, :-1]
    return chances


WHO_TAKES = _who_takes()
