"""A fault of a game is told as the game's own, compiled and interpreted."""

from __future__ import annotations

import pytest

from simulate.errors import FathomError, UsageError
from simulate.play import rows as row
from tests.helpers.processes import run_python
from tests.helpers.tiny_games import ENDING, GOOD_TURNS, PASSING, RAISING, STUCK, engine_of

INTERPRETED = """
import sys
from tests.helpers import tiny_games

try:
    tiny_games.engine_of(getattr(tiny_games, sys.argv[1])).play(7, 3)
except Exception as error:
    print(f"{type(error).__name__}: {error}")
"""
STUCK_TOLD = (
    "seat 3 of stuck has no action in game 7 after decision 2, and its turn does not end: a "
    "fault in the game's file"
)


def test_a_game_whose_turn_cannot_go_on_is_told_and_not_played_forever() -> None:
    with pytest.raises(FathomError) as failed:
        engine_of(STUCK).play(7, 3)
    assert not isinstance(failed.value, UsageError)
    assert str(failed.value) == STUCK_TOLD
    assert run_python(INTERPRETED, "STUCK", NUMBA_DISABLE_JIT="1").strip() == (
        f"FathomError: {STUCK_TOLD}"
    )


def test_the_steps_before_a_game_is_stuck_can_be_looked_at() -> None:
    walk = engine_of(STUCK).walk(7)
    for step in range(1, GOOD_TURNS + 1):
        moment = next(walk)
        assert (moment.seat, moment.actions, moment.decisions) == (step - 1, (0,), step)
    for _ in range(2):
        with pytest.raises(FathomError, match="has no action"):
            next(walk)
    assert walk.snapshot.table.seat == 2
    assert walk.row is None


def test_passing_that_ends_the_turn_or_the_game_is_no_fault() -> None:
    passing = engine_of(PASSING).play(0, 2)
    assert passing[:, row.TURNS].tolist() == [10, 10]
    assert passing[:, row.FINISHED].tolist() == [0, 0]
    ending = engine_of(ENDING).play(0, 2)
    assert ending[:, row.TURNS].tolist() == [GOOD_TURNS] * 2
    assert ending[:, row.FINISHED].tolist() == [1, 1]
    for played in (passing, ending):
        assert played[:, row.DECISIONS].tolist() == [GOOD_TURNS] * 2


def test_what_a_game_itself_raises_is_not_blamed_on_the_strategy() -> None:
    with pytest.raises(ValueError, match=r"^the deck is lost$"):
        engine_of(RAISING).play(7, 3)
    interpreted = run_python(INTERPRETED, "RAISING", NUMBA_DISABLE_JIT="1")
    assert interpreted.strip() == "ValueError: the deck is lost"
