"""By default a ladder plays as many slow games as half a minute allows, without a clock."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from reports.ladder import effort, first_page
from reports.ladder.effort import STEPS, Effort, choose_effort, count_simulated_steps
from reports.ladder.plan import LadderPlan
from reports.ladder.play import LadderDesign
from reports.writing.document import Step
from simulate.command_options import Selection
from simulate.study import Study
from strategies import find_strategy
from tests.helpers.contests import draw_ladder, ladder_of, study_of

BUNDLED = ["animal-splash", "scaphandre", "schnuff", "shoal", "snorkeling"]


def moment(actions: int, standings: int) -> Any:
    """Return a step with a number of legal actions, after a number of standings."""
    table = SimpleNamespace(checkpoints=standings)
    return SimpleNamespace(actions=tuple(range(actions)), snapshot=SimpleNamespace(table=table))


@pytest.mark.parametrize(
    ("candidates", "horizon", "steps"),
    [
        # The first step has two actions and three steps to go, the last three and one.
        (16, 0, 2 * 3 + 3 * 1),
        (2, 0, 2 * 3 + 2 * 1),
        # The simulated games of the first step stop at the standing before the last step.
        (16, 1, 2 * 2 + 3 * 1),
    ],
)
def test_steps_are_counted_from_each_choice_to_the_end_or_the_horizon(
    candidates: int, horizon: int, steps: int
) -> None:
    moments = [moment(2, 0), moment(1, 0), moment(3, 1)]
    assert effort._count_steps(moments, candidates, horizon) == steps


def effort_with(monkeypatch: pytest.MonkeyPatch, steps: int, games: int = 1_000) -> Effort:
    monkeypatch.setattr(effort, "count_simulated_steps", lambda *arguments: steps)
    search = find_strategy("search", "snorkeling")
    return choose_effort(study_of(4, games), search, find_strategy("planner", "snorkeling"))


def test_the_longer_the_game_the_fewer_games_and_rollouts_are_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert effort_with(monkeypatch, 1) == Effort((8, 32), 80)
    assert effort_with(monkeypatch, 9_000) == Effort((8, 32), 27)
    assert effort_with(monkeypatch, 13_000) == Effort((4, 16), 38)
    assert effort_with(monkeypatch, 40_000) == Effort((2, 8), 25)
    # Each seat has its turn twice in any case.
    assert effort_with(monkeypatch, 10**9) == Effort((2, 8), 8)


def test_the_games_of_rungs_that_think_ahead_depend_on_those_of_other_rungs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert effort_with(monkeypatch, 9_000, games=10_000) == Effort((8, 32), 270)
    assert effort_with(monkeypatch, 9_000, games=4) == Effort((8, 32), 1)


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=[] if n == "scaphandre" else pytest.mark.slow) for n in BUNDLED],
)
def test_a_quick_ladder_of_a_bundled_game_stays_within_the_limit_on_steps(name: str) -> None:
    plan = LadderPlan(Selection(source=name))
    design = plan.design
    search = design.thinking[0]
    steps = count_simulated_steps(design.study, search, design.reference)
    assert steps > 0
    assert steps * effort.effort_of(design).rollouts <= STEPS
    assert design.thinking_games >= effort.ENOUGH
    assert ". A thorough ladder takes about " in plan.announcement
    assert steps == count_simulated_steps(design.study, search, design.reference)


def test_the_announced_number_of_games_includes_all_rotations() -> None:
    # With four players, 30 games are 8 deals in 4 rotations.
    plan = LadderPlan(Selection(source="schnuff", players=4), rollouts=[1], slow_games=30)
    assert "and 32 games with search, which thinks ahead" in plan.announcement


def test_numbers_of_rollouts_or_games_that_the_user_gives_are_not_changed() -> None:
    chosen = Selection(source="scaphandre")
    assert LadderPlan(chosen, rollouts=[16, 256]).design.budgets == (16, 256)
    assert LadderPlan(chosen, rollouts=[16, 256]).design.thinking_games == 10
    plan = LadderPlan(chosen, slow_games=400)
    assert (plan.design.budgets, plan.design.thinking_games) == ((8, 32), 400)
    cost = "It takes about 5 times as long as a quick ladder, up to 3 minutes on two idle cores"
    assert f"{cost}: fathom ladder scaphandre" in plan.announcement


def test_steps_of_very_long_games_are_counted_up_to_a_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def count(most: int) -> int:
        monkeypatch.setattr(effort, "MOST_STEPS", most)
        search = find_strategy("search", "scaphandre")
        study = Study(game="scaphandre", variant="base", players=4, games=9, seed=1, lineup=())
        return count_simulated_steps(study, search, find_strategy("planner", "scaphandre"))

    assert 0 < count(5) < count(20)


def test_a_thorough_ladder_and_its_cost_are_suggested_unless_it_was_played() -> None:
    quick = ladder_of([4, 16], games=1_000, slow_games=40)
    assert effort.count_times_as_long(quick) == 40
    options = ["--games", "10k", "--rollouts", "16,64"]
    assert effort.thorough_options(quick) == options
    rates = {"random": 0.05, "attacker": 0.15, "4": 0.3, "16": 0.5, "skill": 0.8}
    [step, *_] = first_page_steps(quick, rates)  # This ladder took 10 seconds.
    assert (step.purpose, step.seconds) == ("Be surer", 400)
    assert step.command == f"fathom ladder snorkeling {' '.join(options)}"
    thorough = ladder_of([16, 64], games=10_000, slow_games=400)
    rates |= {"64": 0.5}
    assert [step.purpose for step in first_page_steps(thorough, rates)] == ["Compare styles"]
    without = ladder_of([], games=1_000)
    [step, *_] = first_page_steps(without, rates)
    assert (step.purpose, step.seconds) == ("Be surer", 100)
    assert step.command == "fathom ladder snorkeling --games 10k"


def first_page_steps(ladder: LadderDesign, rates: dict[str, float]) -> Sequence[Step]:
    return first_page.suggest_next_steps(draw_ladder(ladder, rates))
