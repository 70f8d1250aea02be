"""The findings of ``fathom check --json``: their names, places and remedies, and their schema."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from simulate.checking import survey
from simulate.checking.kinds import Kind
from simulate.checking.walks import PLAYS, Finding
from simulate.cli import check_game as checking
from simulate.cli import check_output
from tests.fixtures.broken_versions import text_of
from tests.fixtures.checked_game import GOOD, broken
from tests.helpers.commands_helper import fathom, real_fathom
from tests.helpers.file_games import file_of
from tests.helpers.processes import ROOT


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(checking, "WORK", 100.0)
    monkeypatch.setattr(survey, "GAMES", 600)
    return tmp_path


def line_of(text: str, part: str) -> int:
    """Return the line of a text, from 1, in which a part first occurs."""
    return text[: text.index(part)].count("\n") + 1


def check(folder: Path, text: str, code: int, *, run: Any = fathom) -> Any:
    """Return the JSON object for a game, which must fit the schema that is printed."""
    (folder / "reef.py").write_text(text, encoding="utf-8")
    output = run(folder, "check", "reef.py", "--json", "--quiet", code=code).json
    jsonschema.validate(output, fathom(folder, "schema", "--output", "check").json)
    return output


#: Files that cannot be loaded: the text, the words at the line and column of the mistake, the rule,
#: and words of the message and of the remedy (none if the remedy is unknown).
NOT_LOADED = {
    "syntax": (
        broken("def legal(rules, state, menu):", "def legal(rules, state, menu:"),
        "(rules, state, menu:",
        Kind.SYNTAX_ERROR,
        "'(' was never closed",
        "",
    ),
    "component that does not exist": (
        broken("Cards, Hands, Pile,", "Cards, Hands, Bazaar, Pile,"),
        "from simulate.making import",
        Kind.UNKNOWN_IMPORT,
        "cannot import name 'Bazaar' from 'simulate.making'",
        "fathom guide",
    ),
    "component that is not imported": (
        broken("gone = Shown(", "dice = Dice(2)\ngone = Shown("),
        "Dice(2)",
        Kind.UNKNOWN_NAME,
        "name 'Dice' is not defined",
        "from simulate.making import Dice",
    ),
    "misspelt name": (
        broken("gone = Shown(", "gone = Shwon("),
        "Shwon(",
        Kind.UNKNOWN_NAME,
        "name 'Shwon' is not defined",
        "did you mean 'Shown'?",
    ),
    "argument of a rule": (
        broken("Whole(default=5, minimum=2", "Whole(defalt=5, minimum=2"),
        "Whole(defalt",
        Kind.WRONG_DECLARATION,
        "unexpected keyword argument 'defalt'",
        "did you mean 'default'?",
    ),
    "bound of a rule": (
        broken("Whole(default=5, minimum=2", 'Whole(default=5, minimum="2"'),
        "Whole(default=5",
        Kind.WRONG_DECLARATION,
        "the minimum of the rule 'Cards dealt to each' cannot be '2'",
        "write minimum=2",
    ),
    "argument of game": (
        broken("    actions={range", "    actons={range"),
        "game(\n    name",
        Kind.WRONG_DECLARATION,
        "unknown argument 'actons' of game()",
        "did you mean 'actions'?",
    ),
    "number of players": (
        broken("seats=(2, 3)", "seats=(2, 30)"),
        "game(\n    name",
        Kind.WRONG_DECLARATION,
        "cannot be for 2 to 30 players",
        "allowed: 1 to 12",
    ),
    "no game": (
        GOOD.replace("GAME = game(", "GAMES = game("),
        "",
        Kind.NO_GAME,
        "has no GAME",
        "GAME =",
    ),
    "other errors": (
        broken("PLAY, WAIT = 0, 64", "PLAY, WAIT = 0, 64 // 0"),
        "64 // 0",
        Kind.LOADING_FAILS,
        "ZeroDivisionError",
        "",
    ),
}


@pytest.mark.parametrize("mistake", NOT_LOADED)
def test_a_file_that_cannot_be_loaded_is_a_finding_with_its_place(
    mistake: str, tmp_path: Path
) -> None:
    text, part, rule, message, remedy = NOT_LOADED[mistake]
    output = check(tmp_path, text, 2)
    [finding] = output["findings"]
    assert (finding["rule"], finding["severity"], finding["file"]) == (rule, "error", "reef.py")
    assert message in finding["message"]
    assert remedy in (finding["remedy"] or "")
    assert (finding["remedy"] is None) == (not remedy)
    if part:
        start = text.index(part)
        assert finding["line"] == line_of(text, part)
        assert finding["column"] == start - text.rfind("\n", 0, start)
    assert (output["game"], output["passed"], output["checks"]) == (None, False, [])
    assert output["summary"]["verdict"] == "not loaded"
    assert output["summary"]["errors"] == 1


def test_a_file_in_another_encoding_is_a_finding_with_the_remedy(tmp_path: Path) -> None:
    text = broken("Cards dealt to each", "Cards für each")
    (tmp_path / "reef.py").write_bytes(text.encode("latin-1"))
    output = fathom(tmp_path, "check", "reef.py", "--json", "--quiet", code=2).json
    [finding] = output["findings"]
    assert finding["rule"] == Kind.SYNTAX_ERROR
    assert finding["remedy"] == "save the file in the encoding UTF-8"
    run = fathom(tmp_path, "run", "reef.py", "--trust", code=2)
    assert run.message.endswith("; save the file in the encoding UTF-8")


def test_a_missing_file_and_code_without_permission_stay_errors_of_the_command(
    tmp_path: Path,
) -> None:
    done = fathom(tmp_path, "check", "nowhere.py", "--json", code=2)
    assert done.out == ""
    assert "there is no game file nowhere.py" in done.message


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("    table.laps += 1\n", "    table.lapps += 1\n", Kind.UNKNOWN_FIELD),
        ("    table.laps += 1\n", "    table.scores[99] += 1\n", Kind.INDEX_OUT_OF_RANGE),
    ],
)
def test_an_error_in_a_function_has_its_rule_line_and_column(
    old: str, new: str, rule: Kind, tmp_path: Path
) -> None:
    text = broken(old, new)
    output = check(tmp_path, text, 1, run=real_fathom)
    finding = output["findings"][0]
    assert (finding["rule"], finding["check"]) == (rule, PLAYS)
    assert (finding["file"], finding["line"], finding["column"]) == (
        "reef.py",
        line_of(text, new),
        5,
    )
    assert finding["remedy"]
    assert output["summary"]["verdict"] == "failed"
    assert output["summary"]["errors"] >= 1
    assert output["summary"]["checks_not_made"] > 5


@pytest.mark.slow
def test_a_game_that_prints_is_a_finding_and_does_not_print_between_the_json(
    tmp_path: Path,
) -> None:
    """It prints while the file is loaded, and in a function that is compiled."""
    old = "    table.laps += 1\n"
    text = broken(old, f'    print("seat", seat)\n{old}') + '\n\nprint("loaded")\n'
    finding = check(tmp_path, text, 1, run=real_fathom)["findings"][0]
    assert (finding["rule"], finding["severity"]) == (Kind.PRINTS, "error")
    assert (finding["line"], finding["column"]) == (line_of(text, 'print("seat"'), 5)
    assert "prints with print" in finding["message"]
    assert "remove that line" in finding["remedy"]


@pytest.mark.slow
def test_a_failure_without_a_known_remedy_has_none(tmp_path: Path) -> None:
    text = broken("    table.laps += 1\n", "    raise ValueError('lost')\n")
    finding = check(tmp_path, text, 1, run=real_fathom)["findings"][0]
    assert (finding["rule"], finding["remedy"]) == (Kind.CODE_FAILS, None)
    assert "ValueError: lost" in finding["message"]


@pytest.mark.slow
def test_a_lost_card_has_the_line_that_loses_it(folder: Path) -> None:
    text = broken("        gone.put(state, action)\n", "")
    output = check(folder, text, 1)
    [finding] = [row for row in output["findings"] if row["rule"] == Kind.LOST_COMPONENT]
    assert finding["line"] == line_of(text, "hand.put_down(state, seat, action)")
    assert (finding["column"], finding["game"], finding["step"]) == (9, 0, 1)
    assert finding["action"].startswith("plays ")
    assert "exactly one other place" in finding["remedy"]


#: The line of the example game that ends a turn, its replacement, the rule, the line at fault, and
#: words of the remedy.
_END = "    end_turn(rules, state)  # Now table.seat is the next seat.\n"
TURNS = {
    "none": (
        "",
        Kind.NO_TURN_ENDS,
        "def apply(",
        "call end_turn(rules, state) at the end of apply",
    ),
    "two": (
        f"    end_turn(rules, state)\n{_END}",
        Kind.TWO_TURNS,
        "    end_turn(rules, state)\n",
        "remove one of these calls",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("turns", TURNS)
def test_turns_that_end_never_or_twice_are_one_finding(turns: str, folder: Path) -> None:
    """Seats that never win are a consequence, which is not reported."""
    new, rule, part, remedy = TURNS[turns]
    text = text_of("cards")
    assert text.count(_END) == 1
    text = text.replace(_END, new)
    [finding] = check(folder, text, 1)["findings"]
    assert (finding["rule"], finding["severity"]) == (rule, "error")
    assert finding["line"] == line_of(text, part)
    assert remedy in finding["remedy"]


def test_a_good_game_has_no_findings_and_fits_the_schema(folder: Path) -> None:
    output = fathom(folder, "check", file_of("race"), "--json", "--quiet").json
    jsonschema.validate(output, check_output.check_schema())
    assert output["findings"] == []
    assert output["summary"] == {
        "verdict": "passed",
        "errors": 0,
        "warnings": 0,
        "checks_passed": sum(row["verdict"] == "passed" for row in output["checks"]),
        "checks_not_made": 3,
    }


def test_a_finding_about_a_rule_has_the_line_of_its_declaration(tmp_path: Path) -> None:
    file = tmp_path / "reef.py"
    file.write_text(GOOD, encoding="utf-8")
    finding = Finding(
        "rule bonus changes nothing", "", about="bonus", kind=Kind.RULE_WITHOUT_EFFECT
    )
    row = check_output._as_output(finding, str(file), "every rule has an effect")
    assert (row.line, row.column) == (line_of(GOOD, '"bonus"'), 9)
    assert row.file == str(file)


def test_every_kind_has_a_meaning_and_is_used() -> None:
    names = [kind.value for kind in Kind]
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", name) for name in names)
    assert all(kind.meaning for kind in Kind)
    files = [*(ROOT / "simulate" / "checking").glob("*.py"), *(ROOT / "simulate/cli").glob("*.py")]
    code = "".join(file.read_text(encoding="utf-8") for file in files if file.name != "kinds.py")
    assert [kind.name for kind in Kind if f"Kind.{kind.name}" not in code] == []
    [rule] = [
        check_output.check_schema()["$defs"]["CheckedFinding"]["properties"]["rule"],
    ]
    assert rule["enum"] == names


def test_every_finding_of_a_check_names_its_kind() -> None:
    """Only errors in the author's code have the kind that is the default."""
    for file in (ROOT / "simulate" / "checking").glob("*_checks.py"):
        calls = re.findall(r"Finding\((.*?)\n +\)", file.read_text(encoding="utf-8"), re.DOTALL)
        assert calls
        assert [call for call in calls if "kind=" not in call] == []


def test_the_schema_of_an_unknown_command_is_refused(tmp_path: Path) -> None:
    message = fathom(tmp_path, "schema", "--output", "run", code=2).message
    assert "unknown command 'run' with a schema of its output; known: check" in message
    message = fathom(tmp_path, "schema", "--output", "check", "--tables", "run", code=2).message
    assert "--tables and --output cannot be combined" in message
