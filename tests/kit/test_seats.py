from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.kit.bits import from_members
from simulate.kit.compiled import compiled
from simulate.kit.seats import (
    CLOCKWISE,
    COUNTERCLOCKWISE,
    all_seats,
    break_by_half_points,
    highest,
    lowest,
    margin,
    next_seat,
)
from tests.kit import of


@compiled
def following(seats: Any, seat: int, players: int, direction: int) -> int:
    """Call the function as a game does, from compiled code."""
    return next_seat(seats, seat, players, direction)


@st.composite
def tables(draw: st.DrawFn) -> tuple[int, set[int], int]:
    players = draw(st.integers(1, 6))
    seats = st.integers(0, players - 1)
    return players, draw(st.sets(seats, min_size=1)), draw(seats)


def plainly(players: int, seats: set[int], seat: int, direction: int) -> int:
    return next(
        place
        for step in range(1, players + 1)
        if (place := (seat + direction * step) % players) in seats
    )


@given(table=tables(), direction=st.sampled_from([CLOCKWISE, COUNTERCLOCKWISE]))
def test_the_next_seat_is_the_first_of_the_set_around_the_table(
    table: tuple[int, set[int], int], direction: int
) -> None:
    players, seats, seat = table
    expected = plainly(players, seats, seat, direction)
    members = from_members(seats)
    assert following(members, seat, players, direction) == expected
    assert of("plain", next_seat)(members, seat, players, direction) == expected


@pytest.mark.parametrize("players", [1, 2, 6, 63])
def test_all_seats_are_those_below_the_number_of_players(players: int) -> None:
    assert int(all_seats(players)) == from_members(range(players))


@given(scores=st.lists(st.integers(-9, 9), min_size=2, max_size=6))
def test_the_margin_is_the_best_score_minus_the_second(scores: list[int]) -> None:
    second, best = sorted(scores)[-2:]
    assert margin(np.array(scores), len(scores)) == best - second


@st.composite
def standings(draw: st.DrawFn) -> tuple[list[int], set[int], int]:
    """Return six random scores, of which those of `players` seats count, and the active seats."""
    players = draw(st.integers(1, 6))
    still_in = draw(st.sets(st.integers(0, players - 1), min_size=1))
    return draw(st.lists(st.integers(-4, 4), min_size=6, max_size=6)), still_in, players


@given(standings())
def test_highest_and_lowest_return_the_active_seats_with_the_most_and_fewest_points(
    standing: tuple[list[int], set[int], int],
) -> None:
    scores, still_in, players = standing
    values, active = np.array(scores, np.int64), np.int64(from_members(still_in))
    for function, pick in ((highest, max), (lowest, min)):
        wanted = pick(scores[seat] for seat in still_in)
        expected = from_members(seat for seat in still_in if scores[seat] == wanted)
        assert int(function(values, active, players)) == expected


@pytest.mark.parametrize(
    ("level", "most", "left"), [([0, 1, 2], 1, [1]), ([0, 1, 2], 0, [0, 2]), ([0, 2], 1, [0, 2])]
)
def test_a_head_start_of_half_a_point_breaks_a_tie(
    level: list[int], most: int, left: list[int]
) -> None:
    rules = SimpleNamespace(players=3, head_start=[-1, 3, 2])  # unsaid, one and a half, one
    plain = cast(Any, break_by_half_points).py_func
    assert plain(rules, from_members(level), most) == from_members(left)
