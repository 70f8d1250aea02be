"""A fault of a game is told as the game's own, compiled and interpreted."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from simulate.errors import FathomError, UsageError
from simulate.games.snorkeling import GAME
from simulate.kit.parts import part_of
from simulate.play import kernel
from simulate.play import rows as row
from simulate.play.engine import Engine
from strategies import find_strategy
from tests.fixtures import broken_games
from tests.fixtures.broken_games import ENDING, FAULTY, RAISING, STUCK
from tests.helpers.commands_helper import interrupted
from tests.helpers.processes import ROOT, run_python
from tests.helpers.tables import quick_among
from tests.helpers.tiny_games import GOOD_TURNS, PASSING, engine_of
from tests.helpers.toy_game import register

INTERPRETED = """
from tests.fixtures.broken_games import FAULTY, RAISING, STUCK
from tests.helpers.tiny_games import engine_of

for fault in (STUCK, RAISING):
    try:
        engine_of(FAULTY, fault=fault).play(7, 3)
    except Exception as error:
        print(f"{type(error).__name__}: {error}")
"""
STUCK_TOLD = (
    "seat 3 of faulty has no action in game 7 after decision 2, and its turn does not end; let "
    "offer_actions offer an action, or let apply end the turn when it gets PASS"
)


@pytest.mark.slow
def test_a_turn_that_cannot_continue_is_an_error_and_not_an_endless_game() -> None:
    with pytest.raises(FathomError) as failed:
        engine_of(FAULTY, fault=STUCK).play(7, 3)
    assert not isinstance(failed.value, UsageError)
    assert str(failed.value) == STUCK_TOLD


def test_the_steps_before_a_game_is_stuck_can_be_replayed() -> None:
    walk = engine_of(FAULTY, fault=STUCK).walk(7)
    for step in range(1, GOOD_TURNS + 1):
        moment = next(walk)
        assert (moment.seat, moment.actions, moment.decisions) == (step - 1, (0,), step)
    for _ in range(2):
        with pytest.raises(FathomError, match="has no action"):
            next(walk)
    assert walk.snapshot.table.seat == 2
    assert walk.row is None


def test_passing_that_ends_the_turn_or_the_game_is_allowed() -> None:
    passing = engine_of(PASSING).play(0, 2)
    assert passing[:, row.TURNS].tolist() == [10, 10]
    assert passing[:, row.FINISHED].tolist() == [0, 0]
    ending = engine_of(FAULTY, fault=ENDING).play(0, 2)
    assert ending[:, row.TURNS].tolist() == [GOOD_TURNS] * 2
    assert ending[:, row.FINISHED].tolist() == [1, 1]
    for played in (passing, ending):
        assert played[:, row.DECISIONS].tolist() == [GOOD_TURNS] * 2


def test_an_exception_of_a_game_is_reported_with_its_line_and_moment() -> None:
    with pytest.raises(FathomError) as failed:
        engine_of(FAULTY, fault=RAISING).play(7, 3)
    text = str(failed.value)
    assert text.startswith("game faulty fails at ")
    assert '(in act_by_fault): `raise ValueError("the deck is lost")`' in text
    assert "ValueError: the deck is lost (game 7, seed 1, seat 3, decision 3, action 0 " in text
    interpreted = run_python(INTERPRETED, NUMBA_DISABLE_JIT="1").splitlines()
    assert interpreted == [f"FathomError: {message}" for message in (STUCK_TOLD, text)]


#: What is said of broken games, when they are compiled or played.
SAID = {
    "OUTSIDE": (
        "(in act_by_fault): `state.table.scores[SEATS - 2 + state.table.turns] = 1`",
        "index 12 of state.table.scores is out of range: it has 12 elements (0 to 11)",
        "(game 7, seed 1, seat 3, decision 3, action 0 (stops))",
    ),
    "MANY": (
        "(in offer_by_fault): `offer(menu, 64 * group, 1)`",
        "more than 8 groups of actions, but GAME has groups=8",
        "raise groups= to the maximum number of groups on a menu",
    ),
    "MISTYPED": (
        "(in mistype): `state.table.turms += 1`",
        "unknown field 'turms' of state.table (game 0, seed 1, ",
        "; did you mean 'turns'?",
    ),
    "MISTYPED_LATER": (
        "`state.table.seat = state.table.turms`",
        "unknown field 'turms' of mistyped-later; did you mean 'turns'?",
    ),
    "MISPLACED": (
        "`state.table.seat = state.table.counts[0]`",
        "there is no field 'counts' here; use state.hidden.counts",
    ),
    "ENDLESS": (
        "in game 7 of seed 1 seat 2 takes 8,192 steps or more in one turn",
        "and action 0 (stops) in 100 of the last 100",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", quick_among(SAID, *(SAID.keys() - {"MISTYPED"})))
def test_a_broken_game_raises_an_error_that_names_the_fault(name: str) -> None:
    with pytest.raises(FathomError) as failed:
        broken = getattr(broken_games, name)
        engine = engine_of(FAULTY, fault=broken) if isinstance(broken, int) else engine_of(broken)
        engine.play(7, 3)
    printed = str(failed.value)
    assert [words for words in SAID[name] if words not in printed] == [], printed
    if "line " in printed:
        [line] = re.findall(r"broken_games\.py, line ([0-9]+)", printed)
        [text] = re.findall("`(.*)`", printed)
        source = Path(broken_games.__file__).read_text(encoding="utf-8").splitlines()
        assert source[int(line) - 1].strip() == text


@pytest.mark.slow
def test_a_game_that_does_not_compile_is_refused_again_by_the_next_command() -> None:
    for _ in range(2):
        for made in (kernel.compile_kernel, kernel.kernel_of, part_of):
            made.cache_clear()
        with pytest.raises(FathomError, match=r"0\] \+= 0.5`: it writes a fraction to a field"):
            engine_of(broken_games.HALF)


@pytest.mark.slow
def test_checks_of_users_code_do_not_change_bundled_games() -> None:
    """A house rule shares functions and types with its game: each is compiled for itself."""
    ours, values = GAME, GAME.resolve("base", {"max_turns": 40}, 3)
    theirs = replace(ours, name="theirs", apply=broken_games.as_before)
    lineup = [find_strategy("random", ours.name)] * 3
    checked = Engine(theirs, values, lineup, 1, 1).play(0, 50)
    assert (Engine(ours, values, lineup, 1, 1).play(0, 50) == checked).all()
    # What was compiled for the checked kernel is a twin.
    assert not broken_games.as_before.overloads  # type: ignore[attr-defined]


@pytest.mark.slow
def test_an_error_in_a_simulated_game_is_explained(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = broken_games.THOUGHT
    register(monkeypatch, game)
    thinkers = [find_strategy("search(rollouts=8)", game.name)] * 3
    with pytest.raises(FathomError, match=r"IndexError: .* simulated a game of thought; check its"):
        Engine(game, game.resolve("base", {}, 3), thinkers, 1, 1).play(0, 1)


HANGING = f"""
import signal
import sys
from types import ModuleType

