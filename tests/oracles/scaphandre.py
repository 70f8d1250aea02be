"""Play Scaphandre and its Memory variant slowly and plainly, as an independent oracle.

Written from the rules file alone. A card is an
``(animal, number)`` tuple, hands, centre and suits are lists of cards, and every pile is
unordered: chance picks a card out of it when one is drawn. Seats are 0-based.

The rules in short: put a card from the hand in the centre; whoever lifts the animals there to
the limit takes all cards and files each in the suit of its number, where two different animals
take each other out of the game. Then draw. The most animals in the suits win.

Readings chosen where the rules file leaves room:

- A draw ends every turn, also one in which the centre was taken.
- The centre is filed from the bottom to the top.
- With an empty draw pile from the start, ``finish_lap`` still plays one lap, since it only
  looks at ends of turns.
- ``recall`` is accepted, and ignored, without ``memory``; it counts the cards of the present
  centre only, and gives nobody more of the cards they played themselves.
- ``max_turns`` is 1 to 1 000 000; a game it cuts off keeps its scores and its animals left.
- The first sole leader is not a change of lead.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.oracles.plain import Played

Card = tuple[str, int]

NUMBERS = range(1, 6)
CARDS: list[Card] = [(animal, number) for animal in ("octopus", "crab") for number in NUMBERS]

ENDINGS = ("empty_hands", "finish_lap")


@dataclass(frozen=True)
class Rules:
    """Hold the rule options of one game; `ValueError` where they allow no game."""

    players: int = 4
    memory: bool = False
    recall: int = 1
    limit: int = 12
    hand_size: int = 4
    copies: int = 6
    ending: str = "empty_hands"
    head_start: Mapping[str, float] = field(default_factory=dict)
    max_turns: int = 10_000

    def __post_init__(self) -> None:
        cards = len(CARDS) * self.copies
        dealt = self.players * self.hand_size
        if cards < dealt:
            raise ValueError(f"there are {cards} animal cards; the deal needs {dealt}")


class Game(Played):
    """Hold one game in progress, its hands dealt.

    "cards_cancelled", "animals_left", "margin" and "shared_wins" are counted at the end.

    `suits` are by seat the cards held by the suit of each number, 1 to 5; the centre is from bottom
    to top, and `discarded` are cards that took each other out of the game.
    """

    rules: Rules

    def __init__(self, rules: Rules, chance: Any) -> None:
        super().__init__(rules, chance, ["pick_ups"])
        self.draw_pile: list[Card] = [card for card in CARDS for _ in range(rules.copies)]
        self.hands: list[list[Card]] = [
            [chance.draw(self.draw_pile) for _ in range(rules.hand_size)]
            for _ in range(rules.players)
        ]
        self.suits: list[dict[int, list[Card]]] = [
            {number: [] for number in NUMBERS} for _ in range(rules.players)
        ]
        self.centre: list[Card] = []
        self.discarded: list[Card] = []
        self.turns_by_seat = [0] * rules.players

    @property
    def centre_total(self) -> int:
        return sum(number for _, number in self.centre)

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(
            ahead + sum(number for cards in suits.values() for _, number in cards)
            for ahead, suits in zip(self.head_start, self.suits, strict=True)
        )

    @property
    def finished(self) -> bool:
        if self.draw_pile:
            return False
        if not any(self.hands):
            return True
        lap_complete = self.turns > 0 and len(set(self.turns_by_seat)) == 1
        return self.rules.ending == "finish_lap" and lap_complete

    def known_centre(self) -> list[Card]:
        """Return the latest centre cards that any player may know, bottom to top."""
        if self.rules.memory:
            return self.centre[-self.rules.recall :]
        return list(self.centre)

    def _legal(self) -> list[Card]:
        return [card for card in CARDS if card in self.hands[self.seat]]

    def _carry_out(self, action: Card) -> None:
        self.hands[self.seat].remove(action)
        self.centre.append(action)
        centre_taken = self.centre_total >= self.rules.limit
        if centre_taken:
            self._take_centre()
        if self.draw_pile:
            self.hands[self.seat].append(self.chance.draw(self.draw_pile))
        self.turns_by_seat[self.seat] += 1
        self.turns += 1

        if centre_taken:
            self._note_leader()
        if not self.over:
            # Every turn plays exactly one card, so turns count the cards played.
            if self.turns == math.ceil(len(CARDS) * self.rules.copies / 2):
                self._note_last()
            self._pass_on()

    def _counts_at_the_end(self) -> dict[str, int]:
        second, best = sorted(self.scores)[-2:]
        return {
            "cards_cancelled": len(self.discarded),
            "animals_left": self.centre_total,
            "margin": best - second if self.finished else 0,
            "shared_wins": int(len(self.winners) > 1),
        }

    def _take_centre(self) -> None:
        """File every card of the centre in the suits of the seat to act."""
        for card in self.centre:
            suit = self.suits[self.seat][card[1]]
            if suit and suit[-1][0] != card[0]:
                self.discarded += [card, suit.pop()]
            else:
                suit.append(card)
        self.centre = []
        self.counts["pick_ups"] += 1

    def _pass_on(self) -> None:
        self.seat = (self.seat + 1) % self.rules.players
        while not self.hands[self.seat]:
            self.seat = (self.seat + 1) % self.rules.players
