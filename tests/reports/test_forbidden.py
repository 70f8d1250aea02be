"""Reports name the strategies whose code does not know that actions are forbidden."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reports.run.forbidden import describe_unaware_players
from simulate.study import Study
from tests.helpers.studies import make_study


def study_of(strategy: str, *, forbids: bool = True) -> Study:
    """Return a study of Snorkeling for two players, in which nobody may stop if `forbids`."""
    study = make_study("snorkeling", 2, lineup=(strategy,) * 2, games=4)
    return replace(study, rules={"forbid": "stops"}) if forbids else study


@pytest.mark.slow
def test_a_strategy_that_chooses_forbidden_actions_is_named_once() -> None:
    studies = [study_of("planner", forbids=False), study_of("planner"), study_of("planner")]
    assert describe_unaware_players(studies) == (
        "Careful: planner does not know what is forbidden and moves at random instead, so people "
        "may do better."
    )


@pytest.mark.parametrize("studies", [[study_of("random")], [study_of("planner", forbids=False)]])
def test_players_who_keep_to_the_rules_are_not_named(studies: list[Study]) -> None:
    assert describe_unaware_players(studies) == ""
