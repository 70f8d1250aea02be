"""Head starts that change no game are found, with the reason; those that change games are not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from simulate.game import find_game
from simulate.play.engine import Engine
from simulate.play.head_start_use import (
    UselessHeadStart,
    counted_head_starts,
    find_useless_head_start,
)
from strategies import find_strategy

#: Three seats roll, and a function counts all their points again after each roll.
LOST = """\
from simulate.making import Counter, Whole, allow, below, end_game, end_turn, game
from simulate.making import head_start_of

pot = Counter("pot", "what each has rolled", each=True)

def begin(rules, state):
    for seat in range(rules.players):
        state.table.scores[seat] = 0

def legal(rules, state, menu):
    allow(menu, 0)

def score(rules, state, seat):
    state.table.scores[seat] = state.table.pot[seat]

def apply(rules, state, action):
    table = state.table
    table.pot[table.seat] += rules.more * table.seat + below(state.chance, 6)
    score(rules, state, table.seat)
    end_turn(rules, state)
    if table.turns == 3 * rules.players:
        end_game(state)

GAME = game(
    name="lost", seats=(3, 3), components=[pot], actions={0: "rolls"},
    rules={"more": Whole(default=0, minimum=0, maximum=5, meaning="Points of later seats.")},
    deal=begin, legal=legal, apply=apply,
)
"""
_SET = "scores[seat] = state.table.pot[seat]"
#: The same game, whose points are added or set with the head start.
KEPT = LOST.replace(_SET, f"{_SET} + head_start_of(rules, seat)").replace("lost", "kept")
#: The same game, whose points are shown from the start on, and set again at its end.
SHOWN = (
    LOST.replace("lost", "shown")
    .replace("    score(rules, state, table.seat)\n", "")
    .replace(
        "        end_game(state)",
        "        for seat in range(rules.players):\n"
        "            score(rules, state, seat)\n"
        "        end_game(state)",
    )
)
#: The same game without points: the seat that rolled most wins.
SECRET = (
    LOST.replace("lost", "secret")
    .replace("    score(rules, state, table.seat)\n", "")
    .replace("import head_start_of", "import head_start_of, highest_of")
    .replace(
        "GAME = game(",
        "def wins(rules, state):\n"
        "    return highest_of(state.table.pot, state.table.active, rules.players)\n\n"
        "GAME = game(\n    wins=wins,",
    )
)
#: The same game: the function for the winners counts the head start.
COUNTED = SECRET.replace("secret", "counted").replace(
    "    return highest_of",
    "    for seat in range(rules.players):\n"
    "        state.table.pot[seat] += head_start_of(rules, seat)\n"
    "    return highest_of",
)
#: The same game without points: the seats that rolled least are put out, and one seat is left.
SURVIVORS = (
    KEPT.replace("kept", "survivors")
    .replace("import Counter", "import Counter, next_seat, put_out, size")
    .replace(
        "    end_turn(rules, state)\n    if table.turns == 3 * rules.players:",
        "    if below(state.chance, 3) == 0:\n"
        "        put_out(rules, state, table.seat)\n"
        "    if size(table.active) > 1:\n"
        "        end_turn(rules, state)\n"
        "    else:",
    )
)
#: The same game: scores differ by tens of thousands, and so no head start matters.
RICH = SECRET.replace("secret", "rich").replace(
    "    end_turn(rules, state)",
    "    table.scores[table.seat] += 10_000 * below(state.chance, 6)\n    end_turn(rules, state)",
)
#: The same game, which never ends.
ENDLESS = SECRET.replace("secret", "endless").replace("table.turns == 3", "table.turns == -3")
#: The same game: it fails if a seat begins with more than 500 points.
FRAGILE = LOST.replace("lost", "fragile").replace(
    "    score(rules", "    table.pot[table.scores[table.seat] // 500] += 0\n    score(rules"
)


def engine_with(code: str, folder: Path, seat: int, points: float) -> Engine:
    """Return the engine of random players in which a seat begins with some points."""
    name = code.partition('name="')[2].partition('"')[0]
    file = folder / f"{name}.py"
    file.write_text(code, encoding="utf-8")
    game = find_game(str(file))
    values = game.resolve("base", {"head_start": {str(seat): points}}, 3)
    return Engine(game, values, [find_strategy("random", str(file))] * 3, 1, 1)


def useless_in(code: str, folder: Path, points: float = 1) -> UselessHeadStart | None:
    """Return why a head start of seat 2 changes no game of a game with this code."""

    def make(seat: int, number: float) -> Engine:
        return engine_with(code, folder, seat, number)

    return find_useless_head_start(make(2, 0).game, 3, 2, points, make)


@pytest.mark.parametrize(
    ("code", "place"), [(LOST, "score (lost.py, line 14)"), (SHOWN, "score (shown.py, line 14)")]
)
def test_points_are_lost_if_scores_are_set_again(code: str, place: str, tmp_path: Path) -> None:
    useless = useless_in(code, tmp_path)
    assert useless is not None
    assert useless.points_are_lost
    assert useless.cause == f"{place} sets scores with =, so points from the start are lost"


def test_points_that_do_not_decide_who_wins_are_useless(tmp_path: Path) -> None:
    useless = useless_in(SECRET, tmp_path)
    assert useless is not None
    assert not useless.points_are_lost
    assert useless.cause == "points do not decide who wins"


@pytest.mark.parametrize("points", [0.5, 1])
def test_points_are_useless_if_only_one_seat_is_left_at_the_end(
    points: float, tmp_path: Path
) -> None:
    useless = useless_in(SURVIVORS, tmp_path, points)
    assert useless is not None
    assert not useless.points_are_lost
    assert useless.cause == "points do not decide who wins"
    assert useless.remedy.startswith("add a rule to the game that gives the seat more")


def test_half_a_point_decides_ties_although_scores_are_set_again(tmp_path: Path) -> None:
    assert useless_in(LOST, tmp_path, 0.5) is None


@pytest.mark.slow
@pytest.mark.parametrize("code", [KEPT, COUNTED])
def test_a_head_start_that_the_code_counts_changes_games(code: str, tmp_path: Path) -> None:
    assert useless_in(code, tmp_path) is None


@pytest.mark.slow
@pytest.mark.parametrize("code", [RICH, ENDLESS])
def test_a_head_start_is_not_called_useless_if_the_games_do_not_show_it(
    code: str, tmp_path: Path
) -> None:
    assert useless_in(code, tmp_path) is None


@pytest.mark.slow
def test_points_with_which_the_code_fails_are_not_tried(tmp_path: Path) -> None:
    useless = useless_in(FRAGILE, tmp_path)
    assert useless is not None
    assert useless.points_are_lost


def test_scores_that_are_set_with_the_head_start_are_those_to_which_it_was_added(
    tmp_path: Path,
) -> None:
    added = LOST.replace("lost", "added").replace(
        _SET, "scores[seat] += state.table.pot[seat]; state.table.pot[seat] = 0"
    )
    ours, theirs = (engine_with(code, tmp_path, 2, 3).play(0, 100) for code in (KEPT, added))
    assert np.array_equal(ours, theirs)


def test_half_a_point_that_only_decides_ties_is_left_out_beside_whole_points(
    tmp_path: Path,
) -> None:
    engine_with(LOST, tmp_path, 1, 0)
    game = find_game(str(tmp_path / "lost.py"))
    values = game.resolve("base", {"head_start": {"1": 0.5, "2": 1.5, "3": 2}}, 3)
    assert counted_head_starts(game, values) == {1: 0.5, 2: 1, 3: 2}
