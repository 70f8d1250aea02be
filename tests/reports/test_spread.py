"""The spread of player levels and of seats is as certain as stated; "the same" is a finding."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest

from reports.figures import spread as measured
from reports.figures.correlation import DealGroups, correlation
from reports.figures.figure import (
    ADVANTAGE,
    LEAD_CHANGES,
    MINUTES,
    SEAT_SPREAD,
    SEATS_GAP,
    STRATEGIES,
    Margins,
)
from reports.figures.spread import (
    Spread,
    joint_range,
    largest_distance,
    largest_gap,
    spread,
    unlogged,
)
from reports.figures.statistics import DealSums, Estimate, mean, rate
from reports.robust.directions import LevelsOfArms
from reports.robust.levels import MARGINS, PlayerLevel, win_rate_of
from reports.robust.robustness import Robustness
from reports.run import fairness
from strategies import find_strategy
from tests.helpers.reports_made import played
from tests.helpers.tables import quick_among

STUDIES, GAMES = 300, 4_000
PAIR = [find_strategy("random", "snorkeling")] * 2
ALPHA = 0.05
#: Four standard errors above the share of studies that may be wrong.
MOST_WRONG = ALPHA + 4 * math.sqrt(ALPHA * (1 - ALPHA) / STUDIES)
#: The true win rates of seven player levels, by the way in which they differ.
TRUTHS = {
    "alike": [0.3] * 7,
    "one far off": [0.3] * 6 + [0.4],
    "two ends": [0.28, 0.3, 0.3, 0.3, 0.3, 0.3, 0.32],
    "evenly apart": [0.27, 0.28, 0.29, 0.30, 0.31, 0.32, 0.33],
}


def wins(truth: Sequence[float], games: int, seed: int) -> list[int]:
    """Draw the number of games won at each player level."""
    return [int(n) for n in np.random.default_rng(seed).binomial(games, truth)]


def rates(won: Sequence[int], games: int) -> Callable[[float], list[Estimate]]:
    """Return a function from a confidence to the win rates of all levels with their intervals."""
    sums = [DealSums(games, total, total, 1) for total in won]
    return lambda confidence: [rate(deal_sums, confidence) for deal_sums in sums]


@cache
def study_spread(truth: str, seed: int) -> Spread:
    """Draw a study, and return the spread of its player levels."""
    tables = TRUTHS[truth]
    result = spread(rates(wins(tables, GAMES, seed), GAMES), [False] * len(tables), ALPHA)
    assert result
    return result


@pytest.mark.parametrize("truth", TRUTHS)
def test_the_interval_of_a_spread_contains_the_truth_and_wrong_verdicts_are_rare(
    truth: str,
) -> None:
    apart = max(TRUTHS[truth]) - min(TRUTHS[truth])
    studies = [study_spread(truth, seed) for seed in range(STUDIES)]
    assert sum(not result.low <= apart <= result.high for result in studies) / STUDIES <= MOST_WRONG
    # Margins slightly above and slightly below the true spread are the hardest cases.
    assert sum(result.word(apart + 1e-9) == "differ" for result in studies) / STUDIES <= MOST_WRONG
    assert sum(result.word(apart - 1e-9) == "agree" for result in studies) / STUDIES <= MOST_WRONG


def test_without_correction_equal_levels_would_differ_too_often() -> None:
    def uncorrected(seed: int) -> bool:
        # The largest of 21 differences, each judged as if it were the only one.
        ends = sorted(wins(TRUTHS["alike"], GAMES, seed))
        result = spread(rates([ends[0], ends[-1]], GAMES), [False, False], ALPHA)
        return result is not None and result.low > 0

    assert sum(map(uncorrected, range(STUDIES))) / STUDIES > 3 * MOST_WRONG
    assert sum(study_spread("alike", seed).low > 0 for seed in range(STUDIES)) / STUDIES <= ALPHA


def test_a_player_level_with_few_games_can_contradict_but_not_confirm_agreement() -> None:
    many, few = DealSums(60_000, 18_000, 18_000, 1), 60

    def with_few(won: int) -> Spread | None:
        last = DealSums(few, won, won, 1)
        sums = [many, many, last]
        return spread(
            lambda c: [rate(deal_sums, c) for deal_sums in sums], [False, False, True], ALPHA
        )

    alike, unlike = with_few(20), with_few(50)
    assert alike and alike.word(0.02) == "agree"
    assert 2 not in (alike.lowest, alike.highest)
    assert unlike and unlike.word(0.02) == "differ"
    assert unlike.highest == 2
    assert unlike.high >= unlike.value


def known(won: int, games: int, share: float) -> Callable[[str, float], Estimate]:
    """Return a function from path and confidence to figures of games for two players.

    Seat 1 won `won` of the games, and `share` is the win rate of each strategy. All lengths are
    equal.
    """

    def at(path: str, confidence: float) -> Estimate:
        if path in (MINUTES, LEAD_CHANGES):
            return Estimate(20.0, 19.9, 20.1, games)
        if path.startswith(STRATEGIES):
            return Estimate(share, share - 0.01, share + 0.01, games)
        first = won if path == win_rate_of(1) else games - won
        return rate(DealSums(games, first, first, 1), confidence)

    return at


def level(style: str, truth: float, games: int, seed: int, *, share: float = 0.0) -> PlayerLevel:
    """Return a player level for two players in which seat 1 wins a share `truth` of the games.

    If `share` is not 0, the style plays beside the strongest style, and `share` is its win rate.
    """
    [won] = wins([truth], games, seed)
    figures = known(won, games, share)
    return PlayerLevel(style, style, share > 0, PAIR, games, "", 0.0, figures)


def robustness_of(*levels: PlayerLevel) -> Robustness:
    return Robustness(levels, 0.95, MARGINS, (levels[0].games,), 1)


@pytest.mark.slow
def test_repeated_looks_cause_no_more_errors_than_allowed() -> None:
    looks, truth = (500, 1_000, 2_000, 4_000), 0.04

    def first_verdict(seed: int) -> str:
        draws = np.random.default_rng(seed).random((3, looks[-1])) < [
            [0.48],
            [0.48],
            [0.48 + truth],
        ]
        for looked, games in enumerate(looks, 1):
            levels = [
                PlayerLevel(
                    *names, PAIR, games, "", 0.0, known(int(draw[:games].sum()), games, 0.5)
                )
                for names, draw in zip(
                    (("a", "a", False), ("b beside a", "b", True), ("b", "b", False)),
                    draws,
                    strict=True,
                )
            ]
            robustness = Robustness(tuple(levels), 0.95, Margins(truth, 0.2), looks, looked)
            if robustness.is_decided:
                break
        assert robustness.judged["seats"].strongest
        return robustness.judged["seats"].strongest.word

    # At the margin itself every verdict but "not clear" is wrong in one of the two ways.
    words = [first_verdict(seed) for seed in range(STUDIES)]
    assert words.count("agree") / STUDIES <= MOST_WRONG
    assert words.count("differ") / STUDIES <= MOST_WRONG
    assert sum(
        Robustness((), 0.95, MARGINS, looks, looked).alpha for looked in range(1, 5)
    ) == pytest.approx(0.05 / 7)  # three groups of figures by two sets of players, and strength


#: The true verdict; the win rate of seat 1 among the strongest players, among rivals, with a wild
#: player beside the strongest, and among beginners; and the rival's win rate against the strongest.
WORLDS = [
    ("settled", (0.54, 0.54, 0.54, 0.70), 0.5),
    ("still moving", (0.54, 0.60, 0.54, 0.54), 0.45),
    ("still moving", (0.54, 0.60, 0.54, 0.54), 0.55),
    # Two equally strong styles that differ: no better play is needed to change the figure.
    ("depends on style", (0.54, 0.60, 0.54, 0.54), 0.5),
    ("depends on style", (0.54, 0.54, 0.60, 0.54), 0.5),
]


@pytest.mark.slow
@pytest.mark.parametrize(("truth", "world", "strength"), WORLDS)
def test_the_verdict_on_other_players_is_nearly_always_true(
    truth: str, world: tuple[float, ...], strength: float
) -> None:
    def verdict(seed: int, games: int) -> str:
        strongest, rival, beside, beginners = world
        levels = (
            level("best", strongest, games, 5 * seed),
            level("rival", strongest, games, 5 * seed + 1, share=strength),
            level("wild", beside, games, 5 * seed + 2, share=0.1),
            level("rival", rival, games, 5 * seed + 3),
            level("wild", beginners, games, 5 * seed + 4),
        )
        return robustness_of(*levels).judged["seats"].verdict

    many, few = ([verdict(seed, games) for seed in range(STUDIES)] for games in (40_000, 1_000))
    assert many.count(truth) > 0.95 * STUDIES
    assert sum(verdict not in (truth, "not clear") for verdict in few) / STUDIES <= MOST_WRONG


def test_a_verdict_on_seats_reports_the_deciding_seat_and_prefers_seat_1() -> None:
    beside = level("b", 0.5, 90_000, 4, share=0.45)
    apart = robustness_of(level("a", 0.5, 20_000, 1), beside, level("b", 0.6, 20_000, 2))
    judged = apart.judged["seats"]
    assert judged.strongest
    assert (judged.verdict, judged.seat, judged.strongest.highest.name) == ("still moving", 1, "b")
    # One of undecided games is left out of what is said of seats.
    stuck = replace(level("stuck", 0.9, 20_000, 3, share=0.4), undecided=0.4)
    two = level("a", 0.5, 90_000, 1), beside, level("b", 0.5, 90_000, 2)
    for alike in (robustness_of(*two), robustness_of(*two, stuck)):
        words = [alike.judged[group].verdict for group in ("seats", "length")]
        assert words == ["settled", "settled"]


def test_another_strategy_is_ranked_strongest_only_if_it_clearly_wins_more() -> None:
    for share, last in ((0.45, "a"), (0.505, "a"), (0.6, "b")):
        ranked = robustness_of(
            level("a", 0.5, 900, 1),
            level("b", 0.5, 900, 2, share=share),
            level("weak", 0.5, 900, 3, share=0.29),
            level("b", 0.5, 900, 4),
            level("weak", 0.5, 900, 5),
        ).ranked
        assert [each_level.style for each_level in ranked.strongest][-1] == last
        assert [each_level.style for each_level in ranked.beginners] == ["weak"]
        assert [each_level.is_guest for each_level in ranked.sensible] == [False, True, True, False]


@pytest.mark.parametrize(
    ("without_winner", "is_known"), [(1.0, False), (0.96, False), (0.94, True)]
)
def test_no_style_is_ranked_if_hardly_any_game_has_a_winner(
    without_winner: float, is_known: bool
) -> None:
    longer = Estimate(30.0, 29.9, 30.1, 900)
    levels = [
        level("a", 0.5, 900, 1),
        level("b", 0.5, 900, 2, share=0.1),
        replace(level("b", 0.5, 900, 3), figure=lambda path, confidence: longer),
    ]
    levels = [replace(each_level, without_winner=without_winner) for each_level in levels]
    robustness = robustness_of(*levels)
    assert robustness.ranked.is_known == is_known
    if is_known:
        assert robustness.judged["length"].verdict == "still moving"
        assert {each_level.players for each_level in robustness.ranked.levels} == {"sensible"}
    else:
        assert not robustness.judged
        assert not [
            *robustness.ranked.sensible,
            *robustness.ranked.strongest,
            *robustness.ranked.beginners,
        ]
        assert {each_level.players for each_level in robustness.ranked.levels} == {"not ranked"}
        assert robustness.is_decided


# Tables that share deals --------------------------------------------------------------------------


def deal_wins(generator: np.random.Generator, truth: Sequence[float], deals: int) -> np.ndarray:
    """Draw the wins (0 or 1) of deals at levels that share the luck of a deal.

    The shape is (levels, deals). A negative win rate means that luck has the opposite effect.
    """
    luck = generator.random(deals)
    return np.array([luck < rate if rate > 0 else luck > 1 + rate for rate in truth], np.int64)


def grouped(wins: np.ndarray, groups: int = 256) -> DealGroups:
    """Return the sums of a level's deals by group."""
    numbers = np.arange(len(wins)) % groups
    return DealGroups(np.bincount(numbers, minlength=groups), np.bincount(numbers, wins, groups))


