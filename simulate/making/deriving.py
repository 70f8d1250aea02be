"""What follows from a game's components: what every turn does, what is dealt and can be drawn."""

from __future__ import annotations

import dis
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

import numpy as np

from simulate.errors import UsageError
from simulate.game import Deck
from simulate.kit.bits import has
from simulate.kit.chance import below
from simulate.kit.compiled import compiled, in_order, inlined
from simulate.kit.layout import Layout
from simulate.kit.menu import PASS, action_at, clear
from simulate.kit.seats import count_round, end_round, end_turn, start_chance
from simulate.making.components.cards import Cards
from simulate.making.components.component import Compiled, Component
from simulate.making.components.counters import Dice, SecretChoices
from simulate.making.components.hands import Hands, Tableau
from simulate.making.telling import Actions, as_ranges


def make_deal(components: Sequence[Component], deal: Compiled | None) -> Compiled:
    """Return the function that sets up a game: its components, then what its own `deal` does."""

    def start_streams(rules: Any, state: Any) -> None:
        start_chance(state)

    setting_up = [one.set_up for one in components if one.set_up is not None]
    return in_order([start_streams, *setting_up, *([deal] if deal else [])])


def make_redeal(
    components: Sequence[Component], offer_actions: Compiled, menu: Layout, own: Compiled | None
) -> Compiled:
    """Return the function that fills in what a seat cannot know, and then does the game's `own`.

    Cards that the seat does not see lie in the hidden places as they fit, each way alike
    likely; what others have chosen in secret is any action that they could choose.
    """
    steps = [
        _dealing_anew(cards, [one for one in components if one.cards is cards])
        for cards in dict.fromkeys(one.cards for one in components if one.cards is not None)
    ]
    steps += [
        _choosing_anew(one, offer_actions, menu)
        for one in components
        if isinstance(one, SecretChoices)
    ]
    return in_order([*steps, *([own] if own else [])])


def _dealing_anew(cards: Cards, places: Sequence[Component]) -> Compiled:
    see = in_order([one.count_seen for one in places if one.count_seen is not None])
    fill = _filling([one.fill_unseen for one in places if one.fill_unseen is not None])
    kinds, most, copies = cards.kinds, cards.most, f"{cards.name}_copies"

    def deal_anew(rules: Any, state: Any, seat: int) -> None:
        unseen = rules[copies].copy()
        see(rules, state, seat, unseen)
        bag = np.zeros(most, np.int64)
        left = 0
        for card in range(kinds):
            for _ in range(unseen[card]):
                bag[left] = card
                left += 1
        fill(rules, state, seat, bag, left)

    return deal_anew


def _filling(steps: Sequence[Compiled]) -> Compiled:
    if not steps:
        return inlined(lambda rules, state, seat, bag, left: left)
    first, rest = steps[0], _filling(steps[1:])

    def both(rules: Any, state: Any, seat: int, bag: Any, left: int) -> int:
        return rest(rules, state, seat, bag, first(rules, state, seat, bag, left))  # type: ignore[no-any-return]

    return inlined(both)


def _choosing_anew(choices: SecretChoices, offer_actions: Compiled, menu: Layout) -> Compiled:
    chosen, made, records = choices.name, choices.made, np.dtype((np.record, menu.dtype))

    def choose_anew(rules: Any, state: Any, seat: int) -> None:
        table = state.table
        acting = table.seat
        menus = np.zeros(1, records)
        for other in range(rules.players):
            if other != seat and has(table[made], other):
                table.seat = other
                clear(menus[0])
                offer_actions(rules, state, menus[0])
                if menus[0].count > 0:
                    pick = below(state.chance, menus[0].count)
                    state.own[other][chosen] = action_at(menus[0], pick)
        table.seat = acting

    return choose_anew


def make_apply(
    name: str,
    apply: Compiled,
    components: Sequence[Component],
    turns: str,
    rounds: str,
    halftime: str,
) -> Compiled:
    """Return the function that plays an action, and what the game leaves to be said for it.

    The game's own `apply` never gets `simulate.kit.menu.PASS`. What it does not say, or `turns` and
    `rounds` of it, follows: every action ends its turn; a round ends when the turn comes back past
    the first seat. Unless `halftime` is said a comeback counts from the first standings.
    """
    secret = any(isinstance(component, SecretChoices) for component in components)
    action_is_turn = turns != "said" and bool(turns or not (secret or _uses(apply, end_turn)))
    lap_is_round = rounds != "said" and bool(rounds or not _uses(apply, end_round))
    if action_is_turn and not turns and _sets(apply, "seat"):
        raise UsageError(
            f"apply of {name} sets table.seat and never calls end_turn, so each action would end a "
            "turn and the seat after that one would act; call end_turn(rules, state) where a turn "
            'ends and set table.seat after it, or give game(...) turns="each action"'
        )
    play, halves_itself = inlined(apply), bool(halftime)
    if turns == rounds == "said" and halves_itself:
        return play

    def play_action(rules: Any, state: Any, action: int) -> None:
        table = state.table
        seat, turns = table.seat, table.turns
        if action == PASS:
            end_turn(rules, state)
        else:
            play(rules, state, action)
            if action_is_turn:
                end_turn(rules, state)
        if lap_is_round and table.turns != turns and (table.over != 0 or table.seat <= seat):
            count_round(state)
        if not halves_itself and table.checkpoints > 0:
            table.halftime = 1

    return compiled(play_action)


def _uses(function: Callable[..., Any], sought: Callable[..., Any]) -> bool:
    """Tell whether a function, or one of its file that it may call, names another function."""
    return any(
        plain.__globals__.get(name) is sought
        for plain in _called(function)
        for name in plain.__code__.co_names
    )


def _sets(function: Callable[..., Any], field: str) -> bool:
    """Tell whether a function, or one of its file that it may call, sets a field of that name."""
    return any(
        step.opname == "STORE_ATTR" and step.argval == field
        for plain in _called(function)
        for step in dis.get_instructions(plain)
    )


def _called(function: Callable[..., Any]) -> list[FunctionType]:
    """Return a function and those of its file that it may call, as they were written."""
    found: list[Any] = [getattr(function, "py_func", function)]
    for plain in found:  # which grows meanwhile
        for name in plain.__code__.co_names:
            called = plain.__globals__.get(name)
            called = getattr(called, "py_func", called)
            is_here = getattr(called, "__module__", None) == plain.__module__
            if is_here and isinstance(called, FunctionType) and called not in found:
                found.append(called)
    return found


def make_deck(components: Sequence[Component], actions: Actions) -> Deck | None:
    """Return the cards and dice of a game, numbered; ``None`` if it has none.

    An action uses a card if its words have a place for it.
    """
    worded = {at: words for at, words in as_ranges(actions).items() if isinstance(words, str)}
    cards = [one for one in components if isinstance(one, Cards)]
    named = {
        one.name: [numbers for numbers, words in worded.items() if f"{{{one.name}}}" in words]
        for one in cards
    }
    cards.sort(key=lambda one: not named[one.name])
    dice = [one for one in components if isinstance(one, Dice)]
    if not (cards or dice):
        return None
    end = usable = 0
    number_of = np.full(1 + max(map(max, worded), default=0), -1)
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

    hands = ((one.counted, one.cards.first) for one in components if isinstance(one, Hands))
    called = cards[0].name if cards else "roll"
    has_owners = any(isinstance(component, Hands | Tableau) for component in components)
    return Deck(names, inlined(used), usable, called, tuple(hands), has_owners)
