"""Checks of a game's own `redeal`: it writes all declared fields, and secret choices stay legal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from simulate.checking.lines import TooManyLinesError, lines_of
from simulate.game import Game
from simulate.kit.bits import has
from simulate.making.components.component import Component
from simulate.making.components.counters import SecretChoices
from simulate.making.components.custom import DeclaredFields
from simulate.making.telling import DeclaredTeller
from simulate.play import kernel

#: The maximum number of the author's lines that one call of `redeal` runs while its lines are
#: noted. A `redeal` that reads hidden fields may loop forever if they are not empty.
MOST_LINES = 20_000
#: The reason to skip checks of a game's own `redeal` if there is none.
NO_REDEAL = "the game has no redeal"


class HiddenNumbers(NamedTuple):
    """A field that a seat cannot see, in the true game and in two worlds that `redeal` dealt."""

    #: The name of the field, such as "own.role of seat 2".
    name: str
    true: Any
    #: The numbers in a world that was dealt from empty fields, as in play.
    world: Any
    #: The numbers in a world that was dealt from the true fields, with the same chance.
    from_true: Any


def components_of(game: Game) -> Sequence[Component]:
    """Return the components of a game; none if the game is not described by its components."""
    return game.teller.components if isinstance(game.teller, DeclaredTeller) else ()


def declared_fields(game: Game) -> DeclaredFields | None:
    """Return the declared fields of a game if some of them are `own` or `hidden`, else None."""
    for component in components_of(game):
        if type(component) is DeclaredFields and (component.own_names or component.hidden_names):
            return component
    return None


def secret_choices(game: Game) -> list[SecretChoices]:
    """Return the components of a game in which seats choose secretly."""
    return [component for component in components_of(game) if isinstance(component, SecretChoices)]


def without_declared_fields(game: Game) -> str:
    """Return the reason why fields of a game's `redeal` are not checked; empty if they are."""
    if game.redeal is None:
        return NO_REDEAL
    return "" if declared_fields(game) else "none is own or hidden"


def without_choices(game: Game) -> str:
    """Return the reason why choices after `redeal` are not checked; empty if they are checked."""
    if game.redeal is None:
        return NO_REDEAL
    return "" if secret_choices(game) else "no SecretChoices"


def find_dependence(
    game: Game,
    rules: Any,
    seat: int,
    true: kernel.State,
    empty: kernel.State,
    world: kernel.State,
    copy: Callable[[kernel.State], kernel.State],
) -> tuple[str, str] | None:
    """Return the first declared field that `redeal` leaves unwritten or reads too early.

    `redeal` is called twice with the same chance: from empty fields, and from the true ones. Where
    the results differ, it does not write a field, or it reads a field before it writes it.

    Parameters
    ----------
    game, rules
        The game and its rules record.
    seat
        The seat for which the worlds are dealt, 0-based.
    true
        The true game.
    empty
        The state with which `redeal` is called in play: all that the seat cannot see is 0.
    world
        The world that `redeal` dealt from `empty`.
    copy
        Returns a copy of a state. None of the states above are changed.

    Returns
    -------
    tuple of str, str, or None
        The problem and the line at fault, which is empty if unknown; None if there is no problem.
    """
    fields = declared_fields(game)
    redeal = game.redeal
    if fields is None or redeal is None:
        return None
    if any(true.table[choices.made] for choices in secret_choices(game)):
        return None  # Drawing choices calls `legal`, which may well read these fields.
    filled = copy(empty)
    for other in range(len(true.own)):
        for name in fields.own_names:
            filled.own[other][name] = true.own[other][name]
    for name in fields.hidden_names:
        filled.hidden[name] = true.hidden[name]
    function = f"redeal for seat {seat + 1}"
    try:
        filled_run = lines_of(lambda: redeal(rules, filled, seat), MOST_LINES)
    except (Exception, TooManyLinesError) as error:
        failure = "does not end" if isinstance(error, TooManyLinesError) else f"fails ({error})"
        return f"{function} reads hidden fields: it {failure} if they are not empty", ""
    problem = _problem_of(_hidden_numbers(fields, seat, true, world, filled), function)
    if not problem:
        return None
    again = copy(empty)
    line = lines_of(lambda: redeal(rules, again, seat), MOST_LINES).first_split(filled_run)
    return problem, line


def _hidden_numbers(
    fields: DeclaredFields,
    seat: int,
    true: kernel.State,
    world: kernel.State,
    from_true: kernel.State,
) -> Iterator[HiddenNumbers]:
    """Yield the declared fields that a seat cannot see."""
    for name in fields.own_names:
        for other in range(len(true.own)):
            if other != seat:
                owners = (state.own[other][name] for state in (true, world, from_true))
                yield HiddenNumbers(f"own.{name} of seat {other + 1}", *map(np.array, owners))
    for name in fields.hidden_names:
        records = (state.hidden[name] for state in (true, world, from_true))
        yield HiddenNumbers(f"hidden.{name}", *map(np.array, records))


def _problem_of(all_numbers: Iterator[HiddenNumbers], function: str) -> str:
    """Return the first problem of fields, those that were not written first; empty if none."""
    depending = ""
    for numbers in all_numbers:
        differs = numbers.world != numbers.from_true
        unwritten = differs & (numbers.world == 0) & (numbers.from_true == numbers.true)
        if np.any(unwritten):
            value = int(numbers.true[unwritten].flat[0])
            return (
                f"{function} does not write {numbers.name}: it stays 0, but is {value} in the game"
            )
        if np.any(differs) and not depending:
            depending = (
                f"{function} reads a hidden field before it writes it: {numbers.name} would have "
                "another value if the hidden fields were not empty"
            )
    return depending


def find_illegal_choice(
    game: Game,
    rules: Any,
    seat: int,
    true: kernel.State,
    world: kernel.State,
    legal_actions: Callable[[kernel.State], Sequence[int]],
) -> str:
    """Return a sentence on a secret choice in a world that is not legal there; empty if none.

    Choices that are not legal in the true game either are left out, because the seat chose them
    when other actions were legal.

    Parameters
    ----------
    game, rules
        The game and its rules record.
    seat
        The seat for which the world was dealt, 0-based.
    true, world
        The true game, and the world that `redeal` dealt. Both are used as they are.
    legal_actions
        Returns the legal actions of the seat to act in a state, without changing the state.
    """
    acting = int(true.table.seat)
    try:
        for choices in secret_choices(game):
            for chooser in range(len(true.own)):
                if chooser == seat or not has(int(true.table[choices.made]), chooser):
                    continue
                true.table.seat = world.table.seat = chooser
                choice = int(world.own[chooser][choices.name])
                was_legal = int(true.own[chooser][choices.name]) in legal_actions(true)
                if was_legal and choice not in legal_actions(world):
                    words = game.teller.action(rules, world.table, choice) or "an unknown action"
                    return (
                        f"after redeal for seat {seat + 1}, the {choices.name} of seat "
                        f"{chooser + 1} is not legal for it: action {choice} ({words})"
                    )
    finally:
        true.table.seat = world.table.seat = acting
    return ""
