"""Which values can be varied, and what is refused."""

from __future__ import annotations

import re
from typing import Any

import pytest

from reports.sweep.tables import summarise_sweep
from simulate.cli.plans.sweep import read_varied, typed
from simulate.errors import UsageError
from simulate.game import find_game, game_names
from tests.helpers.sweeps import sweep_of


def values(text: str, game: str = "snorkeling") -> tuple[Any, ...]:
    [varied] = read_varied([text], find_game(game), [])
    return varied.axis.values


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("forget_rate=0:0.7:0.1", (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7)),
        ("limits=30,60,90; 20,40,60", ((30, 60, 90), (20, 40, 60))),
        ("target_score=8,10,9", (8, 10, 9)),
        ("target_score=8:14:2", (8, 10, 12, 14)),
        ("target_score=8:13:2", (8, 10, 12)),
        ("target_score=12:8:-2", (12, 10, 8)),
        ("expert=no,true", (False, True)),
        ("starter=same, rotate", ("same", "rotate")),
        ("players=2:6:2", (2, 4, 6)),
        ("variant=base,expert", ("base", "expert")),
    ],
)
def test_values_are_read_as_typed(text: str, expected: tuple[Any, ...]) -> None:
    schnuff = text.startswith(("forget_rate", "limits"))
    assert values(text, "schnuff" if schnuff else "snorkeling") == expected


@pytest.mark.parametrize("name", game_names())
def test_what_is_proposed_to_vary_can_be_varied_and_changes_games(name: str) -> None:
    with pytest.raises(UsageError) as error:
        read_varied([], find_game(name), [])
    found = re.search(r"--vary (\S+) \(or (\S+)\)", str(error.value))
    assert found
    listed, rule = found[1], found[1].partition("=")[0]
    assert values(listed, name) == values(f"{rule}={found[2]}", name)
    assert rule not in ("seconds_per_turn", "max_turns")


def test_entries_of_tables_are_varied_and_leave_the_others() -> None:
    sweep = sweep_of("deck.schnuff=0:2:1", game="schnuff", games="20")
    decks = [point.results.run.study.values["deck"] for point in sweep.points]
    assert [deck["schnuff"] for deck in decks] == [0, 1, 2]  # type: ignore[call-overload,index]
    assert {deck["panic"] for deck in decks} == {4}  # type: ignore[call-overload,index]


DECK = {"1": 9, "2": 9, "3": 9, "4": 9, "pass": 4, "back": 4, "panic": 4, "risk": 4, "schnuff": 2}


@pytest.mark.parametrize(
    ("name", "given", "text"),
    [
        ("chips", [5, 10], "chips=5,10"),
        ("chips", "5:15:5", "chips=5:15:5"),
        ("forget_rate", [0, 0.25], "forget_rate=0,0.25"),
        ("deck.schnuff", range(3), "deck.schnuff=0,1,2"),
        ("variant", ["base", "short"], "variant=base,short"),
        ("limits", [(30, 60, 90), [20, 40, 60]], "limits=30,60,90;20,40,60"),
        (
            "deck",
            [DECK, dict(reversed(DECK.items())) | {"schnuff": 0}],
            "deck=9,9,9,9,4,4,4,4,2;9,9,9,9,4,4,4,4,0",
        ),
    ],
)
def test_values_are_written_as_they_are_typed(name: str, given: Any, text: str) -> None:
    schnuff = find_game("schnuff")
    assert typed(name, given, schnuff) == text
    values(text, "schnuff")
    with pytest.raises(UsageError, match=r"one lacks 1; to vary a single entry .* deck\.1$"):
        typed("deck", [{"schnuff": 1}], schnuff)


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["target_score=12"], "only the value 12"),
        (["target_score=8,08"], "the value 8 twice"),
        (["target_score=8:12:0"], "never gets from 8 to 12"),
        (["target_score=8:12"], "target_score=8:12 says no step; write from:to:step"),
        (["target_score"], r"name=value,.* for example colours=4,5,6 \(or 4:6:1\)"),
        (["target_scor=8,9"], "did you mean 'target_score'"),
        (["target_score=8,99"], "cannot be 99; allowed: whole numbers 1 to 60"),
        (["variant=base,deep"], "unknown variant 'deep'"),
        (["players=2,many"], "players cannot be 'many'"),
        (["players=2,9"], "for 2 to 6 players, not 9; give numbers from 2 to 6$"),
        (["expert=no,yes", "hand_size=4,5", "players=2,3"], "at most two"),
        (["expert=no,yes", "expert=yes,no"], "given twice"),
        (["target_score=1:60:1", "hand_size=4,5"], "120 versions"),
        (["target_score=1:60:0.5"], "cannot be '1.5'; allowed: whole numbers 1 to 60"),
        ([], "say what to vary, for example --vary colours=4,5,6 .*'fathom rules snorkeling'"),
    ],
)
def test_what_cannot_be_varied_is_refused_with_what_can(texts: list[str], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        read_varied(texts, find_game("snorkeling"), [])


@pytest.mark.parametrize(
    ("vary", "given"),
    [
        ("deck.schnuff=1,2", "deck.schnuff"),
        ("chips=5,6", "chips"),
        ("players=3,4", "players"),
        ("variant=base,short", "variant"),
    ],
)
def test_what_is_varied_cannot_be_fixed_too(vary: str, given: str) -> None:
    with pytest.raises(UsageError, match=f"{given} contradicts --vary {given}"):
        read_varied([vary], find_game("schnuff"), [given])


def test_combinations_that_do_not_fit_are_named_or_left_out_and_listed() -> None:
    tight, rule = ("hand_size=3,10", "colours=5,8"), ["copies=1", "values=3"]
    with pytest.raises(UsageError) as error:
        sweep_of(*tight, rule=rule)
    assert str(error.value).startswith("hand_size=10, colours=5 cannot be played (and 1 more): ")
    assert "--skip-impossible" in str(error.value)
    sweep = sweep_of(*tight, rule=rule, skip=True, games="20")
    assert [point.values for point in sweep.points] == [(3, 5), (3, 8)]
    assert [left for left, _ in sweep.skipped] == [(10, 5), (10, 8)]
    assert all("raise colours" in reason for _, reason in sweep.skipped)
    assert [one["rules"] for one in summarise_sweep(sweep)["skipped"]] == [
        {"hand_size": 10, "colours": 5},
        {"hand_size": 10, "colours": 8},
    ]


def test_what_no_point_can_have_is_not_blamed_on_a_combination() -> None:
    with pytest.raises(UsageError, match=r"^unknown strategy 'nobody'"):
        sweep_of("hand_size=3,4", strategies=("nobody",))
