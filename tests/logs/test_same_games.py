"""Logs of one, five and thirty games: the same answer in every format, and the exact values."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from scipy import stats

from reports.playtest.alone import LogReport
from reports.playtest.exact_tests import games_to_show
from tests.logs.same_games import FORMATS, LOGS, Play, winners, write_log

SEATS = 3


def report_on(folder: Path, name: str, plays: Sequence[Play]) -> LogReport:
    return LogReport(str(write_log(folder, name, plays)), {}, None, 0.95)


def wins_of_seats(plays: Sequence[Play]) -> list[int]:
    """Return the wins of each seat in the plays with a single winner."""
    wins = [0] * SEATS
    for play in plays:
        _, people, _, _ = play
        if len(winners(play)) == 1:
            wins[people.index(winners(play)[0])] += 1
    return wins


def compared(report: LogReport) -> Any:
    """Return the results of a report without its file, which differs between formats."""
    return {
        name: report.summary[name]
        for name in ("games_logged", "won", "compared", "shared_wins", "unknown_winners", "lengths")
    }


@pytest.mark.slow
@pytest.mark.parametrize("number", LOGS)
@pytest.mark.parametrize("name", [name for name in FORMATS if name != "template.csv"])
def test_the_same_games_give_the_same_answer_in_every_format(
    number: int, name: str, tmp_path: Path
) -> None:
    plays = LOGS[number]
    expected = compared(report_on(tmp_path, "template.csv", plays))
    assert compared(report_on(tmp_path, name, plays)) == expected


@pytest.mark.parametrize("number", LOGS)
def test_wins_shares_and_intervals_of_seats_are_the_exact_ones(number: int, tmp_path: Path) -> None:
    plays = LOGS[number]
    wins = wins_of_seats(plays)
    games = sum(wins)
    [seats] = [
        group
        for group in report_on(tmp_path, "template.csv", plays).summary["compared"]
        if group["kind"] == "seat"
    ]
    assert [rival["wins"] for rival in seats["rivals"]] == wins
    for rival in seats["rivals"]:
        # All intervals hold jointly, so each has a third of the error.
        exact = stats.binomtest(rival["wins"], games, 1 / SEATS)
        interval = exact.proportion_ci(1 - 0.05 / SEATS, method="exact")
        assert rival["share"]["ci_low"] == pytest.approx(interval.low)
        assert rival["share"]["ci_high"] == pytest.approx(interval.high)
        lower = stats.binom.cdf(rival["wins"], games, 1 / SEATS)
        upper = stats.binom.sf(rival["wins"] - 1, games, 1 / SEATS)
        assert rival["p"] == pytest.approx(min(1, 2 * min(lower, upper)))
    multinomial = stats.multinomial(games, [1 / SEATS] * SEATS)
    observed = multinomial.pmf(wins)
    results = [result for result in product(range(games + 1), repeat=SEATS) if sum(result) == games]
    p = sum(chance for result in results if (chance := multinomial.pmf(result)) <= observed + 1e-12)
    assert seats["p"] == pytest.approx(p)


@pytest.mark.parametrize("number", LOGS)
def test_people_are_compared_with_their_share_of_the_same_games(
    number: int, tmp_path: Path
) -> None:
    plays = LOGS[number]
    single = [winners(play)[0] for play in plays if len(winners(play)) == 1]
    [people] = [
        group
        for group in report_on(tmp_path, "long.csv", plays).summary["compared"]
        if group["kind"] == "player"
    ]
    counts = {rival["name"]: rival["wins"] for rival in people["rivals"]}
    assert counts == {name: Counter(single)[name] for name in ("Ann", "Bo", "Cy")}


@pytest.mark.parametrize(
    ("share", "fair", "confidence"), [(0.6, 0.5, 0.95), (0.4, 0.25, 0.99), (0.15, 0.25, 0.95)]
)
def test_the_suggested_number_of_plays_is_the_smallest_that_shows_a_difference(
    share: float, fair: float, confidence: float
) -> None:
    def shows(games: int) -> bool:
        interval = stats.binomtest(round(share * games), games).proportion_ci(
            confidence, method="exact"
        )
        return not interval.low <= fair <= interval.high

    suggested = math.ceil(games_to_show(share, fair, confidence))
    assert shows(suggested)
    first = next(games for games in range(1, suggested + 1) if shows(games))
    # The suggestion is rounded up a little, and rounded wins make a few smaller logs decide.
    assert 0.75 * suggested <= first <= suggested
