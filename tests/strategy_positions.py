"""Asks Snorkeling's strategies what they choose in positions built by hand."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import numba
import numpy as np
from numba import types

from simulate import kernel
from simulate.chance import STREAM, start
from simulate.compiled import instantiate
from simulate.read_only import closed, read_only
from simulate.strategy import Strategy
from simulate.view import View, scratch_dtype
from strategies import find_strategy
from tests.snorkeling_positions import GAME, Action, Position

_PARAMETERS = kernel.seats_dtype(GAME)["parameters"].base


def _ask(
    table: Any, own: Any, rules: Any, menu: Any, stream: Any, vector: Any, scratch: Any, choose: Any
) -> Any:
    """Ask a compiled strategy, with a view as the kernel makes it."""
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
def _asker() -> Any:
    seen = (GAME.table.dtype, GAME.own.dtype, GAME.rules_dtype, GAME.menu.dtype)
    dtypes = (*seen, STREAM, _PARAMETERS, scratch_dtype(GAME.most_actions))
    choice: Any = types.FunctionType(kernel._strategy_signature(GAME))  # type: ignore[no-untyped-call]
    signature = types.int64(*(numba.from_dtype(dtype) for dtype in dtypes), choice)
    return instantiate(_ask, "ask_snorkeling", signature, {}, keep=False)


@cache
def _found(spec: str) -> tuple[Strategy, Any]:
    strategy = find_strategy(spec, GAME.name)
    parameters = len(strategy.parameters)
    return strategy, kernel.compile_strategy(strategy.decide, strategy.name, parameters, GAME)


def _record(dtype: np.dtype[np.void]) -> Any:
    return np.zeros(1, dtype).view(np.recarray)[0]


def tallied(spec: str, position: Position, times: int, seed: int = 1) -> Counter[Action]:
    """Count what a strategy chooses in a position, asked several times with one stream."""
    strategy, choose = _found(spec)
    legal = position.legal()
    stream, vector = _record(STREAM), _record(_PARAMETERS)
    with np.errstate(over="ignore"):
        start(stream, np.uint64(seed), np.uint64(0), 0)
    vector.value[: len(strategy.vector)] = strategy.vector
    scratch = _record(scratch_dtype(GAME.most_actions))
    table, own = position.table, position.own[position.table.seat]
    records = (table, own, position.rules, position.menu, stream, vector, scratch)
    with np.errstate(over="ignore"):
        chosen = Counter(int(_asker()(*records, choose)) for _ in range(times))
    told = Counter({position._told(action): count for action, count in chosen.items()})
    assert legal.issuperset(told), f"{spec} chose {set(told) - legal}"
    return told


def choice(spec: str, position: Position) -> Action:
    """Return what a strategy chooses in a position."""
    return next(iter(tallied(spec, position, 1)))
