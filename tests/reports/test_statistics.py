from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2, norm, t
from statsmodels.stats.proportion import proportion_confint

from reports.figures.differences import Difference, difference, ratio_difference
from reports.figures.statistics import (
    LEAST_CONSTANT_DEALS,
    NEAREST,
    DealSums,
    Estimate,
    RatioSums,
    count,
    judge,
    mean,
    quantile,
    rate,
    ratio,
    share_test,
)
from simulate.play.tally import Histogram
from tests.helpers.tables import quick_among

STUDIES = 2000
#: The accepted range of the coverage of 95% intervals in 2,000 studies.
BAND = (0.935, 0.965)
ROTATIONS = 4
Integers = np.ndarray[Any, np.dtype[np.int64]]


def sums_of(deals: Integers, per_deal: int = 1, unit: int = 1) -> DealSums:
    return DealSums(len(deals), int(deals.sum()), int((deals * deals).sum()), per_deal, unit)


def single_games(wins: int, games: int) -> DealSums:
    return DealSums(games, wins, wins, 1)


@given(games=st.integers(2, 300), data=st.data(), confidence=st.sampled_from([0.8, 0.95, 0.99]))
def test_rates_have_the_wilson_interval(games: int, data: st.DataObject, confidence: float) -> None:
    wins = data.draw(st.integers(1, games - 1))
    result = rate(single_games(wins, games), confidence)
    # The interval Wilson's method gives at the normal level with the same quantile, on
    # the effective number of games: one less than deals, for the spread is estimated.
    quantile = t.ppf(0.5 + confidence / 2, games - 1)
    alpha = 2 * norm.sf(quantile)
    if alpha < 1e-300:
        return
    low, high = proportion_confint(
        (games - 1) * wins / games, games - 1, alpha=alpha, method="wilson"
    )
    assert (result.low, result.high) == pytest.approx((low, high), abs=1e-9)


@given(deals=st.lists(st.integers(-1000, 1000), min_size=2, max_size=60))
def test_a_mean_has_the_student_interval_over_deals(deals: list[int]) -> None:
    result = mean(sums_of(np.array(deals), 3))
    if len(set(deals)) == 1 and len(deals) < LEAST_CONSTANT_DEALS:
        assert (result.low, result.high) == (-math.inf, math.inf)
        return
    per_game = np.array(deals) / 3
    error = per_game.std(ddof=1) / math.sqrt(len(deals))
    half = t.ppf(0.975, len(deals) - 1) * error
    assert result.value == pytest.approx(per_game.mean(), abs=1e-9)
    assert (result.low, result.high) == pytest.approx(
        (per_game.mean() - half, per_game.mean() + half), abs=1e-6
    )


def clustered_deals(seed: int, deals: int, share: float, strength: float) -> Integers:
    """Draw the wins of deals of four games that share their luck, for each study."""
    source = np.random.default_rng(seed)
    luck = source.beta(share * strength, (1 - share) * strength, (STUDIES, deals))
    return source.binomial(ROTATIONS, luck)


def coverage(studies: Integers, truth: float, estimate: Callable[[Integers], Estimate]) -> float:
    intervals = [estimate(study) for study in studies]
    return float(np.mean([interval.low <= truth <= interval.high for interval in intervals]))


@pytest.mark.parametrize(
    ("deals", "share", "strength"),
    [
        pytest.param(400, 0.25, 1.0, id="many-deals"),
        pytest.param(100, 0.25, 1.0, id="a-hundred-deals"),
        pytest.param(100, 0.5, 0.3, id="almost-the-same-game-four-times"),
        pytest.param(100, 0.1, 2.0, id="seldom"),
        pytest.param(30, 0.4, 2.0, id="thirty-deals"),
    ],
)
def test_intervals_of_rates_have_their_nominal_coverage(
    deals: int, share: float, strength: float
) -> None:
    studies = clustered_deals(1, deals, share, strength)
    covered = coverage(studies, share, lambda study: rate(sums_of(study, ROTATIONS)))
    assert BAND[0] <= covered <= BAND[1]


def test_an_interval_of_a_rate_that_ignores_deals_covers_the_truth_too_rarely() -> None:
    studies = clustered_deals(1, 100, 0.25, 1.0)
    games = ROTATIONS * 100
    covered = coverage(studies, 0.25, lambda study: rate(single_games(int(study.sum()), games)))
    assert covered < BAND[0]


@pytest.mark.parametrize("deals", [30, 200])
def test_the_interval_of_a_mean_has_its_nominal_coverage(deals: int) -> None:
    source = np.random.default_rng(2)
    luck = source.poisson(10, (STUDIES, deals, 1))
    studies = (luck + source.poisson(5, (STUDIES, deals, ROTATIONS))).sum(axis=2)
    covered = coverage(studies, 15, lambda study: mean(sums_of(study, ROTATIONS)))
    assert BAND[0] <= covered <= BAND[1]


