"""The check of scores of seats that are out: they may change when the game ends, and only then."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.commands_helper import fathom

SCORES = "scores change only for seats still in"
GAME = '''
"""Banished: the third turn banishes seat 1; its side gets points when the game ends."""

from simulate.making import allow, end_game, end_turn, game, put_out


def legal(rules, state, menu):
    allow(menu, 0)
    allow(menu, 1)


def apply(rules, state, action):
    table = state.table
    table.scores[table.seat] += action
    if table.turns == 3:
        put_out(rules, state, 0)
    end_turn(rules, state)
    if table.turns == LATE:
        table.scores[0] += 3
    if table.turns == 9:
        end_game(state)


GAME = game(
    name="banished",
    seats=(3, 3),
    actions={0: "waits", 1: "gains a point"},
    legal=legal,
    apply=apply,
    turns="ended by apply",
)
'''


@pytest.mark.slow
@pytest.mark.parametrize(("turn", "is_allowed"), [(9, True), (8, False)])
def test_seats_that_are_out_get_points_only_when_the_game_ends(
    tmp_path: Path, turn: int, is_allowed: bool
) -> None:
    (tmp_path / "banished.py").write_text(GAME.replace("LATE", str(turn)), encoding="utf-8")
    # Another check fails in both games, because seat 1 never wins.
    report = fathom(tmp_path, "check", "banished.py", "--json", "--quiet", code=1).json
    [check] = [check for check in report["checks"] if check["name"] == SCORES]
    assert check["passed"] == is_allowed
