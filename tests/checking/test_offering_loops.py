"""An action that is never offered is traced to the loop in `legal` that leaves it out."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulate.checking import survey
from simulate.checking.kinds import Kind
from simulate.checking.offering_loops import find_loop_beside
from simulate.cli import check_game as checking
from simulate.game import find_game
from tests.fixtures.broken_versions import text_of
from tests.helpers.commands_helper import fathom

LOOP = "    for column in range(COLUMNS):\n        if state"
SHORT_LOOP = "    for column in range(1, COLUMNS):\n        if state"


def written(folder: Path, old: str, new: str) -> str:
    """Write the board game with a replaced text to a file, and return the file."""
    text = text_of("board")
    assert text.count(old) == 1
    file = folder / "reef.py"
    file.write_text(text.replace(old, new), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(
    ("never", "offered", "is_found"),
    [([0], range(1, 7), True), ([7], range(7), True), ([90], range(7), False)],
)
def test_the_loop_is_named_if_the_action_is_beside_those_that_it_offers(
    never: list[int], offered: range, is_found: bool, tmp_path: Path
) -> None:
    game = find_game(written(tmp_path, LOOP, SHORT_LOOP))
    line = find_loop_beside(game, never, offered)
    assert line == ("reef.py, line 19: `for column in range(1, COLUMNS):`" if is_found else "")


def test_no_line_is_named_if_two_loops_offer_actions(tmp_path: Path) -> None:
    second = "    for column in range(90, 95):\n        allow(menu, column)\n"
    game = find_game(written(tmp_path, LOOP, second + SHORT_LOOP))
    assert find_loop_beside(game, [0], range(1, 7)) == ""


def test_no_line_is_named_without_a_loop(tmp_path: Path) -> None:
    file = tmp_path / "reef.py"
    file.write_text(text_of("dice"), encoding="utf-8")
    assert find_loop_beside(find_game(str(file)), [2], [0, 1]) == ""


@pytest.mark.slow
def test_games_without_any_action_left_name_the_action_that_is_never_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "WORK", 100.0)
    monkeypatch.setattr(survey, "GAMES", 600)
    written(tmp_path, LOOP, SHORT_LOOP)
    output = fathom(tmp_path, "check", "reef.py", "--json", "--quiet", code=1).json
    finding = output["findings"][0]
    assert finding["rule"] == Kind.ENDLESS_GAME
    assert "no seat is offered any action any more, and action 0 is never" in finding["message"]
    assert finding["remedy"].startswith("offer action 0 in legal")
    assert (finding["file"], finding["line"], finding["column"]) == ("reef.py", 19, 5)
    [warning] = [row for row in output["findings"] if row["rule"] == Kind.ACTION_NEVER_OFFERED]
    assert (warning["severity"], warning["line"]) == ("warning", 19)
    assert "let this loop begin earlier or end later" in warning["remedy"]
