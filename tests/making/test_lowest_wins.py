"""Games in which points are bad: who has fewer is ahead, in every count and word."""

from pathlib import Path

import pytest

from simulate.game import Game, find_game
from simulate.play import rows as row
from simulate.play.engine import Engine
from simulate.play.extra_runs import furthest_behind
from strategies import find_strategy
from tests.helpers.commands_helper import fathom

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
def golf(same_place: Path) -> Game:
    file = same_place / "golf.py"
    file.write_text(GOLF, encoding="utf-8")
    return find_game(str(file))


def alone(scores: list[int], best: int) -> set[int]:
    return {seat for seat, score in enumerate(scores) if score == best}


def test_who_has_fewer_points_leads_and_who_has_more_is_last(golf: Game) -> None:
    lineup = [find_strategy("random", golf.typed)] * PLAYERS
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
            assert furthest_behind(engine, number) >= 0
    assert 10 < changes < GAMES - 10


def test_a_replay_says_who_leads(golf: Game, same_place: Path) -> None:
    table = ("--players", "2", "--game", "1", "--no-jit")
    told = fathom(same_place, "replay", golf.origin, *table).out
    line = next(line for line in told.splitlines() if line.startswith("After round 1"))
    first, second = (int(text) for text in line.split(": ", 1)[1].split(" points")[0].split(" : "))
    assert f"seat {1 if first < second else 2} leads by {abs(first - second)}" in line
