"""Filling in what a player of Scaphandre cannot know: hands, draw pile, forgotten cards."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.scaphandre.cards import CARDS, NUMBERS, UNKNOWN, number_of
from simulate.kit.chance import below, uniform
from simulate.kit.compiled import compiled
from simulate.kit.hands import draw_at_random, hold


@compiled
def redeal(rules: Any, state: Any, seat: int) -> None:
    """Deal the cards that a seat does not see to the centre and the other hands.

    What is left is the draw pile. Of forgotten cards in the centre their sum is known.
    """
    table, hidden = state.table, state.hidden
    unseen = np.zeros(CARDS, np.int64)
    for card in range(CARDS):
        unseen[card] = rules.copies - state.own[seat].count[card] - table.centre_count[card]
        unseen[card] -= table.pairs[card % NUMBERS]
        for other in range(rules.players):
            laid = table.suits[other, card % NUMBERS]
            unseen[card] -= max(laid if card < NUMBERS else -laid, 0)
    forgotten, animals = 0, table.centre_total
    for place in range(table.centre_size):
        card = table.centre[place]
        if card == UNKNOWN:
            forgotten += 1
        else:
            animals -= number_of(card)
            hidden.centre[place] = card
            hidden.centre_count[card] += 1
    if forgotten > 0:
        _remember(table, hidden, unseen, forgotten, animals, state.chance)
    size = 0
    for card in range(CARDS):
        for _ in range(unseen[card]):
            hidden.deck[size] = card
            size += 1
    for other in range(rules.players):
        if other != seat:
            for _ in range(table.hand_size[other]):
                hold(state.own[other], draw_at_random(hidden.deck, size, state.chance))
                size -= 1


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