@pytest.mark.parametrize(
    ("first", "second"), [(2_000, 2_000), (2_000, 500), (300, 90), (60, 2_000)]
)
@pytest.mark.parametrize("rate", [0.3, -0.3])
def test_estimated_correlations_of_means_match_those_over_many_studies(
    rate: float, first: int, second: int
) -> None:
    """This also holds if a level has more deals than the other, or luck has the opposite effect."""
    generator = np.random.default_rng(5)
    means, estimates = [], []
    for _ in range(STUDIES):
        wins = deal_wins(generator, (0.4, rate), max(first, second))
        tables = (wins[0, :first], wins[1, :second])
        means.append([table.mean() for table in tables])
        estimates.append(correlation(*map(grouped, tables)))
    true = float(np.corrcoef(np.array(means).T)[0, 1])
    # Estimates are too low, as if two more deals had had opposite results.
    lowered = np.mean(estimates) + 4 / min(first, second)
    error = (1 - true**2) / math.sqrt(STUDIES) + float(np.std(estimates)) / math.sqrt(STUDIES)
    assert abs(lowered - true) <= 4 * error
    assert abs(true) > 0.1


def test_levels_without_shared_deals_or_without_chance_are_not_correlated() -> None:
    wins = deal_wins(np.random.default_rng(1), (0.4, 0.6), 500)
    assert correlation(grouped(wins[0]), DealGroups()) == 0
    assert correlation(grouped(wins[0]), grouped(np.ones(500, np.int64))) == 0
    assert correlation(grouped(wins[0]), None) == -1  # The worst case, as it is unknown.
    alike = grouped(wins[0])
    assert correlation(alike, alike) == pytest.approx(1 - 4 / 500)


