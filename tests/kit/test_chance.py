from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.kit.chance import GAME_PURPOSE, STRATEGY, STREAM, below, label, start, uniform, word
from simulate.kit.compiled import compiled
from tests.helpers.chances import RARE, evenness

seeds = st.integers(0, 2**63 - 1)
deals = st.integers(0, 2**40)
names = st.integers(0, 2**35)


class ThreeWords(np.random.bit_generator.ISeedSequence):
    """A seed sequence that yields three given words and nothing else."""

    def __init__(self, *given_words: int) -> None:
        self.words = given_words

    def generate_state(self, n_words: int, dtype: Any = np.uint32) -> Any:
        assert n_words == 3
        assert np.dtype(dtype) == np.uint64
        return np.array(self.words, np.uint64)


def started(seed: int, deal: int, name: int) -> Any:
    stream = np.zeros(1, STREAM).view(np.recarray)[0]
    start(stream, np.uint64(seed), np.uint64(deal), name)
    return stream


def numpy_stream(seed: int, deal: int, name: int) -> np.random.SFC64:
    # NumPy documents ISeedSequence as a seed, but its annotations do not have it.
    return np.random.SFC64(ThreeWords(seed, deal, name))  # type: ignore[arg-type]


def numpy_words(seed: int, deal: int, name: int) -> Iterator[int]:
    source = numpy_stream(seed, deal, name)
    while True:
        yield int(source.random_raw())


def plain_below(source: Iterator[int], bound: int) -> tuple[int, int]:
    """Draw by Lemire's algorithm 5 on 32-bit words; return the draw and the words used."""
    product = (next(source) >> 32) * bound
    used = 1
    while product % 2**32 < (2**32 - bound) % bound:
        product = (next(source) >> 32) * bound
        used += 1
    return product >> 32, used


@given(seeds, deals, names)
def test_words_are_those_of_numpys_sfc64_bit_for_bit(seed: int, deal: int, name: int) -> None:
    stream, expected = started(seed, deal, name), numpy_words(seed, deal, name)
    assert [int(word(stream)) for _ in range(40)] == [next(expected) for _ in range(40)]


@given(
    seeds,
    deals,
    st.one_of(
        st.integers(1, 100),
        st.integers(1, 2**32 - 1),
        st.integers(2**31, 2**31 + 100),
        st.integers(2**32 - 100, 2**32 - 1),
    ),
)
def test_below_is_lemires_algorithm_on_the_same_words(seed: int, deal: int, bound: int) -> None:
    stream, source = started(seed, deal, 0), numpy_words(seed, deal, 0)
    for _ in range(20):
        before = int(stream.counter)
        drawn = int(below(stream, bound))
        expected, used = plain_below(source, bound)
        assert (drawn, int(stream.counter) - before) == (expected, used)
        assert 0 <= drawn < bound


@given(seeds, deals, names)
def test_uniform_converts_words_as_numpy_does(seed: int, deal: int, name: int) -> None:
    stream = started(seed, deal, name)
    generator = np.random.Generator(numpy_stream(seed, deal, name))
    assert [float(uniform(stream)) for _ in range(20)] == generator.random(20).tolist()


PAIRS = 360_000


@compiled
def count_pairs(mixed: bool, seed_step: int, deal_step: int, name: int, other_name: int) -> Any:
    """Count the first draws below 6 of pairs of neighbouring streams."""
    counts = np.zeros((6, 6), np.int64)
    streams = np.zeros(2, STREAM)
    for pair in range(PAIRS):
        deal = 2 * pair
        start(streams[0], np.uint64(1), np.uint64(deal), name)
        start(streams[1], np.uint64(1 + seed_step), np.uint64(deal + deal_step), other_name)
        if not mixed:
            streams[1].a = streams[0].a + np.uint64(1)
            streams[1].b = streams[0].b
            streams[1].c = streams[0].c
            streams[1].counter = streams[0].counter
        counts[below(streams[0], 6), below(streams[1], 6)] += 1
    return counts


@pytest.mark.parametrize(
    ("seed_step", "deal_step", "name", "other_name"),
    [
        pytest.param(0, 1, 0, 0, id="next-deal"),
        pytest.param(1, 0, 0, 0, id="next-seed"),
        pytest.param(0, 0, 0, 1, id="next-round"),
        pytest.param(0, 0, label(STRATEGY, 0), label(STRATEGY, 1), id="next-seat"),
        pytest.param(0, 0, 0, label(STRATEGY, 0), id="deal-and-strategy"),
        pytest.param(0, 0, 1, label(GAME_PURPOSE, 1), id="round-and-purpose"),
        pytest.param(1, 1, 0, 1, id="next-everything"),
    ],
)
def test_neighbouring_streams_are_uncorrelated(
    seed_step: int, deal_step: int, name: int, other_name: int
) -> None:
    assert evenness(count_pairs(True, seed_step, deal_step, name, other_name)) > RARE


def test_pairs_from_correlated_streams_are_not_even() -> None:
    assert evenness(count_pairs(False, 0, 1, 0, 0)) < RARE


@given(st.integers(1, 9), st.integers(0, 2**32 - 1), st.integers(1, 9), st.integers(0, 2**32 - 1))
def test_streams_of_labels_differ_from_those_of_rounds_and_from_each_other(
    purpose: int, number: int, other_purpose: int, other_number: int
) -> None:
    assert label(purpose, number) >= 2**32  # rounds are numbered below
    same = (purpose, number) == (other_purpose, other_number)
    assert (label(purpose, number) == label(other_purpose, other_number)) == same
