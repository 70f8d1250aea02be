"""The errors of `game(...)`, the texts of games made with it, and the checks of games in files."""

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

pytestmark = pytest.mark.usefixtures("short_survey")

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

GAME = game(name="relay", seats=SEATS, legal=legal, apply=apply, actions=ACTIONS, turns=TURNS)
"""


def relay(folder: Path, end: str = "end_turn(rules, state)", **changes: str) -> str:
    """Write a game in which seat 1 always acts again, and return its file."""
    words = {"SEATS": "(2, 2)", "ACTIONS": '{0: "runs"}', "TURNS": '"ended by apply"'} | changes
    text = RELAY.replace("END", end)
    for word, instead in words.items():
        text = text.replace(word, instead)
    (folder / "relay.py").write_text(text, encoding="utf-8")
    return str(folder / "relay.py")


#: Runs commands in an interpreting process, and prints the output of each.
TELL = """
import json, sys
from pathlib import Path
from tempfile import mkdtemp
from tests.helpers.commands_helper import fathom

commands = json.loads(sys.argv[1])
outputs = {
    name: fathom(Path(command[1]).parent, *command).out for name, command in commands.items()
}
print(json.dumps(outputs))
"""


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return outputs on the game, and on a version in which actions end turns, from one process."""
    new_folder = tmp_path_factory.mktemp
    each = relay(new_folder("each"), end="pass", TURNS='"each action"')
    usual = relay(new_folder("usual"))
    by_apply = '"ended by apply"'
    both = {
        "end": "end_turn(rules, state)\n    if state.table.turns == 4:\n        end_round(state)",
        "allow,": "allow, end_round,",
    }
    replayed = {
        "usual": usual,
        "each action": each,
        "turns declared": usual,
        "turns undeclared": relay(new_folder("turns"), TURNS='""'),
        "rounds declared": relay(new_folder("all"), TURNS=f"{by_apply}, rounds={by_apply}", **both),
        "rounds undeclared": relay(new_folder("none"), TURNS='""', **both),
    }
    commands = {
        **{
            name: ("replay", file, "--game", "0", "--moves", "--no-jit")
            for name, file in replayed.items()
        },
        "run": ("run", usual, "--games", "8", "--no-robust", "--full", "--no-jit", "--no-charts"),
    }
    printed = run_python(TELL, json.dumps(commands), NUMBA_DISABLE_JIT="1")
    return dict(json.loads(printed))


@pytest.mark.slow
def test_the_next_seat_can_be_set_after_a_turn_has_ended(outputs: dict[str, str]) -> None:
    assert "seat 1 has 1 point now (+1)" in outputs["usual"]
    assert "seat 1 has 4 points now (+1)" in outputs["usual"]


@pytest.mark.parametrize("ended", ["turns", "rounds"])
def test_a_file_that_imports_the_end_of_turns_or_rounds_ends_them_itself(
    ended: str, outputs: dict[str, str]
) -> None:
    assert outputs[f"{ended} undeclared"] == outputs[f"{ended} declared"]


def test_a_lap_is_a_round_if_the_file_does_not_import_their_end(outputs: dict[str, str]) -> None:
    assert "after 4 turns in 4 rounds" in outputs["usual"]
    assert "after 4 turns in 1 round:" in outputs["rounds declared"]


def test_an_unknown_way_to_end_turns_is_refused(tmp_path: Path) -> None:
    message = "turns of game relay cannot be 'said'; allowed: 'each action' .* 'ended by apply'"
    with pytest.raises(UsageError, match=message):
        find_game(relay(tmp_path, TURNS='"said"'))


def test_each_action_is_a_turn_if_the_game_declares_it(outputs: dict[str, str]) -> None:
    assert "seat 2 has 3 points now (+1)" in outputs["each action"]


def test_actions_that_are_not_a_mapping_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"actions of game relay cannot be .*0: \"rolls\""):
        find_game(relay(tmp_path, ACTIONS="legal"))


def test_a_game_without_variants_is_summarized_with_the_base_variant(
    outputs: dict[str, str],
) -> None:
    words = "The rules as they are."
    assert words in " ".join(outputs["run"].split())


def test_a_game_for_a_single_number_of_players_is_listed_with_that_number(tmp_path: Path) -> None:
    fathom(tmp_path, "new", "skat", "--like", "tricks")
    assert find_game(str(tmp_path / "skat.py")).table_sizes == "4"


def test_copies_may_be_a_number_for_each_kind() -> None:
    cards = Cards("card", ["guard", "priest", "princess"], copies=[5, 2, 1])
    cards.fields({})
    assert cards.most == 8
    with pytest.raises(UsageError, match=r"for each of the 3 kinds, not \(5, 2\)"):
        Cards("card", ["guard", "priest", "princess"], copies=[5, 2])
    with pytest.raises(UsageError, match=r"for each of the 3 kinds, not 2\.5"):
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
    assert [check["name"] for check in checks if check["passed"] is False] == []
    assert sum(check["passed"] is True for check in checks) >= 15


@pytest.mark.parametrize("glossary", ["Beach", {"Beach": 0}, ["Beach"]])
def test_a_glossary_without_meanings_is_refused(glossary: Any) -> None:
    def legal(rules: Any, state: Any, menu: Any) -> None:
        """Offer nothing."""

    def apply(rules: Any, state: Any, action: int) -> None:
        """Do nothing."""

    with pytest.raises(UsageError, match="write the meaning of each word"):
        game(name="dive", seats=(2, 2), legal=legal, apply=apply, glossary=glossary)
