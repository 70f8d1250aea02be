"""What is looked at in whole games: each check finds its fault, and nothing where all is well."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from simulate.checking.blocks import (
    COUNTS,
    ENDS,
    INTERPRETED,
    RULES,
    SAME,
    WHOLE_CHECKS,
    MakeEngine,
    Played,
    judge,
)
from simulate.checking.walks import PLAYS, Finding, Stood, Table, Walked
from simulate.cli.plans.checking import lineups_of, making_engines, tables_of
from simulate.game import Game, find_game
from simulate.play.engine import Engine

GAME = find_game("scaphandre")
TABLE = Table(2, "base")
MAKE = making_engines(GAME)


def played(make: MakeEngine = MAKE, game: Game = GAME, walked: Walked | None = None) -> Played:
    return Played(game, [TABLE], ["random"], make, walked or Walked(), time.monotonic() + 3600)


def look(check: str, at: Played) -> Sequence[Finding]:
    [found] = [one for one in WHOLE_CHECKS if one.name == check]
    return list(found.look(at))


def stood(number: int, steps: int) -> Stood:
    walk = MAKE(TABLE, 0, {}).walk(number)
    walk.skip(steps)
    return Stood(steps, tuple(part.tobytes() for part in walk.snapshot), None)


@pytest.mark.parametrize("check", [ENDS, SAME, COUNTS])
def test_nothing_is_found_in_a_game_that_ships(check: str) -> None:
    assert look(check, played()) == []


@pytest.mark.slow
def test_each_rule_does_something_at_one_of_all_tables() -> None:
    at = replace(played(), tables=tables_of(GAME), lineups=lineups_of(GAME))
    assert look(RULES, at) == []
    assert at.left_out == []


def test_games_that_differ_from_block_to_block_are_found() -> None:
    calls = count()

    def moody(table: Table, who: int, rules: Mapping[str, Any]) -> Engine:
        engine = MAKE(table, who, rules)
        return Engine(GAME, engine.values, engine.lineup, 1, next(calls))

    found = look(SAME, played(moody))
    assert [one.said for one in found] == [
        "played again, the game goes otherwise",
        "played alone, the game goes otherwise",
    ]


def test_a_game_that_stands_otherwise_when_it_is_interpreted_is_found() -> None:
    true = stood(3, 10)
    assert look(INTERPRETED, played(walked=Walked(stood={(TABLE, 0, 3): true}))) == []
    place = GAME.table.dtype.fields["rounds"][1]  # type: ignore[index]
    table = bytearray(true.state[0])
    table[place] ^= 1
    false = replace(true, state=(bytes(table), *true.state[1:]))
    [found] = look(INTERPRETED, played(walked=Walked(stood={(TABLE, 0, 3): false})))
    assert "after 10 steps table.rounds is another one" in found.said
    assert (found.game, found.where) == (3, "2 players, base")


def test_a_count_that_is_not_what_it_says_is_found() -> None:
    counts = tuple(replace(one, yes_or_no=True) for one in GAME.counts)
    found = look(COUNTS, played(game=replace(GAME, counts=counts)))
    assert found
    assert all("in a game" in one.said for one in found)


def test_a_game_that_cannot_be_dealt_anew_is_warned_of() -> None:
    game = replace(GAME, redeal=None)
    results = judge(game, Walked(steps=1), played, lambda said: None)
    warned = {one.name for one in results if one.verdict == "warned"}
    assert warned - {RULES} == {
        "nothing leaks to the seat to act",
        "redeal fits what the seat sees",
        "worlds dealt anew are played on",
    }


def test_what_was_not_looked_at_has_not_passed() -> None:
    walked = Walked([Finding(PLAYS, "it raises", "")], stopped=True)
    results = judge(GAME, walked, played, lambda said: None)
    assert {one.verdict for one in results} == {"failed", "not looked at"}
    assert [one.as_json()["passed"] for one in results[:2]] == [False, None]
