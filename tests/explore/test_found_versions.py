"""The headline of a search says what comes nearest, how far off it stays, and what is certain."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from reports.figures import figure as fig
from reports.figures.statistics import Estimate
from reports.tune.results import TuneResults
from reports.writing.wording import capital
from simulate.explore.design import Wishes
from simulate.explore.found_versions import (
    Change,
    Outcome,
    describe_gain,
    describe_length,
    describe_outcome,
    describe_so_far,
)

FAIR = Wishes(fair=1.0)
BOTH = Wishes(fair=1.0, long=(0, 45))
HALF = Change("head_start.4", 0.5, 0)


def points(value: float, half: float, n: int = 40_000) -> Estimate:
    """Return an estimate in points, from numbers of wins in 100 games."""
    return Estimate(value / 100, (value - half) / 100, (value + half) / 100, n)


def results_of(spread: Estimate, minutes: float = 40.0) -> Any:
    """Return results whose least fair seat is off by `spread`."""
    estimates = {
        fig.SEAT_SPREAD: spread,
        fig.USUAL_MINUTES: Estimate(minutes, minutes - 1, minutes + 1, 40_000),
    }
    return SimpleNamespace(estimate=estimates.get, run=SimpleNamespace(games=100_000))


def outcome_of(
    monkeypatch: pytest.MonkeyPatch,
    verdict: str,
    best: Estimate,
    *changes: Change,
    gain: Estimate | None = None,
    minutes: float = 40.0,
    with_two_changes: Estimate | None = None,
) -> Outcome:
    """Return the outcome of a search in a game whose least fair seat is off by 3.6 ± 0.3 now.

    `with_two_changes` has the distance of a version with two changes, if there is one.
    """
    game = SimpleNamespace(title="Shoal")
    larger = [[SimpleNamespace(results=results_of(with_two_changes))]] if with_two_changes else []
    tune = SimpleNamespace(
        verdict=verdict,
        base=SimpleNamespace(game=game),
        leading=[None],
        gain=gain,
        points=(),
        by_version=lambda points: larger,
    )
    monkeypatch.setattr(
        "simulate.explore.found_versions.changes_of",
        lambda tune, version: [HALF, HALF] if version in larger else list(changes),
    )
    monkeypatch.setattr(
        "simulate.explore.found_versions.describe_change",
        lambda change, game: (f"Seat {change.rule[-1]} begins with half a point", "nothing"),
    )
    return Outcome(
        cast("TuneResults", tune), results_of(points(3.6, 0.3)), results_of(best, minutes)
    )


OFF = "the worst seat is then {} points off, instead of 3.6 ± 0.3"
SEAT_4 = "seat 4 begins with half a point"


@pytest.mark.parametrize(
    ("verdict", "best", "headline"),
    [
        (
            "none",
            points(2.1, 0.3),
            f"Nothing tried makes Shoal fair within 1 point. Nearest: {SEAT_4}; "
            f"{OFF.format('2.1 ± 0.3')}.",
        ),
        (
            "undecided",
            points(2.1, 0.3),
            "Nothing tried so far makes Shoal fair within 1 point; more games may find it. "
            f"Nearest: {SEAT_4}; {OFF.format('2.1 ± 0.3')}.",
        ),
        (
            "undecided",
            points(0.9, 0.3),
            f"Probably a version is fair within 1 point, not certain. {capital(SEAT_4)}. "
            f"{capital(OFF.format('0.9 ± 0.3'))}.",
        ),
        (
            "meets",
            points(1.1, 0.3),
            f"Perhaps a version is fair within 1 point, not certain. {capital(SEAT_4)}. "
            f"{capital(OFF.format('1.1 ± 0.3'))}.",
        ),
        (
            "meets",
            points(0.5, 0.3),
            f"A version with 1 change is fair within 1 point. {capital(SEAT_4)}. "
            f"{capital(OFF.format('0.5 ± 0.3'))}.",
        ),
    ],
)
def test_the_headline_says_how_far_off_the_nearest_version_stays(
    monkeypatch: pytest.MonkeyPatch, verdict: str, best: Estimate, headline: str
) -> None:
    outcome = outcome_of(monkeypatch, verdict, best, HALF)
    assert describe_outcome(outcome, FAIR) == headline


def test_the_headline_says_that_a_version_is_first_because_it_changes_less(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for other, words in (
        (points(2.0, 0.8), "Smallest change among the nearest"),
        (points(2.6, 0.8), "Nearest"),
    ):
        outcome = outcome_of(monkeypatch, "none", points(2.3, 0.3), HALF, with_two_changes=other)
        assert f" {words}: {SEAT_4}; " in describe_outcome(outcome, FAIR)


@pytest.mark.parametrize(
    ("verdict", "best", "wishes", "headline"),
    [
        (
            "none",
            points(3.6, 0.3),
            FAIR,
            "Nothing tried makes Shoal fair within 1 point, or comes nearer than the rules as "
            "they are.",
        ),
        (
            "undecided",
            points(3.6, 0.3),
            FAIR,
            "Too few games yet to tell what makes Shoal fair within 1 point.",
        ),
        ("meets", points(0.5, 0.3), FAIR, "Shoal is fair within 1 point as it is."),
        ("meets", points(0.5, 0.3), BOTH, "Shoal meets both wishes as it is."),
    ],
)
def test_the_headline_says_if_nothing_is_better_than_the_rules_as_they_are(
    monkeypatch: pytest.MonkeyPatch, verdict: str, best: Estimate, wishes: Wishes, headline: str
) -> None:
    assert describe_outcome(outcome_of(monkeypatch, verdict, best), wishes) == headline


def test_several_changes_are_named_within_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = outcome_of(monkeypatch, "meets", points(0.5, 0.3), Change("head_start.3", 0.5), HALF)
    headline = describe_outcome(outcome, BOTH)
    assert headline.startswith("A version with 2 changes meets both wishes. Seat 3 begins")
    assert "half a point and seat 4 begins" in headline


def test_a_version_that_misses_one_wish_meets_not_both(monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = outcome_of(monkeypatch, "none", points(0.5, 0.3), HALF, minutes=60)
    assert describe_outcome(outcome, BOTH).startswith("Nothing tried meets both wishes. Nearest:")


@pytest.mark.parametrize(
    ("best", "gain", "start"),
    [
        # The intervals do not overlap, so the numbers in the headline show it.
        (points(2.1, 0.3), points(1.5, 0.4), ""),
        (points(2.9, 0.5), points(0.7, 0.4), "That is clearly nearer to fair than now"),
        (points(3.1, 0.5), points(0.4, 0.6), "That is probably nearer to fair than now"),
        (points(3.7, 0.5), points(0.4, 0.3), "Whether that is nearer to fair than now is not"),
        (points(3.1, 0.5), points(-0.1, 0.6), "Whether that is nearer to fair than now is not"),
    ],
)
def test_a_difference_is_judged_deal_by_deal_and_never_against_the_numbers_beside_it(
    monkeypatch: pytest.MonkeyPatch, best: Estimate, gain: Estimate, start: str
) -> None:
    sentence = describe_gain(outcome_of(monkeypatch, "none", best, HALF, gain=gain))
    assert sentence.startswith(start)
    if start:
        assert "± " in sentence
        assert "on the same 40,000 deals" in sentence
    else:
        assert not sentence


def test_the_usual_length_is_compared_if_there_is_a_wish_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    outcome = outcome_of(monkeypatch, "meets", points(0.5, 0.3), HALF, minutes=30)
    sentence = "The usual length is then 30 ± 1 minutes, instead of 40 ± 1."
    assert describe_length(outcome, BOTH) == sentence
    assert not describe_length(outcome, FAIR)


@pytest.mark.parametrize("verdict", ["meets", "undecided", "none"])
def test_a_search_that_goes_on_recommends_no_version(verdict: str) -> None:
    point = SimpleNamespace(results=SimpleNamespace(run=SimpleNamespace(games=2_000)))
    tune = cast("TuneResults", SimpleNamespace(verdict=verdict, points=[point]))
    headline, sentence = describe_so_far(tune, FAIR)
    assert headline.startswith("So far: ")
    assert headline.endswith("not settled.")
    assert "up to 2,000 games of each version" in sentence
    assert "may all still change" in sentence
