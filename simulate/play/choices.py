"""How strategies choose, compiled to the one signature that the kernel calls."""

from __future__ import annotations

from functools import cache
from types import FunctionType
from typing import Any

import numpy as np
from numba import types
from numba.core.errors import TypingError
from numba.extending import overload

from simulate.errors import UsageError
from simulate.game import Game
from simulate.kit.compiled import Instance
from simulate.kit.sources import ships_with_fathom
from simulate.kit.view import View
from simulate.play.explaining import NO_ACTION, NOT_COMPILED, in_words, place_of
from simulate.play.kernel import ships, strategy_signature


@cache
def choice_of(
    decide: Any, name: str, parameters: int, game: Game, thinks_with: tuple[Any, ...] = ()
) -> Instance:
    """Return a strategy's choice, for the one signature that the kernel calls.

    `decide` is ``(view, *parameters) -> action``, with so many parameters, and calls `thinks_with`.
    """
    source = f"def choose(view):\n    return as_action({call_of(0, parameters)})\n"
    plain = getattr(decide, "py_func", decide)
    namespace: dict[str, Any] = {}
    exec(compile(source, plain.__code__.co_filename, "exec"), namespace)
    template: FunctionType = namespace["choose"]
    template.__module__ = plain.__module__
    return Instance(
        template,
        f"choose_{name}_{game.name}",
        strategy_signature(game),
        {"decide": decide, "as_action": as_action},
        checks=not (all(map(ships_with_fathom, (decide, *thinks_with))) and ships(game)),
    )


@cache
def compile_strategy(
    decide: Any, name: str, parameters: int, game: Game, thinks_with: tuple[Any, ...] = ()
) -> Any:
    """Compile a strategy's choice, or fetch it from the disk.

    What does not compile is a `UsageError` that says what, and where.
    """
    try:
        return choice_of(decide, name, parameters, game, thinks_with).compile()
    except NOT_COMPILED as error:
        parts = {
            "view": View._fields,
            "view.table": game.table.dtype.names or (),
            "view.own": game.own.dtype.names or (),
            "view.menu": game.menu.dtype.names or (),
            "view.rules": game.rules_dtype.names or (),
        }
        whose = " of the view, which 'fathom strategies GAME --view' lists"
        file, line = place_of(error, [decide])
        raise UsageError(
            f"strategy {name} ({file}, line {line}) cannot be compiled: "
            f"{in_words(error, parts, whose)}"
        ) from error


def call_of(first: int, parameters: int) -> str:
    """Return the source of calling ``decide`` with some of the numbers in a view."""
    numbers = range(first, first + parameters)
    return f"decide(view{''.join(f', view.parameters.value[{number}]' for number in numbers)})"


def as_action(choice: Any) -> int:
    """Return what a strategy chose, if it is an action at all."""
    if isinstance(choice, bool | np.bool_) or not isinstance(choice, int | np.integer):
        raise TypeError(f"{NO_ACTION}, it returned {choice!r}")
    return choice  # type: ignore[return-value]


@overload(as_action)
def _compiled_as_action(choice: Any) -> Any:
    if not isinstance(choice, types.Integer | types.IntegerLiteral):
        can_end = " (it can end without a return)" if "none" in str(choice).lower() else ""
        raise TypingError(f"{NO_ACTION}, this one {choice}{can_end}")

    def implementation(choice: Any) -> Any:
        return np.int64(choice)

    return implementation
