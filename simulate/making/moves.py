"""Which cards an action moved, read from a game before and after it, in words.

Only what is certain is told: the cards that a place has more of. Of equal cards nobody can tell
which one moved, so that a card that was laid and drawn again in one action is told where it lies.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from simulate.game import Snapshot
from simulate.making.components.cards import Cards
from simulate.making.components.component import Component, spoken
from simulate.making.components.hands import Hands


def changes(
    components: Sequence[Component],
    rules: Any,
    before: Snapshot,
    after: Snapshot,
    named: tuple[Cards, int] | None,
) -> list[str]:
    """Tell how an action changed the components, a line each.

    Parameters
    ----------
    named
        The kind of card that the words of the action name. It is not told again where it is all
        that came to a place of the seat that acted, or of everybody.
    """
    gone = _gone(components, rules, before, after)
    actor = f"seat {int(before.table.seat) + 1}"
    lines: list[str] = []
    for component in components:
        then, now = (component.places(rules, moment) for moment in (before, after))
        differences = {place: np.asarray(now[place]) - then[place] for place in now}
        if not any(np.any(difference) for difference in differences.values()):
            lines += component.tell_changes(rules, before, after)
            continue
        passed = component.passed(rules, before, after) if isinstance(component, Hands) else ""
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
            lines.append(f"{spoken(component.name)}: {'; '.join(moved)}")
    return lines


def _without(differences: dict[str, Any], kind: int, actor: str) -> dict[str, Any]:
    """Leave out the place of a seat, or of everybody, to which one card of a kind came alone."""
    left = dict(differences)
    for place in (actor, ""):
        put = np.maximum(left.get(place, 0), 0)
        if np.sum(put) == 1 and put[kind] == 1:
            left[place] = np.minimum(left[place], 0)
    return left


def _gone(
    components: Sequence[Component], rules: Any, before: Snapshot, after: Snapshot
) -> dict[Cards, Any]:
    """Return how many cards of each kind no component has any longer."""
    gone: dict[Cards, Any] = {}
    for component in components:
        if component.cards is not None:
            then, now = (component.count(rules, moment) for moment in (before, after))
            gone[component.cards] = gone.get(component.cards, 0) + np.asarray(then) - now
    return gone


def _put(cards: Cards, rules: Any, place: str, difference: Any, gone: Any) -> list[str]:
    """Tell the cards that came to a place, and those taken away that no place has now."""
    clauses = []
    put, taken = np.maximum(difference, 0), np.minimum(np.maximum(-difference, 0), gone.clip(0))
    if put.any():
        come = cards.summed(rules, put)
        clauses.append(f"{place} gets {come}" if place else f"{come} added")
    if taken.any():
        left = cards.summed(rules, taken)
        clauses.append(f"{place} loses {left}" if place else f"{left} removed")
    return clauses
