"""Strategies and games whose choices no seed would give again are refused, and say what to do."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from simulate.errors import FathomError, UsageError
from simulate.play.arms import check_repeating
from simulate.play.engine import Engine
from simulate.play.explaining import refuse_references
from simulate.strategy import Strategy
from strategies import find_strategy
from tests.helpers import coin_race
from tests.helpers.commands_helper import fathom
from tests.helpers.tables import quick_among

HEAD = """\
import ctypes
import os
import random
import time
import uuid
from random import random as lot

import numpy as np
from numba import objmode

from simulate.kit import read_only
from simulate.kit.chance import below
from strategies import action_at, compiled, legal, strategy, working_memory

CELL = np.zeros(1, np.int64)
LIST = []
COUNT = 0
RNG = np.random.default_rng()
WORTH = np.array([3, 1, 2])
CLOCK = ctypes.CDLL(None).clock


@compiled
def helper(bound):
    return random.randrange(bound)


@compiled
def harmless(view, bound):
    return below(view.chance, bound)


@strategy("*", tier=0)
def tested(view):
"""
#: What is refused by its name, with what the refusal must say.
REFUSED = {
    "random.random() * 2": ("draws with random,", "below(view.chance, 6)"),
    "lot() * 2": ("draws with lot,", "uniform(view.chance)"),
    "helper(2)": ("line 25) draws with random,", "below(view.chance, 6)"),
    "(lambda: helper(2))()": ("line 25) draws with random,", "below(view.chance, 6)"),
    "np.random.default_rng().random()": ("draws with np.random,", "view.chance"),
    "RNG.random() * 2": ("draws with RNG", "view.chance"),
    "uuid.uuid4().int": ("draws with uuid,", "view.chance"),
    "np.empty(4).sum()": ("makes an array with np.empty,", "np.zeros"),
    "hash('a word')": ("uses hash", "compare the values themselves"),
    "id(view)": ("uses id", "compare the values themselves"),
    "CLOCK()": ("leaves compiled code with CLOCK", "plain Python"),
    "objmode()": ("leaves compiled code with objmode", "plain Python"),
    "read_only.opened(view.scratch)": ("makes read-only records writable", "working_memory"),
}
#: What the compiler refuses, with what is said of it.
NOT_COMPILED = {
    "CELL[0] += 1": "writes to a value that lasts from one decision or game to the next",
    "CELL.fill(1)": "working_memory(view, size)",
    "global COUNT\n    COUNT += 1": "writes to a value that lasts from one decision",
    "LIST.append(1)": "'LIST'",
    "import secrets": "IMPORT_NAME",
    "from simulate.kit.read_only import opened": "IMPORT_NAME",
    "number = time.time()": "'time'",
    "number = len(open('x').read())": "'open'",
    "number = int(os.environ['N'])": "'environ'",
}
#: What only playing twice finds where nothing is compiled.
REMEMBERED = ("LIST.append(1)", "CELL[0] += 1", "global COUNT\n    COUNT += 1")


def written(folder: Path, *statements: str) -> Strategy:
    """Return a strategy of a file that does something and takes the first action."""
    lines = [f"    {statement}\n" for statement in (*statements, "return legal(view)[0]")]
    (folder / "mine.py").write_text(HEAD + "".join(lines), encoding="utf-8")
    return find_strategy(f"{folder / 'mine.py'}:tested", "snorkeling")


@pytest.mark.parametrize("expression", REFUSED)
def test_code_with_unseeded_randomness_is_refused_with_a_remedy(
    tmp_path: Path, expression: str
) -> None:
    strategy_tested = written(tmp_path, f"number = {expression}")
    with pytest.raises(UsageError) as refused:
        refuse_references(strategy_tested.decide, "strategy tested", "view.chance")
    for words in REFUSED[expression]:
        assert words in str(refused.value)
    where = "" if "helper" in expression else f", line {HEAD.count(chr(10)) + 1})"
    assert f"mine.py{where}" in str(refused.value)


@pytest.mark.parametrize("statement", NOT_COMPILED)
def test_code_that_keeps_values_between_decisions_does_not_compile(
    tmp_path: Path, statement: str
) -> None:
    strategy_tested = written(tmp_path, statement)
    with pytest.raises(UsageError, match=r"mine\.py, line .* cannot be compiled") as refused:
        engine_of(strategy_tested)
    assert NOT_COMPILED[statement] in str(refused.value)


@pytest.mark.slow
@pytest.mark.parametrize("statement", quick_among(REMEMBERED, "CELL[0] += 1"))
def test_an_interpreted_strategy_that_keeps_values_between_games_is_detected(
    tmp_path: Path, statement: str
) -> None:
    often = "if (CELL[0] + len(LIST) + COUNT) % 7 < 3"
    written(tmp_path, statement, f"{often}:\n        return legal(view)[view.menu.count - 1]")
    play = ("run", "scaphandre", "-s", "mine.py:tested", "--games", "4", "--no-jit", "--quiet")
    message = " ".join(fathom(tmp_path, *play, code=1).err.split())
    assert "strategy mine.py:tested plays differently with the same seed: game " in message
    assert "working_memory(view, size)" in message


@pytest.mark.parametrize(("calls", "line"), [("deep(n - 1)", 5), ("deeper(n)", 9)])
def test_a_function_that_calls_itself_is_refused(tmp_path: Path, calls: str, line: int) -> None:
    (tmp_path / "deep.py").write_text(
        "from strategies import legal, strategy\n\n\n"
        f"def deep(n):\n    return n if n < 0 else {calls}\n\n\n"
        "def deeper(n):\n    return deep(n - 1)\n\n\n"
        "@strategy('*', tier=0)\ndef tested(view):\n    return legal(view)[deep(9) + 1]\n",
        encoding="utf-8",
    )
    strategy_tested = find_strategy(f"{tmp_path / 'deep.py'}:tested", "scaphandre")
    with pytest.raises(UsageError, match=rf"line {line}\) calls itself \(deep\).*as a loop"):
        refuse_references(strategy_tested.decide, "strategy tested", "view.chance")


def test_code_that_depends_only_on_the_view_is_accepted(tmp_path: Path) -> None:
    strategy_tested = written(
        tmp_path,
        "memory = working_memory(view, 4)",
        "memory[0] = below(view.chance, 3) + WORTH[1] + harmless(view, 2)",
        "time = [1, 2]",
        "time.append(np.int64(memory[0]))",
        "random = np.zeros(3)",
        "random[0] = len(time) + max(1, abs(-2))",
    )
    refuse_references(strategy_tested.decide, "strategy tested", "view.chance")


@pytest.mark.parametrize("name", ["deal", "prepare"])
def test_a_game_with_its_own_random_numbers_is_refused_and_pointed_to_the_stream_of_the_deal(
    name: str,
) -> None:
    import random

    def drawing(rules: Any, state: Any = None) -> None:
        rules.players = random.randrange(3)

    lot = find_strategy("random", "snorkeling")
    functions: dict[str, Any] = {name: drawing}
    wild = replace(coin_race.GAME, name="wild", **functions)
    with pytest.raises(UsageError, match=r"game wild .*draws with random,.*below\(state\.chance"):
        Engine(wild, wild.resolve("base", {}, 2), [lot, lot], 1, 1)


def test_derived_rules_that_differ_when_prepared_again_are_refused() -> None:
    times = count(3)

    def prepare(rules: Any) -> None:
        rules["max_turns"] = next(times)

    lot = find_strategy("random", "snorkeling")
    changing = replace(coin_race.GAME, name="changing", prepare=prepare)
    engine = Engine(changing, changing.resolve("base", {}, 2), [lot, lot], 1, 1)
    with pytest.raises(
        FathomError,
        match=r"the game changing plays differently .* prepare returned different tables",
    ):
        check_repeating(engine)


class Fickle:
    """Stands for an engine; after a block or two its games go another way, or never."""

    def __init__(self, engine: Engine, after: int) -> None:
        self._engine, self._left = engine, after

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def play(self, first: int, games: int) -> Any:
        rows = self._engine.play(first, games)
        self._left -= 1
        if self._left < 0:
            rows[-1, -1] += 1
        return rows


def test_games_that_differ_when_played_again_are_an_error_with_the_likely_cause(
    tmp_path: Path,
) -> None:
    aliased = written(tmp_path, "known = WORTH[0]")
    engine: Any = Fickle(engine_of(aliased), 2)
    with pytest.raises(FathomError) as error:
        check_repeating(engine)
    assert "game 39 was different the second time" in str(error.value)
    assert "It may change WORTH, which stays changed in later games" in str(error.value)


def test_repeatability_is_checked_only_once_per_engine(tmp_path: Path) -> None:
    engine: Any = Fickle(engine_of(written(tmp_path)), 4)
    check_repeating(engine)
    check_repeating(engine)


def engine_of(strategy: Strategy) -> Engine:
    values = coin_race.GAME.resolve("base", {}, 2)
    return Engine(coin_race.GAME, values, [strategy, strategy], 1, 1)
