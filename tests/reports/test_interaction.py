"""An effect that differs between cells is found as often as it should be, and no other."""

from __future__ import annotations

import numpy as np
import pytest

from reports.comparison.design import design_of
from reports.figures.differences import Difference, difference, independent_difference
from simulate.study import Study
from tests.helpers.studies import make_study
from tests.reports.test_comparison import BAND, STUDIES, sums_of

DEALS = 300


def effects(lifts: tuple[float, float], seed: int) -> list[list[Difference]]:
    """Draw paired effects of a rule in two cells: scores of deals that share half their luck."""
    source = np.random.default_rng(seed)
    found = []
    for lift in lifts:
        luck = source.integers(0, 10, (STUDIES, DEALS))
        one, other = (luck + source.integers(0, 10, (STUDIES, DEALS)) for _ in range(2))
        # Some of the deals get a point more, or fewer, in the second arm.
        moved = (source.random((STUDIES, DEALS)) < abs(lift)) * int(np.sign(lift))
        found.append(
            [
                difference(sums_of(a), sums_of(b), int(a @ b))
                for a, b in zip(one, other + moved, strict=True)
            ]
        )
    return found


def interactions_of(lifts: tuple[float, float], seed: int = 3) -> list[Difference]:
    return [
        independent_difference(one.estimate, other.estimate)
        for one, other in zip(*effects(lifts, seed), strict=True)
    ]


@pytest.mark.parametrize("lifts", [(0.2, 0.6), (0.2, 0.2), (-0.3, 0.5)])
def test_the_interval_holds_the_true_difference_of_differences(
    lifts: tuple[float, float],
) -> None:
    truth = lifts[1] - lifts[0]
    found = [one.estimate for one in interactions_of(lifts)]
    assert BAND[0] <= np.mean([one.low <= truth <= one.high for one in found]) <= BAND[1]


def test_the_interval_of_one_effect_alone_does_not_hold_it() -> None:
    first, second = effects((0.2, 0.6), 3)
    held = [
        one.estimate.low <= other.estimate.value - 0.4 <= one.estimate.high
        for one, other in zip(first, second, strict=True)
    ]
    assert np.mean(held) < BAND[0] - 0.05


def test_without_an_interaction_p_values_are_small_as_seldom_as_they_claim() -> None:
    p_values = np.array([one.p_value for one in interactions_of((0.4, 0.4), 5)])
    for level in (0.01, 0.05, 0.2):
        error = np.sqrt(level * (1 - level) / STUDIES)
        assert abs(np.mean(p_values < level) - level) < 4 * error
    there = np.array([one.p_value for one in interactions_of((-0.9, 0.9))])
    assert np.mean(there < 0.05) > 0.9


def test_studies_with_every_combination_are_a_grid_and_others_are_none() -> None:
    def study(variant: str, players: int) -> Study:
        return make_study("snorkeling", players, variant, lineup=("random",) * players)

    four = [study(variant, players) for players in (3, 4) for variant in ("base", "expert")]
    design = design_of(four)
    assert design is not None
    assert [factor.name for factor in design.factors] == ["variant", "players"]
    assert design.against == (0, 0, 0, 2)
    assert design.columns(1) == {"3 players": 1, "4 players": 3}
    assert design_of(four[:3]) is None
    assert design_of(four[:2]) is None
    assert design_of([four[0], four[3]]) is None