def comeback_studies(deals: int) -> tuple[Integers, Integers]:
    """Draw, for each study and deal, how many seats were last and how many of them won."""
    source = np.random.default_rng(3)
    last = source.integers(0, 5, (STUDIES, deals))
    luck = source.beta(0.4, 1.6, (STUDIES, deals))
    return last, source.binomial(last, luck)


def ratio_of(last: Integers, won: Integers) -> Estimate:
    return ratio(
        RatioSums(sums_of(60 * won, 1, 60), sums_of(last, 1), int((60 * won * last).sum()))
    )


@pytest.mark.parametrize("deals", [60, 300])
def test_the_interval_of_a_ratio_has_its_nominal_coverage(deals: int) -> None:
    pairs = zip(*comeback_studies(deals), strict=True)
    intervals = [ratio_of(last, won) for last, won in pairs]
    covered = np.mean([interval.low <= 0.2 <= interval.high for interval in intervals])
    assert BAND[0] <= covered <= BAND[1]


def test_an_interval_of_a_ratio_that_ignores_deals_covers_the_truth_too_rarely() -> None:
    pairs = zip(*comeback_studies(300), strict=True)
    intervals = [rate(single_games(int(won.sum()), int(last.sum()))) for last, won in pairs]
    assert np.mean([interval.low <= 0.2 <= interval.high for interval in intervals]) < BAND[0]


@pytest.mark.parametrize("deals", [2, 10, 1000])
def test_an_observed_rate_of_0_or_1_is_one_end_of_its_interval(deals: int) -> None:
    none = rate(DealSums(deals, 0, 0, 4))
    every = rate(DealSums(deals, 4 * deals, 16 * deals, 4))
    assert (none.value, none.low, every.value, every.high) == (0, 0, 1, 1)
    assert 0 < none.high < 1
    assert every.low == pytest.approx(1 - none.high)


def test_a_single_deal_gives_no_bounds_of_a_rate_or_mean() -> None:
    assert rate(DealSums(1, 2, 4, 4)) == Estimate(0.5, 0.0, 1.0, 4)
    assert mean(DealSums(1, 8, 64, 4)) == Estimate(2.0, -math.inf, math.inf, 4)
    assert ratio(RatioSums(DealSums(1, 60, 3600, 1, 60), DealSums(1, 2, 4, 1), 120)).low == 0.0


def test_a_ratio_without_observations_is_unknown() -> None:
    result = ratio(RatioSums(DealSums(10, 0, 0, 1, 60), DealSums(10, 0, 0, 1), 0))
    assert math.isnan(result.value)
    assert (result.low, result.high, result.n) == (0.0, 1.0, 0)


@pytest.mark.parametrize("deals", [4, 10])
def test_the_interval_of_a_rate_over_few_deals_is_not_too_narrow(deals: int) -> None:
    studies = clustered_deals(5, deals, 0.5, 8.0)
    covered = coverage(studies, 0.5, lambda study: rate(sums_of(study, ROTATIONS)))
    assert covered >= BAND[0]


@pytest.mark.parametrize("per_deal", [1, 4])
def test_the_interval_of_an_event_that_never_occurred_contains_its_true_rate(per_deal: int) -> None:
    unseen = count(DealSums(deals=30, total=0, squares=0, per_deal=per_deal))
    assert (unseen.value, unseen.low) == (0.0, 0.0)
    # A rate at the upper end leaves it unseen in 30 deals with probability 2.5%, even if all
    # games of a deal are the same game.
    assert math.exp(-30 * unseen.high) == pytest.approx(0.025)


def test_deals_that_are_all_equal_still_have_an_interval() -> None:
    """If 50 deals all had 4 events, up to one deal in 14 could still have 5."""
    result = count(DealSums(50, 200, 800, 1))
    assert result.value == 4
    assert result.high - 4 == pytest.approx(4 - result.low)
    assert math.exp(-50 * (result.high - 4)) == pytest.approx(0.025)
    assert mean(DealSums(50, 200, 800, 1)) == result


def test_a_rate_is_not_tested_against_a_share_of_0_or_1_or_with_one_deal() -> None:
    assert math.isnan(share_test(0.0, 0.0, 100, 0.0))
    assert math.isnan(share_test(1.0, 0.0, 100, 1.0))
    assert math.isnan(share_test(1.0, math.inf, 1, 0.5))


@given(wins=st.integers(1, 199), share=st.floats(0.05, 0.95), level=st.sampled_from([0.8, 0.95]))
def test_the_interval_and_the_test_of_a_rate_agree(wins: int, share: float, level: float) -> None:
    sums = single_games(wins, 200)
    result = rate(sums, level)
    p_value = share_test(sums.mean, sums.variance_of_mean, sums.deals, share)
    if abs(p_value - (1 - level)) > 1e-6:
        assert (result.low <= share <= result.high) == (p_value > 1 - level)


