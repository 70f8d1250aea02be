"""The intervals of mean waits are computed by deal, not by wait."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from reports.figures.statistics import Estimate, mean_ratio, ratio_sums
from reports.waiting.document import CONTEST
from reports.waiting.results import WaitingResults
from reports.waiting.sentences import answer_kingmaking


def test_the_interval_of_a_mean_wait_contains_the_truth_if_deals_differ() -> None:
    chance, tries, held, alone = np.random.default_rng(1), 400, 0, 0
    for _ in range(tries):
        # In slow deals all waits are long, and there are fewer of them.
        slow = chance.random(60) < 0.5
        deals = np.repeat(np.arange(60), np.where(slow, 6, 12))
        waits = chance.poisson(np.where(slow[deals], 4, 2))
        times = np.ones(len(waits))
        by_deal = mean_ratio(ratio_sums(deals, waits, times), 0.95)
        by_wait = mean_ratio(ratio_sums(np.arange(len(deals)), waits, times), 0.95)
        truth = (4 * 6 + 2 * 12) / (6 + 12)
        held += by_deal.low <= truth <= by_deal.high
        alone += by_wait.low <= truth <= by_wait.high
    four_errors = 4 * math.sqrt(0.95 * 0.05 / tries)
    assert abs(held / tries - 0.95) < four_errors
    assert alone / tries < 0.95 - four_errors


@pytest.mark.parametrize(
    ("sides", "start"),
    [(1, "The question does not arise"), (2, "The question does not arise"), (4, "Unknown. ")],
)
def test_kingmaking_does_not_arise_among_fewer_than_three_rivals(sides: int, start: str) -> None:
    [question] = [question for question in CONTEST.questions if question.name == "kingmaking"]
    game = SimpleNamespace(number_of_sides=lambda players: sides)
    results = cast(Any, SimpleNamespace(game=game, players=4, weighed=[]))
    [answer] = question.answer(results)
    assert str(answer).startswith(start)


def test_too_few_choices_give_no_share_of_kingmakers() -> None:
    shares = {40: Estimate(0.0, 0.0, 0.095, 40), 400: Estimate(0.03, 0.015, 0.045, 400)}
    for tried, share in shares.items():
        results = SimpleNamespace(
            game=SimpleNamespace(number_of_sides=lambda players: players),
            players=4,
            weighed=[0] * tried,
            estimates={"kingmaking": share},
        )
        [answer] = answer_kingmaking(cast(Any, results))
        assert ("%" in answer) == (tried == 400)
        assert "A player with no hope wins fewer than 2 of 100 games" in answer


def shares_of(lengths: dict[int, int]) -> dict[str, Estimate]:
    """Return the shares of waits by name, if each length occurs this often in each of 50 deals."""
    results = WaitingResults.__new__(WaitingResults)
    results.confidence = 0.95
    rows = [(deal, 0, length, times) for deal in range(50) for length, times in lengths.items()]
    results.waits = np.array(rows)
    return results.shares_of_waits


def test_the_chart_of_waits_has_a_column_for_each_length_also_for_lengths_that_never_occur() -> (
    None
):
    shares = shares_of({1: 1, 3: 3})
    assert {name: share.value for name, share in shares.items()} == {"1": 0.25, "2": 0, "3": 0.75}


def test_the_last_column_of_the_chart_of_waits_counts_all_longer_waits() -> None:
    shares = shares_of({2: 1, 11: 1, 12: 1, 40: 1})
    assert list(shares)[-2:] == ["10", "11 or more"]
    assert shares["11 or more"].value == 0.75
    assert sum(share.value for share in shares.values()) == 1


def test_waits_that_are_all_equal_have_no_chart() -> None:
    [question] = [question for question in CONTEST.questions if question.name == "waiting"]
    for lengths, has_chart in (({3: 2}, False), ({3: 2, 4: 1}, True)):
        results = SimpleNamespace(shares_of_waits=shares_of(lengths))
        assert question.has_chart(results) == has_chart
