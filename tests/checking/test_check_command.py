"""The output and exit code of ``fathom check`` for good and broken games."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from simulate.checking import survey
from simulate.checking.play_checks import ENDS
from simulate.checking.use_checks import ACTIONS, RULES
from simulate.checking.walks import PLAYS
from simulate.cli import check_game as checking
from tests.fixtures.checked_game import GOOD, broken
from tests.helpers.commands_helper import fathom, real_fathom, started
from tests.helpers.file_games import file_of


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(checking, "WORK", 100.0)
    monkeypatch.setattr(survey, "GAMES", 600)
    (tmp_path / "reef.py").write_text(GOOD, encoding="utf-8")
    return tmp_path


def by_name(output: Any) -> dict[str, Any]:
    return {result["name"]: result for result in output["checks"]}


def write(folder: Path, text: str) -> None:
    (folder / "reef.py").write_text(text, encoding="utf-8")


def test_a_good_game_passes_in_few_lines(folder: Path) -> None:
    done = fathom(folder, "check", file_of("race"))
    lines = done.out.splitlines()
    assert len(lines) <= 34
    assert max(map(len, lines)) <= 80
    assert lines[0] == "Race, 2 to 4 players, base"
    assert lines[1] == "  60 cards: 10 kinds (no. 1 to no. 10), 6 of each"
    assert "25 passed, 0 warned, 0 failed, 3 not looked at" in lines
    assert sum(line.startswith("✓ ") for line in lines) == 25
    assert "- counts are within their bounds (not looked at: the game declares no counts)" in lines
    assert "Checked: all moves in 600 games, 14,400 steps, played by random, first;" in done.out
    assert "checking Race: games end" in done.err


@pytest.mark.slow
def test_a_rule_without_effect_and_an_action_never_offered_do_not_fail_a_check(
    folder: Path,
) -> None:
    text = broken("action + rules.bonus", "action + 1")
    text = text.replace('WAIT: "waits"}', 'WAIT: "waits", 99: "sings"}')
    write(folder, text)
    output = fathom(folder, "check", "reef.py", "--json", "--quiet").json
    assert output["game"] == "reef"
    assert output["passed"] is True
    checks = by_name(output)
    warned = {name for name, result in checks.items() if result["verdict"] == "warned"}
    assert warned == {RULES, ACTIONS}
    assert "rule bonus changes nothing" in checks[RULES]["finding"]["said"]
    assert checks[RULES]["more_findings"] == []
    assert "action 99 (sings) is never offered" in checks[ACTIONS]["finding"]["said"]


DRAW_OR_LAY = '''
"""Draw or lay: draw a card, or lay a card for its points."""

from simulate.making import Cards, Hands, Pile, Shown, allow, end_game, end_turn, game

CARDS = Cards("card", 5, copies=6)
discard = Shown("discard", CARDS)
deck = Pile("deck", CARDS, refill=discard)
hand = Hands(CARDS)
LAY, DRAW = 0, 5


def legal(rules, state, menu):
    if deck.can_draw(state):
        allow(menu, DRAW)
    hand.offer(menu, LAY, state.own[state.table.seat])


def apply(rules, state, action):
    table = state.table
    if action == DRAW:
        hand.deal(state, table.seat, deck, 1)
    else:
        hand.put_down(state, table.seat, action)
        discard.put(state, action)
        table.scores[table.seat] += action + 1
    END
    if table.turns == 60:
        end_game(state)


GAME = game(
    name="reef",
    seats=(2, 2),
    components=[deck, discard, hand],
    actions={range(LAY, DRAW): WORDS, DRAW: "draws a card"},
    legal=legal,
    apply=apply,
)
'''
ALWAYS, AFTER_LAYING, AFTER_DRAWING = (
    "end_turn(rules, state)",
    "if action != DRAW:\n        end_turn(rules, state)",
    "if action == DRAW:\n        end_turn(rules, state)",
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("end", "words", "expected"),
    [
        (ALWAYS, '"lays {card}"', []),
        (AFTER_LAYING, '"lays {card}"', ["draws a card"]),
        (AFTER_DRAWING, '"lays {card}"', ["lays ..."]),
        (AFTER_DRAWING, 'lambda rules, table, card: "lays it"', ["lays it and the like"]),
    ],
)
def test_actions_that_never_end_a_turn_are_named_with_the_function_that_ends_it(
    folder: Path, end: str, words: str, expected: list[str]
) -> None:
    write(folder, DRAW_OR_LAY.replace("END", end).replace("WORDS", words))
    output = fathom(folder, "check", "reef.py", "--json", "--quiet").json
    assert output["coverage"]["actions_never_last"] == expected
    assert output["passed"]
    screen = " ".join(fathom(folder, "check", "reef.py", "--quiet").out.split())
    named = f"Never the last action of a turn: {expected[0]} (if" if expected else "Checked:"
    assert named in screen
    assert ("call end_turn(rules, state) in apply" in screen) == bool(expected)


@pytest.mark.slow
def test_an_endless_game_fails_with_its_most_frequent_action(folder: Path) -> None:
    write(folder, broken("table.hand_size[seat] == 0 or table.laps > 30", "table.laps < 0"))
    output = fathom(folder, "check", "reef.py", "--json", "--quiet", code=1).json
    failed = {name: result for name, result in by_name(output).items() if result["passed"] is False}
    assert set(failed) == {ENDS}
    problem = failed[ENDS]["finding"]["said"]
    assert "60 of 60 games are not decided after 10,000 turns" in problem
    assert "200 of the last 200 actions are: waits" in problem


@pytest.mark.slow
def test_an_error_in_a_game_is_reported_with_its_line(folder: Path) -> None:
    write(folder, broken("    table.laps += 1\n", "    table.lapps += 1\n"))
    done = real_fathom(folder, "check", "reef.py", "--quiet", code=1)
    assert f"✗ {PLAYS}" in done.out
    assert "table.lapps += 1" in done.out
    assert "did you mean 'laps'?" in " ".join(done.out.split())


def test_an_error_in_a_description_is_reported_with_its_line_before_compilation(
    folder: Path,
) -> None:
    words = "def wording(rules, table, number):\n    return f'waits {table.lapps}'\n\n\n"
    text = broken('WAIT: "waits"}', "WAIT: wording}")
    write(folder, text.replace("GAME = game(", f"{words}GAME = game("))
    output = real_fathom(folder, "check", "reef.py", "--quiet", "--json", code=1).json
    failed = {name: result for name, result in by_name(output).items() if result["passed"] is False}
    assert set(failed) == {"every step can be described"}
    finding = failed["every step can be described"]["finding"]
    assert finding["line"].endswith("`return f'waits {table.lapps}'` in wording")
    assert finding["line"].startswith("reef.py, line ")
    assert finding["said"] == "unknown field 'lapps' of table"
    assert "did you mean 'laps'?" in finding["remedy"]
    assert (finding["game"], finding["step"]) == (0, 1)
    assert {result["passed"] for result in output["checks"][1:12]} == {None}


@pytest.mark.slow
def test_watching_checks_again_at_each_save_until_ctrl_c(folder: Path) -> None:
    write(folder, "GAME = 1\n")
    process = started(folder, "check", "reef.py", "--watch")
    too_long = threading.Timer(600, process.kill)  # or it would be waited for without end
    too_long.start()
    try:
        assert "GAME that is 1" in told_until(process, "watching reef.py")
        write(folder, "GAME = 2\n")
        os.utime(folder / "reef.py", (time.time() + 5, time.time() + 5))
        assert "GAME that is 2" in told_until(process, "watching reef.py")
        process.send_signal(signal.SIGINT)
        process.communicate()
        assert process.returncode == 0
    finally:
        too_long.cancel()
        process.kill()
        process.communicate()


def told_until(process: subprocess.Popen[str], words: str) -> str:
    """Return the output of a command up to some words."""
    assert process.stderr is not None
    output = ""
    while words not in output:
        line = process.stderr.readline()
        assert line, f"it ended: {output}"
        output += line
    return output