def shared(seed: int, truth: Sequence[float], deals: int, *, known: bool) -> Spread:
    """Draw levels on shared deals, and return their spread with known or unknown correlation."""
    wins = deal_wins(np.random.default_rng(seed), truth, deals)
    groups = [grouped(table) for table in wins] if known else []
    estimates = rates(wins.sum(axis=1).tolist(), deals)
    apart = spread(estimates, [False] * len(truth), ALPHA, groups=groups)
    assert apart
    return apart


def test_levels_with_opposite_luck_differ_no_more_often_than_allowed() -> None:
    """The negative control treats the levels as independent: equal levels then often differ."""
    opposite = (0.5, -0.5)

    def wrong(*, known: bool) -> float:
        studies = [shared(seed, opposite, 1_000, known=known) for seed in range(STUDIES)]
        return sum(result.low > 0 for result in studies) / STUDIES

    assert wrong(known=True) <= MOST_WRONG
    assert wrong(known=False) > 1.2 * MOST_WRONG


def test_levels_with_the_same_luck_need_fewer_games_for_a_verdict() -> None:
    def words(truth: Sequence[float], *, known: bool) -> list[str]:
        studies = (shared(seed, truth, 2_000, known=known) for seed in range(STUDIES))
        return [apart.word(0.02) for apart in studies]

    alike, apart = (0.4, 0.4, 0.41), (0.4, 0.4, 0.44)
    assert words(alike, known=True).count("agree") > 0.95 * STUDIES
    assert words(alike, known=False).count("agree") < 0.5 * STUDIES
    assert words(apart, known=True).count("differ") > 0.8 * STUDIES
    assert words(apart, known=False).count("differ") < 0.3 * STUDIES
    at_the_margin = words((0.4, 0.4, 0.42), known=True)
    assert at_the_margin.count("agree") / STUDIES <= MOST_WRONG
    assert at_the_margin.count("differ") / STUDIES <= MOST_WRONG


