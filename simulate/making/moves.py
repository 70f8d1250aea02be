"""Descriptions of the cards that an action moved, from the game before and after it.

They name the cards that a place has more of. Equal cards cannot be told apart, so a card that was
laid and drawn again in one action is named at the place where it lies in the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from simulate.game import Snapshot
from simulate.making.components.cards import Cards
from simulate.making.components.component import Component, readable_name
from simulate.making.components.hands import Hands


def describe_changes(
    components: Sequence[Component],
    rules: Any,
    before: Snapshot,
    after: Snapshot,
    named: tuple[Cards, int] | None,
) -> list[str]:
    """Return a line for each component that an action changed.

    Parameters
    ----------
    named
        The kind of card that the words of the action name. The card is not named again if it alone
        came to a place of the seat that acted, or of everybody.
    """
    gone = _gone(components, rules, before, after)
    actor = f"seat {int(before.table.seat) + 1}"
    lines: list[str] = []
    for component in components:
        then, now = (component.places(rules, moment) for moment in (before, after))
        differences = {place: np.asarray(now[place]) - then[place] for place in now}
        if not any(np.any(difference) for difference in differences.values()):
            lines += component.describe_changes(rules, before, after)
            continue
        passed = (
            component.describe_passing(rules, before, after) if isinstance(component, Hands) else ""
        )
        if passed:
            lines.append(passed)
            continue
        if named and named[0] is component.cards:
            differences = _without(differences, named[1], actor)
        moved = [
            words
            for place, difference in differences.items()
            for words in _put(component.cards, rules, place, difference, gone[component.cards])
        ]
        if moved:
            lines.append(f"{readable_name(component.name)}: {'; '.join(moved)}")
    return lines


def _without(differences: dict[str, Any], kind: int, actor: str) -> dict[str, Any]:
    """Leave out the card of a kind that alone came to the place of the actor or of everybody."""
    left = dict(differences)
    for place in (actor, ""):
        put = np.maximum(left.get(place, 0), 0)
        if np.sum(put) == 1 and put[kind] == 1:
            left[place] = np.minimum(left[place], 0)
    return left


def _gone(
    components: Sequence[Component], rules: Any, before: Snapshot, after: Snapshot
) -> dict[Cards, Any]:
    """Return the number of cards of each kind that no component has any more."""
    gone: dict[Cards, Any] = {}
    for component in components:
        if component.cards is not None:
            then, now = (component.count(rules, moment) for moment in (before, after))
            gone[component.cards] = gone.get(component.cards, 0) + np.asarray(then) - now
    return gone


def _put(cards: Cards, rules: Any, place: str, difference: Any, gone: Any) -> list[str]:
    """Name the cards that came to a place, and those that left it for no other place."""
    clauses = []
    put, taken = np.maximum(difference, 0), np.minimum(np.maximum(-difference, 0), gone.clip(0))
    if put.any():
        come = cards.summarize(rules, put)
        clauses.append(f"{place} gets {come}" if place else f"{come} added")
    if taken.any():
        left = cards.summarize(rules, taken)
        clauses.append(f"{place} loses {left}" if place else f"{left} removed")
    return clauses
