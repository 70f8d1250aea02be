"""The rules of Scaphandre: options, components, the deal, legal actions and their effects.

A card and the action that lays it have the same number: animal * NUMBERS + number of animals - 1.
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
#: The largest number of cards in the centre: it is taken at up to 60 animals, and each card shows
#: at least one.
MOST_IN_CENTRE = 60
#: The number in place of a card in the centre that players no longer know.
UNKNOWN = -1


@inlined
def number_of(card: int) -> int:
    """Return the number of animals on a card, 1 to 5."""
    return card - NUMBERS + 1 if card >= NUMBERS else card + 1


@inlined
def animal_of(card: int) -> int:
    """Return the animal of a card, `OCTOPUS` or `CRAB`."""
    return CRAB if card >= NUMBERS else OCTOPUS


@compiled
def see_suits(rules: Any, state: Any, seat: int, unseen: Any) -> None:
    """Subtract the cards in the suits and the cancelled cards from the unseen cards.

    This is the function `Component.count_seen` of the suits.
    """
    table = state.table
    for card in range(CARDS):
        unseen[card] -= table.pairs[card % NUMBERS]
        for owner in range(rules.players):
            laid = table.suits[owner, card % NUMBERS]
            unseen[card] -= max(laid if card < NUMBERS else -laid, 0)


@compiled
def see_centre(rules: Any, state: Any, seat: int, unseen: Any) -> None:
    """Subtract the known cards in the centre from the unseen cards.

    This is the function `Component.count_seen` of the centre.
    """
    for card in range(CARDS):
        unseen[card] -= state.table.centre_count[card]


@compiled
def redeal_centre(rules: Any, state: Any, seat: int, bag: Any, left: int) -> int:
    """Draw the forgotten cards of the centre so that their animals have the announced total.

    All sets of unseen cards with this total are equally likely. Every position that can occur in a
    game has at least one such set. The parameters are as in `Component.fill_unseen`.

    Returns
    -------
    int
        The number of cards left in `bag`, which are then sorted by kind. If no card of the centre
        is forgotten, the number is `left`, and `bag` is unchanged.
    """
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
    chosen = _draw_with_total(unseen, forgotten, animals, state.chance)
    _lay_forgotten(table, hidden, chosen, state.chance)
    left = 0
    for card in range(CARDS):
        for _ in range(unseen[card]):
            bag[left] = card
            left += 1
    return left


@compiled
def _draw_with_total(unseen: Any, forgotten: int, animals: int, chance: Any) -> Any:
    """Return `forgotten` unseen cards, drawn at random, that show `animals` animals in all.

    For each number of animals, the function first draws how many cards with that number are in the
    set, in proportion to the ways to complete the set. It subtracts the drawn cards from `unseen`,
    the number of cards of each kind.
    """
    of_number = np.zeros(NUMBERS, np.int64)
    for card in range(CARDS):
        of_number[card % NUMBERS] += unseen[card]
    ways = _count_ways(of_number, forgotten, animals)
    chosen = np.zeros(forgotten, np.int64)
    drawn_cards, cards, shown = 0, forgotten, animals
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
            chosen[drawn_cards] = card
            drawn_cards += 1
    return chosen


@compiled
def _count_ways(of_number: Any, forgotten: int, animals: int) -> Any:
    """Return the number of sets of cards, shape (`NUMBERS` + 1, `forgotten` + 1, `animals` + 1).

    Entry ``[n, c, a]`` is the number of sets of c cards that show a animals in all, drawn from the
    cards that show 1 to n animals each. `of_number` has the number of cards that show 1, 2, …
    animals.
    """
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
    return ways


@compiled
def _lay_forgotten(table: Any, hidden: Any, chosen: Any, chance: Any) -> None:
    """Lay chosen cards at the forgotten places of the centre, in random order."""
    left = chosen.size
    for place in range(table.centre_size):
        if table.centre[place] == UNKNOWN:
            card = draw_at_random(chosen, left, chance)
            left -= 1
            hidden.centre[place] = card
            hidden.centre_count[card] += 1


def _prepare_recall(rules: Any) -> None:
    """Set the derived field ``known``, the number of centre cards that players know."""
    rules["known"] = rules["recall"] if rules["memory"] else MOST_IN_CENTRE


def _count_suits(rules: Any, snapshot: Snapshot) -> Any:
    """Return the number of cards of each kind that are in the suits or cancelled."""
    suits, pairs = snapshot.table.suits[: rules.players], snapshot.table.pairs
    octopuses = np.maximum(suits, 0).sum(axis=0) + pairs
    crabs = np.maximum(-suits, 0).sum(axis=0) + pairs
    return np.concatenate([octopuses, crabs])


def _kind_names() -> list[str]:
    """Return the names of all cards, as in "1 octopus" and "5 crabs"."""
    names = []
    for singular, plural in ANIMALS:
        for number in range(1, NUMBERS + 1):
            names.append(f"{number} {singular if number == 1 else plural}")
    return names


cards = Cards("card", _kind_names(), copies="copies")
deck = Pile("deck", cards)
hand = Hands(cards)
centre = Custom(
    "centre",
    cards,
    table={
        "centre_total": "animals in the centre",
        "centre_size": "cards in the centre",
        "centre": (
            "the cards in the centre, bottom to top; -1 for a card that is no longer known",
            MOST_IN_CENTRE,
        ),
        "centre_count": ("how many copies of each card are known to be in the centre", CARDS),
    },
    hidden={
        "centre": ("the cards in the centre, bottom to top", MOST_IN_CENTRE),
        "centre_count": ("how many copies of each card are in the centre", CARDS),
    },
    derived={"known": "the number of the latest centre cards that players know"},
    prepare=_prepare_recall,
    count=lambda rules, snapshot: snapshot.hidden.centre_count,
    count_seen=see_centre,
    fill_unseen=redeal_centre,
)
suits = Custom(
    "suits",
    cards,
    table={
        "suits": (
            "the number of cards in each seat's suits, by number from 1: octopus cards positive, "
            "crab cards negative",
            SEATS,
            NUMBERS,
        ),
        "pairs": ("the number of cancelled pairs, by number from 1", NUMBERS),
    },
    count=_count_suits,
    count_seen=see_suits,
)
#: All components that hold cards.
COMPONENTS = (centre, suits, hand, deck)


#: The values of the rule ``ending``, which says when the game ends.
Ending = IntEnum("Ending", ["EMPTY_HANDS", "FINISH_LAP"], start=0)

RULES: dict[str, Option] = {
    "memory": Flag(
        default=False,
        meaning="The Memory variant: the centre is a stack, and only its latest cards are known.",
    ),
    "recall": Whole(
        default=1,
        minimum=1,
        maximum=MOST_IN_CENTRE,
        standing="assumed",
        meaning="With memory: the number of the latest centre cards that players know; 1 is the "
        "visible top card alone.",
    ),
    "limit": Whole(12, 2, 60, meaning="The number of animals at which the centre is taken."),
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
        labels={
            "empty_hands": "when all hands are empty",
            "finish_lap": "after the lap in which the draw pile runs out",
        },
        title="The end",
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
cards_cancelled = Counted("cards_cancelled", "cards cancelled, two for each pair")
animals_left = Counted("animals_left", "animals left in the centre, which nobody scores")
ahead = Counted("margin", "animals between the winner and the second player")
shared_wins = Counted("shared_wins", "games in which several players share the win", yes_or_no=True)
COUNTED = (pick_ups, cards_cancelled, animals_left, ahead, shared_wins)


def check(values: Mapping[str, Any], players: int) -> None:
    """Raise `UsageError` if the deck has too few cards to deal the hands.

    `values` are the values of the rules, by name.
    """
    cards, dealt = CARDS * values["copies"], players * values["hand_size"]
    if cards < dealt:
        raise UsageError(
            f"the deck has {cards} cards (10 x copies) but {players} players are dealt {dealt}; "
            "raise copies or lower hand_size"
        )


@compiled
def deal(rules: Any, state: Any) -> None:
    """Deal the hands. Seat 1 begins."""
    state.table.holding = state.table.active
    for seat in range(rules.players):
        hand.deal(state, seat, deck, rules.hand_size)


@inlined
def legal(rules: Any, state: Any, menu: Any) -> None:
    """Offer to lay each different card in the hand of the seat to act."""
    hand.offer(menu, 0, state.own[state.table.seat])


@inlined
def meaning(rules: Any, table: Any, action: int) -> int:
    """Return 1 if an action takes the centre with a single animal, else 0.

    All actions that lay more animals have meaning 0, whether they take the centre or not.
    """
    takes_centre = table.centre_total + 1 >= rules.limit
    return 1 if number_of(action) == 1 and takes_centre else 0


@inlined
def apply(rules: Any, state: Any, action: int) -> None:
    """Lay a card, take the centre at the limit, draw a card, and end the turn."""
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
    """Lay a card on the centre. Players then forget the card below the ``known`` top cards."""
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
    """Move the cards of the centre to a seat's suits, where the two animals cancel each other."""
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
    """End the game, and set the counts of the winner's lead and of shared wins."""
    table = state.table
    table.over = 1
    table.rounds = 1
    ahead.put(state, margin(table.scores, rules.players))
    shared_wins.put(state, size(highest_scorers(rules, state)) > 1)
