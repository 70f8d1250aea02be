"""Derives the functions of a game from its components: deal, apply, redeal, and its deck."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
from simulate.making.components.component import Compiled, Component, readable_name
from simulate.making.components.counters import BaseDice, SecretChoices
from simulate.making.components.hands import BaseHands, Tableau
from simulate.making.telling import Actions, as_ranges
from simulate.rules.kinds import Option, WholeTable

#: The values of `turns` and `rounds`: every action ends a turn, and every lap around the table ends
#: a round, or `apply` ends them itself.
EACH_ACTION = "each action"
EACH_LAP = "each lap"
ENDED_BY_APPLY = "ended by apply"


def make_deal(components: Sequence[Component], deal: Compiled | None) -> Compiled:
    """Return the compiled function ``(rules, state)`` that sets up a new game.

    It starts the streams of chance, sets up the components in their order, and then calls the
    game's own `deal`.
    """

    def start_streams(rules: Any, state: Any) -> None:
        start_chance(state)

    steps: list[Compiled] = [start_streams]
    steps += [component.set_up for component in components if component.set_up is not None]
    if deal is not None:
        steps.append(deal)
    return in_order(steps)


def make_redeal(
    components: Sequence[Component], menu: Layout, own: Compiled | None, offer_actions: Compiled
) -> Compiled:
    """Return the compiled function ``(rules, state, seat)`` that deals all that a seat cannot see.

    Unseen cards are dealt at random to the hidden places, unseen secret choices are drawn at random
    from the actions that were legal, and unseen dice are rolled. All possibilities are equally
    likely.

    Parameters
    ----------
    components
        The components of the game.
    menu
        The layout of the game's menu.
    own
        The game's own function ``(rules, state, seat)``, which is called last; None if it has none.
    offer_actions
        The function ``(rules, state, menu)`` that offers the legal actions.
    """
    steps: list[Compiled] = []
    all_cards = [component.cards for component in components if component.cards is not None]
    for cards in dict.fromkeys(all_cards):
        places = [component for component in components if component.cards is cards]
        steps.append(_make_card_redeal(cards, places))
    for component in components:
        if isinstance(component, SecretChoices):
            steps.append(_make_choice_redeal(component, offer_actions, menu))
        elif component.redeal is not None:
            steps.append(component.redeal)
    if own is not None:
        steps.append(own)
    return in_order(steps)


def _make_card_redeal(cards: Cards, places: Sequence[Component]) -> Compiled:
    """Return the compiled function that deals the cards of a `Cards` that a seat cannot see.

    `places` are the components in which these cards lie.
    """
    take_seen_cards = in_order([place.count_seen for place in places if place.count_seen])
    in_order_of_filling = sorted(places, key=lambda place: not place.fills_first)
    fill_places = _chain_fills(
        [place.fill_unseen for place in in_order_of_filling if place.fill_unseen]
    )
    kinds, most, copies = cards.kinds, cards.most, f"{cards.name}_copies"

    def redeal_cards(rules: Any, state: Any, seat: int) -> None:
        unseen = rules[copies].copy()
        take_seen_cards(rules, state, seat, unseen)
        bag = np.zeros(most, np.int64)
        bag_size = 0
        for card in range(kinds):
            for _ in range(unseen[card]):
                bag[bag_size] = card
                bag_size += 1
        fill_places(rules, state, seat, bag, bag_size)

    return redeal_cards


def _chain_fills(steps: Sequence[Compiled]) -> Compiled:
    """Return a function that calls several `Component.fill_unseen` functions in their order."""
    if not steps:
        return inlined(lambda rules, state, seat, bag, left: left)
    first, rest = steps[0], _chain_fills(steps[1:])

    def fill_all(rules: Any, state: Any, seat: int, bag: Any, left: int) -> int:
        return rest(rules, state, seat, bag, first(rules, state, seat, bag, left))  # type: ignore[no-any-return]

    return inlined(fill_all)


def _make_choice_redeal(choices: SecretChoices, offer_actions: Compiled, menu: Layout) -> Compiled:
    """Return the function that draws the secret choices of other seats from their legal actions."""
    chosen, made, records = choices.name, choices.made, np.dtype((np.record, menu.dtype))

    def redeal_choices(rules: Any, state: Any, seat: int) -> None:
        table = state.table
        acting = table.seat
        menus = np.zeros(1, records)
        for chooser in range(rules.players):
            if chooser != seat and has(table[made], chooser):
                table.seat = chooser
                clear(menus[0])
                offer_actions(rules, state, menus[0])
                if menus[0].count > 0:
                    pick = below(state.chance, menus[0].count)
                    state.own[chooser][chosen] = action_at(menus[0], pick)
        table.seat = acting

    return redeal_choices


def make_apply(
    name: str,
    apply: Compiled,
    components: Sequence[Component],
    turns: str,
    rounds: str,
    *,
    sets_halftime: bool,
) -> Compiled:
    """Return the compiled function ``(rules, state, action)`` that carries out an action.

    It calls the game's own `apply`, except for `simulate.kit.menu.PASS`, which ends the turn. Then
    it does what `apply` leaves out: it ends the turn, and counts a round when the turn comes back
    past the first seat. If `apply` leaves out nothing, the result is `apply` itself, compiled,
    which then has to handle `PASS` too.

    Parameters
    ----------
    name
        The name of the game, for error messages.
    apply
        The game's own function.
    components
        The components of the game. Some of them end turns themselves.
    turns, rounds
        As in `simulate.making.game`.
    sets_halftime
        True if `apply` sets ``table.halftime``.

    Raises
    ------
    UsageError
        If `turns` or `rounds` is unknown.
    """
    turns = _choose_ending(name, apply, "turns", turns, EACH_ACTION, end_turn)
    rounds = _choose_ending(name, apply, "rounds", rounds, EACH_LAP, end_round)
    component_ends_turns = any(component.turn_functions for component in components)
    action_is_turn = turns != ENDED_BY_APPLY and not component_ends_turns
    lap_is_round = rounds != ENDED_BY_APPLY
    play = inlined(apply)
    if turns == rounds == ENDED_BY_APPLY and sets_halftime:
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

    return compiled(play_action)


def _choose_ending(
    name: str,
    apply: Compiled,
    argument: str,
    value: str,
    usual: str,
    function: Callable[..., None],
) -> str:
    """Return the way in which turns or rounds of a game end: `ENDED_BY_APPLY` or `usual`.

    Parameters
    ----------
    name
        The name of the game, for error messages.
    apply
        The game's own function that carries out an action.
    argument
        ``"turns"`` or ``"rounds"``.
    value
        The value of this argument. If it is empty, the result is `ENDED_BY_APPLY` if the file of
        `apply` imports `function`, else `usual`.
    usual
        `EACH_ACTION` or `EACH_LAP`.
    function
        `simulate.kit.seats.end_turn` or `simulate.kit.seats.end_round`.

    Raises
    ------
    UsageError
        If `value` is neither empty nor `usual` nor `ENDED_BY_APPLY`.
    """
    if value not in ("", usual, ENDED_BY_APPLY):
        raise UsageError(
            f"{argument} of game {name} cannot be {value!r}; allowed: {usual!r} and "
            f"{ENDED_BY_APPLY!r}"
        )
    if value:
        return value
    file_names: dict[str, Any] = getattr(apply, "py_func", apply).__globals__
    imports_it = file_names.get(function.__name__) is function
    return ENDED_BY_APPLY if imports_it else usual


def changeable_cards(
    components: Sequence[Component], options: Mapping[str, Option]
) -> dict[str, tuple[Cards, str]]:
    """Return the cards whose number of copies can be changed, by the name that designers type.

    Each has its `Cards` and its name there. The two names differ if several `Cards` have a card of
    this name: designers then type the name of the `Cards` first, as in "event storm". Cards are
    left out if a rule of the game already holds the number of copies of each kind.
    """
    all_cards = [component for component in components if isinstance(component, Cards)]
    names_of = {cards: cards.names_of_kinds() for cards in all_cards}
    every_name = [name for names in names_of.values() for name in names]
    changeable: dict[str, tuple[Cards, str]] = {}
    for cards, names in names_of.items():
        if isinstance(cards.copies, str) and isinstance(options[cards.copies], WholeTable):
            continue
        for name in names:
            is_unique = every_name.count(name) == 1
            typed = name if is_unique else f"{readable_name(cards.name)} {name}"
            changeable[typed] = (cards, name)
    return changeable


def make_deck(components: Sequence[Component], actions: Actions) -> Deck | None:
    """Return the cards and dice of a game as one numbered deck; None if it has neither.

    The numbers are given to the kinds of cards first, then to the faces of the dice. An action uses
    a card if its words name one, as in ``"plays {card}"``. The attribute `first` of each of these
    components is set to the number of its first kind or face.
    """
    used_ranges = _ranges_by_cards(components, actions)
    # Cards that actions use come first, so that their numbers are those below `usable`.
    all_cards = sorted(used_ranges, key=lambda cards: not used_ranges[cards])
    dice = [component for component in components if isinstance(component, BaseDice)]
    if not (all_cards or dice):
        return None
    usable = _number_components(all_cards, dice, used_ranges)
    hands = [component for component in components if isinstance(component, BaseHands)]
    return Deck(
        names=_make_names(all_cards, dice),
        used=_make_used(used_ranges, actions),
        usable=usable,
        called=all_cards[0].name if all_cards else "roll",
        hands=tuple((hand.counted, hand.cards.first) for hand in hands),
        has_owners=any(isinstance(component, BaseHands | Tableau) for component in components),
    )


def _ranges_by_cards(components: Sequence[Component], actions: Actions) -> dict[Cards, list[range]]:
    """Return, for all `Cards`, the ranges of actions whose words name such a card."""
    ranges: dict[Cards, list[range]] = {}
    for component in components:
        if isinstance(component, Cards):
            ranges[component] = [
                numbers
                for numbers, words in as_ranges(actions).items()
                if isinstance(words, str) and f"{{{component.name}}}" in words
            ]
    return ranges


def _number_components(
    all_cards: Sequence[Cards], dice: Sequence[BaseDice], used_ranges: dict[Cards, list[range]]
) -> int:
    """Set `first` of cards and dice: the number of their first kind or face.

    The numbers are consecutive, those of cards before those of dice. Cards that actions use must
    come first in `all_cards`. Returns the number of cards that actions use, for `Deck.usable`.
    """
    end = usable = 0
    for cards in all_cards:
        cards.first = end
        end += cards.kinds
        if used_ranges[cards]:
            usable = end
    for die in dice:
        die.first = end
        end += die.most
    return usable


def _make_names(all_cards: Sequence[Cards], dice: Sequence[BaseDice]) -> Callable[[Any], list[str]]:
    """Return the function ``(rules)`` that returns the name of every kind of card and die face.

    The names are in the order of their numbers. A card or face that the rules leave out has the
    name "". The names begin with the component's name if there is more than one component.
    """
    has_prefixes = len(all_cards) + len(dice) > 1

    def names(rules: Any) -> list[str]:
        result = []
        for cards in all_cards:
            prefix = f"{cards.name} " if has_prefixes else ""
            copies = rules[f"{cards.name}_copies"]
            for label, number in zip(cards.labels(rules), copies, strict=True):
                result.append(f"{prefix}{label}" if number else "")
        for die in dice:
            sides = die.sides if isinstance(die.sides, int) else int(rules[die.sides])
            for face in range(die.most):
                result.append(f"{die.name} {face + 1}" if face < sides else "")
        return result

    return names


def _make_used(used_ranges: dict[Cards, list[range]], actions: Actions) -> Compiled:
    """Return the compiled function ``(rules, table, action)`` that returns the card an action uses.

    The function returns -1 for an action that uses no card.
    """
    worded = [numbers for numbers, words in as_ranges(actions).items() if isinstance(words, str)]
    number_of = np.full(1 + max(map(max, worded), default=0), -1)
    for cards, ranges in used_ranges.items():
        for numbers in ranges:
            number_of[list(numbers)] = range(cards.first, cards.first + len(numbers))

    def used(rules: Any, table: Any, action: int) -> int:
        return number_of[action] if action < number_of.shape[0] else -1

    return inlined(used)
