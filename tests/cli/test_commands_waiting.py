"""The command ``fathom waiting``: it counts what walks show, and weighs what is known."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reports.analysis.contest import contest_of
from reports.analysis.observed_games import play_observed
from reports.analysis.selection import resolve_study
from reports.waiting.plan import WaitingPlan
from reports.waiting.results import WaitingResults
from simulate.command_options import Selection
from simulate.play.arms import make_engine
from simulate.play.journal import Journal, use_journal
from tests.helpers.commands_helper import fathom

MADE = Path(__file__).parents[1] / "making" / "games"
SLOW = [
    pytest.param(game, marks=pytest.mark.slow)
    for game in (
        *("snorkeling", "scaphandre", "shoal", "animal-splash"),
        *(MADE / "auction.py", MADE / "six.py"),
    )
]
#: Seats 1 and 2 can win: who, seat 3 says in the last turn, the third or the twelfth; or a coin.
KING = """
from simulate.making import Counter, Flag, allow, below, end_game, end_turn, game

last = Counter("last", "how many turns there are")


def deal(rules, state):
    state.table.last = 3 if below(state.chance, 2) else 12


def legal(rules, state, menu):
    allow(menu, 0)
    allow(menu, 1)


def apply(rules, state, action):
    table = state.table
    if table.turns + 1 == table.last:
        winner = action
        if not rules.picks:  # one coin or another
            for _ in range(1 + action):
                winner = below(state.chance, 2)
        table.scores[winner] += 1
        end_game(state)
    end_turn(rules, state)


GAME = game(
    name="king",
    seats=(3, 3),
    rules={"picks": Flag(default=True, meaning="Whether the third seat picks the winner.")},
    components=[last],
    actions={0: "says one", 1: "says two"},
    deal=deal,
    legal=legal,
    apply=apply,
)
"""


@pytest.mark.parametrize("game", ["schnuff", *SLOW])
def test_what_is_counted_is_what_a_walk_shows(game: str | Path, tmp_path: Path) -> None:
    found = fathom(tmp_path, "waiting", str(game), "--games", "20", "--json").json
    study, lineup = resolve_study(Selection(source=str(game), games="20"))
    engine = make_engine(study, lineup)
    waits: dict[int, list[int]] = {seat: [] for seat in range(study.players)}
    turns, forced, decisions = (Counter[int]() for _ in range(3))
    single, watched, left, games_left = 0, 0, 0, 0
    for number in range(20):
        latest, best, out = dict[int, int](), dict[tuple[int, int], int](), Counter[int]()
        begun = -1
        for moment in engine.walk(number):
            table, seat, many = moment.snapshot.table, moment.seat, len(moment.actions)
            turn = int(table.turns)
            if turn != begun:
                out.update(one for one in range(study.players) if not table.active >> one & 1)
                begun = turn
            if seat in latest and latest[seat] != turn:
                waits[seat].append(turn - latest[seat] - 1)
            latest[seat] = turn
            best[seat, turn] = max(many, best.get((seat, turn), 0))
            decisions[seat] += many > 0
            single += many == 1
        for (seat, _), many in best.items():
            turns[seat] += 1
            forced[seat] += many < 2
        watched, left, games_left = watched + out.total(), left + len(out), games_left + bool(out)
    for one, (seat, each) in zip(found["waiting"], waits.items(), strict=True):
        assert one["seat"] == seat + 1
        assert (one["value"], one["n"]) == (pytest.approx(np.mean(each)), len(each))
        assert one["most"] == sorted(each)[math.ceil(0.95 * len(each)) - 1]
        assert one["forced"] == pytest.approx(forced[seat] / turns[seat])
    assert found["forced"]["value"] == pytest.approx(forced.total() / turns.total())
    assert found["forced"]["n"] == turns.total()
    assert found["forced_decisions"]["value"] == pytest.approx(single / decisions.total())
    assert found["out"]["value"] == games_left / 20
    assert found["out_turns"]["value"] == (pytest.approx(watched / left) if left else None)


@pytest.mark.slow
def test_in_pig_for_two_nobody_is_out_and_only_first_rolls_are_forced(tmp_path: Path) -> None:
    asked = ("waiting", str(MADE / "pig.py"), "--players", "2", "--games", "60", "--json")
    found = fathom(tmp_path, *asked).json
    # A turn has a choice unless its first roll loses: which 1 of 6 rolls do.
    assert found["forced"]["ci_low"] < 1 / 6 < found["forced"]["ci_high"]
    assert [one["value"] for one in found["waiting"]] == [1, 1]
    assert (found["out"]["value"], found["kingmaking"]["value"]) == (0, None)


def run_of(folder: Path, *rules: str) -> tuple[WaitingPlan, Any]:
    """Return a plan of the game `KING`, and what it gives."""
    (folder / "king.py").write_text(KING, encoding="utf-8")
    source, who = str(folder / "king.py"), ["random"]  # whoever plays, the choices are the same
    chosen = Selection(source=source, strategy=who, games="2000", rule=list(rules))
    plan = WaitingPlan(chosen)
    return plan, play_observed(plan.design, 1, lambda games: None)


@pytest.mark.slow
def test_who_picks_the_winner_is_told_from_who_cannot(tmp_path: Path) -> None:
    plan, run = run_of(tmp_path)
    results = WaitingResults(run, 0.95)
    for (*_, turn, choices, mover, _, _, low, high), picks in zip(
        results.weighed[:, 1:], results.picks, strict=True
    ):
        assert picks == (turn == choices)  # the last turn of all
        assert not picks or (mover, low, high) == (2, 0, 1)
    share = results.estimates["kingmaking"]
    # Of 15 choices in two games 2; of the choices of a game 1 of 3 or 1 of 12, in the mean 0.208.
    assert share.n == 200
    assert share.low < 2 / 15 < share.high
    assert share.value < 0.18
    with use_journal(journal := Journal(tmp_path / "journal", {"any": 1})):
        first, again = (play_observed(plan.design, 1, lambda games: None) for _ in range(2))
    assert journal.reused_games > 0
    assert WaitingResults(again, 0.95).estimates == WaitingResults(first, 0.95).estimates


@pytest.mark.slow
def test_where_only_luck_differs_nobody_picks_the_winner(tmp_path: Path) -> None:
    results = WaitingResults(run_of(tmp_path, "picks=no")[1], 0.95)
    last = results.weighed[:, 2] == results.weighed[:, 3]
    assert last.sum() > 30  # in which a coin looks as if it were chosen, where the best is chosen
    assert not results.picks.any()
    assert results.estimates["kingmaking"].low == 0 < results.estimates["kingmaking"].high


@pytest.mark.slow
def test_the_screen_answers_and_its_commands_show_it(tmp_path: Path) -> None:
    (tmp_path / "king.py").write_text(KING, encoding="utf-8")
    asked = ("waiting", "king.py", "--games", "400", "--out", "out")
    shown = fathom(tmp_path, *asked).out
    assert all(one.text(None) in shown for one in contest_of("waiting").questions)
    assert "fathom replay king.py --game" in shown
    assert "seat 3 lets seat" in shown
    first = fathom(tmp_path, *asked, "--json").json
    again = fathom(tmp_path, "waiting", "out/study.toml", "--fresh", "--jobs", "2", "--json").json
    for name in ("waiting", "forced", "out", "kingmaking", "tally_id"):
        assert again[name] == first[name]
