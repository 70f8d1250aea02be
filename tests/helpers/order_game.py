"""Card order: a game without choices whose scores show which cards were drawn and dice rolled.

Each turn draws a card, rolls a die, and asks the strategy for one of two moves. The digits of seat
1's score are the cards in the order in which they were drawn, those of seat 2's the rolls of a die
with its own stream, those of seat 3's rolls with the stream of cards, and those of seat 4's moves.
The pile has four cards. After four turns, it is filled again from the discard pile.
"""

from __future__ import annotations

from typing import Any

from simulate.making import Cards, Dice, Pile, Shown, allow, below, end_game, end_turn, game

CARDS = Cards("card", ["one", "two", "three", "four"], copies=1)
discards = Shown("discards", CARDS)
pile = Pile("pile", CARDS, refill=discards)
die = Dice("die", 1)
TURNS = 8


def deal(rules: Any, state: Any) -> None:
    """Nothing is dealt: the pile is shuffled in the set-up and drawn from later."""


def legal(rules: Any, state: Any, menu: Any) -> None:
    """Offer two moves without any effect on cards and dice."""
    allow(menu, 0)
    allow(menu, 1)


def apply(rules: Any, state: Any, action: int) -> None:
    """Write a card, two rolls and the move into the scores."""
    scores = state.table.scores
    card = pile.draw(state)
    discards.put(state, card)
    scores[0] = 10 * scores[0] + card + 1
    scores[1] = 10 * scores[1] + die.roll(rules, state)
    scores[2] = 10 * scores[2] + 1 + below(state.chance, 6)
    scores[3] = 10 * scores[3] + 1 + action
    if state.table.turns + 1 >= TURNS:
        end_game(state)
    end_turn(rules, state)


GAME = game(
    name="order",
    seats=(4, 4),
    seconds_per_turn=1,
    components=[pile, discards, die],
    actions={0: "waits", 1: "nods"},
    legal=legal,
    apply=apply,
    deal=deal,
    turns="ended by apply",
)
