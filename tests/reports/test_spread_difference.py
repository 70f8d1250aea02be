"""The gain in fairness between two runs is judged seat by seat on the same deals."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from reports.compare.spread_difference import spread_gain
from reports.figures.figure import Mean, SeatDifference
from reports.figures.spread import largest_distance
from reports.figures.statistics import DealSums

Wins = NDArray[np.int64]


def results_of(wins: Wins) -> Any:
    """Return results of deals of one game each; `wins` has the shape (deals, seats)."""
    rates = tuple(Mean(seat, 1, 1, "rate") for seat in range(wins.shape[1]))
    squares = (wins**2).sum(axis=0)
    return SimpleNamespace(
        figure=lambda path: SimpleNamespace(source=SeatDifference(rates, pairs=False)),
        deal_sums=lambda rate: DealSums(
            len(wins), int(wins[:, rate.place].sum()), int(squares[rate.place]), 1
        ),
        look_confidence=0.95,
        run=SimpleNamespace(tally=SimpleNamespace(deals=len(wins))),
    )


SHARES, FAIRER = [0.27, 0.27, 0.25, 0.21], [0.26, 0.26, 0.25, 0.23]


def play(luck: NDArray[np.float64], *rules: list[float]) -> list[Wins]:
    """Return the wins under each rules, which give each seat a share; most deals end alike.

    `luck` has a number from 0 to 1 for each deal.
    """
    seats = np.eye(4, dtype=np.int64)
    return [seats[np.searchsorted(np.cumsum(shares), luck).clip(max=3)] for shares in rules]


def gain_of(first: Wins, second: Wins) -> Any:
    products = (first.T @ second).tolist()
    return spread_gain(results_of(first), results_of(second), products)


def test_the_interval_of_the_gain_contains_the_true_gain() -> None:
    chance = np.random.default_rng(1)
    missed = 0
    for _ in range(400):
        gain = gain_of(*play(chance.random(2_000), SHARES, FAIRER))
        assert gain.low <= gain.value <= gain.high
        missed += not gain.low <= 0.02 <= gain.high
    # At most 5% of 400, and 4 standard errors more.
    assert missed <= 20 + 4 * math.sqrt(400 * 0.05 * 0.95)


def test_a_gain_that_separate_intervals_do_not_show_is_clear_on_the_same_deals() -> None:
    without_luck = (np.arange(5_000) + 0.5) / 5_000
    first, second = play(without_luck, SHARES, FAIRER)
    before, after = (
        largest_distance(
            [results_of(wins).deal_sums(Mean(seat, 1, 1, "rate")) for seat in range(4)]
        )
        for wins in (first, second)
    )
    assert after.high > before.low
    gain = gain_of(first, second)
    assert gain.low > 0
    assert gain.value == pytest.approx(before.value - after.value)


def test_equal_rules_gain_nothing() -> None:
    [first] = play(np.random.default_rng(3).random(2_000), SHARES)
    gain = gain_of(first, first)
    assert gain.value == 0
    assert gain.low <= 0 <= gain.high


def test_rules_that_are_equally_unfair_are_rarely_called_fairer() -> None:
    chance = np.random.default_rng(4)
    wrong = 0
    for _ in range(400):
        luck = chance.random(2_000)
        gain = gain_of(*play(luck, [0.28, 0.25, 0.25, 0.22], [0.22, 0.25, 0.25, 0.28]))
        wrong += not gain.low <= 0 <= gain.high
    assert wrong <= 20 + 4 * math.sqrt(400 * 0.05 * 0.95)


def test_too_few_deals_have_no_interval() -> None:
    wins = np.array([[1, 0, 0, 0]])
    gain = gain_of(wins, wins)
    assert (gain.low, gain.high) == (-math.inf, math.inf)