@pytest.mark.parametrize("truth", TRUTHS)
@pytest.mark.parametrize("shares_deals", [True, False])
def test_the_range_over_player_levels_contains_every_level(truth: str, shares_deals: bool) -> None:
    tables, games = TRUTHS[truth], 400

    def outside(seed: int) -> bool:
        won = wins(tables, games, seed)
        if shares_deals:
            won = deal_wins(np.random.default_rng(seed), tables, games).sum(axis=1).tolist()
        ends = joint_range(rates(won, games)(0.95))
        assert ends
        return not (ends[0] <= min(tables) and max(tables) <= ends[1])

    assert sum(map(outside, range(STUDIES))) / STUDIES <= MOST_WRONG


def test_the_range_of_estimates_without_intervals_misses_equal_levels() -> None:
    """The negative control: on shared deals, all levels have similar errors and agree wrongly."""

    def outside(seed: int) -> bool:
        won = deal_wins(np.random.default_rng(seed), TRUTHS["alike"], 400).sum(axis=1)
        values = [estimate.value for estimate in rates(won.tolist(), 400)(0.95)]
        return not min(values) <= 0.3 <= max(values)

    assert sum(map(outside, range(STUDIES))) / STUDIES > 0.9


def test_a_range_over_player_levels_is_unknown_if_any_interval_is_unknown() -> None:
    known = Estimate(5.0, 4.0, 6.0, 9)
    assert joint_range([known, Estimate(8.0, 3.0, 8.5, 9)]) == (3.0, 8.5)
    assert joint_range([known, Estimate(5.0, -math.inf, math.inf, 9)]) is None
    assert joint_range([]) is None


