"""Each fault of a step or of whole games is found by the check for it."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from simulate.checking import survey
from simulate.checking.checked_game import CheckedGame, MakeEngine
from simulate.checking.judging import GAME_CHECKS, judge
from simulate.checking.play_checks import ENDS, INTERPRETED, SAME
from simulate.checking.steps import STEP_CHECKS
from simulate.checking.survey import Survey
from simulate.checking.use_checks import ACTIONS, COUNTS, RULES
from simulate.checking.walks import PLAYS, CheckedTable, Finding, GameState, WalkResult
from simulate.cli.check_game import (
    _MARK,
    begin_walking,
    lineups_of,
    making_engines,
    tables_of,
    walked_by,
)
from simulate.game import Game, find_game
from simulate.kit.seats import end_game
from simulate.making.telling import DeclaredTeller
from simulate.play.engine import Engine
from tests.fixtures.checked_game import broken
from tests.helpers.file_games import checked_steps
from tests.helpers.guide_games import guide_game
from tests.helpers.tables import quick_among

ONE_TURN = "no action ends two turns"
MENU = "legal actions exist, none offered twice"
OFFERING = "offering actions changes nothing"
LEAKS = "legal actions depend only on what the seat sees"
REDEAL = "redeal fits what the seat sees"
PLAYED_ON = "games can go on after redeal"
CENSUS = "no component is lost or doubled"
ACTING = "the seat to act is in the game"
SCORES = "scores change only for seats still in"
FALLING = "turns, rounds and standings never fall"
TOLD = "every step can be described"
SMALL = "numbers stay small"
WAIT = "    allow(menu, WAIT)\n"
GONE = "        gone.put(state, action)\n"
LAPPED = "table.laps += 1"
LAPS = f"    {LAPPED}\n"
SCORED = "        table.scores[seat] += action + rules.bonus\n"
DEAL = "    deal=deal,\n"
OUTSIDE = "table.scores[seat + 99] += 1"
#: The fault that is reported for a step that does not end.
ENDLESS = "a loop does not end"
#: By fault: the text to replace, its replacement, the checks that find it, and the line at fault.
MUTANTS = {
    "a card vanishes": (GONE, "", {CENSUS}, "hand.put_down(state, seat, action)"),
    "a card is doubled": (GONE, GONE + GONE, {CENSUS}, "gone.put(state, action)"),
    "the menu shows another's hand": (
        WAIT,
        WAIT + "    if state.own[(table_seat(state) + 1) % rules.players].cards & 1:\n"
        "        allow(menu, WAIT + 1)\n",
        {LEAKS},
        "",
    ),
    "the menu shows the pile": (
        WAIT,
        "    if state.hidden.deck[0] < 4 or state.table.hand_size[state.table.seat] == 0:\n"
        "        allow(menu, WAIT)\n",
        {LEAKS},
        "",
    ),
    "legal counts": (WAIT, f"{WAIT}    state.{LAPPED}\n", {OFFERING}, f"state.{LAPPED}"),
    "legal draws lots": (
        WAIT,
        WAIT + "    if below(state.chance, 2) > 5:\n        allow(menu, WAIT)\n",
        {OFFERING},
        "below(state.chance, 2)",
    ),
    "a card is offered twice": (
        WAIT,
        WAIT + "    hand.offer(menu, PLAY, state.own[state.table.seat])\n",
        {MENU},
        "",
    ),
    "those who are out score": (
        SCORED,
        SCORED + "        for other in range(rules.players):\n"
        "            table.scores[other] += 1\n",
        {SCORES},
        "table.scores[other] += 1",
    ),
    "nobody is to act": (
        "    end_turn(rules, state)\n",
        "    end_turn(rules, state)\n    if table.laps == 9:\n        table.seat = rules.players\n",
        {ACTING},
        "table.seat = rules.players",
    ),
    "the next seat is not at the table": (
        "    end_turn(rules, state)\n",
        "    end_turn(rules, state)\n    if table.laps > 1:\n        table.seat = seat + 1\n",
        {ACTING},
        "write (seat + 1) % rules.players",
    ),
    "an action ends two turns": (
        "    end_turn(rules, state)\n",
        "    end_turn(rules, state)\n    if table.laps == 3:\n        end_turn(rules, state)\n",
        {ONE_TURN},
        ": the first in line 37, then another in line 39",
    ),
    "cards are put out without being taken": (
        "        hand.deal(state, seat, deck, rules.hand_size)\n",
        "        hand.deal(state, seat, deck, rules.hand_size)\n    gone.put(state, 7)\n",
        {CENSUS},
        "when a game begins, there are 4 of card 8, 1 too many",
    ),
    "turns fall": (
        LAPS,
        LAPS + "    if table.laps == 4:\n        table.turns -= 2\n",
        {FALLING},
        "table.turns -= 2",
    ),
    "a score counts in small change": (
        SCORED,
        SCORED + "        table.scores[seat] += 1 << 21\n",
        {SMALL},
        "table.scores[seat] += 1 << 21",
    ),
    "redeal takes a card from the table": (DEAL, f"{DEAL}    redeal=taking,\n", {REDEAL}, ""),
    "redeal raises": (
        DEAL,
        f"{DEAL}    redeal=raising,\n",
        {REDEAL},
        "redeal for seat 1: IndexError: no such card",
    ),
    "an action cannot be told": (
        'WAIT: "waits"}',
        "WAIT: lambda rules, table, number: table.nowhere}",
        {TOLD},
        "table.nowhere",
    ),
    "an index lies outside": (SCORED, f"        {OUTSIDE}\n", {PLAYS}, OUTSIDE),
    ENDLESS: (LAPS, "    while table.laps >= 0:\n        table.halftime = 0\n", {PLAYS}, "table."),
}
HELPERS = """