@pytest.mark.parametrize("events", [1, 2, 5, 40])
def test_rare_events_have_the_exact_interval_of_a_poisson_count(events: int) -> None:
    result = count(DealSums(100_000, events, events, 1)).scaled(100_000)
    assert result.low == pytest.approx(chi2.ppf(0.025, 2 * events) / 2, rel=1e-3)
    assert result.high == pytest.approx(chi2.ppf(0.975, 2 * events + 2) / 2, rel=1e-3)


def test_rare_events_that_occur_in_groups_have_a_wider_interval() -> None:
    # Five groups of 20 in 2000 deals: as five events of 20 each, not as a hundred alone.
    together = count(DealSums(2000, 100, 5 * 20**2, 1))
    five = count(DealSums(2000, 5, 5, 1))
    assert together.high == pytest.approx(20 * five.high, rel=0.02)


def test_further_games_are_the_needed_games_minus_the_played_games() -> None:
    # The interval reaches twice as far as the bound is away: 23.1 times the games would do.
    verdict = judge(Estimate(0.52, 0.48, 0.56, 1000), -math.inf, 0.54, 1000)
    assert (verdict.word, verdict.more_games) == ("undecided", 23_000)


@pytest.mark.parametrize("events", [1.0, 3.0, 3.3, 5.0, 8.0, 20.0])
@pytest.mark.parametrize("alike", [1, 4])
def test_intervals_of_rare_events_have_at_least_their_nominal_coverage(
    events: float, alike: int
) -> None:
    """It is wider than necessary, as events are whole numbers; Student's is far too narrow."""
    source = np.random.default_rng(int(10 * events))
    studies = alike * source.poisson(events / 200, (STUDIES, 200))
    truth = events / 200
    assert coverage(studies, truth, lambda study: count(sums_of(study, alike))) >= BAND[0]
    if 2 < events < 10:
        assert coverage(studies, truth, lambda study: mean(sums_of(study, alike))) < BAND[0]


def paired(first: Integers, second: Integers, per_deal: int = 1) -> Difference:
    first_sums, second_sums = (sums_of(arm, per_deal) for arm in (first, second))
    return difference(first_sums, second_sums, int((first * second).sum()), kind="rate")


@pytest.mark.parametrize("alike", [1, 4])
@pytest.mark.parametrize("expected", quick_among([3.0, 3.3, 5.0, 8.0], 3.0))
def test_the_interval_of_a_difference_over_few_deals_has_at_least_its_nominal_coverage(
    expected: float, alike: int
) -> None:
    source = np.random.default_rng(int(10 * expected))
    second = alike * (source.random((STUDIES, 1000)) < expected / 1000).astype(np.int64)
    first = np.zeros(1000, np.int64)
    truth = expected / 1000
    intervals = [paired(first, study, alike).estimate for study in second]
    wrong = [mean(sums_of(study - first, alike)) for study in second]
    assert np.mean([interval.low <= truth <= interval.high for interval in intervals]) >= BAND[0]
    assert np.mean([interval.low <= truth <= interval.high for interval in wrong]) < 0.9


def test_two_deals_never_make_a_difference_certain() -> None:
    result = difference(DealSums(2, 0, 0, 1), DealSums(2, 2, 2, 1), 0, kind="rate")
    assert result.estimate.low < 0 < result.estimate.high == 1
    assert result.p_value > 0.05
    many = difference(DealSums(1000, 0, 0, 1), DealSums(1000, 1000, 1000, 1), 0, kind="rate")
    assert 0.99 < many.estimate.low < many.estimate.high == 1
    assert many.p_value < 1e-9


@pytest.mark.parametrize("won", [0, 10])
def test_the_difference_of_ratios_with_few_observations_has_a_wide_interval(won: int) -> None:
    """Ten observations in 5,000 deals say no more than ten deals."""
    none = RatioSums(DealSums(5000, 0, 0, 1), DealSums(5000, 10, 10, 1), 0)
    some = RatioSums(DealSums(5000, won, won, 1), DealSums(5000, 10, 10, 1), won)
    result = ratio_difference(none, some, ((0, 0), (won, 10))).estimate
    assert result.value == won / 10
    assert result.high - result.low > 0.2
    assert result.high <= 1