Apart = Callable[[Sequence[DealSums], float], Estimate]
#: True win rates: all alike, one seat off, one pair off, all different, for 2 to 6 seats.
RATES = (
    (0.25, 0.25, 0.25, 0.25),
    (0.31, 0.23, 0.23, 0.23),
    (0.30, 0.25, 0.25, 0.20),
    (0.28, 0.27, 0.24, 0.21),
    (0.5, 0.5),
    (0.6, 0.4),
    (0.53, 0.47),
    (1 / 6,) * 6,
)
QUICK = ((RATES[1], 4), (RATES[5], 1), (RATES[-1], 1))
#: The number of studies drawn for each of `RATES`.
TIMES = 600


def drawn(truth: Sequence[float], deals: int, times: int, rotations: int = 1) -> np.ndarray:
    """Draw studies, and return sums and sums of squares of wins over deals.

    The shape is (studies, seats, 2).
    """
    generator = np.random.default_rng(1)
    wins = generator.multinomial(rotations, truth, size=(times, deals))
    return np.stack([wins.sum(axis=1), (wins**2).sum(axis=1)], axis=-1)


def sums(study: np.ndarray, deals: int, rotations: int = 1) -> list[DealSums]:
    """Return the sums over deals for each seat of a study."""
    return [DealSums(deals, int(total), int(squares), rotations) for total, squares in study]


def missed(apart: Apart, truth: Sequence[float], true: float, rotations: int = 1) -> float:
    """Return the share of studies in which the interval of a figure misses its true value."""
    deals = 400
    intervals = [
        apart(sums(study, deals, rotations), 0.95)
        for study in drawn(truth, deals, TIMES, rotations)
    ]
    return sum(not interval.low <= true <= interval.high for interval in intervals) / TIMES


