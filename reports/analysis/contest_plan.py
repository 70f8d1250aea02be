"""A contest as a plan: a design of line-ups, played and pinned under one tally."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from reports.analysis import selection as selections
from reports.analysis.contest import contest_of
from reports.analysis.contest_results import LIVE_COLUMNS, ContestResults, live_rows
from reports.analysis.diagnostics import BaseStudy
from reports.analysis.execution import Execution
from reports.analysis.plan import Plan, Result
from reports.figures.statistics import Estimate
from reports.figures.targets import JudgedTarget
from reports.page.compose import Origin
from reports.run.ending import results_of
from reports.run.results import RunResults
from reports.run.samples import SampleGames
from simulate.command_options import Selection
from simulate.errors import UsageError
from simulate.play.extra_runs import MOST_BEGINNER_GAMES as ENOUGH
from simulate.play.extra_runs import with_lineup
from simulate.play.lineups import ContestRun, LineupRun
from simulate.play.pins import find_difference_of_all, pins_of_point
from simulate.play.run import Run, play, require_finished
from simulate.strategy import Strategy
from simulate.study import Study
from strategies import find_strategy

#: Games of each line-up unless it is said.
GAMES = 10_000
#: Games that a report rests on when what it is about was interrupted.
FEW_GAMES = 100
#: What is pinned of each line-up: less than of a run, for there are many. By strategy only where
#: the same play in all that is taken together.
_PINNED = ("tally_id", "seat_wins", "turns", "decisions", "strategy_wins")


class ContestPlan(Plan):
    """A contest to be played, or `UsageError`.

    A kind of contest declares its options, how they make a design, and what plays that; what came
    of it is told by the `reports.analysis.contest.Contest` of the command. What is `said` goes
    before the table of a study file; said otherwise, it is another contest than the one pinned.
    """

    #: Fields of a study that it cannot have, each with what to do instead.
    refused_fields: ClassVar[Mapping[str, str]] = {}
    #: Whether what there is of one that was interrupted can be played again, and so is pinned.
    pins_interrupted: bool = True
    #: Who has every seat of what a report looks at closely; the game's usual strategy unless said.
    base_strategy: Strategy | None = None

    def __init__(self, selection: Selection, **said: Any) -> None:
        self.source = selection.file
        fields = selections.fields_for_command(selection.source, self.command)
        written = fields.pop("plan", {}).get(self.command, {})
        asked = selections.merge_selection(fields, selection)
        counted = "only run, compare, sweep, tune and report count them"
        for key, why in (
            dict.fromkeys(("events", "noted"), counted) | {**self.refused_fields}
        ).items():
            if key in asked.fields:
                raise UsageError(f"{selection.source} has {key}; {why}, so take it out of the file")
        said |= {"strategies": selections.split_specs(said.get("strategies"))}
        said = {key: value for key, value in said.items() if value or value is False}
        otherwise = any(value != written.get(key, False) for key, value in said.items())
        self.pinned: Mapping[str, Any] = {} if otherwise else asked.fields.get("pinned", {})
        self.pinned_tally: str = "" if otherwise else asked.fields.get("tally_id", "")
        try:
            self.design: Any = self.make_design(asked, {**written, **said})
        except UsageError as error:
            if asked.as_written and not otherwise:
                raise selections.error_in_file(error, selection.source) from None
            raise
        study = self.study = self.design.study
        self.id = self.games_id = str(self.design.id)
        self.name = f"{study.game_name}-{study.variant}-{study.players}p-{self.command}-{self.id}"
        self.strategies = self.strategies_of(self.design)

    def strategies_of(self, design: Any) -> Sequence[Strategy]:
        return design.lineup  # type: ignore[no-any-return]

    def output_names(self) -> tuple[Sequence[str], Sequence[str]]:
        contest = contest_of(self.command)
        return list(contest.tables), contest.charts

    def presenter(self, what: str) -> Any:
        return contest_of(self.command)

    @abstractmethod
    def make_design(self, asked: selections.StudyRequest, options: Mapping[str, Any]) -> Any:
        """Make the design of what is asked for, and check it."""

    def complete_study(self, asked: selections.StudyRequest, games: int = GAMES) -> Study:
        """Return the study that all line-ups share, with so many games unless it is said."""
        asked.fields.setdefault("games", games)
        study, _ = selections.complete_study(asked.fields, asked.game)
        return replace(study, lineup=(), tally_id="", pinned={})

    def complete_with_lineup(
        self, asked: selections.StudyRequest, most: int
    ) -> tuple[Study, list[Strategy]]:
        """Return a study and its line-up, with at most so many games unless it is said."""
        study, lineup = selections.complete_study(asked.fields, asked.game)
        games = study.games if "games" in asked.fields else min(study.games, most)
        return replace(study, games=games), lineup

    @abstractmethod
    def play_design(self, playing: Execution) -> ContestResults:
        """Play it, and reckon what came out."""

    def begin_progress(
        self, playing: Execution, pairs: Sequence[tuple[str, str]], games: int, confidence: float
    ) -> Callable[..., None]:
        """Begin to show pairs of strategies on stderr; return what shows their runs."""
        live = playing.live
        live.begin(self.study.loaded_game.title, LIVE_COLUMNS, games)

        def watch(
            shown: Sequence[LineupRun | Run | None],
            done: int | None = None,
            still: int | None = None,
        ) -> None:
            games = sum(one.games for one in shown if one) if done is None else done
            live.show(games, lambda: live_rows(pairs, shown, confidence, still))

        return watch

    def file_options(self, played: Any) -> Mapping[str, Any]:
        """Return what the plan's table of a study file says of a design."""
        return {}

    def describe_interrupted(self, run: ContestRun) -> str:
        """Say how much of an interrupted run there is."""
        return f"these are the {run.games:,} games finished of {run.design.games:,}"

    def play(self, playing: Execution) -> ContestResult:
        return ContestResult(self, self.play_design(playing))


