"""Descriptions of an action's effects on components, from the game before and after it.

The descriptions name the cards of which a place has more copies than before. Equal cards cannot be
told apart, so a card that was laid and drawn again in one action is named at the place where it
lies in the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from simulate.game import Snapshot
from simulate.making.components.cards import Cards
from simulate.making.components.component import Component, readable_name
from simulate.making.components.hands import BaseHands, Hands
from simulate.making.components.pile import Pile


@dataclass
class Changes:
    """Lines on what an action changed in components, in the order in which they are told."""

    #: The results of tricks and auctions.
    results: list[str] = field(default_factory=list)
    #: The lines before the new scores.
    before_scores: list[str] = field(default_factory=list)
    #: The lines after the new scores, such as those on a new deal or the next prize.
    after_scores: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Effects:
    """The effects of an action, from the game before and after it."""

    #: The components of the game.
    components: Sequence[Component]
    #: The record of the rules.
    rules: Any
    before: Snapshot
    after: Snapshot
    #: The card, as (cards, kind), that the words of the action name, or None. It is not named again
    #: if it is the only card that came to the acting seat's place, or to a component with a single
    #: place.
    named: tuple[Cards, int] | None

    def describe(self) -> Changes:
        """Return lines on the components that the action changed.

        The game during the action is not known, so the lines are in the order in which most rules
        have it. The result of a trick or an auction comes first, then what its winner gets and
        pays, and after the new scores what prepares the next one. New hands of several seats come
        after the new scores, too.
        """
        changes = Changes()
        for component in self.components:
            result = component.describe_result(self.rules, self.before, self.after)
            if result:
                changes.results.append(result)
        has_new_deal = any(map(self._is_dealt, self.components))
        for component in self.components:
            if changes.results:
                comes_later = not component.belongs_to_result
            else:
                comes_later = has_new_deal and isinstance(component, BaseHands | Pile)
            lines = changes.after_scores if comes_later else changes.before_scores
            lines += self._describe_component(component)
        return changes

    def _is_dealt(self, component: Component) -> bool:
        """Return True if a component is hands in which several seats got cards, not passed on."""
        if not isinstance(component, BaseHands):
            return False
        if isinstance(component, Hands) and self._describe_passing(component):
            return False
        more = self.after.own[component.counted] > self.before.own[component.counted]
        return int(np.count_nonzero(more.any(axis=-1))) > 1

    def _describe_passing(self, hands: Hands) -> str:
        return hands.describe_passing(self.rules, self.before, self.after)

    def _describe_component(self, component: Component) -> list[str]:
        """Return lines on the changes of a component.

        A component whose cards moved has one line. Other components describe their changes
        themselves.
        """
        differences = self._count_differences(component)
        if not any(np.any(difference) for difference in differences.values()):
            return component.describe_changes(self.rules, self.before, self.after)
        if isinstance(component, Hands):
            passing = self._describe_passing(component)
            if passing:
                return [passing]
        if self.named and self.named[0] is component.cards:
            actor = f"seat {int(self.before.table.seat) + 1}"
            differences = _without_named(differences, self.named[1], actor)
        clauses: list[str] = []
        for place, difference in differences.items():
            cards = component.cards
            removed = self._removed[cards]
            clauses += _describe_place(cards, self.rules, place, difference, removed)
        return [f"{readable_name(component.name)}: {'; '.join(clauses)}"] if clauses else []

    def _count_differences(self, component: Component) -> dict[str, Any]:
        """Return the change in the number of cards of each kind, by name of a component's place.

        A place whose cards were shuffled into a pile was empty then. The change is counted from
        that moment.
        """
        earlier = component.places(self.rules, self.before)
        emptied = self._emptied.get(component, set())
        differences = {}
        for place, counts in component.places(self.rules, self.after).items():
            left = 0 if place in emptied else earlier[place]
            differences[place] = np.asarray(counts) - left
        return differences

    @cached_property
    def _emptied(self) -> dict[Component, set[str]]:
        """The places whose cards were shuffled into a pile, by their component."""
        emptied: dict[Component, set[str]] = {}
        for component in self.components:
            emptied.update(component.emptied_places(self.before, self.after))
        return emptied

    @cached_property
    def _removed(self) -> dict[Cards, Any]:
        """The number of cards of each kind that left all components, as arrays by `Cards`.

        Negative numbers are cards that came into the game.
        """
        removed: dict[Cards, Any] = {}
        for component in self.components:
            earlier = component.count(self.rules, self.before)
            if component.cards is None or earlier is None:
                continue  # The component holds no cards, or is a `Custom` without `count`.
            later = component.count(self.rules, self.after)
            left = np.asarray(earlier) - later
            removed[component.cards] = removed.get(component.cards, 0) + left
        return removed


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
