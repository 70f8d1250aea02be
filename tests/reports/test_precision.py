"""Playing until figures are known: the rule, its coverage, and the units people type."""

from __future__ import annotations

import numpy as np
import pytest

from reports.figures.figure import PLAIN, SHARE, Figure, Mean, Quantile, Topic, Unit
from reports.figures.precision import (
    FIRST_GAMES,
    MOST_GROWTH,
    Reached,
    games_wanted,
    narrowest,
    settle,
    step,
)
from simulate.errors import UsageError
from simulate.play.histogram import Histogram
from simulate.study.precision import COUNTED, Precision, parse_precision
from tests.bench.precisions import CASES, CONTROLS, play
from tests.helpers.tables import quick_among

#: What is played until it is known in every run of the tests.
QUICK = ("rate 0.01 ± 0.2pp", "p90 ± 2", "four figures, by the p90")
#: How many of 200 intervals hold the truth at least.
AT_200 = 0.95 - 3 * (0.05 * 0.95 / 200) ** 0.5


def figure(unit: Unit = PLAIN, kind: str = "length", what: str = "mean") -> Figure:
    source = Quantile("turns", 90, 0.25) if what == "p90" else Mean(0, 1, kind="count")
    of = (unit.name,) if kind == "length" else ()
    return Figure(
        kind=kind, of=of, what=what, topic=Topic.LENGTH, title="it", unit=unit, source=source
    )


MINUTES, TURNS = figure(Unit("minutes")), figure(Unit("turns"))
P90, RATE = figure(Unit("minutes"), what="p90"), figure(SHARE, "close_games", "")


def test_games_asked_for_grow_as_the_width_asks() -> None:
    assert games_wanted(5_000, 0.01, 0.01) == 5_000
    assert games_wanted(100_000, 0.02, 0.01) == 412_000
    assert games_wanted(100, 0.011, 0.01) == 100 + FIRST_GAMES
    assert games_wanted(2_000, float("inf"), 0.01) == 2_000 * MOST_GROWTH
    assert games_wanted(2_000, 0.1, 0.0) == 2_000 * MOST_GROWTH


@pytest.mark.parametrize(
    ("about", "typed", "width"),
    [
        (RATE, "0.5pp", 0.005),
        (RATE, "0.5 pp", 0.005),
        (MINUTES, "0.2", 0.2),
        (MINUTES, "0.2 min", 0.2),
        (MINUTES, "1 minute", 1.0),
        (MINUTES, "12s", 0.2),
        (MINUTES, "0.5 h", 30.0),
        (TURNS, "1 turn", 1.0),
        (TURNS, "1.5 turns", 1.5),
        (P90, "15 s", 0.25),
    ],
)
def test_a_width_is_in_the_unit_of_the_figure_or_in_one_that_makes_it(
    about: Figure, typed: str, width: float
) -> None:
    [found] = settle({about.path: parse_precision(typed)}, lambda _: about).values()
    assert found.unit == COUNTED
    assert found.width(value=7.0) == pytest.approx(width)


def test_per_cent_are_of_the_value_whatever_it_is() -> None:
    [found] = settle({"it": parse_precision("2%")}, lambda _: MINUTES).values()
    assert found.width(50.0) == found.width(-50.0) == 1.0


def test_a_number_of_a_study_file_is_as_the_figure_is_counted() -> None:
    asked = {"it": Precision(0.005, COUNTED)}
    assert settle(asked, lambda _: RATE) == asked
    with pytest.raises(UsageError, match=r"0.5 would be 50 percentage points; did you mean 0.5pp"):
        settle({"it": parse_precision("0.5")}, lambda _: RATE)


def test_a_percentile_is_not_known_better_than_to_within_a_step() -> None:
    fours = Histogram(8, np.array([3, 0, 0, 0, 9, 0, 0, 0, 1]))
    assert step([fours]) == 4
    assert step([fours, Histogram(9, np.array([1]))]) == 1
    assert step([Histogram(5, np.array([2]))]) == 1
    assert narrowest(P90, steps=4) == 1.0  # of minutes
    least = narrowest(P90, steps=4)
    hopeless = Reached(P90, Precision(0.5, COUNTED), 3.0, least, least)
    assert hopeless.is_hopeless
    assert not hopeless.is_enough
    assert hopeless.games_wanted(2_000) == 2_000
    settle({"it": Precision(0.25, COUNTED)}, lambda _: P90)
    for differences, told in ((False, "0.25 minutes"), (True, "0.354 minutes")):
        with pytest.raises(UsageError, match=f"give at least {told}, or choose the mean"):
            settle({"it": Precision(0.2, COUNTED)}, lambda _: P90, differences=differences)


@pytest.mark.parametrize("name", quick_among(CASES, *QUICK))
def test_playing_until_intervals_are_narrow_keeps_their_coverage(name: str) -> None:
    studies, least = (200, AT_200) if name in QUICK else (1_000, 0.935)
    assert min(play(CASES[name](), studies).held) >= least


@pytest.mark.parametrize("name", quick_among(CONTROLS, "mean with a very long tail"))
def test_who_looks_after_every_few_games_errs_more_often_than_is_said(name: str) -> None:
    make, eager = CONTROLS[name]
    studies, most = (200, AT_200) if name == "mean with a very long tail" else (1_000, 0.935)
    assert play(make(), studies, eager=eager).held[0] < most
