from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simulate.errors import UsageError
from simulate.game import find_game
from simulate.kit.chance import STREAM
from simulate.kit.read_only import read_only
from simulate.kit.view import MEMORY, View, record_of
from simulate.play.kernel import compile_strategy
from tests.helpers.strategy_files import load_strategy, write_strategy

GAME = find_game("snorkeling")
ROOT = Path(__file__).resolve().parents[2]

#: Statements with which a strategy would change the game, and what each would change.
ASSIGNMENTS = [
    "view.table.seat = 1",
    "view.table.scores[0] = 9",
    "view.table.scores[:] = 9",
    "view.table.pile[0, 0] = 1",
    "view.table.known[0][1] = 1",
    "view.own.cards = 1",
    "view.own.count[2] += 1",
    "view.menu.count = 1",
    "view.menu.members[0] = -1",
    "view.rules.players = 2",
    "view.rules.value[3] = 1",
    "view.table.scores.sort()",
    "view.table.scores.flat[0] = 9",
    "np.ascontiguousarray(view.table.scores)[0] = 9",
    "for score in np.nditer(view.table.scores):\n    score[...] = 9",
    "view.parameters.value[0] = 3.0",
]
#: Expressions with which a strategy would see what is hidden from its seat.
SECRETS = [
    "view.hidden",
    "view.deck",
    "view.hands",
    "view.state",
    "view.table.deck",
    "view.table.counts",
    "view.own[1]",
    "view.chance.seed",
    "view.chance.deal",
    "view.scratch.actions[1]",
]


def plain_view() -> View:
    """Make a view as a strategy gets it when it is interpreted."""

    def record(dtype: np.dtype[np.void]) -> Any:
        return np.zeros(1, dtype).view(np.recarray)[0]

    table = read_only(record(GAME.table.dtype))
    own = read_only(record(GAME.own.dtype))
    menu = read_only(record(GAME.menu.dtype))
    rules = read_only(GAME.rules_record(GAME.resolve("base", {}, 4), 4)[0])
    return View(table, own, rules, menu, record(STREAM), None, None)


@pytest.mark.parametrize("statement", ASSIGNMENTS)
def test_a_strategy_that_changes_the_game_does_not_compile(statement: str, tmp_path: Path) -> None:
    cheat = load_strategy(tmp_path, f"{statement}\nreturn 0", "snorkeling", name="cheat")
    with pytest.raises(UsageError, match=r"strategy cheat .*cannot be compiled"):
        compile_strategy(cheat.decide, cheat.name, 0, GAME)


@pytest.mark.parametrize("secret", SECRETS)
def test_a_strategy_that_looks_at_what_is_hidden_does_not_compile(
    secret: str, tmp_path: Path
) -> None:
    spy = load_strategy(tmp_path, f"found = {secret}\nreturn 0", "snorkeling", name="spy")
    with pytest.raises(UsageError, match=r"strategy spy .*cannot be compiled"):
        compile_strategy(spy.decide, spy.name, 0, GAME)


@pytest.mark.parametrize("line", ["return None", "import math\nreturn 0", "return view.nothing"])
def test_a_strategy_that_cannot_be_compiled_is_a_usage_error(line: str, tmp_path: Path) -> None:
    broken = load_strategy(tmp_path, line, "snorkeling", name="broken")
    with pytest.raises(UsageError, match=r"strategy broken .*broken\.py.*cannot be compiled"):
        compile_strategy(broken.decide, broken.name, 0, GAME)


def run_plainly(body: str) -> None:
    """Run the statements on a view, interpreted."""
    exec(compile(body, "strategy", "exec"), {"view": plain_view(), "np": np})


# A copy may be written: it changes nothing. The parameters are not part of the view's records.
HARMLESS_INTERPRETED = ("view.parameters",)


@pytest.mark.parametrize(
    "statement", [s for s in ASSIGNMENTS if not s.startswith(HARMLESS_INTERPRETED)]
)
def test_an_interpreted_strategy_that_changes_the_game_raises(statement: str) -> None:
    with pytest.raises(ValueError, match="read-only"):
        run_plainly(statement)


@pytest.mark.parametrize("secret", [s for s in SECRETS if s != "view.own[1]"])
def test_an_interpreted_strategy_that_looks_at_what_is_hidden_raises(secret: str) -> None:
    with pytest.raises(AttributeError):
        run_plainly(secret)


def test_the_engine_tells_of_an_interpreted_cheat(tmp_path: Path) -> None:
    spec = write_strategy(tmp_path, "view.table.scores[0] = 9\nreturn 0", name="cheat")
    script = (
        "from simulate.study import Study\n"
        "from simulate.play.arms import make_engine\n"
        "from strategies import find_strategy\n"
        f"spec = {spec!r}\n"
        "study = Study(game='snorkeling', variant='base', players=2, games=1, seed=1,\n"
        "              lineup=(spec, spec))\n"
        "make_engine(study, [find_strategy(spec, 'snorkeling')] * 2).play(0, 1)\n"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "cheat raised ValueError: assignment destination is read-only" in done.stderr


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"size": (np.int64,)}, "a field cannot be called 'size'"),
        ({"left": (np.int64, MEMORY), "lead": (np.float64,)}, "cannot have 513 numbers"),
    ],
)
def test_a_record_that_cannot_be_made_says_why(fields: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        record_of(**fields)
