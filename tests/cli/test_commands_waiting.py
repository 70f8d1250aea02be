"""The command ``fathom waiting``: its counts agree with walks, its choices with known games."""

from __future__ import annotations

import math
import re
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
#: Only seats 1 and 2 can win. In the last turn, the third or the twelfth, seat 3 picks the winner,
#: or a coin decides.
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
    turns="ended by apply",
)
"""


@pytest.mark.parametrize("game", ["schnuff", *SLOW])
def test_counts_of_waiting_agree_with_a_walk_through_the_games(
    game: str | Path, tmp_path: Path
) -> None:
    summary = fathom(tmp_path, "waiting", str(game), "--games", "20", "--json").json
    study, lineup = resolve_study(Selection(source=str(game), games="20"))
    engine = make_engine(study, lineup)
    waits: dict[int, list[int]] = {seat: [] for seat in range(study.players)}
    turns, forced, decisions = (Counter[int]() for _ in range(3))
    single, turns_out, seats_out, games_with_out = 0, 0, 0, 0
    for number in range(20):
        latest, best, out = dict[int, int](), dict[tuple[int, int], int](), Counter[int]()
        begun = -1
        for moment in engine.walk(number):
            table, seat = moment.snapshot.table, moment.seat
            actions = len(moment.actions)
            turn = int(table.turns)
            if turn != begun:
                out.update(other for other in range(study.players) if not table.active >> other & 1)
                begun = turn
            if seat in latest and latest[seat] != turn:
                waits[seat].append(turn - latest[seat] - 1)
            latest[seat] = turn
            best[seat, turn] = max(actions, best.get((seat, turn), 0))
            decisions[seat] += actions > 0
            single += actions == 1
        for (seat, _), actions in best.items():
            turns[seat] += 1
            forced[seat] += actions < 2
        turns_out += out.total()
        seats_out += len(out)
        games_with_out += bool(out)
    for row, (seat, lengths) in zip(summary["waiting"], waits.items(), strict=True):
        assert row["seat"] == seat + 1
        assert (row["value"], row["n"]) == (pytest.approx(np.mean(lengths)), len(lengths))
        assert row["most"] == sorted(lengths)[math.ceil(0.95 * len(lengths)) - 1]
        assert row["forced"] == pytest.approx(forced[seat] / turns[seat])
    assert summary["forced"]["value"] == pytest.approx(forced.total() / turns.total())
    assert summary["forced"]["n"] == turns.total()
    assert summary["forced_decisions"]["value"] == pytest.approx(single / decisions.total())
    assert summary["out"]["value"] == games_with_out / 20
    assert summary["out_turns"]["value"] == (
        pytest.approx(turns_out / seats_out) if seats_out else None
    )


@pytest.mark.slow
def test_in_pig_for_two_no_seat_is_out_and_only_first_rolls_are_forced(tmp_path: Path) -> None:
    arguments = ("waiting", str(MADE / "pig.py"), "--players", "2", "--games", "60", "--json")
    summary = fathom(tmp_path, *arguments).json
    # A turn has a choice unless its first roll loses, as 1 of 6 rolls do.
    assert summary["forced"]["ci_low"] < 1 / 6 < summary["forced"]["ci_high"]
    assert [row["value"] for row in summary["waiting"]] == [1, 1]
    assert (summary["out"]["value"], summary["kingmaking"]["value"]) == (0, None)


def run_of(folder: Path, *rules: str) -> tuple[WaitingPlan, Any]:
    """Return a plan of the game `KING`, and its games."""
    (folder / "king.py").write_text(KING, encoding="utf-8")
    source = str(folder / "king.py")
    # The choices are the same for all strategies.
    selection = Selection(source=source, strategy=["random"], games="2000", rule=list(rules))
    plan = WaitingPlan(selection)
    return plan, play_observed(plan.design, 1, lambda games: None)


@pytest.mark.slow
def test_choices_that_pick_the_winner_are_counted_exactly(tmp_path: Path) -> None:
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
def test_choices_that_differ_by_luck_do_not_pick_the_winner(tmp_path: Path) -> None:
    results = WaitingResults(run_of(tmp_path, "picks=no")[1], 0.95)
    last = results.weighed[:, 2] == results.weighed[:, 3]
    assert last.sum() > 30  # in which a coin looks as if it were chosen, where the best is chosen
    assert not results.picks.any()
    assert results.estimates["kingmaking"].low == 0 < results.estimates["kingmaking"].high


@pytest.mark.slow
def test_the_screen_answers_all_questions_and_has_commands(tmp_path: Path) -> None:
    (tmp_path / "king.py").write_text(KING, encoding="utf-8")
    arguments = ("waiting", "king.py", "--games", "400", "--out", "out")
    brief = fathom(tmp_path, *arguments).out
    assert len(brief.splitlines()) <= 24
    for start in ("WAIT?   Between two turns, ", "CHOICE? In ", "OUT?    Nobody", "LOSERS? "):
        assert start in brief
    assert re.search(r"See a loser decide \(turn \d+\)\s+fathom replay king.py --game", brief)
    text = fathom(tmp_path, *arguments, "--full").out
    assert all(question.text(None) in text for question in contest_of("waiting").questions)
    assert "fathom replay king.py --game" in text
    assert "seat 3 lets seat" in text
    first = fathom(tmp_path, *arguments, "--json").json
    again = fathom(tmp_path, "waiting", "out/study.toml", "--fresh", "--jobs", "2", "--json").json
    for name in ("waiting", "forced", "out", "kingmaking", "tally_id"):
        assert again[name] == first[name]
