"""Who leads and who is last, at a standing."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.kit.bits import from_members
from simulate.kit.seats import highest, lowest

scores_of_six = st.lists(st.integers(-4, 4), min_size=6, max_size=6)


@st.composite
def standings(draw: st.DrawFn) -> tuple[list[int], set[int], int]:
    """Draw six scores, of which only those of `players` seats count, and who is still in."""
    players = draw(st.integers(1, 6))
    still_in = draw(st.sets(st.integers(0, players - 1), min_size=1))
    return draw(scores_of_six), still_in, players


def leading(scores: list[int], still_in: set[int], players: int) -> int:
    values = np.array(scores, np.int64)
    return int(highest(values, np.int64(from_members(still_in)), players))


def last(scores: list[int], still_in: set[int], players: int) -> int:
    values = np.array(scores, np.int64)
    return int(lowest(values, np.int64(from_members(still_in)), players))


@given(standings())
def test_in_front_are_the_seats_still_in_that_have_the_most_and_last_those_with_the_least(
    standing: tuple[list[int], set[int], int],
) -> None:
    scores, still_in, _ = standing
    for found, pick in ((leading, max), (last, min)):
        wanted = pick(scores[seat] for seat in still_in)
        assert found(*standing) == from_members(s for s in still_in if scores[s] == wanted)


@pytest.mark.parametrize("out", [0, 2, 5])
def test_a_seat_that_is_out_neither_leads_nor_is_last_whatever_it_has(out: int) -> None:
    still_in = set(range(6)) - {out}
    scores = [3] * 6
    scores[(out + 1) % 6], scores[(out + 2) % 6] = 4, 2
    for outside in (-100, 2, 3, 4, 100):
        scores[out] = outside
        assert leading(scores, still_in, 6) == 1 << (out + 1) % 6
        assert last(scores, still_in, 6) == 1 << (out + 2) % 6


def test_the_only_seat_still_in_leads_and_is_last() -> None:
    assert leading([9, 1, 9], {1}, 3) == 0b010
    assert last([0, 1, 0], {1}, 3) == 0b010
