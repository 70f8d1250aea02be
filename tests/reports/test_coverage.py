"""Intervals of real games hold the truth as often as they claim, and wrong ones do not.

Many small studies are cut out of one long run; the truth is what all of them give together, which
is known about 45 times better than by one. The negative controls make the interval of a mean from
the same games as if they were independent of each other, which games on one deal are not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import pytest

from reports.comparison.difference import figure_difference
from reports.figures.statistics import DealSums, Estimate, mean
from reports.run.results import Results
from simulate.game import find_game
from simulate.play import rows as row
from simulate.play.arms import layout_of, make_engine
from simulate.play.counting import list_deals, multiply_deals, tally_rows
from simulate.play.rows import Integers
from simulate.play.run import Run
from simulate.study import Study
from tests.helpers.studies import lineup_of, make_study

STUDIES = 2000
#: Where the share of 95 % intervals that hold the truth must lie.
BAND = (0.935, 0.965)
DEALS = 100
GAME = find_game("scaphandre")
#: Two rotations a deal.
PAIRS = make_study(
    "scaphandre", 4, lineup=("collector", "grabber") * 2, games=2 * DEALS * STUDIES, seed=11
)
#: Four; games on one deal balance each other in what a seat scores.
MIXED = replace(
    PAIRS, games=4 * DEALS * STUDIES, lineup=("collector", "grabber", "ducker", "random")
)
#: With one card in hand there is nothing to choose: games on one deal are the same game.
ALIKE = replace(PAIRS, rules={"hand_size": 1})
FIGURES = (
    "first_player_advantage",
    "strategies.collector.win_rate",
    "seats.2.score_mean",
    "lead_changes",
    "comebacks",
    "counts.cards_cancelled",
    "counts.shared_wins",
)
#: Figures of which each game has one, and their columns.
BY_GAME = {"lead_changes": row.LEAD_CHANGES, "seats.2.score_mean": row.SCORES + 1}
#: Which of them are told wrongly as if games were independent.
MISTAKEN = {
    "two": (PAIRS, ()),
    "four": (MIXED, ("seats.2.score_mean",)),
    "two identical": (ALIKE, ("lead_changes", "seats.2.score_mean")),
}


@dataclass(frozen=True)
class Covered:
    """In which share of the studies the interval of a figure held the truth."""

    what: str
    share: float
    #: Whether the intervals are made wrongly on purpose.
    control: bool = False

    @property
    def fits(self) -> bool:
        """Whether that is as often as 95 % intervals should."""
        return BAND[0] <= self.share <= BAND[1]


def _rows(study: Study) -> Iterator[Integers]:
    engine, games = make_engine(study, lineup_of(study)), DEALS * study.rotations
    for first in range(0, study.games, games):
        yield engine.play(first, games)


def _run(study: Study, rows: Integers) -> Run:
    layout = layout_of(study, GAME)
    return Run(study, layout, tally_rows(layout, rows), 1.0, 1, False)


def covered(estimates: list[Estimate], truth: float) -> float:
    """Return the share of intervals that hold the truth."""
    return float(np.mean([one.low <= truth <= one.high for one in estimates]))


def cover_figures(name: str) -> Iterator[Covered]:
    """Yield how often the interval of each figure holds the truth, and the controls."""
    study, mistaken = MISTAKEN[name]
    small = list(_rows(study))
    truth = Results(_run(study, np.concatenate(small)))
    results = [Results(_run(study, rows)) for rows in small]
    # One strategy of two wins half of each deal of identical games: nothing to estimate.
    paths = [path for path in FIGURES if study is not ALIKE or path in BY_GAME]
    for path in paths:
        estimates = [one.estimate(path) for one in results]
        share = covered(estimates, truth.estimate(path).value)
        yield Covered(f"{path}, {name} games a deal", share)
    for path in mistaken:
        estimates = [_as_if_independent(rows[:, BY_GAME[path]]) for rows in small]
        share = covered(estimates, truth.estimate(path).value)
        yield Covered(f"{path}, {name} games a deal, as if independent", share, control=True)


def _as_if_independent(values: Integers) -> Estimate:
    listed = values.tolist()
    return mean(DealSums(len(listed), sum(listed), sum(v * v for v in listed), 1))


def cover_differences(first: Study, second: Study) -> Iterator[Covered]:
    """Yield how often the paired interval of each figure's difference holds the truth."""
    pairs = list(zip(_rows(first), _rows(second), strict=True))
    whole = [np.concatenate([pair[arm] for pair in pairs]) for arm in (0, 1)]
    truths = [Results(_run(s, rows)) for s, rows in zip((first, second), whole, strict=True)]
    for path in FIGURES:
        truth = truths[1].estimate(path).value - truths[0].estimate(path).value
        estimates = []
        for one, other in pairs:
            results = Results(_run(first, one)), Results(_run(second, other))
            deals = (
                list_deals(r.run.layout, rows)
                for r, rows in zip(results, (one, other), strict=True)
            )
            products = multiply_deals(*deals)
            estimates.append(figure_difference(path, *results, products).estimate)
        yield Covered(f"{path}, paired difference of two variants", covered(estimates, truth))


def check(found: list[Covered]) -> None:
    assert found
    assert [one for one in found if one.fits == one.control] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", MISTAKEN)
def test_intervals_of_figures_hold_the_truth_as_often_as_they_claim(name: str) -> None:
    found = list(cover_figures(name))
    assert any(one.control for one in found) == (name != "two")
    check(found)


@pytest.mark.slow
def test_paired_intervals_of_differences_hold_the_truth_as_often_as_they_claim() -> None:
    check(list(cover_differences(PAIRS, replace(PAIRS, variant="finish-lap"))))


def test_a_control_that_fits_would_be_noticed() -> None:
    with pytest.raises(AssertionError):
        check([Covered("what", 0.95, control=True)])
    with pytest.raises(AssertionError):
        check([Covered("what", 0.97)])
    assert ALIKE.rules == {"hand_size": 1}