class ContestResult(Result):
    """What came of a contest; the `run` of its `results` has been played."""

    plan: ContestPlan
    results: ContestResults

    def __init__(self, plan: ContestPlan, results: ContestResults) -> None:
        self.plan, self.results, self.confidence = plan, results, results.confidence
        self.run: Any = results.run
        self.runs = self.run.runs
        self.tally_id = str(self.run.tally_id)
        self.interrupted = plan.describe_interrupted(self.run) if self.run.interrupted else ""

    @property
    def games(self) -> int:
        return int(self.run.games)

    @cached_property
    def summary(self) -> dict[str, Any]:
        return contest_of(self.plan.command).summarise(self.results)

    @cached_property
    def figures(self) -> Mapping[str, Estimate]:
        return self.results.estimates

    @cached_property
    def judged(self) -> Sequence[JudgedTarget]:
        return self.results.judged()

    @cached_property
    def undecided(self) -> bool:
        return self.results.is_open

    @cached_property
    def origin(self) -> Origin:
        return self.make_origin(
            results_of(next(iter(self.runs.values())).study),
            f"fathom {self.plan.command} study.toml",
            self.study_file(pinned=False),
            tallies={"all line-ups": self.tally_id},
            again=bool(self.plan.pinned_tally) and not self.run.interrupted,
        )

    @cached_property
    def bases(self) -> Sequence[BaseStudy]:
        """One strategy in every seat, played now, a few games in a hurry: no line-up here is so."""
        study = self.plan.study
        game = study.loaded_game
        usual = self.plan.base_strategy or find_strategy(game.default_strategy, game.name_or_file)
        lineup = [usual] * study.players
        alike = with_lineup(study, lineup, FEW_GAMES if self.run.interrupted else ENOUGH)
        samples = SampleGames(alike)
        run = require_finished(play(alike, lineup, self.run.jobs, watchers={"samples": samples}))
        return [
            BaseStudy(
                RunResults(run, self.confidence), lineup, f"{usual.spec} in every seat", samples
            )
        ]

    def study_file(self, *, pinned: bool) -> str:
        played = self.run.as_played
        plan = {self.plan.command: dict(self.plan.file_options(played))}
        lineup = () if "lineup" in self.plan.refused_fields else played.study.lineup
        study: Study = replace(played.study, lineup=lineup, plan=plan)
        if pinned and (self.plan.pins_interrupted or not self.run.interrupted):
            pins = {
                label: {
                    key: value
                    for key, value in pins_of_point(run).items()
                    if key in _PINNED and (key != "strategy_wins" or label not in self.run.together)
                }
                for label, run in self.runs.items()
            }
            study = replace(study, tally_id=self.tally_id, pinned=pins)
        return study.to_toml()

    @property
    def difference(self) -> str | None:
        pins, tally = self.plan.pinned, self.plan.pinned_tally
        if self.run.interrupted:
            return None
        where = find_difference_of_all(pins, self.runs) if pins else None
        if where is None and tally not in ("", self.tally_id):
            where = f"fingerprint is {self.tally_id}, pinned {tally}"
        return where