def table_seat(state):
    return state.table.seat


def taking(rules, state, seat):
    state.table.gone[0] += 1


def raising(rules, state, seat):
    raise IndexError("no such card")


GAME = game("""

WALK = """
import sys
from simulate.cli import check_game as checking
for file in sys.argv[1:]:
    checking._walk(file, 20, 800, "{}")  # enough work for each fault
"""


def written(text: str, folder: Path) -> str:
    """Write a game with helpers for faults to a file, and return the file."""
    text = text.replace("\n\nGAME = game(", HELPERS).replace("import (", "import (\n    below,")
    file = folder / "reef.py"
    file.write_text(text, encoding="utf-8")
    return str(file)


@pytest.fixture(scope="module")
def all_walked(tmp_path_factory: pytest.TempPathFactory) -> dict[str, WalkResult]:
    """The results of walking through all faulty games but the endless one, in one process."""
    texts = {fault: broken(old, new) for fault, (old, new, *_) in MUTANTS.items()}
    del texts[ENDLESS]
    texts["a card is shown"] = showing_a_card()
    files = {name: written(text, tmp_path_factory.mktemp("fault")) for name, text in texts.items()}
    command, jit = [sys.executable, "-c", WALK, *files.values()], {"NUMBA_DISABLE_JIT": "1"}
    process = subprocess.run(command, env={**os.environ, **jit}, stdout=subprocess.PIPE, check=True)
    return dict(zip(files, map(pickle.loads, process.stdout.split(_MARK)[1:]), strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("fault", quick_among(MUTANTS, *(set(MUTANTS) - {ENDLESS})))
def test_each_fault_in_a_step_is_found_by_its_check(
    fault: str, all_walked: dict[str, WalkResult], tmp_path: Path
) -> None:
    old, new, checks, line = MUTANTS[fault]
    walked = all_walked.get(fault)
    if walked is None:
        with begin_walking(written(broken(old, new), tmp_path), hangs=3, work=1e6) as process:
            walked = walked_by(process, hangs=3)
    assert walked.findings.keys() == checks, walked.findings
    for finding in walked.findings.values():
        assert line in finding.text
        assert not finding.warning


def showing_a_card() -> str:
    """Return the text of a game in which cards are put down a turn after they are shown."""
    down = "        hand.put_down(state, seat, action)\n        gone.put(state, action)\n"
    later = (
        "    if table.shown > 0:\n"
        "        hand.put_down(state, table.owner, table.shown - 1)\n"
        "        gone.put(state, table.shown - 1)\n"
        "        table.shown = 0\n"
    )
    text = broken(down, "        table.shown = 1 + action\n        table.owner = seat\n")
    text = text.replace(LAPS, LAPS + later).replace("action == 7", "action < 0")
    return text.replace('"laps":', '"shown": "a card, from 1", "owner": "whose it is", "laps":')


def test_a_shown_card_that_stays_in_hand_is_found_after_redeal(
    all_walked: dict[str, WalkResult],
) -> None:
    [(check, finding)] = all_walked["a card is shown"].findings.items()
    assert check == PLAYED_ON
    assert "the card that is put down is not in hand" in finding.problem
    assert "hand.put_down(state, table.owner, table.shown - 1)` in apply" in finding.line
    assert "in a game that continues after redeal for seat" in finding.text
    assert finding.step


EXTRA = "    for seat in range(rules.players):\n        hand.put(state, seat, BOAT)\n"


@pytest.mark.slow
def test_more_cards_than_declared_are_found_where_no_pile_begins_full(tmp_path: Path) -> None:
    """The redeal is derived from the components, so it is not blamed."""
    text = guide_game("harbour")
    fill = "        hand.draw(state, seat, 4)\n    fill_purse(state)\n"
    assert text.count(fill) == 1
    text = text.replace(fill, fill + EXTRA)
    file = tmp_path / "harbour.py"
    file.write_text(text, encoding="utf-8")
    with begin_walking(str(file), hangs=20, work=30.0) as process:
        [(check, finding)] = walked_by(process, hangs=20).findings.items()
    assert check == CENSUS
    assert finding.problem == "when a game begins, there are 10 of card boat, 2 too many"
    assert finding.line.endswith("`hand.put(state, seat, BOAT)`")
    assert "write Pile(..., full=False)" in finding.remedy


def test_an_error_of_a_derived_redeal_is_not_blamed_on_a_redeal_of_the_author() -> None:
    step = checked_steps("race", "first", 0)[0]
    game = replace(step.engine.game, redeal=end_game)  # It takes other arguments.
    engine: Any = SimpleNamespace(game=game, rules=step.engine.rules, lineup=step.engine.lineup)
    step = replace(step, engine=engine, began=step.census(step.snapshot))
    [check] = [check for check in STEP_CHECKS if check.name == REDEAL]
    breach = check.find(step)
    assert breach is not None
    assert breach.problem.startswith("what seat 1 cannot see cannot be dealt again: redeal for")
    assert "TypeError" in breach.problem
    assert "Cards(..., copies=...)" in breach.remedy
    assert "let redeal" not in breach.remedy


GAME = find_game("scaphandre")
TABLE = CheckedTable(2, "base")
MAKE = making_engines(GAME)


def played(
    make: MakeEngine = MAKE, game: Game = GAME, walked: WalkResult | None = None
) -> CheckedGame:
    return CheckedGame(game, [TABLE], ["random"], make, walked or WalkResult(), surveyed())


@cache
def surveyed() -> Survey:
    """Return the survey of a few recorded games."""
    engines = {(TABLE, 0): lambda: MAKE(TABLE, 0, {})}
    screens = {check.name: check.screen for check in STEP_CHECKS if check.screen}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(survey, "GAMES", 300)
        return survey.survey(GAME, engines, screens)


def look(check: str, at: CheckedGame) -> Sequence[Finding]:
    [game_check] = [game_check for game_check in GAME_CHECKS if game_check.name == check]
    return list(game_check.find(at))


def stood(number: int, steps: int) -> GameState:
    walk = MAKE(TABLE, 0, {}).walk(number)
    walk.skip(steps)
    return GameState(steps, tuple(part.tobytes() for part in walk.snapshot), None)


@pytest.mark.parametrize("check", [ENDS, SAME, COUNTS])
def test_no_check_finds_a_fault_in_a_bundled_game(check: str) -> None:
    assert look(check, played()) == []


@pytest.mark.slow
def test_each_rule_has_an_effect_at_some_table() -> None:
    at = replace(played(), tables=tables_of(GAME), lineups=lineups_of(GAME))
    assert look(RULES, at) == []
    assert at.left_out == []


def test_a_rule_without_effect_and_an_action_never_offered_are_warnings() -> None:
    def deaf(table: CheckedTable, who: int, rules: Mapping[str, Any]) -> Engine:
        return MAKE(table, who, {name: value for name, value in rules.items() if name != "limit"})

    usual, idle = (
        {finding.problem for finding in look(RULES, played(make))} for make in (MAKE, deaf)
    )
    [problem] = idle - usual
    assert problem.startswith("rule limit changes nothing in 3,000 games at each table (limit=")
    teller = DeclaredTeller({range(64): "plays", 99: "sings"}, [], "points")
    [finding] = look(ACTIONS, played(game=replace(GAME, teller=teller)))
    assert finding.problem == "action 99 (sings) is never offered in 300 games"
    assert "if it is for a rare case, leave it" in finding.remedy
    assert finding.warning


def test_a_game_whose_results_depend_on_blocks_is_found() -> None:
    calls = count()

    def moody(table: CheckedTable, who: int, rules: Mapping[str, Any]) -> Engine:
        engine = MAKE(table, who, rules)
        return Engine(GAME, engine.values, engine.lineup, 1, next(calls))

    findings = look(SAME, played(moody))
    assert [finding.problem for finding in findings] == [
        "a game has a different result when it is played again",
        "a game has a different result when it is played alone",
    ]


def test_a_game_that_differs_when_it_is_interpreted_is_found() -> None:
    true = stood(3, 10)
    assert look(INTERPRETED, played(walked=WalkResult(last_states={(TABLE, 0, 3): true}))) == []
    place = GAME.table.dtype.fields["rounds"][1]  # type: ignore[index]
    table = bytearray(true.state[0])
    table[place] ^= 1
    false = replace(true, state=(bytes(table), *true.state[1:]))
    [finding] = look(INTERPRETED, played(walked=WalkResult(last_states={(TABLE, 0, 3): false})))
    assert "after 10 steps, table.rounds of the compiled game differs" in finding.problem
    assert (finding.game, finding.where) == (3, "2 players, base")


def test_a_count_out_of_its_bounds_is_found() -> None:
    counts = tuple(replace(count, yes_or_no=True) for count in GAME.counts)
    findings = look(COUNTS, played(game=replace(GAME, counts=counts)))
    assert findings
    assert all("in a game" in finding.problem for finding in findings)


def test_a_game_without_redeal_is_a_warning() -> None:
    game = replace(GAME, redeal=None)
    results = judge(played(game=game, walked=WalkResult(steps=1)), lambda name: None)
    warned = {result.name for result in results if result.verdict == "warned"}
    assert warned - {RULES} == {
        "legal actions depend only on what the seat sees",
        "redeal fits what the seat sees",
        "games can go on after redeal",
    }


def test_a_skipped_check_is_reported_as_neither_passed_nor_failed() -> None:
    walked = WalkResult({PLAYS: Finding("it raises", "")}, stopped=True)
    results = judge(played(walked=walked), lambda name: None)
    assert {result.verdict for result in results} == {"failed", "not looked at"}
    assert [result.as_json()["passed"] for result in results[1:3]] == [False, None]
