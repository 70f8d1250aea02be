"""Descriptions of an action's effects on components, from the game before and after it.

The descriptions name the cards of which a place has more copies than before. Equal cards cannot be
told apart, so a card that was laid and drawn again in one action is named at the place where it
lies in the end.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
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
    """Return lines on the components that an action changed.

    A component whose cards moved has one line. Other components describe their changes themselves.

    Parameters
    ----------
    components
        The components of the game.
    rules
        The record of the rules.
    before, after
        The game before and after the action.
    named
        The card, as (cards, kind), that the words of the action name, or None. It is not named
        again if it is the only card that came to the acting seat's place, or to a component with a
        single place.
    """
    removed = _count_removed(components, rules, before, after)
    emptied: dict[Component, set[str]] = {}
    for component in components:
        emptied.update(component.emptied_places(before, after))
    actor = f"seat {int(before.table.seat) + 1}"
    lines: list[str] = []
    for component in components:
        differences = _differences(
            component, rules, before, after, emptied.get(component, frozenset())
        )
        if not any(np.any(difference) for difference in differences.values()):
            lines += component.describe_changes(rules, before, after)
            continue
        if isinstance(component, Hands):
            passing = component.describe_passing(rules, before, after)
            if passing:
                lines.append(passing)
                continue
        if named and named[0] is component.cards:
            differences = _without_named(differences, named[1], actor)
        clauses: list[str] = []
        for place, difference in differences.items():
            cards = component.cards
            clauses += _describe_place(cards, rules, place, difference, removed[cards])
        if clauses:
            lines.append(f"{readable_name(component.name)}: {'; '.join(clauses)}")
    return lines


def _differences(
    component: Component,
    rules: Any,
    before: Snapshot,
    after: Snapshot,
    emptied: Collection[str],
) -> dict[str, Any]:
    """Return the change in the number of cards of each kind, by name of a component's place.

    The places in `emptied` had no cards left when their cards were shuffled into a pile, so the
    change is counted from then on.
    """
    earlier = component.places(rules, before)
    differences = {}
    for place, counts in component.places(rules, after).items():
        left = 0 if place in emptied else earlier[place]
        differences[place] = np.asarray(counts) - left
    return differences


def _without_named(differences: dict[str, Any], kind: int, actor: str) -> dict[str, Any]:
    """Return changes of numbers of cards, by place, without the card that the action's words name.

    The card is left out where it is the only card that came: at the place `actor`, and at the
    single place of a component, called ``""``.
    """
    result = dict(differences)
    for place in (actor, ""):
        added = np.maximum(result.get(place, 0), 0)
        if np.sum(added) == 1 and added[kind] == 1:
            result[place] = np.minimum(result[place], 0)
    return result


def _count_removed(
    components: Sequence[Component], rules: Any, before: Snapshot, after: Snapshot
) -> dict[Cards, Any]:
    """Return the number of cards of each kind that left all components, as arrays by `Cards`.

    Negative numbers are cards that came into the game.
    """
    removed: dict[Cards, Any] = {}
    for component in components:
        earlier = component.count(rules, before)
        if component.cards is None or earlier is None:
            continue  # The component holds no cards, or is a `Custom` without a function `count`.
        later = component.count(rules, after)
        removed[component.cards] = removed.get(component.cards, 0) + np.asarray(earlier) - later
    return removed


def _describe_place(
    cards: Cards, rules: Any, place: str, difference: Any, removed: Any
) -> list[str]:
    """Return clauses that name the cards that a place gets and loses.

    `difference` has the change in the number of cards of each kind at the place. Cards that left
    the place are named only if they left all components, as counted in `removed`.
    """
    clauses = []
    added = np.maximum(difference, 0)
    if added.any():
        names = cards.summarize(rules, added)
        clauses.append(f"{place} gets {names}" if place else f"{names} added")
    lost = np.minimum(np.maximum(-difference, 0), removed.clip(0))
    if lost.any():
        names = cards.summarize(rules, lost)
        clauses.append(f"{place} loses {names}" if place else f"{names} removed")
    return clauses
