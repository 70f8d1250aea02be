"""The plan of `ladder`: its options, its rungs, and the games that it plays."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from reports.analysis.contest_plan import ContestPlan
from reports.analysis.contest_results import check_targets
from reports.analysis.execution import Execution
from reports.analysis.other_players import strongest_strategy
from reports.analysis.selection import StudyRequest
from reports.ladder.effort import (
    BUDGETS,
    GAMES,
    QUICK_MINUTES,
    choose_effort,
    count_times_as_long,
    effort_of,
    thorough_options,
)
from reports.ladder.play import LadderDesign, can_climb, play_ladder
from reports.ladder.results import LadderResults
from reports.run.fairness import write_command
from reports.writing.wording import counted
from reports.writing.workload import MORE_GAMES, ExpectedStep
from simulate.errors import UsageError
from simulate.play.extra_runs import play_crossed
from simulate.strategy import Strategy, persona_specs
from simulate.study import check_numbers
from strategies import find_strategy, strategies_for
from strategies.registry import thinkers_for

#: The default budgets, in rollouts per action, if only the number of slow games is given.
ROLLOUTS = BUDGETS[0]


def parse_rollouts(text: str) -> list[int]:
    """Return budgets from a text such as "16,64,256".

    Raises
    ------
    UsageError
        If the text is not a list of whole numbers with at most six digits.
    """
    numbers = [part.strip() for part in text.split(",")]
    if not all(re.fullmatch("[0-9]{1,6}", part) for part in numbers):
        raise UsageError(f"the rollouts cannot be {text!r}; give a list, as in 16,64,256")
    return [int(part) for part in numbers]


class LadderPlan(ContestPlan):
    """A ladder of strategies (rungs), each alone among players of the reference strategy.

    By default all strategies of the game are rungs, and its default strategy is the reference. The
    budgets and the number of games of rungs that think ahead follow from counted steps of the game
    (`reports.ladder.effort`). If only budgets are given, the largest budget determines the number
    of games.

    Raises
    ------
    UsageError
        If options do not fit the game or the analysis, if a strategy is named twice, if several
        strategies think ahead, or if there are fewer than two rungs.
    """

    command: ClassVar[str] = "ladder"
    refused_fields: ClassVar[Mapping[str, str]] = {
        "precision": "a ladder plays a fixed number of games for each rung",
        "until_decided": "a ladder plays a fixed number of games for each rung",
        "rotate": "on a ladder every deal is played in every rotation",
        "lineup": "a ladder has strategies = [...] in its table [ladder]",
    }
    design: LadderDesign

    def make_design(self, request: StudyRequest, options: Mapping[str, Any]) -> LadderDesign:
        study = self.complete_study(request, GAMES)
        available = strategies_for(study.game)
        specs = options.get("strategies") or [*available, *thinkers_for(study.game)]
        named = [find_strategy(spec, study.game) for spec in specs]
        _check_unique(named)
        reference = find_strategy(options.get("against", request.game.default_strategy), study.game)
        study = replace(study, personas=persona_specs([*named, reference]))

        quick = [strategy for strategy in named if not can_climb(strategy)]
        if reference.spec not in [strategy.spec for strategy in quick]:
            quick.append(reference)
        budgets = sorted(set(options.get("rollouts", ROLLOUTS)))
        slow_games = options.get("slow_games", 0)
        if slow_games:
            check_numbers(slow_games, study.seed)
        climber = _find_climber(named)
        thinking = _with_budgets(climber, budgets, reference)
        if len(quick) + len(thinking) < 2:
            raise UsageError(
                f"the only rung is {reference.spec}, which has all other seats; name more "
                "strategies"
            )
        is_open = "rollouts" not in options and not slow_games
        if thinking and is_open and not reference.players:
            effort = choose_effort(study, thinking[0], reference)
            thinking = _with_budgets(climber, effort.budgets, reference)
            slow_games = effort.games

        strong = strongest_strategy(request.game)
        if not strong:
            strong = thinking[-1] if thinking else next(iter(available.values()))
        weak = available["random"]
        design = LadderDesign(
            study, reference, tuple(quick), tuple(thinking), strong, weak, slow_games
        )
        check_targets(study, LadderResults.list_figures(design), self.command)
        return design

    def strategies_of(self, design: LadderDesign) -> Sequence[Strategy]:
        return [*design.rungs, design.reference, design.strong, design.weak]

    @property
    def announcement(self) -> str:
        design = self.design
        thinking = {strategy.spec for strategy in design.thinking}
        quick = []
        slow = []
        for (alone, _), study in zip(design.pairs, design.studies, strict=True):
            # Every deal is played in all rotations, so a few games may be added.
            games = counted(study.deals * study.rotations, "game")
            if alone.spec in thinking:
                slow.append(games)
            else:
                quick.append(games)
        parts = []
        if quick:
            parts.append(f"{_write_times(len(quick))}{quick[0]}")
        if slow:
            name = design.thinking[0].name
            parts.append(
                f"{_write_times(len(slow))}{slow[0]} with {name}, which thinks ahead and takes "
                "most of the time"
            )
        text = f"Plays {', and '.join(parts)}. Ctrl-C stops and shows the finished games"
        return f"{text}{self._describe_cost()}"

    def _describe_cost(self) -> str:
        """Return a sentence on how much longer this or a thorough ladder takes than a quick one.

        It is empty if no strategy thinks ahead, or if the reference strategy does.

        Raise `FathomError` if the game or a strategy does not compile or fails.
        """
        design = self.design
        if not design.thinking or design.reference.players:
            return ""
        study = replace(design.study, games=GAMES)
        quick = choose_effort(study, design.thinking[0], design.reference)
        times = round(effort_of(design).rollouts / quick.rollouts)
        if times >= 2:
            command = write_command(self.study, "ladder")
            cost = f"It takes about {times} times as long as a quick ladder"
            return f". {cost}, up to {_minutes(times)} on two idle cores: {command}"
        times = round(count_times_as_long(design))
        command = write_command(self.study, "ladder", *thorough_options(design))
        cost = f"A thorough ladder takes about {times} times as long"
        return f". {cost}, up to {_minutes(times)} on two idle cores: {command}"

    def play_design(self, playing: Execution) -> LadderResults:
        design = self.design
        jobs = playing.jobs
        crossed = None
        # If all players win or lose together, no luck decides between them.
        if not design.is_together:
            # These games are quick, so they come first; the slow line-ups may be interrupted.
            games = self.study.games
            live = playing.live
            live.expect_steps(ExpectedStep(MORE_GAMES, math.inf))
            live.begin("Finding the sources of luck:", total=games, step="luck")
            crossed = play_crossed(self.study, design.strong.quick, jobs, games, live.show)
            live.expect_steps(ExpectedStep(MORE_GAMES, design.games))
        pairs = [(alone.spec, rivals.spec) for alone, rivals in design.pairs]
        watch = self.begin_progress(playing, pairs, design.games, playing.confidence)
        run = replace(play_ladder(design, jobs, watch=watch), crossed=crossed)
        return LadderResults(run, playing.confidence)

    def file_options(self, design: LadderDesign) -> Mapping[str, Any]:
        specs = [strategy.full_spec for strategy in design.quick]
        options: dict[str, Any] = {"against": design.reference.full_spec}
        if design.thinking:
            first = design.thinking[0]
            default = first.parameters["rollouts"].default
            specs.append(first.with_values({"rollouts": default}).full_spec)
            options |= {"rollouts": list(design.budgets), "slow_games": design.slow_games}
        return {"strategies": specs, **options}


def _write_times(times: int) -> str:
    """Return "3 times " for the beginning of a number of games; empty for one time."""
    return f"{times} times " if times > 1 else ""


def _check_unique(strategies: Sequence[Strategy]) -> None:
    """Raise `UsageError` if a strategy is named twice."""
    specs = [strategy.spec for strategy in strategies]
    for place, spec in enumerate(specs):
        if spec in specs[:place]:
            raise UsageError(f"strategy {spec} is named twice; name it once")


def _find_climber(strategies: Iterable[Strategy]) -> Strategy | None:
    """Return the strategy that thinks ahead and plays once per budget; None if there is none.

    Raises
    ------
    UsageError
        If several strategies think ahead, or if one has a budget of its own.
    """
    climbers = [strategy for strategy in strategies if can_climb(strategy)]
    if len(climbers) > 1:
        raise UsageError(
            f"a ladder has one strategy that thinks ahead, not {len(climbers)}; name only one, "
            "which plays with each budget of --rollouts"
        )
    if not climbers:
        return None
    [climber] = climbers
    if "rollouts" in climber.values:
        raise UsageError(
            f"strategy {climber.spec} includes a budget; give {climber.name} without rollouts, and "
            "its budgets with --rollouts"
        )
    return climber


def _with_budgets(
    climber: Strategy | None, budgets: Sequence[int], reference: Strategy
) -> list[Strategy]:
    """Return a copy of the strategy that thinks ahead for each budget, without the reference.

    The list is empty if `climber` is None, because no strategy thinks ahead.
    """
    if climber is None:
        return []
    thinking = [climber.with_values({"rollouts": budget}) for budget in budgets]
    return [strategy for strategy in thinking if strategy.spec != reference.spec]


def _minutes(times: float) -> str:
    """Return the time of a ladder in words, from its multiple of a quick ladder's half minute."""
    return counted(math.ceil(QUICK_MINUTES * times), "minute")
