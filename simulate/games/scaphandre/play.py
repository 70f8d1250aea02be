"""Scaphandre's rules, what it remembers (hands, the centre, everybody's suits), and its play.

A card, and the action that lays it, is animal * NUMBERS + number - 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import numpy as np

from simulate.game import Snapshot
from simulate.kit.bits import bit, nonnegative, size
from simulate.kit.chance import below, uniform
from simulate.kit.compiled import compiled, inlined
from simulate.kit.hands import draw_at_random
from simulate.kit.seats import highest_scorers, margin, next_seat
from simulate.making import SEATS, Cards, Custom, Hands, Pile, UsageError, Variant
from simulate.making.components.counters import Counted
from simulate.rules.kinds import Choice, Flag, Option, Whole, words

NUMBERS = 5
OCTOPUS, CRAB = 0, 1
ANIMALS = (("octopus", "octopuses"), ("crab", "crabs"))
CARDS = 2 * NUMBERS
MOST_COPIES = 20
#: A centre below the highest limit, all cards showing one animal, and one more card.
MOST_IN_CENTRE = 60
#: What the centre shows of a card that nobody knows any more.
UNKNOWN = -1


@inlined
def number_of(card: int) -> int:
    """Return how many animals a card shows, 1 to 5."""
    return card - NUMBERS + 1 if card >= NUMBERS else card + 1


@inlined
def animal_of(card: int) -> int:
    """Return the animal of a card, `OCTOPUS` or `CRAB`."""
    return CRAB if card >= NUMBERS else OCTOPUS


@compiled
def see_suits(rules: Any, state: Any, seat: int, unseen: Any) -> None:
    """Take the cards in the suits, and those that were cancelled, from what is not seen."""
    table = state.table
    for card in range(CARDS):
        unseen[card] -= table.pairs[card % NUMBERS]
        for other in range(rules.players):
            laid = table.suits[other, card % NUMBERS]
            unseen[card] -= max(laid if card < NUMBERS else -laid, 0)


@compiled
def see_centre(rules: Any, state: Any, seat: int, unseen: Any) -> None:
    """Take the cards that are known in the centre from what is not seen."""
    for card in range(CARDS):
        unseen[card] -= state.table.centre_count[card]


@compiled
def remember_centre(rules: Any, state: Any, seat: int, bag: Any, left: int) -> int:
    """Fill the forgotten places of the centre, of whose cards the sum is known."""
    table, hidden = state.table, state.hidden
    forgotten, animals = 0, table.centre_total
    for place in range(table.centre_size):
        card = table.centre[place]
        if card == UNKNOWN:
            forgotten += 1
        else:
            animals -= number_of(card)
            hidden.centre[place] = card
            hidden.centre_count[card] += 1
    if forgotten == 0:
        return left
    unseen = np.zeros(CARDS, np.int64)
    for place in range(left):
        unseen[bag[place]] += 1
    _remember(table, hidden, unseen, forgotten, animals, state.chance)
    left = 0
    for card in range(CARDS):
        for _ in range(unseen[card]):
            bag[left] = card
            left += 1
    return left


@compiled
def _remember(
    table: Any, hidden: Any, unseen: Any, forgotten: int, animals: int, chance: Any
) -> None:
    """Put so many cards with so many animals in the centre's forgotten places, all alike likely.

    How many of them have each number is drawn first, by the number of ways there are.
    """
    of_number = np.zeros(NUMBERS, np.int64)
    for card in range(CARDS):
        of_number[card % NUMBERS] += unseen[card]
    # ways[n, c, a]: how many sets of c cards with a animals there are of the first n numbers.
    ways = np.zeros((NUMBERS + 1, forgotten + 1, animals + 1))
    ways[0, 0, 0] = 1.0
    for number in range(NUMBERS):
        for cards in range(forgotten + 1):
            for shown in range(animals + 1):
                choices = 1.0
                for taken in range(min(of_number[number], cards) + 1):
                    left = shown - taken * (number + 1)
                    if left < 0:
                        break
                    ways[number + 1, cards, shown] += choices * ways[number, cards - taken, left]
                    choices = choices * (of_number[number] - taken) / (taken + 1)
    chosen = np.zeros(forgotten, np.int64)
    found, cards, shown = 0, forgotten, animals
    for number in range(NUMBERS - 1, -1, -1):
        drawn = uniform(chance) * ways[number + 1, cards, shown]
        taken, choices = 0, 1.0
        while True:
            drawn -= choices * ways[number, cards - taken, shown - taken * (number + 1)]
            more = shown - (taken + 1) * (number + 1) >= 0 and taken < min(of_number[number], cards)
            if drawn < 0.0 or not more:
                break
            choices = choices * (of_number[number] - taken) / (taken + 1)
            taken += 1
        cards -= taken
        shown -= taken * (number + 1)
        for _ in range(taken):
            octopuses = unseen[number]
            place = below(chance, octopuses + unseen[NUMBERS + number])
            card = number if place < octopuses else NUMBERS + number
            unseen[card] -= 1
            chosen[found] = card
            found += 1
    for place in range(table.centre_size):
        if table.centre[place] == UNKNOWN:
            card = draw_at_random(chosen, found, chance)
            found -= 1
            hidden.centre[place] = card
            hidden.centre_count[card] += 1


def _recall(rules: Any) -> None:
    rules["known"] = rules["recall"] if rules["memory"] else MOST_IN_CENTRE


def _count_suits(rules: Any, snapshot: Snapshot) -> Any:
    suits, pairs = snapshot.table.suits[: rules.players], snapshot.table.pairs
    sides = (np.maximum(suits, 0), np.maximum(-suits, 0))
    return np.concatenate([side.sum(axis=0) + pairs for side in sides])


cards = Cards(
    "card",
    [
        f"{number} {one if number == 1 else several}"
        for one, several in ANIMALS
        for number in range(1, NUMBERS + 1)
    ],
    copies="copies",
)
deck = Pile("deck", cards)
hand = Hands(cards)
centre = Custom(
    "centre",
    cards,
    table={
        "centre_total": "animals in the centre",
        "centre_size": "cards in the centre",
        "centre": (
            "the cards in the centre, bottom to top; -1 for one that is not known any more",
            MOST_IN_CENTRE,
        ),
        "centre_count": ("how many of each card are known to lie in the centre", CARDS),
    },
    hidden={
        "centre": ("the cards in the centre, bottom to top", MOST_IN_CENTRE),
        "centre_count": ("how many of each card lie in the centre", CARDS),
    },
    derived={"known": "how many of the latest centre cards a player knows"},
    prepare=_recall,
    count=lambda rules, snapshot: snapshot.hidden.centre_count,
    count_seen=see_centre,
    fill_unseen=remember_centre,
)
suits = Custom(
    "suits",
    cards,
    table={
        "suits": (
            "the cards in each seat's suits, by number from 1: octopus cards positive, crab "
            "cards negative",
            SEATS,
            NUMBERS,
        ),
        "pairs": ("the pairs cancelled so far, by number from 1", NUMBERS),
    },
    count=_count_suits,
    count_seen=see_suits,
)
COMPONENTS = (centre, suits, hand, deck)


#: When the game ends.
Ending = IntEnum("Ending", ["EMPTY_HANDS", "FINISH_LAP"], start=0)

RULES: dict[str, Option] = {
    "memory": Flag(
        default=False,
        meaning="The Memory variant: the centre is a stack of which the latest cards are known.",
    ),
    "recall": Whole(
        default=1,
        minimum=1,
        maximum=MOST_IN_CENTRE,
        standing="assumed",
        meaning="With memory: how many of the latest centre cards a player knows; 1 is the "
        "visible top alone.",
    ),
    "limit": Whole(12, 2, 60, meaning="Whoever brings the centre to this many animals takes it."),
    "hand_size": Whole(4, 1, 8, meaning="Cards dealt to each player."),
    "copies": Whole(
        default=6,
        minimum=1,
        maximum=MOST_COPIES,
        standing="assumed",
        meaning="Copies of each of the ten cards (1 to 5 octopuses, 1 to 5 crabs).",
    ),
    "ending": Choice(
        default="empty_hands",
        choices=words(Ending),
        standing="ruling",
        meaning="The game ends when all hands are empty, or after the lap in which the draw "
        "pile runs out.",
    ),
}

VARIANTS = {
    "base": Variant("The rules as printed."),
    "memory": Variant("The centre is a stack, the printed Memory variant.", {"memory": True}),
    "finish-lap": Variant(
        "The game ends with the lap in which the draw pile runs out.", {"ending": "finish_lap"}
    ),
}

pick_ups = Counted("pick_ups", "times a player takes the centre", per_player=True)
cards_cancelled = Counted("cards_cancelled", "cards cancelled, both of a pair counted")
animals_left = Counted("animals_left", "animals left uncounted in the centre")
ahead = Counted("margin", "animals between the winner and the second")
shared_wins = Counted("shared_wins", "games in which several share the win", yes_or_no=True)
COUNTED = (pick_ups, cards_cancelled, animals_left, ahead, shared_wins)


def check(values: Mapping[str, Any], players: int) -> None:
    """Raise `UsageError` unless there are enough cards to deal."""
    deck, dealt = CARDS * values["copies"], players * values["hand_size"]
    if deck < dealt:
        raise UsageError(
            f"the deck has {deck} cards (10 x copies) but {players} players are dealt {dealt}; "
            "raise copies or lower hand_size"
        )


@compiled
def deal(rules: Any, state: Any) -> None:
    """Deal the hands; seat 1 begins."""
    state.table.holding = state.table.active
    for seat in range(rules.players):
        hand.deal(state, seat, deck, rules.hand_size)


@inlined
def legal(rules: Any, state: Any, menu: Any) -> None:
    """Offer each different card in hand."""
    hand.offer(menu, 0, state.own[state.table.seat])


@inlined
def apply(rules: Any, state: Any, action: int) -> None:
    """Lay a card, take the centre if it is full, draw, and hand on the turn."""
    table = state.table
    seat = nonnegative(table.seat)
    card = nonnegative(action)
    hand.put_down(state, seat, card)
    _lay_in_centre(rules, table, state.hidden, card)
    table.turns += 1
    if table.centre_total >= rules.limit:
        _take_centre(state, seat)
    animals_left.put(state, table.centre_total)
    if table.deck_size > 0:
        hand.deal(state, seat, deck, 1)
    elif table.hand_size[seat] == 0:
        table.holding ^= bit(seat)
    if 2 * table.turns >= rules.card_total:
        table.halftime = 1
    last_lap = rules.ending == Ending.FINISH_LAP and table.deck_size == 0
    if table.holding == 0 or (last_lap and table.turns % rules.players == 0):
        _end_game(rules, state)
        return
    table.seat = next_seat(table.holding, seat, rules.players)


@inlined
def _lay_in_centre(rules: Any, table: Any, hidden: Any, card: int) -> None:
    place = table.centre_size
    hidden.centre[place] = card
    hidden.centre_count[card] += 1
    table.centre[place] = card
    table.centre_count[card] += 1
    table.centre_size = place + 1
    table.centre_total += number_of(card)
    forgotten = place - rules.known
    if forgotten >= 0:
        table.centre_count[table.centre[forgotten]] -= 1
        table.centre[forgotten] = UNKNOWN


@compiled
def _take_centre(state: Any, seat: int) -> None:
    """File the centre's cards into a seat's suits, where the two animals cancel each other."""
    table, hidden = state.table, state.hidden
    for suit in range(NUMBERS):
        octopuses = hidden.centre_count[suit]
        crabs = hidden.centre_count[NUMBERS + suit]
        if octopuses + crabs > 0:
            before = table.suits[seat, suit]
            after = before + octopuses - crabs
            cancelled = abs(before) + octopuses + crabs - abs(after)
            table.suits[seat, suit] = after
            table.pairs[suit] += cancelled // 2
            table.scores[seat] += (suit + 1) * (abs(after) - abs(before))
            cards_cancelled.add(state, cancelled)
    pick_ups.add(state)
    table.checkpoints += 1
    table.centre[:] = 0
    table.centre_size = 0
    table.centre_total = 0
    table.centre_count[:] = 0
    hidden.centre_count[:] = 0


@compiled
def _end_game(rules: Any, state: Any) -> None:
    table = state.table
    table.over = 1
    table.rounds = 1
    ahead.put(state, margin(table.scores, rules.players))
    shared_wins.put(state, size(highest_scorers(rules, state)) > 1)
