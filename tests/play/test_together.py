"""Studies played on the same deals, each until it is settled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from simulate.play.run import ArmsRun, play_together, play_together_until
from simulate.study import Study
from tests.helpers.studies import lineup_of, make_study, pressed_after

#: Deals that each of four arms is to have; the fourth is compared with the second.
ENDS = {0: 20, 1: 40, 2: 40, 3: 100}
AGAINST = (0, 0, 0, 1)
LOOKS = (20, 40, 100, 180, 300)


def studies() -> list[Study]:
    study = make_study("snorkeling", games=LOOKS[-1], lineup=("random", "random"))
    return [replace(study, rules={"target_score": score}) for score in (6, 8, 10, 12)]


def next_target(run: ArmsRun) -> tuple[int, Sequence[int]]:
    """Let each arm go on until it has its deals; what these are compared with goes on with them."""
    going = [place for place, deals in ENDS.items() if deals > run.runs[place].tally.deals]
    return next(look for look in LOOKS if look > run.deals), going


def race(**options: Any) -> ArmsRun:
    several = studies()
    lineups = [lineup_of(study) for study in several]
    first = options.pop("first", LOOKS[0])
    return play_together_until(several, lineups, first, next_target, against=AGAINST, **options)


def whole(deals: int) -> ArmsRun:
    several = [study.limited_to(deals) for study in studies()]
    return play_together(several, [lineup_of(study) for study in several], against=AGAINST)


@pytest.fixture(scope="module")
def raced() -> ArmsRun:
    return race()


def ids(run: ArmsRun) -> list[str]:
    return [arm.tally.id for arm in run.runs]


def test_each_arm_stops_at_its_own_look_and_a_reference_plays_as_long_as_it_is_needed(
    raced: ArmsRun,
) -> None:
    assert [run.tally.deals for run in raced.runs] == [100, 100, 40, 100]
    assert not raced.interrupted


def test_a_stopped_arm_is_compared_over_the_deals_of_both_arms(raced: ArmsRun) -> None:
    for place, reference in list(enumerate(AGAINST))[1:]:
        alone = whole(raced.runs[place].tally.deals)
        assert raced.runs[place].tally.id == alone.runs[place].tally.id
        assert raced.beside[place - 1].tally.id == alone.runs[reference].tally.id
        assert raced.products[place - 1] == alone.products[place - 1]


def test_the_tallies_of_a_race_do_not_depend_on_jobs_or_blocks(raced: ArmsRun) -> None:
    assert ids(race(jobs=2)) == ids(raced)


@pytest.mark.parametrize("blocks", [1, 2])
def test_an_interrupted_race_resumes_with_the_same_results(raced: ArmsRun, blocks: int) -> None:
    part = race(progress=pressed_after(blocks))
    assert part.interrupted
    assert part.deals < raced.deals
    look = next(look for look in LOOKS if look >= part.deals)
    assert_same(race(begun=part, first=look), raced)


def assert_same(first: ArmsRun, second: ArmsRun) -> None:
    assert ids(first) == ids(second)
    assert first.products == second.products
    assert [run.tally.id for run in first.beside] == [run.tally.id for run in second.beside]