sys.path.insert(0, {str(ROOT)!r})
from simulate import game
from simulate.cli import main
from simulate.play import engine, journal
from tests.fixtures.broken_games import HANGING

journal.FIRST_PAUSE = 0  # a fast machine plays all that does not hang before that is over
engine.LONGEST_STEP = 600  # else it is found out before anybody interrupts it
signal.signal(signal.SIGINT, signal.default_int_handler)
module = ModuleType("hanging")
module.GAME = HANGING
game._locations()["hanging"] = lambda: module
sys.argv = ["fathom", "run", "hanging", "-s", "random", "--players", "3", *sys.argv[1:]]
main()
"""


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_an_endless_game_and_keeps_finished_games(jobs: str, tmp_path: Path) -> None:
    options = ("--games", "5M", "--no-rotate", "--no-robust", "--jobs", jobs, "--out", "found")
    # By then it hangs, but for very slow machines, where it still plays.
    begun, program = tmp_path / "found" / "journal", (sys.executable, "-c", HANGING)
    done = interrupted(tmp_path, *options, after=5, until=begun, program=program)
    assert done.code == 130, done.err
    assert "fathom: interrupted; these are the " in done.err
    summary = json.loads((tmp_path / "found" / "summary.json").read_text())
    assert 0 < summary["games"] <= broken_games.HANGS_FROM