@pytest.mark.parametrize(("n", "first", "second"), [(10, 0.1, 0.25), (30, 0.02, 0.1)])
def test_the_interval_of_a_difference_of_rare_ratios_has_at_least_its_nominal_coverage(
    n: int, first: float, second: float
) -> None:
    source = np.random.default_rng(n)
    draws = [source.binomial(n, share, STUDIES).tolist() for share in (first, second)]
    whole = DealSums(n, n, n, 1)
    intervals = [
        ratio_difference(
            RatioSums(DealSums(n, a, a, 1), whole, a),
            RatioSums(DealSums(n, b, b, 1), whole, b),
            # As if the two were independent: products as their means make them.
            ((round(a * b / n), a), (b, n)),
        ).estimate
        for a, b in zip(*draws, strict=True)
    ]
    held = np.mean([interval.low <= second - first <= interval.high for interval in intervals])
    assert held >= 0.93


def percentile_of(study: Integers, percent: int) -> Estimate:
    """Return the estimate of a percentile; `study` has lengths, shape (deals, games)."""
    ordered = np.sort(study, axis=1)
    low, high = int(study.min()), int(study.max())
    ranks = [
        Histogram(low, np.bincount(column - low, minlength=high - low + 1)) for column in ordered.T
    ]
    return quantile(ranks, percent)


@pytest.mark.slow
@pytest.mark.parametrize("percent", [5, 50, 95])
def test_the_interval_of_a_percentile_counts_deals_not_games(percent: int) -> None:
    """The four games of a deal are nearly equally long: an interval over games is too narrow."""
    source = np.random.default_rng(percent)
    luck = source.normal(1000, 100, (STUDIES // 2, 100, 1))
    studies = np.rint(luck + source.normal(0, 20, (STUDIES // 2, 100, 4))).astype(np.int64)
    truth = 1000 + float(norm.ppf(percent / 100)) * math.hypot(100, 20)
    intervals = [percentile_of(study, percent) for study in studies]
    wrong = [percentile_of(study.reshape(-1, 1), percent) for study in studies]
    assert (
        BAND[0]
        <= np.mean([interval.low <= truth <= interval.high for interval in intervals])
        <= 0.98
    )
    assert np.mean([interval.low <= truth <= interval.high for interval in wrong]) < 0.9


def decided(growth: Callable[[float], float]) -> float:
    """Return the share of undecided studies that are decided by further games.

    True values are spread evenly around the bound, 0. `growth` is called with the observed distance
    from the bound, as a share of half the interval, and returns the factor for the number of games.
    """
    source, studies, reach = np.random.default_rng(4), 100_000, 1.96
    truth = source.uniform(-4 * reach, 4 * reach, studies)
    seen = truth + source.normal(size=studies)
    share = abs(seen) / reach
    undecided = (share < 1) & (share >= NEAREST)
    times = np.array([growth(value) for value in share[undecided]])
    fresh = truth[undecided] + source.normal(size=len(times)) / np.sqrt(times - 1)
    later = (seen[undecided] + (times - 1) * fresh) / times
    return float(np.mean(abs(later) > reach / np.sqrt(times)))


def told_growth(share: float) -> float:
    """Return the factor for the number of games that a verdict suggests."""
    games = 1_000_000
    result = judge(Estimate(share, share - 1, share + 1, games), -math.inf, 0.0, games)
    assert result.more_games
    return 1 + result.more_games / games


def test_the_estimated_further_games_decide_four_studies_in_five() -> None:
    assert decided(told_growth) == pytest.approx(0.80, abs=0.02)
    # The negative control takes the observed value for the true value.
    assert decided(lambda share: 2.04 / share**2) < 0.75


def test_further_games_are_needed_only_if_a_bound_is_inside_the_interval() -> None:
    never = Estimate(0.0, 0.0, 0.0037, 1000)
    assert judge(never, 0.0, 0.001, 1000) == judge(never, -math.inf, 0.001, 1000)
    assert judge(never, 0.0, 0.001, 1000).more_games


def test_a_figure_nearly_on_a_bound_has_no_number_of_further_games() -> None:
    result = judge(rate(single_games(2_002, 8_000)), 0.0, 0.25, 8_000)
    assert (result.word, result.more_games) == ("undecided", None)


@pytest.mark.parametrize(("total", "low", "high"), [(0, 0.0, 0.28), (10, 0.72, 1.0)])
def test_a_ratio_from_few_deals_has_a_wide_interval(total: int, low: float, high: float) -> None:
    # Ten observations, one in each of ten deals of 5000, all alike.
    result = ratio(RatioSums(DealSums(5000, total, total, 1), DealSums(5000, 10, 10, 1), total))
    assert result.low == pytest.approx(low, abs=0.01)
    assert result.high == pytest.approx(high, abs=0.01)
    # Negative control: observed in every deal, the same share is known well.
    parts = DealSums(5000, 500 * total, 500 * total, 1)
    dense = ratio(RatioSums(parts, DealSums(5000, 5000, 5000, 1), 500 * total))
    assert dense.high - dense.low < 0.001
