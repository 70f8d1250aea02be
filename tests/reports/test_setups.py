"""The statistics of `setups` against known truth: shares, shrinkage, and the luckiest deals."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from matplotlib.figure import Figure

from reports.setups import charts
from reports.setups.luck import clearly_above, clearly_below, plays_needed, share_of_setup, shrink
from reports.setups.play import parse_deals
from reports.setups.results import SetupsResults
from reports.writing.chart_frame import ChartFrame
from simulate.errors import UsageError
from simulate.play.repeats import SHARES

SEEDS = 300
DEALS, REPEATS = 500, 100


def wins_of(chances: np.ndarray, repeats: int, seed: int) -> np.ndarray:
    """Return the number of wins of each deal, given its chance to win a game."""
    return np.random.default_rng(seed).binomial(repeats, chances)


def share(wins: np.ndarray, repeats: int = REPEATS):  # type: ignore[no-untyped-def]
    """Return the share of the set-up for wins of one seat, which are 0 or 1."""
    return share_of_setup(wins[:, None], wins[:, None], repeats, 0.95)


@pytest.mark.parametrize("chance", [0.5, 0.25, 0.1])
def test_the_luckiest_of_equal_deals_is_never_called_unbeatable_or_hopeless(chance: float) -> None:
    for seed in range(SEEDS):
        wins = wins_of(np.full(DEALS, chance), REPEATS, seed)
        assert not clearly_below(wins, REPEATS, 0.05, 0.95).any()
        assert not clearly_above(wins, REPEATS, 0.95, 0.95).any()


def test_equal_deals_at_the_limit_are_rarely_called_hopeless() -> None:
    wrong = sum(
        bool(clearly_below(wins_of(np.full(DEALS, 0.05), REPEATS, seed), REPEATS, 0.05, 0.95).any())
        for seed in range(SEEDS)
    )
    assert wrong / SEEDS < 0.05 + 4 * np.sqrt(0.05 * 0.95 / SEEDS)


def test_hopeless_deals_among_many_are_found_and_few_others() -> None:
    chances = np.full(DEALS, 0.3)
    chances[:25] = 0.0
    chances[25:50] = 0.06
    marked_deals = [
        clearly_below(wins_of(chances, 200, seed), 200, 0.05, 0.95) for seed in range(SEEDS)
    ]
    assert all(marks[:25].all() for marks in marked_deals)
    wrong = np.mean([marks[25:].sum() / max(1, marks.sum()) for marks in marked_deals])
    assert wrong <= 0.05


def test_the_share_of_the_set_up_is_zero_on_average_if_the_set_up_does_not_matter() -> None:
    estimates = [share(wins_of(np.full(DEALS, 0.27), REPEATS, seed)) for seed in range(SEEDS)]
    shown = np.mean([estimate.low > 0 for estimate in estimates])
    assert shown < 0.025 + 4 * np.sqrt(0.025 * 0.975 / SEEDS)
    assert np.mean([estimate.value for estimate in estimates]) < 0.001


def test_the_interval_of_the_share_of_the_set_up_has_its_nominal_coverage() -> None:
    a, b = 2.0, 5.0
    truth = 1 / (a + b + 1)  # the variance of a beta variable, divided by p (1 - p)
    hits = 0
    values = []
    for seed in range(SEEDS):
        chances = np.random.default_rng(1000 + seed).beta(a, b, 200)
        estimate = share(wins_of(chances, 50, seed), 50)
        hits += estimate.low <= truth <= estimate.high
        values.append(estimate.value)
    assert hits / SEEDS > 0.95 - 4 * np.sqrt(0.95 * 0.05 / SEEDS)
    error = np.std(values) / np.sqrt(SEEDS)
    assert abs(np.mean(values) - truth) < 4 * error + 0.001


def test_the_expected_share_of_the_best_deals_is_not_exaggerated() -> None:
    expected, raw, truth = [], [], []
    for seed in range(SEEDS):
        chances = np.random.default_rng(2000 + seed).beta(8, 22, 200)
        wins = wins_of(chances, 30, seed)
        shrunk = shrink(wins, wins, 30)
        best = int(np.argmax(shrunk))
        expected.append(shrunk[best])
        raw.append(wins[best] / 30)
        truth.append(chances[best])
    assert abs(np.mean(expected) - np.mean(truth)) < 0.03
    assert np.mean(raw) - np.mean(truth) > 0.1


def test_the_share_of_the_set_up_is_unknown_if_all_games_end_alike() -> None:
    assert share(np.full(30, REPEATS)) is None
    assert share(np.zeros(30, np.int64)) is None
    decided = share(np.repeat([0, REPEATS], 50))
    assert decided.value == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("text", ["", "x", "5..", "..5", "9..3", "-1", "1.5", "1...3"])
def test_a_wrong_range_of_deals_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="--deal cannot be"):
        parse_deals(text)


def test_ranges_of_deals_include_their_ends() -> None:
    assert list(parse_deals("17")) == [17]
    assert list(parse_deals("1 .. 3")) == [1, 2, 3]


@pytest.mark.parametrize(("lost", "deals"), [(1, 1), (1, 200), (30, 40)])
def test_the_plays_needed_are_the_fewest_that_show_deals_to_be_hopeless(
    lost: int, deals: int
) -> None:
    plays = plays_needed(0.05, lost, deals, 0.95)
    chances = np.full(deals, 0.5)
    chances[:lost] = 0.0

    def marked(number: int) -> np.ndarray:
        return np.asarray(clearly_below(np.round(chances * number), number, 0.05, 0.95))

    assert marked(plays)[:lost].all()
    assert not marked(plays - 1).any()


def test_the_axis_of_deals_has_whole_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(charts, "frame", lambda *_: Figure())
    monkeypatch.setattr(charts, "name_competitor", lambda *_: "seat 1")
    counts = np.zeros((20, 2, SHARES + 1), dtype=np.int64)
    counts[:, 0, SHARES] = np.arange(20)
    results = SimpleNamespace(counts=counts, players=2, repeats=20)
    drawing = charts.draw_deals(cast(ChartFrame, None), cast(SetupsResults, results))
    [axes] = drawing.axes
    assert all(float(tick).is_integer() for tick in axes.get_xticks())
