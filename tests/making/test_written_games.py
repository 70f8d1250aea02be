"""Games in files in which seats sit out, or points are bad."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulate.game import Game, find_game
from simulate.play import rows as row
from simulate.play.arms import make_engine
from simulate.play.comebacks import measure_course
from simulate.play.engine import Engine
from simulate.rules.kinds import Value
from strategies import find_strategy
from tests.helpers.commands_helper import fathom
from tests.helpers.studies import lineup_of, make_study

DUEL = '''
"""Duel: a turn is to stay or to leave the round; whoever is left last scores."""

from simulate.making import Flag, Whole, allow, end_game, end_round, end_turn, game, in_round
from simulate.making import put_out, sit_out, size


def legal(rules, state, menu):
    allow(menu, 0)
    if state.table.turns % 3 == 2:
        allow(menu, 1)


def apply(rules, state, action):
    table = state.table
    if action == 1 and rules.for_good:
        put_out(rules, state, table.seat)
    elif action == 1:
        sit_out(rules, state, table.seat)
    end_turn(rules, state)
    if size(in_round(table)) == 1:
        table.scores[table.seat] += 1
        end_round(state)
        if table.rounds == rules.goal:
            end_game(state)


GAME = game(
    name="duel",
    seats=(2, 4),
    rules={
        "goal": Whole(default=5, minimum=1, maximum=9, meaning="Rounds that are played."),
        "for_good": Flag(default=False, meaning="Who leaves does not come back."),
    },
    actions={0: "stays", 1: "leaves the round"},
    legal=legal,
    apply=apply,
    turns="ended by apply",
    rounds="ended by apply",
)
'''


def written(folder: Path) -> str:
    file = folder / "duel.py"
    file.write_text(DUEL, encoding="utf-8")
    return str(file)


def engine_of(folder: Path, *, for_good: bool = False) -> Engine:
    rules: dict[str, Value] = {"max_turns": 200, "for_good": for_good}
    study = make_study(written(folder), 4, lineup=("random",) * 4, rules=rules)
    return make_engine(study, lineup_of(study))


@pytest.mark.slow
def test_a_seat_that_sits_out_is_skipped_until_the_round_is_over(tmp_path: Path) -> None:
    engine = engine_of(tmp_path)
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


def test_a_seat_that_is_put_out_does_not_come_back_and_one_that_sits_out_does(
    tmp_path: Path,
) -> None:
    walk = engine_of(tmp_path, for_good=True).walk(0)
    assert [moment.action for moment in walk].count(1) == 3
    assert int(walk.snapshot.table.rounds) == 5
    assert int(walk.snapshot.table.active).bit_count() == 1


def test_a_seat_that_sits_out_is_shown(tmp_path: Path) -> None:
    written(tmp_path)
    output = fathom(
        tmp_path, "replay", "duel.py", "-s", "random", "--game", "0", "--players", "3", "--moves"
    ).out
    assert "sits out this round" in output


@pytest.mark.slow
def test_a_game_in_which_seats_sit_out_passes_the_check(tmp_path: Path) -> None:
    written(tmp_path)
    checked = fathom(tmp_path, "check", "duel.py", "--json", "--quiet", "--jobs", "2").json
    assert {check["name"] for check in checked["checks"] if check["verdict"] == "failed"} == set()


# Points are bad ---------------------------------------------------------------------------------


GOLF = '''"""Golf: two rolls each; the fewest points win."""

from simulate.making import Dice, allow, end_game, game

die = Dice("die", sides=30)


def legal(rules, state, menu):
    allow(menu, 0)


def apply(rules, state, action):
    table = state.table
    table.scores[table.seat] += die.roll(rules, state)
    if table.turns + 1 == 2 * rules.players:
        end_game(state)


GAME = game(
    name="golf",
    seats=(2, 4),
    components=[die],
    actions={0: "rolls"},
    legal=legal,
    apply=apply,
    wins="lowest",
)
'''
GAMES, PLAYERS = 60, 3


@pytest.fixture
def golf(tmp_path: Path) -> Game:
    file = tmp_path / "golf.py"
    file.write_text(GOLF, encoding="utf-8")
    return find_game(str(file))


def alone(scores: list[int], best: int) -> set[int]:
    return {seat for seat, score in enumerate(scores) if score == best}


@pytest.mark.slow
def test_in_a_game_of_fewest_points_the_lowest_score_leads_and_the_highest_is_last(
    golf: Game,
) -> None:
    lineup = [find_strategy("random", golf.name_or_file)] * PLAYERS
    engine = Engine(golf, golf.resolve("base", {}, PLAYERS), lineup, 1, 1)
    rows = engine.play(0, GAMES)
    changes = 0
    for number in range(GAMES):
        walk = engine.walk(number)
        walk.skip(PLAYERS)
        half = [int(walk.snapshot.table.scores[seat]) for seat in range(PLAYERS)]
        final = list(rows[number, row.SCORES : row.SCORES + PLAYERS])
        led, won = alone(half, min(half)), alone(final, min(final))
        last = alone(half, max(half))
        assert rows[number, row.WINNERS] == sum(1 << seat for seat in won)
        assert rows[number, row.LAST_AT_HALF] == sum(1 << seat for seat in last) * (len(last) < 3)
        changed = len(led) == len(won) == 1 and led != won
        assert rows[number, row.LEAD_CHANGES] == changed
        changes += changed
        if len(won) == 1:
            assert measure_course(engine, number).deficit >= 0
    assert 10 < changes < GAMES - 10


def test_a_replay_names_the_leader(golf: Game, tmp_path: Path) -> None:
    table = ("-s", "random", "--players", "2", "--game", "1", "--moves")
    output = fathom(tmp_path, "replay", golf.origin, *table).out
    line = next(line for line in output.splitlines() if line.startswith("After round 1"))
    first, second = (int(text) for text in line.split(": ", 1)[1].split(" points")[0].split(" : "))
    assert f"seat {1 if first < second else 2} leads by {abs(first - second)}" in line
