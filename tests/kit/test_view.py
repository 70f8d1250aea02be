from __future__ import annotations

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
from strategies import find_strategy
from tests.helpers.processes import run_python
from tests.helpers.strategy_files import write_strategy

GAME = find_game("snorkeling")

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
    """Return the view of an interpreted strategy."""

    def record(dtype: np.dtype[np.void]) -> Any:
        return np.zeros(1, dtype).view(np.recarray)[0]

    table = read_only(record(GAME.table.dtype))
    own = read_only(record(GAME.own.dtype))
    menu = read_only(record(GAME.menu.dtype))
    rules = read_only(GAME.rules_record(GAME.resolve("base", {}, 4), 4)[0])
    return View(table, own, rules, menu, record(STREAM), None, None)


@pytest.mark.parametrize(
    "line", [*ASSIGNMENTS, *SECRETS, "return None", "import math", "return view.nothing"]
)
def test_a_strategy_that_changes_the_game_or_reads_hidden_fields_does_not_compile(
    line: str, tmp_path: Path
) -> None:
    body = line if line.startswith("return") else f"{line}\nreturn 0"
    body = f"found = {body}" if line in SECRETS else body
    cheat = find_strategy(write_strategy(tmp_path, body, name="cheat"), "snorkeling")
    with pytest.raises(UsageError, match=r"strategy cheat .*cheat\.py.*cannot be compiled"):
        compile_strategy(cheat.decide, cheat.name, 0, GAME)


# The parameters are not part of the view's records, and one's own record is no array.
@pytest.mark.parametrize(
    "line", [s for s in (*ASSIGNMENTS, *SECRETS) if not s.startswith(("view.par", "view.own[1]"))]
)
def test_an_interpreted_strategy_that_changes_the_game_or_reads_hidden_fields_raises_an_error(
    line: str,
) -> None:
    error, message = (
        (AttributeError, "no attribute") if line in SECRETS else (ValueError, "read-only")
    )
    with pytest.raises(error, match=message):
        exec(compile(line, "strategy", "exec"), {"view": plain_view(), "np": np})


def test_the_engine_reports_an_interpreted_strategy_that_cheats(tmp_path: Path) -> None:
    spec = write_strategy(tmp_path, "view.table.scores[0] = 9\nreturn 0", name="cheat")
    script = (
        "from simulate.play.arms import make_engine\n"
        "from tests.helpers.studies import lineup_of, make_study\n"
        f"study = make_study('snorkeling', lineup=({spec!r},) * 2)\n"
        "try:\n    make_engine(study, lineup_of(study)).play(0, 1)\n"
        "except Exception as error:\n    print(error)\n"
    )
    message = run_python(script, NUMBA_DISABLE_JIT="1")
    assert "cheat raised ValueError: assignment destination is read-only" in message


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"size": (np.int64,)}, "a field cannot be called 'size'"),
        ({"left": (np.int64, MEMORY), "lead": (np.float64,)}, "cannot have 513 numbers"),
    ],
)
def test_an_impossible_record_is_refused_with_the_reason(
    fields: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        record_of(**fields)
