"""What can be drawn in a game, as its components and the words of its actions tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from simulate.game import Deck
from simulate.kit.compiled import inlined
from simulate.making.components.cards import Cards
from simulate.making.components.component import Component
from simulate.making.components.counters import Dice
from simulate.making.telling import Actions


def deck_of(components: Sequence[Component], actions: Actions) -> Deck | None:
    """Return the cards and dice of a game, numbered; ``None`` if it has none.

    An action uses a card if its words have a place for it.
    """
    ranges = [
        (numbers if isinstance(numbers, range) else range(numbers, numbers + 1), words)
        for numbers, words in actions.items()
        if isinstance(words, str)
    ]
    named = {
        one.name: [numbers for numbers, words in ranges if f"{{{one.name}}}" in words]
        for one in components
        if isinstance(one, Cards)
    }
    cards = [one for one in components if isinstance(one, Cards)]
    cards.sort(key=lambda one: not named[one.name])
    dice = [one for one in components if isinstance(one, Dice)]
    if not (cards or dice):
        return None
    end = usable = 0
    number_of = np.full(1 + max((max(numbers) for numbers, _ in ranges), default=0), -1)
    for kind in cards:
        kind.first, end = end, end + kind.kinds
        usable = end if named[kind.name] else usable
        for numbers in named[kind.name]:
            number_of[list(numbers)] = range(kind.first, kind.first + len(numbers))
    for die in dice:
        die.first, end = end, end + die.most

    def names(rules: Any) -> list[str]:
        several = len(cards) + len(dice) > 1
        found = []
        for kind in cards:
            begin = f"{kind.name} " if several else ""
            there = zip(kind.labels(rules), rules[f"{kind.name}_copies"], strict=True)
            found += [f"{begin}{label}" if copies else "" for label, copies in there]
        for die in dice:
            sides = die.sides if isinstance(die.sides, int) else int(rules[die.sides])
            found += [f"{die.name} {face + 1}" if face < sides else "" for face in range(die.most)]
        return found

    def used(rules: Any, table: Any, action: int) -> int:
        return number_of[action] if action < number_of.shape[0] else -1

    called = cards[0].name if cards else "roll"
    return Deck(names, inlined(used) if usable else None, usable, called)
