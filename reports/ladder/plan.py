"""Plan a ladder: which strategies play alone among others, and with which budgets."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from reports.analysis.contest_plan import ContestPlan
from reports.analysis.contest_results import check_targets
from reports.analysis.execution import Execution
from reports.analysis.other_players import strongest_strategy
from reports.analysis.selection import StudyRequest
from reports.ladder.play import LadderDesign, can_climb, play_ladder
from reports.ladder.results import LadderResults
from simulate.errors import UsageError
from simulate.play.extra_runs import play_crossed
from simulate.strategy import Strategy, persona_specs
from simulate.study import check_numbers
from strategies import find_strategy, strategies_for
from strategies.registry import thinkers_for

#: Budgets of those who think ahead, unless it is said.
ROLLOUTS = (16, 64, 256)


def parse_rollouts(text: str) -> list[int]:
    """Read budgets, as in ``16,64,256``, or raise `UsageError`."""
    parts = [part.strip() for part in text.split(",")]
    if not all(re.fullmatch("[0-9]{1,6}", part) for part in parts):
        raise UsageError(f"the rollouts cannot be {text!r}; give a list, as in 16,64,256")
    return [int(part) for part in parts]


class LadderPlan(ContestPlan):
    """A ladder to be played; what is not said is as in the study file.

    Or else all strategies of the game climb, its usual one has all other seats, and games of each
    who thinks ahead are as many as suit the largest of its budgets.
    """

    command: ClassVar[str] = "ladder"
    refused_fields: ClassVar[Mapping[str, str]] = {
        "precision": "a ladder plays so many games of each rung",
        "until_decided": "a ladder plays so many games of each rung",
        "rotate": "on a ladder every deal is played in every rotation",
        "lineup": "a ladder has strategies = [...] in its table [ladder]",
    }
    design: LadderDesign

    def make_design(self, asked: StudyRequest, options: Mapping[str, Any]) -> LadderDesign:
        study = self.complete_study(asked)
        known = strategies_for(study.game)
        specs = options.get("strategies") or [*known, *thinkers_for(study.game)]
        named = [find_strategy(spec, study.game) for spec in specs]
        reference = find_strategy(options.get("against", asked.game.default_strategy), study.game)
        study = replace(study, personas=persona_specs([*named, reference]))
        quick = [strategy for strategy in named if not can_climb(strategy)]
        climbers = [strategy for strategy in named if can_climb(strategy)]
        if len(climbers) > 1:
            raise UsageError(
                f"a ladder has one strategy that thinks ahead, not {len(climbers)}; it climbs with "
                "each budget of --rollouts"
            )
        for one in climbers:
            if "rollouts" in one.values:
                raise UsageError(
                    f"strategy {one.spec} has its budget with it; give {one.name} without "
                    "rollouts, and its budgets with --rollouts"
                )
        for place, spec in enumerate(one.spec for one in named):
            if spec in [one.spec for one in named[:place]]:
                raise UsageError(f"strategy {spec} is named twice; name it once")
        if reference.spec not in [one.spec for one in quick]:
            quick.append(reference)
        budgets = sorted(set(options.get("rollouts", ROLLOUTS)))
        thinking = [one.with_values({"rollouts": number}) for one in climbers for number in budgets]
        thinking = [one for one in thinking if one.spec != reference.spec]
        if len(quick) + len(thinking) < 2:
            raise UsageError(
                f"nobody climbs but {reference.spec}, who has all other seats; name more"
            )
        best = strongest_strategy(asked.game)
        strong = best or (thinking[-1] if thinking else next(iter(known.values())))
        slow_games = options.get("slow_games", 0)
        if slow_games:
            check_numbers(slow_games, study.seed)
        ladder = LadderDesign(
            study, reference, tuple(quick), tuple(thinking), strong, known["random"], slow_games
        )
        check_targets(study, LadderResults.list_figures(ladder), self.command)
        return ladder

    def strategies_of(self, design: LadderDesign) -> Sequence[Strategy]:
        return [*design.rungs, design.reference, design.strong, design.weak]

    @property
    def announcement(self) -> str:
        ladder = self.design
        slow = sum(one.spec != ladder.reference.spec for one in ladder.thinking)
        quick = len(ladder.pairs) - slow
        said = [f"{quick} line-ups of {self.study.games:,} games"] if quick else []
        if slow:
            games = f"{slow} with one who thinks ahead, of {ladder.thinking_games:,} games"
            said.append(f"{games}, which take most of the time; Ctrl-C shows what is finished")
        games_in_all = f"{', and '.join(said)}: {ladder.games:,} games in all"
        if ladder.is_together:
            return games_in_all
        return f"{games_in_all}; and {self.study.games:,} games that tell where the luck sits"

    def play_design(self, playing: Execution) -> LadderResults:
        ladder, live, title = self.design, playing.live, self.study.loaded_game.title
        games, jobs = self.study.games, playing.jobs
        crossed = None
        if not ladder.is_together:  # else all win or lose alike
            # This comes first as it is quick; the slow line-ups after it can be interrupted.
            live.begin(f"{title}: where the luck sits", total=games)
            crossed = play_crossed(self.study, ladder.strong.quick, jobs, games, live.show)
        pairs = [(one.spec, other.spec) for one, other in ladder.pairs]
        watch = self.begin_progress(playing, pairs, ladder.games, playing.confidence)
        run = replace(play_ladder(ladder, jobs, watch=watch), crossed=crossed)
        return LadderResults(run, playing.confidence)

    def file_options(self, played: LadderDesign) -> Mapping[str, Any]:
        specs = [one.full_spec for one in played.quick]
        options: dict[str, Any] = {"against": played.reference.full_spec}
        if played.thinking:
            first = played.thinking[0]
            usual = first.parameters["rollouts"].default
            specs.append(first.with_values({"rollouts": usual}).full_spec)
            options |= {"rollouts": list(played.budgets), "slow_games": played.slow_games}
        return {"strategies": specs, **options}