@pytest.mark.parametrize(
    ("truth", "rotations"),
    [
        pytest.param(*drawn, marks=() if drawn in QUICK else pytest.mark.slow)
        for drawn in product(RATES, (1, 4))
    ],
)
def test_intervals_miss_the_truth_as_rarely_as_documented(
    monkeypatch: pytest.MonkeyPatch, truth: tuple[float, ...], rotations: int
) -> None:
    monkeypatch.setattr(measured, "_BOOTSTRAP_SAMPLES", 2)  # of the value, which is not looked at
    fair = 1 / len(truth)
    distance = max(abs(rate - fair) for rate in truth)
    allowed = 0.05 + 3 * (0.05 * 0.95 / TIMES) ** 0.5
    assert missed(largest_distance, truth, distance, rotations) <= allowed
    assert missed(largest_gap, truth, max(truth) - min(truth), rotations) <= allowed


def test_the_uncorrected_interval_of_the_farthest_pair_misses_equal_seats_too_often() -> None:
    """The negative control: the interval is not corrected for the choice of the largest gap."""

    def naive(seats: Sequence[DealSums], confidence: float) -> Estimate:
        pair = max(combinations(seats, 2), key=lambda two: abs(two[0].mean - two[1].mean))
        ends = [
            mean(deal_sums, confidence)
            for deal_sums in sorted(pair, key=lambda deal_sums: -deal_sums.mean)
        ]
        return Estimate(0.0, ends[0].value - ends[1].high, 1.0, 1)

    assert missed(naive, (1 / 6,) * 6, 0.0) > 0.3


def test_a_spread_is_above_zero_exactly_if_the_table_marks_a_seat() -> None:
    seen = set()
    for seed in range(12):
        results = played(
            source="scaphandre", variant="finish-lap", strategy=["random"], games="2000", seed=seed
        )
        marked = set(results.judge_rivals()) != {"not clear"}
        assert (results.estimate(SEAT_SPREAD).low > 0) == marked
        sentences = fairness.describe_fairness(results)
        assert sentences[0].startswith("The gap between the best and the worst seat") == marked
        seen.add(marked)
    assert seen == {True, False}, "seeds of both kinds, or nothing was tested"


def test_seats_that_differ_are_reported_even_if_seat_1_is_fair() -> None:
    results = played(source="snorkeling", strategy=["closer"], games="20k")
    first, *_ = results.judge_rivals()
    assert first == "not clear"
    [gap] = fairness.describe_fairness(results)
    assert gap.startswith("The gap between the best and the worst seat is ")


def test_both_seats_of_two_have_the_same_distance_from_the_fair_share() -> None:
    results = played(source="snorkeling", players=2, strategy=["random"], games="20k")
    spread, gap = results.estimate(SEAT_SPREAD), results.estimate(SEATS_GAP)
    assert gap.value == pytest.approx(2 * spread.value)
    assert spread.value == pytest.approx(abs(results.estimate(ADVANTAGE).value))
    assert results.judge_rivals() == ["above fair", "below fair"]


@pytest.mark.parametrize("deals", quick_among([1_000, 10_000], 1_000))
@pytest.mark.parametrize("truth", [(0.27, 0.251, 0.244, 0.235), (0.53, 0.47)])
def test_the_reported_gap_between_seats_is_less_biased_than_the_observed_gap(
    truth: tuple[float, ...], deals: int
) -> None:
    true = max(truth) - min(truth)
    studies = [sums(study, deals) for study in drawn(truth, deals, 600)]
    observed = float(
        np.mean([np.ptp([deal_sums.mean for deal_sums in seats]) for seats in studies])
    )
    reported = float(np.mean([largest_gap(seats).value for seats in studies]))
    assert abs(reported - true) <= max(0.6 * (observed - true), 0.001)


# Differences found with several players ---------------------------------------------------------


#: A mean length; and two differences of it, one above and one below 1% of the length.
LENGTH, CLEAR, CLOSE = 30.0, 20.0, 0.001


