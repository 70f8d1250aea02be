"""Looks at the games: when, and what they cost."""

from __future__ import annotations

import itertools

import pytest

from simulate.study.precision import FIRST_GAMES, GROWTH, LEAST_DEALS, interim_looks
from tests.bench.looks import KINDS, play
from tests.helpers.studies import make_study


@pytest.mark.parametrize("rotations", [1, 4])
@pytest.mark.parametrize("deals", [1, 99, 100, 101, 400, 25_000, 1_000_000])
def test_looks_rise_by_a_steady_factor_and_end_with_all_deals(deals: int, rotations: int) -> None:
    looks = interim_looks(deals, rotations)
    assert looks[-1] == deals
    assert looks[0] == deals or LEAST_DEALS <= looks[0] <= max(LEAST_DEALS, FIRST_GAMES)
    pairs = list(itertools.pairwise(looks))
    assert all(one < other <= one * GROWTH + 1 for one, other in pairs)
    assert all(other >= one * GROWTH - 1 for one, other in pairs[:-1])


def test_a_study_that_is_played_whole_is_looked_at_once() -> None:
    whole = make_study("scaphandre", games=10_000)
    assert whole.interim == (whole.deals,)


@pytest.mark.parametrize("kind", ["rate 0.25", "length", "difference", "spread, alike"])
def test_looking_often_errs_no_oftener_than_is_said_and_peeking_does(kind: str) -> None:
    studies, most = 150, 10_000
    found = play(KINDS[kind], 0.0, studies, 1, most=most)
    control = play(KINDS[kind], 0.0, studies, 1, most=most, peeking=True)
    few = 0.05 + 3 * (0.05 * 0.95 / studies) ** 0.5
    assert found.missed <= few
    assert found.wrong <= few
    assert control.missed > few


@pytest.mark.slow
@pytest.mark.parametrize("off", [-2.0, -0.5, 0.0, 0.5, 2.0])
@pytest.mark.parametrize("kind", KINDS)
def test_verdicts_of_many_studies_are_wrong_no_oftener_than_is_said(kind: str, off: float) -> None:
    if KINDS[kind].truth + off * KINDS[kind].reach < 0:
        pytest.skip("no figure of this kind is below 0")
    studies = 300
    found = play(KINDS[kind], off, studies, 1)
    few = 0.05 + 3 * (0.05 * 0.95 / studies) ** 0.5
    assert found.missed <= few
    assert found.wrong <= few
