"""Six from its rules alone, importing nothing of the project: one deal, all players at random.

Cards go from 1 to 104. A card has 7 heads if it is 55, else 5 as a multiple of 11, 3 as a multiple
of 10, 2 as a multiple of 5, else 1. Everybody gets ten cards; one begins each of four rows. All
choose a card at once, and the chosen ones are laid, the lowest first, each at the end of the row
whose last card is the nearest below. A sixth card takes the five before it and begins the row anew;
so does a card below the last of all rows, with a row that its player chooses.
"""

from __future__ import annotations

import random
from dataclasses import dataclass


@dataclass(frozen=True)
class Rules:
    """Players, cards that each is dealt, and cards that fit in a row."""

    players: int
    hand: int = 10
    longest: int = 5


@dataclass
class Outcome:
    """What became of one deal, by player: heads, and rows taken for either reason."""

    scores: list[int]
    too_low: list[int]
    sixth: list[int]


def heads(card: int) -> int:
    """Return the heads of a card."""
    if card == 55:
        return 7
    return next((n for factor, n in ((11, 5), (10, 3), (5, 2)) if card % factor == 0), 1)


def play(rules: Rules, source: random.Random) -> Outcome:
    """Play one deal."""
    cards = source.sample(range(1, 105), 104)
    hands = [[cards.pop() for _ in range(rules.hand)] for _ in range(rules.players)]
    rows = [[cards.pop()] for _ in range(4)]
    outcome = Outcome(*([0] * rules.players for _ in range(3)))
    for _ in range(rules.hand):
        chosen = sorted(
            (hand.pop(source.randrange(len(hand))), player) for player, hand in enumerate(hands)
        )
        for card, player in chosen:
            below = [row for row in rows if row[-1] < card]
            if not below:
                row = source.choice(rows)
                outcome.too_low[player] += 1
            else:
                row = max(below, key=lambda lying: lying[-1])
                if len(row) < rules.longest:
                    row.append(card)
                    continue
                outcome.sixth[player] += 1
            outcome.scores[player] += sum(map(heads, row))
            row[:] = [card]
    return outcome
