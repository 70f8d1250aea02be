"""Who sits out is passed over until the round is over, and is in the game all the while."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulate.play.arms import make_engine
from simulate.play.engine import Engine
from tests.helpers.commands_helper import fathom
from tests.helpers.studies import lineup_of, make_study

DUEL = '''
"""Duel: a turn is to stay or to leave the round; whoever is left last scores."""

from simulate.making import Whole, allow, end_game, end_round, end_turn, game, in_round
from simulate.making import put_out, sit_out, size


def legal(rules, state, menu):
    allow(menu, 0)
    if state.table.turns % 3 == 2:
        allow(menu, 1)


def apply(rules, state, action):
    table = state.table
    if action == 1:
        LEAVES(rules, state, table.seat)
    end_turn(rules, state)
    if size(in_round(table)) == 1:
        table.scores[table.seat] += 1
        end_round(state)
        if table.rounds == rules.goal:
            end_game(state)


GAME = game(
    name="duel",
    seats=(2, 4),
    rules={"goal": Whole(default=5, minimum=1, maximum=9, meaning="Rounds that are played.")},
    actions={0: "stays", 1: "leaves the round"},
    legal=legal,
    apply=apply,
)
'''


def written(folder: Path, leaves: str = "sit_out") -> str:
    file = folder / "duel.py"
    file.write_text(DUEL.replace("LEAVES", leaves), encoding="utf-8")
    return str(file)


def engine_of(folder: Path, leaves: str = "sit_out") -> Engine:
    study = make_study(written(folder, leaves), 4, lineup=("random",) * 4, rules={"max_turns": 200})
    return make_engine(study, lineup_of(study))


def test_who_sits_out_is_passed_over_until_the_round_is_over_and_then_is_in_again(
    same_place: Path,
) -> None:
    engine = engine_of(same_place)
    away: set[int] = set()
    left = rounds = 0
    for moment in engine.walk(0):
        table = moment.snapshot.table
        if table.rounds > rounds:
            rounds, away = int(table.rounds), set()
        assert moment.seat not in away
        assert int(table.sitting_out) == sum(1 << seat for seat in away)
        assert int(table.active) == 0b1111
        if moment.action == 1:
            away.add(moment.seat)
            left += 1
    assert (rounds, left) == (4, 15)


def test_who_is_put_out_does_not_come_back_and_who_sat_out_then_does(tmp_path: Path) -> None:
    walk = engine_of(tmp_path, "put_out").walk(0)
    assert [moment.action for moment in walk].count(1) == 3
    assert int(walk.snapshot.table.rounds) == 5
    assert int(walk.snapshot.table.active).bit_count() == 1


def test_who_sits_out_is_told(same_place: Path) -> None:
    written(same_place)
    told = fathom(same_place, "replay", "duel.py", "--game", "0", "--players", "3").out
    assert "sits out this round" in told


@pytest.mark.slow
def test_a_game_in_which_seats_sit_out_passes_the_check(same_place: Path) -> None:
    written(same_place)
    checked = fathom(same_place, "check", "duel.py", "--json", "--quiet", "--jobs", "2").json
    assert {one["name"] for one in checked["checks"] if one["verdict"] == "failed"} == set()
