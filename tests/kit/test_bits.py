from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simulate.kit.bits import bit, from_members, has, lowest, nth, size
from simulate.kit.compiled import compiled
from tests.kit import kinds, of

members = st.integers(0, 63)
sets = st.sets(members)
filled = st.sets(members, min_size=1)


@compiled
def size_and_lowest(bits: Any) -> Any:
    return size(bits), lowest(bits)


@given(sets)
def test_sets_fit_a_signed_64_bit_field_and_come_back(chosen: set[int]) -> None:
    field = np.array([from_members(chosen)], np.int64)
    assert {member for member in range(64) if int(field[0]) >> member & 1} == chosen


@kinds
@given(chosen=sets, member=members)
def test_has_tests_membership_and_bit_makes_a_set_of_one_member(
    kind: str, chosen: set[int], member: int
) -> None:
    assert bool(of(kind, has)(np.int64(from_members(chosen)), member)) == (member in chosen)
    assert int(of(kind, bit)(member)) == from_members({member})


@given(chosen=filled)
def test_size_counts_the_members_and_lowest_finds_the_lowest(chosen: set[int]) -> None:
    bits, expected = np.int64(from_members(chosen)), (len(chosen), min(chosen))
    assert size_and_lowest(bits) == (size(bits), lowest(bits)) == expected
    assert size(np.int64(0)) == size_and_lowest(np.int64(0))[0] == 0


@kinds
@given(chosen=filled)
def test_nth_returns_each_member_in_ascending_order(kind: str, chosen: set[int]) -> None:
    bits = np.int64(from_members(chosen))
    assert [int(of(kind, nth)(bits, index)) for index in range(len(chosen))] == sorted(chosen)
