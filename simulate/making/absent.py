"""The cards of players who do not take part, which lie face up all game and mean nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from simulate.game import Snapshot
from simulate.kit.layout import SEATS
from simulate.making.components.component import Component
from simulate.making.components.pile import Shown


def find_absent_cards(
    components: Sequence[Component], rules: Any, dealt: Snapshot
) -> dict[Shown, Any]:
    """Return the cards of absent players: an array with a number for each kind, by component.

    `Cards` have copies for the largest number of players. A game with fewer players puts the other
    copies into face-up cards when it is dealt. They are recognized by their number: each of `SEATS`
    players has the same share of the copies of a kind, and exactly the shares of all absent players
    lie there.

    Parameters
    ----------
    components
        The components of the game.
    rules
        The record of the rules.
    dealt
        The game before its first action.
    """
    absent = SEATS - int(rules.players)
    found = {}
    for component in components:
        if not isinstance(component, Shown) or absent == 0:
            continue
        copies = np.asarray(rules[f"{component.cards.name}_copies"])
        there = np.asarray(dealt.table[component.name])[: len(copies)]
        is_share = (there > 0) & (there * SEATS == copies * absent)
        if is_share.any():
            numbers = np.zeros_like(dealt.table[component.name])
            numbers[: len(copies)][is_share] = there[is_share]
            found[component] = numbers
    return found


def without_absent_cards(snapshot: Snapshot, absent: Mapping[Shown, Any]) -> Snapshot:
    """Return a game without the cards of absent players, to describe it; see `find_absent_cards`.

    If nobody is absent, it is the snapshot itself.
    """
    if not absent:
        return snapshot
    table = snapshot.table.copy()
    for component, numbers in absent.items():
        table[component.name] = np.maximum(table[component.name] - numbers, 0)
    return Snapshot(table, snapshot.own, snapshot.hidden)
