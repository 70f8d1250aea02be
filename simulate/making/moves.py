"""Descriptions of an action's effects on components, from the states of the game during it.

The descriptions name the cards that come to a place. If only the states before and after the action
are known, these are the cards of which the place has more copies than before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from simulate.game import Snapshot
from simulate.making.components.cards import Cards
from simulate.making.components.component import Component, readable_name
from simulate.making.components.counters import Counter
from simulate.making.components.hands import BaseHands, Hands
from simulate.making.components.own_decks import OwnDecks
from simulate.making.components.pile import Pile

#: The order of lines on things that happened at the same time: secret choices that are revealed,
#: the results of tricks and auctions, other changes of components, new scores, seats that are out,
#: and what comes after new scores, such as a new deal or the next prize.
CHOICES, RESULT, CHANGE, SCORE, OUT, AFTERMATH = range(6)


class Effect(NamedTuple):
    """A line on what an action changed, with its place in the order of all lines."""

    #: The index of the first state before the change, among the states during the action.
    since: int
    #: `CHOICES`, `RESULT`, `CHANGE`, `SCORE`, `OUT` or `AFTERMATH`.
    order: int
    line: str


@dataclass
class _Flow:
    """The cards that came to the places of a component, and that left them, during an action."""

    #: The number of cards of each kind that came to a place, by its name.
    gained: dict[str, Any] = field(default_factory=dict)
    #: The number of cards of each kind that left a place, by its name.
    left: dict[str, Any] = field(default_factory=dict)
    #: The number of cards of each kind that a place has less than before the action, by its name.
    fewer: dict[str, Any] = field(default_factory=dict)
    #: The index of the last state before the first card came; if none came, before one left.
    since: int = 0


@dataclass(frozen=True)
class Effects:
    """The effects of an action, from the states of the game before, during and after it."""

    #: The components of the game.
    components: Sequence[Component]
    #: The record of the rules.
    rules: Any
    #: At least the states before and after the action.
    states: Sequence[Snapshot]
    #: The card, as (cards, kind), that the words of the action name, or None. It is not named again
    #: if it is the only card that came to the acting seat's place, or to a component with a single
    #: place.
    named: tuple[Cards, int] | None

    @property
    def before(self) -> Snapshot:
        """The state before the action."""
        return self.states[0]

    @property
    def after(self) -> Snapshot:
        """The state after the action."""
        return self.states[-1]

    def describe(self) -> list[Effect]:
        """Return lines on the components that the action changed.

        Changes that happened at the same time, as far as the states show, are in the order in which
        most rules have it. The result of a trick or an auction comes first, then what its winner
        gets and pays, and after the new scores what prepares the next one. New hands of several
        seats come after the new scores, too.
        """
        effects: list[Effect] = []
        for component in self.components:
            result = component.describe_result(self.rules, self.before, self.after)
            if result:
                effects.append(Effect(self._find_result(component), RESULT, result))
        has_results = bool(effects)
        has_new_deal = any(map(self._is_dealt, self.components))
        for component in self.components:
            if has_results:
                comes_later = not component.belongs_to_result
            else:
                comes_later = has_new_deal and isinstance(component, BaseHands | Pile)
            order = AFTERMATH if comes_later else CHANGE
            for since, line in self._describe_component(component):
                effects.append(Effect(since, order, line))
        return effects

    def _find_result(self, component: Component) -> int:
        """Return the index of the last state before the result of a component."""
        return self._find_first(
            lambda state, following: bool(component.describe_result(self.rules, state, following))
        )

    def _find_first(self, differs: Callable[[Snapshot, Snapshot], bool]) -> int:
        """Return the index of the first state for which `differs` holds with the following one.

        It is 0 if there is no such state.
        """
        for index, (state, following) in enumerate(pairwise(self.states)):
            if differs(state, following):
                return index
        return 0

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

    def _describe_component(self, component: Component) -> Iterator[tuple[int, str]]:
        """Yield lines on the changes of a component, each with the index of its first state.

        A component to whose places cards came has one line. Other components describe their changes
        themselves.
        """
        if isinstance(component, OwnDecks):
            yield from component.describe_draws(self.rules, self.states)
            return
        flow = self._count_flow(component)
        if not flow.gained:
            lines = component.describe_changes(self.rules, self.before, self.after)
            if not lines and self._returned(component):
                number = component.describe_table(self.rules, self.after)
                since = self._find_change(component)
                yield since, self._with_seat(component, since, f"{number} (as before)")
            if lines:
                since = self._find_change(component)
                for line in lines:
                    yield since, self._with_seat(component, since, line)
            return
        if isinstance(component, Hands):
            passing = self._describe_passing(component)
            if passing:
                yield flow.since, passing
                return
        cards = component.cards
        gained = flow.gained
        if self.named and self.named[0] is cards:
            actor = f"seat {int(self.before.table.seat) + 1}"
            gained = _without_named(flow, self.named[1], actor)
        clauses: list[str] = []
        for place, number in gained.items():
            lost = np.minimum(flow.fewer[place], self._removed[cards].clip(0))
            clauses += _describe_place(cards, self.rules, place, number, lost)
        if clauses:
            yield flow.since, f"{readable_name(component.name)}: {'; '.join(clauses)}"

    def _find_change(self, component: Component) -> int:
        """Return the index of the first state whose description of a component changes."""
        return self._find_first(
            lambda state, following: bool(component.describe_changes(self.rules, state, following))
        )

    def _returned(self, component: Component) -> bool:
        """Return True if a common number changed and then became what it was before the action.

        An example is a pot that was taken and filled again.
        """
        if (
            not isinstance(component, Counter)
            or not component.is_single
            or not component.in_replays
        ):
            return False
        numbers = {int(state.table[component.name]) for state in self.states}
        return component.is_amount and len(numbers) > 1

    def _with_seat(self, component: Component, since: int, line: str) -> str:
        """Return the line on a counter, with the next seat if its number is of the next turn.

        A number that an author's code changes after the end of the turn usually belongs to the seat
        that acts next, as the money to spend in a turn does. If a component ends turns, such as a
        trick, what follows belongs to its result.
        """
        table, later = self.before.table, self.after.table
        if not isinstance(component, Counter):
            return line
        if not (component.is_single and component.is_amount):
            return line
        if later.over or later.seat == table.seat or since <= self._end_of_turn:
            return line
        if any(other.turn_functions for other in self.components):
            return line
        # The change is left out, because the number before it was that of another seat.
        number = component.describe_table(self.rules, self.after)
        return f"seat {int(later.seat) + 1} is to act: {number}"

    @cached_property
    def _end_of_turn(self) -> int:
        """The index of the last state of the turn; the number of states if it goes on."""
        for index, (state, following) in enumerate(pairwise(self.states)):
            if following.table.turns > state.table.turns:
                return index
        return len(self.states)

    def _count_flow(self, component: Component) -> _Flow:
        """Return the cards that came to the places of a component and that left them.

        A place whose cards were shuffled into a pile was empty then. Its cards are counted from
        that moment, and have not left the game.
        """
        flow = _Flow()
        first = earlier = component.places(self.rules, self.before)
        was_emptied: set[str] = set()
        for index, state in enumerate(self.states[1:]):
            later = component.places(self.rules, state)
            emptied = self._emptied[index].get(component, set())
            was_emptied |= emptied
            for place, counts in later.items():
                start = 0 if place in emptied else earlier.get(place, 0)
                change = np.asarray(counts) - start
                if not np.any(change):
                    continue
                if np.any(change > 0) and not any(map(np.any, flow.gained.values())):
                    flow.since = index
                flow.gained[place] = flow.gained.get(place, 0) + np.maximum(change, 0)
                flow.left[place] = flow.left.get(place, 0) + np.maximum(-change, 0)
            earlier = later
        for place in flow.gained:
            start = 0 if place in was_emptied else first.get(place, 0)
            flow.fewer[place] = np.maximum(start - np.asarray(earlier[place]), 0)
        # The places are in the order of the component, such as that of the seats.
        flow.gained = {place: flow.gained[place] for place in earlier if place in flow.gained}
        return flow

    @cached_property
    def _emptied(self) -> list[dict[Component, set[str]]]:
        """The places whose cards were shuffled into a pile, by component, after each state."""
        by_state = []
        for state, following in pairwise(self.states):
            emptied: dict[Component, set[str]] = {}
            for component in self.components:
                emptied.update(component.emptied_places(state, following))
            by_state.append(emptied)
        return by_state

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


def _without_named(flow: _Flow, kind: int, actor: str) -> dict[str, Any]:
    """Return the cards that came to each place, without the card that the action's words name.

    The card is left out where it is the only card that came: at the place `actor`, and at the
    single place of a component, called ``""``. A place that such a card also left got another copy.
    """
    gained = dict(flow.gained)
    for place in (actor, ""):
        added = gained.get(place)
        if added is None or np.sum(added) != 1 or added[kind] != 1:
            continue
        if not flow.left[place][kind]:
            gained[place] = np.zeros_like(added)
    return gained


def _describe_place(cards: Cards, rules: Any, place: str, added: Any, lost: Any) -> list[str]:
    """Return clauses that name the cards that a place gets and loses.

    `added` has the number of cards of each kind that came. `lost` has the number of those that left
    all components.
    """
    clauses = []
    if added.any():
        names = cards.summarize(rules, added)
        clauses.append(f"{place} gets {names}" if place else f"{names} added")
    if lost.any():
        names = cards.summarize(rules, lost)
        clauses.append(f"{place} loses {names}" if place else f"{names} removed")
    return clauses
