"""Asks a strategy of any game what it chooses, with a view as the kernel makes it."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types

from simulate.game import Game
from simulate.kit.chance import STREAM, start
from simulate.kit.compiled import instantiate
from simulate.kit.read_only import closed, read_only
from simulate.kit.view import View, scratch_dtype
from simulate.play import kernel
from simulate.strategy import Strategy
from strategies import find_strategy


class Seen(NamedTuple):
    """The records of a position that a strategy sees."""

    table: Any
    own: Any
    rules: Any
    menu: Any


def answers(game: Game, spec: str, seen: Seen, times: int = 1, seed: int = 1) -> Counter[int]:
    """Count the actions that a strategy chooses, asked several times with one stream."""
    strategy, choose = _found(game, spec)
    stream, vector = _record(STREAM), _record(_parameters(game))
    scratch = _record(scratch_dtype(game.groups))
    vector.value[: len(strategy.vector)] = strategy.vector
    with np.errstate(over="ignore"):
        start(stream, np.uint64(seed), np.uint64(0), 0)
        ask = _asker(game)
        return Counter(int(ask(*seen, stream, vector, scratch, choose)) for _ in range(times))


def _ask(
    table: Any, own: Any, rules: Any, menu: Any, stream: Any, vector: Any, scratch: Any, choose: Any
) -> Any:
    return choose(
        View(
            read_only(table),
            read_only(own),
            read_only(rules),
            read_only(menu),
            stream,
            read_only(vector),
            closed(scratch),
        )
    )


@cache
def _asker(game: Game) -> Any:
    seen = (game.table.dtype, game.own.dtype, game.rules_dtype, game.menu.dtype)
    dtypes = (*seen, STREAM, _parameters(game), scratch_dtype(game.groups))
    choice: Any = types.FunctionType(kernel.strategy_signature(game))
    signature = types.int64(*(numba.from_dtype(dtype) for dtype in dtypes), choice)
    return instantiate(_ask, f"ask_{game.name}", signature, {}, keep=False)


@cache
def _found(game: Game, spec: str) -> tuple[Strategy, Any]:
    strategy = find_strategy(spec, game.name)
    parameters = len(strategy.parameters)
    thinks_with = strategy.functions[1:]
    choose = kernel.compile_strategy(strategy.decide, strategy.code, parameters, game, thinks_with)
    return strategy, choose


def _parameters(game: Game) -> Any:
    return kernel.seats_dtype(game)["parameters"].base


def _record(dtype: np.dtype[np.void]) -> Any:
    return np.zeros(1, dtype).view(np.recarray)[0]
