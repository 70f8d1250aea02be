"""What `game(...)` refuses of a file, and how it speaks of what it makes; files pass the checks."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from simulate.errors import UsageError
from simulate.game import find_game
from simulate.making import Cards, game
from tests.helpers.commands_helper import fathom
from tests.helpers.file_games import FOLDER
from tests.helpers.processes import run_python

RELAY = """
from simulate.making import allow, end_game, end_turn, game

def legal(rules, state, menu):
    allow(menu, 0)

def apply(rules, state, action):
    state.table.scores[state.table.seat] += 1
    END
    pass_on(state)
    if state.table.turns >= 4:
        end_game(state)

def pass_on(state):
    state.table.seat = 0

GAME = game(name="relay", seats=SEATS, legal=legal, apply=apply, actions=ACTIONS)
"""


def relay(folder: Path, end: str = "end_turn(rules, state)", **said: str) -> str:
    """Write a game in which seat 1 goes on and on, and return its file."""
    words = {"SEATS": "(2, 2)", "ACTIONS": '{0: "runs"}'} | said
    text = RELAY.replace("END", end)
    for word, instead in words.items():
        text = text.replace(word, instead)
    (folder / "relay.py").write_text(text, encoding="utf-8")
    return str(folder / "relay.py")


#: Runs commands in a process that interprets, and prints what each shows.
TELL = """
import json, sys
from pathlib import Path
from tempfile import mkdtemp
from tests.helpers.commands_helper import fathom

commands = json.loads(sys.argv[1])
found = {name: fathom(Path(said[1]).parent, *said).out for name, said in commands.items()}
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What is told of the game, and of it without turns that end, all in a single process."""
    said = '{0: "runs"}, turns="each action"'
    each = relay(tmp_path_factory.mktemp("each"), end="pass", ACTIONS=said)
    usual = relay(tmp_path_factory.mktemp("usual"))
    commands = {
        "usual": ("replay", usual, "--game", "0", "--no-jit"),
        "each action": ("replay", each, "--game", "0", "--no-jit"),
        "run": ("run", usual, "--games", "8", "--no-robust", "--full", "--no-jit", "--no-charts"),
    }
    found = run_python(TELL, json.dumps(commands), NUMBA_DISABLE_JIT="1")
    return dict(json.loads(found))


def test_who_is_next_can_be_said_after_a_turn_has_ended(told: dict[str, str]) -> None:
    assert "seat 1 has 1 point now (+1)" in told["usual"]
    assert "seat 1 has 4 points now (+1)" in told["usual"]


def test_a_seat_set_where_each_action_ends_a_turn_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"sets table\.seat and never calls end_turn"):
        find_game(relay(tmp_path, end="pass"))


def test_it_may_be_said_that_each_action_is_a_turn_all_the_same(told: dict[str, str]) -> None:
    assert "seat 2 has 3 points now (+1)" in told["each action"]


def test_actions_that_are_no_names_by_number_are_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"actions of game relay cannot be .*0: \"rolls\""):
        find_game(relay(tmp_path, ACTIONS="legal"))


def test_a_designer_is_told_of_no_details_that_are_not_theirs(told: dict[str, str]) -> None:
    said = "variant base (the rules as they are); every seat plays"
    assert said in " ".join(told["run"].split())


def test_a_game_for_one_number_of_players_says_one(tmp_path: Path) -> None:
    fathom(tmp_path, "new", "skat", "--like", "tricks")
    assert find_game(str(tmp_path / "skat.py")).table_sizes == "4"


def test_copies_are_a_number_for_each_kind_too() -> None:
    cards = Cards("card", ["guard", "priest", "princess"], copies=[5, 2, 1])
    cards.fields({})
    assert cards.most == 8
    with pytest.raises(UsageError, match=r"for each of the 3 kinds; it is \(5, 2\)"):
        Cards("card", ["guard", "priest", "princess"], copies=[5, 2])
    with pytest.raises(UsageError, match=r"for each of the 3 kinds; it is 2\.5"):
        Cards("card", 3, copies=2.5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("argument", "value", "allowed"),
    [
        ("sides", [[1, 3], [2, 4]], "'each seat', 'opposite seats'.* and 'all together'"),
        ("sides", None, "'each seat', 'opposite seats'.* and 'all together'"),
        ("wins", ["highest"], "'highest', 'lowest' and a function of"),
        ("wins", 1, "'highest', 'lowest' and a function of"),
    ],
)
def test_sides_and_wins_of_a_wrong_type_are_refused(
    argument: str, value: Any, allowed: str
) -> None:
    def legal(rules: Any, state: Any, menu: Any) -> None: ...

    def apply(rules: Any, state: Any, action: Any) -> None: ...

    chosen = {argument: value}
    with pytest.raises(UsageError) as error:
        game(name="relay", seats=(4, 4), legal=legal, apply=apply, **chosen)
    message = str(error.value)
    assert message.startswith(f"{argument} of game relay cannot be {value!r}; allowed: ")
    assert re.search(allowed, message)


NAMES = sorted(file.stem for file in FOLDER.glob("*.py"))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_game_in_a_file_passes_every_check(name: str, tmp_path: Path) -> None:
    done = fathom(tmp_path, "check", str(FOLDER / f"{name}.py"), "--json", "--quiet")
    checks = done.json["checks"]
    assert [one["name"] for one in checks if one["passed"] is False] == []
    assert sum(one["passed"] is True for one in checks) >= 15
