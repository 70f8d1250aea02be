"""How far apart tables are is known as well as is claimed, and "the same" is a finding."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest

from reports.figures.figure import LEAD_CHANGES, MINUTES
from reports.figures.noticeable import Margins
from reports.figures.spread import Spread, spread
from reports.figures.statistics import DealSums, Estimate, rate
from reports.robust import document
from reports.robust.levels import MARGINS, Level, Robustness, win_rate_of

STUDIES, GAMES = 600, 4_000
ALPHA = 0.05
#: Four standard errors above the share of studies that may be wrong.
MOST_WRONG = ALPHA + 4 * math.sqrt(ALPHA * (1 - ALPHA) / STUDIES)
#: Seven tables: all alike, one far off, two at the ends with others between, and evenly apart.
TRUTHS = {
    "alike": [0.3] * 7,
    "one far off": [0.3] * 6 + [0.4],
    "two ends": [0.28, 0.3, 0.3, 0.3, 0.3, 0.3, 0.32],
    "evenly apart": [0.27, 0.28, 0.29, 0.30, 0.31, 0.32, 0.33],
}


def wins(truth: Sequence[float], games: int, seed: int) -> list[int]:
    """Draw how many games are won at each table."""
    return [int(n) for n in np.random.default_rng(seed).binomial(games, truth)]


def rates(won: Sequence[int], games: int) -> Callable[[float], list[Estimate]]:
    """Return what gives each table's win rate with an interval."""
    sums = [DealSums(games, one, one, 1) for one in won]
    return lambda confidence: [rate(one, confidence) for one in sums]


def found(truth: Sequence[float], seed: int, games: int = GAMES) -> Spread:
    """Draw a study and return how far apart its tables are."""
    one = spread(rates(wins(truth, games, seed), games), [False] * len(truth), ALPHA)
    assert one
    return one


@pytest.mark.parametrize("truth", TRUTHS.values(), ids=TRUTHS)
def test_the_interval_holds_how_far_apart_tables_are_and_wrong_verdicts_are_rare(
    truth: list[float],
) -> None:
    apart = max(truth) - min(truth)
    studies = [found(truth, seed) for seed in range(STUDIES)]
    assert sum(not one.low <= apart <= one.high for one in studies) / STUDIES <= MOST_WRONG
    # At margins next to the truth.
    assert sum(one.word(apart + 1e-9) == "differ" for one in studies) / STUDIES <= MOST_WRONG
    assert sum(one.word(apart - 1e-9) == "agree" for one in studies) / STUDIES <= MOST_WRONG


def test_without_correction_tables_that_are_alike_would_differ() -> None:
    def uncorrected(seed: int) -> bool:
        # The largest of 21 differences, each judged as if it were the only one.
        ends = sorted(wins(TRUTHS["alike"], GAMES, seed))
        one = spread(rates([ends[0], ends[-1]], GAMES), [False, False], ALPHA)
        return one is not None and one.low > 0

    assert sum(map(uncorrected, range(STUDIES))) / STUDIES > 3 * MOST_WRONG
    assert sum(found(TRUTHS["alike"], seed).low > 0 for seed in range(STUDIES)) < 30


def test_a_table_of_few_games_speaks_against_agreement_only() -> None:
    many, few = DealSums(60_000, 18_000, 18_000, 1), 60

    def with_few(won: int) -> Spread | None:
        last = DealSums(few, won, won, 1)
        sums = [many, many, last]
        return spread(lambda c: [rate(one, c) for one in sums], [False, False, True], ALPHA)

    alike, unlike = with_few(20), with_few(50)
    assert alike and alike.word(0.02) == "agree"
    assert 2 not in (alike.lowest, alike.highest)
    assert unlike and unlike.word(0.02) == "differ"
    assert unlike.highest == 2
    assert unlike.high >= unlike.value


def known(won: int, games: int) -> Callable[[str, float], Estimate]:
    """Return the figures of games for two of which the first seat won so many; all last alike."""

    def at(path: str, confidence: float) -> Estimate:
        if path in (MINUTES, LEAD_CHANGES):
            return Estimate(20.0, 19.9, 20.1, games)
        share = won if path == win_rate_of(1) else games - won
        return rate(DealSums(games, share, share, 1), confidence)

    return at


def level(name: str, truth: float, games: int, seed: int) -> Level:
    """Return a level of play for two, whose first seat wins so often."""
    [won] = wins([truth], games, seed)
    return Level(name, "", (name, name), games, "", 0.0, known(won, games))


def asked(*levels: Level) -> Robustness:
    return Robustness(levels, 0.95, MARGINS, (levels[0].games,), 1)


def test_looking_several_times_costs_no_more_errors_than_allowed() -> None:
    looks, truth = (500, 1_000, 2_000, 4_000), 0.04

    def first_verdict(seed: int) -> str:
        draws = np.random.default_rng(seed).random((2, looks[-1])) < [[0.48], [0.48 + truth]]
        for looked, games in enumerate(looks, 1):
            levels = tuple(
                Level("", "", ("a", "a"), games, "", 0.0, known(int(draw[:games].sum()), games))
                for draw in draws
            )
            one = Robustness(levels, 0.95, Margins(truth, 0.2), looks, looked)
            if one.is_decided:
                break
        return one.judged["seats"].word

    # At the margin itself every verdict but "not clear" is wrong in one of the two ways.
    words = [first_verdict(seed) for seed in range(STUDIES)]
    assert words.count("agree") / STUDIES <= MOST_WRONG
    assert words.count("differ") / STUDIES <= MOST_WRONG
    assert sum(
        Robustness((), 0.95, MARGINS, looks, looked).alpha for looked in range(1, 5)
    ) == pytest.approx(0.05 / 6)


def test_the_seat_that_decides_is_told_and_the_first_one_if_it_does() -> None:
    apart = asked(level("a", 0.5, 20_000, 1), level("b", 0.6, 20_000, 2))
    judged = apart.judged["seats"]
    assert (judged.word, judged.seat, judged.lowest.name) == ("differ", 1, "a")
    assert "--robust" not in document.asked(apart)
    open_ = asked(level("a", 0.5, 300, 1), level("b", 0.5, 300, 2))
    assert document.asked(open_).endswith("takes more games of each (--robust).")
    assert "--robust" not in document.asked(replace(open_, more=True))
    # One of undecided games is left out of what is said of seats.
    stuck = replace(level("stuck", 0.9, 20_000, 3), undecided=0.4)
    two = level("a", 0.5, 90_000, 1), level("b", 0.5, 90_000, 2)
    for alike in (asked(*two), asked(*two, stuck)):
        assert (alike.judged["seats"].word, alike.judged["length"].word) == ("agree", "agree")


def test_who_plays_well_is_judged_alone_where_not_all_agree() -> None:
    levels = (
        replace(level("a", 0.5, 90_000, 1), strength="solid"),
        replace(level("b", 0.5, 90_000, 2), strength="strong"),
        replace(level("wild", 0.7, 90_000, 3), strength="simple"),
    )
    found = asked(*levels)
    assert (found.judged["seats"].word, found.skilled["seats"].word) == ("differ", "agree")
    assert "(wild)" in document.verdict(found, "seats")
    among = document.among_skilled(found, "seats")
    assert among.startswith("Among solid and strong players alone it is the game's: ")
    assert "wild" not in among
    alike = asked(*levels[:2])
    assert alike.skilled == {}
    assert not document.among_skilled(alike, "seats")