def level_apart(name: str, low: float, high: float, *, few: bool = False) -> PlayerLevel:
    """Return a player level with a difference in this interval, at every confidence."""

    def always(low: float, high: float) -> PlayerLevel:
        known = Estimate((low + high) / 2, low, high, 100)
        at = (100, "", 0.0, lambda path, confidence: known)
        return PlayerLevel(name, name, not name.startswith("0"), PAIR, *at, few)

    usual = always(LENGTH, LENGTH)
    return replace(usual, change=always(low, high).figure, reference=usual.figure)


def test_a_length_that_may_be_nearly_0_has_an_infinite_ratio_to_another() -> None:
    unsure = Estimate(LENGTH, 1e-320, 2 * LENGTH, 3)
    levels = [
        PlayerLevel(*names, PAIR, 3, "", 0.0, lambda path, confidence: unsure)
        for names in (("a", "a", False), ("b beside a", "b", True))
    ]
    sensible = robustness_of(*levels).judged["length"].sensible
    assert sensible
    assert sensible.word == "not clear"
    assert (sensible.spread.value, sensible.spread.high) == (1.0, math.inf)
    assert unlogged(math.log(LENGTH)) == pytest.approx(LENGTH)


@pytest.mark.parametrize(
    ("many", "few", "word", "way"),
    [
        ([(9, 11), (4, 6)], None, "settled", "higher"),
        ([(-11, -9), (-6, -4)], None, "settled", "lower"),
        ([(9, 11), (-1, 6)], None, "not clear", ""),
        ([(9, 11), (-6, -4)], None, "depends on style", ""),
        ([(9, 11), (-CLOSE, CLOSE)], None, "depends on style", ""),
        ([(-CLOSE, CLOSE), (-CLOSE, CLOSE)], None, "settled", "the same"),
        # A difference may be clear although it is small.
        ([(CLOSE, 2 * CLOSE), (9, 11)], None, "settled", "higher"),
        # Levels with few games cannot confirm a difference, but can contradict it.
        ([(9, 11), (4, 6)], (-CLEAR, CLEAR), "settled", "higher"),
        ([(9, 11), (4, 6)], (-11, -9), "still moving", ""),
        ([(-CLOSE, CLOSE), (-CLOSE, CLOSE)], (9, 11), "still moving", ""),
        ([(9, 11), (-1, 6)], (9, 11), "not clear", ""),
    ],
)
def test_a_difference_holds_at_every_level_only_if_none_contradicts(
    many: list[tuple[float, float]], few: tuple[float, float] | None, word: str, way: str
) -> None:
    levels = [level_apart(str(place), *ends) for place, ends in enumerate(many)]
    levels += [level_apart("few", *few, few=True)] if few else []
    assert direction_of_minutes(levels) == (word, way)


def direction_of_minutes(levels: Sequence[PlayerLevel]) -> tuple[str, str]:
    """Return the verdict on a difference in length, and the direction of the difference."""
    arms = tuple((level, level) for level in levels)
    directions = LevelsOfArms(("a", "b"), (0, 0), arms, 0.95, Margins()).directions
    [minutes] = [direction for direction in directions if direction.figure == MINUTES]
    return minutes.verdict, minutes.direction


@pytest.mark.parametrize(
    ("low", "high", "word"),
    [(0.6, 0.8, "still moving"), (0.45, 0.8, "depends on style"), (0.35, 0.45, "depends on style")],
)
def test_a_difference_is_still_moving_only_if_a_clearly_stronger_player_contradicts_it(
    low: float, high: float, word: str
) -> None:
    """The share is what the thinking player wins alone against the strongest style; 0.5 is fair."""
    levels = [level_apart("0", 9, 11), level_apart("1", 4, 6)]
    thinking = level_apart("few", -11, -9, few=True)
    share = Estimate((low + high) / 2, low, high, 100)
    levels.append(replace(thinking, figure=lambda path, confidence: share))
    assert direction_of_minutes(levels) == (word, "")
