"""The plan of a contest: a design of line-ups whose games are counted in one tally.

A study file pins the tally: when it is played again, its fingerprint must be the same.
"""

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
from simulate.study.fields import StudyFields
from strategies import find_strategy

#: The default number of games for each line-up.
GAMES = 10_000
#: The number of games that a report plays for its checks after an interruption.
FEW_GAMES = 100
#: The keys of a run's pins that are kept for each line-up: only some, because there are many
#: line-ups. Wins by strategy are kept only where all line-ups of a kind are counted together.
_PINNED = ("tally_id", "seat_wins", "turns", "decisions", "strategy_wins")


class ContestPlan(Plan):
    """The plan of a contest.

    A kind of contest declares here its options, the design that they make and how it is played. Its
    `reports.analysis.contest.Contest` makes tables, charts and texts from the results.

    Parameters
    ----------
    selection
        The options for the study.
    options
        The options of the contest, which override its table in the study file. If one does, or the
        study differs from the file, the pins of the file are dropped.

    Raises
    ------
    UsageError
        If an option is invalid.
    """

    #: Fields of a study that the contest cannot have, each with what to do instead.
    refused_fields: ClassVar[Mapping[str, str]] = {}
    #: Whether an interrupted contest is pinned, because its games can be played again.
    pins_interrupted: bool = True
    #: The strategy in every seat of the study that a report inspects; None for the game's usual
    #: strategy.
    base_strategy: Strategy | None = None

    def __init__(self, selection: Selection, **options: Any) -> None:
        self.source = selection.file
        fields = selections.fields_for_command(selection.source, self.command)
        in_file = fields.pop("plan", {}).get(self.command, {})
        request = selections.merge_selection(fields, selection)
        self._check_fields(request.fields, selection.source)
        options["strategies"] = selections.split_specs(options.get("strategies"))
        given = {name: value for name, value in options.items() if value or value is False}
        changes_file = any(value != in_file.get(name, False) for name, value in given.items())
        self.pinned: Mapping[str, Any] = {}
        self.pinned_tally: str = ""
        if not changes_file:
            self.pinned = request.fields.get("pinned", {})
            self.pinned_tally = request.fields.get("tally_id", "")
        try:
            self.design: Any = self.make_design(request, {**in_file, **given})
        except UsageError as error:
            if request.as_written and not changes_file:
                raise selections.error_in_file(error, selection.source) from None
            raise
        study = self.study = self.design.study
        self.id = self.games_id = str(self.design.id)
        self.name = f"{study.game_name}-{study.variant}-{study.players}p-{self.command}-{self.id}"
        self.strategies = self.strategies_of(self.design)

    def _check_fields(self, fields: StudyFields, source: str) -> None:
        """Raise `UsageError` for a field that this contest cannot have."""
        counting = "only run, compare, sweep, tune and report count them"
        refused = {"events": counting, "noted": counting, **self.refused_fields}
        for name, reason in refused.items():
            if name in fields:
                raise UsageError(f"{source} has {name}; {reason}, so take it out of the file")

    def strategies_of(self, design: Any) -> Sequence[Strategy]:
        """Return all strategies that play a design."""
        return design.lineup  # type: ignore[no-any-return]

    def output_names(self) -> tuple[Sequence[str], Sequence[str]]:
        contest = contest_of(self.command)
        return list(contest.tables), contest.charts

    def presenter(self, part: str) -> Any:
        return contest_of(self.command)

    @abstractmethod
    def make_design(self, request: selections.StudyRequest, options: Mapping[str, Any]) -> Any:
        """Return the design for a study and the options of the contest.

        Raises
        ------
        UsageError
            If an option is invalid.
        """

    def complete_study(self, request: selections.StudyRequest, games: int = GAMES) -> Study:
        """Return the study that all line-ups share, without a line-up.

        Parameters
        ----------
        request
            The fields that are given.
        games
            The default number of games.
        """
        request.fields.setdefault("games", games)
        study, _ = selections.complete_study(request.fields, request.game)
        return replace(study, lineup=(), tally_id="", pinned={})

    def complete_with_lineup(
        self, request: selections.StudyRequest, most: int
    ) -> tuple[Study, list[Strategy]]:
        """Return a study and the strategies of its line-up.

        Parameters
        ----------
        request
            The fields that are given.
        most
            The maximum number of games if no number is given.
        """
        study, lineup = selections.complete_study(request.fields, request.game)
        games = study.games if "games" in request.fields else min(study.games, most)
        return replace(study, games=games), lineup

    @abstractmethod
    def play_design(self, playing: Execution) -> ContestResults:
        """Play the design and return its figures.

        Raises
        ------
        KeyboardInterrupt
            If it was interrupted before anything was finished.
        """

    def begin_progress(
        self, playing: Execution, pairs: Sequence[tuple[str, str]], games: int, confidence: float
    ) -> Callable[..., None]:
        """Begin to show progress, and return a function that shows it.

        Parameters
        ----------
        playing
            The settings.
        pairs
            The single strategy of each line-up, and the strategy of all others.
        games
            The number of games of all line-ups.
        confidence
            The confidence of the intervals that are shown.

        Returns
        -------
        function
            It takes the runs of the line-ups (None for one that has not begun), the number of
            games played (by default that of these runs) and the number of line-ups that are still
            open (None if none stops early).
        """
        live = playing.live
        live.begin(self.study.loaded_game.title, LIVE_COLUMNS, games)

        def show(
            runs: Sequence[LineupRun | Run | None],
            games_played: int | None = None,
            still_open: int | None = None,
        ) -> None:
            if games_played is None:
                games_played = sum(run.games for run in runs if run)
            live.show(games_played, lambda: live_rows(pairs, runs, confidence, still_open))

        return show

    def file_options(self, played: Any) -> Mapping[str, Any]:
        """Return the options of a design as the table of a study file."""
        return {}

    def describe_interrupted(self, run: ContestRun) -> str:
        """Describe the part of an interrupted run that was played."""
        return f"these are the {run.games:,} games finished of {run.design.games:,}"

    def play(self, playing: Execution) -> ContestResult:
        return ContestResult(self, self.play_design(playing))


class ContestResult(Result):
    """The outcome of a contest."""

    plan: ContestPlan
    results: ContestResults

    def __init__(self, plan: ContestPlan, results: ContestResults) -> None:
        self.plan = plan
        self.results = results
        self.confidence = results.confidence
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
        """A study with one strategy in every seat, which no line-up of the contest has.

        It is played when a report needs it; after an interruption only a few games.
        """
        study = self.plan.study
        game = study.loaded_game
        strategy = self.plan.base_strategy
        if strategy is None:
            strategy = find_strategy(game.default_strategy, game.name_or_file)
        lineup = [strategy] * study.players
        games = FEW_GAMES if self.run.interrupted else ENOUGH
        base_study = with_lineup(study, lineup, games)
        samples = SampleGames(base_study)
        watchers = {"samples": samples}
        run = require_finished(play(base_study, lineup, self.run.jobs, watchers=watchers))
        results = RunResults(run, self.confidence)
        return [BaseStudy(results, lineup, f"{strategy.spec} in every seat", samples)]

    def study_file(self, *, pinned: bool) -> str:
        played = self.run.as_played
        plan = {self.plan.command: dict(self.plan.file_options(played))}
        lineup = () if "lineup" in self.plan.refused_fields else played.study.lineup
        study: Study = replace(played.study, lineup=lineup, plan=plan)
        if pinned and (self.plan.pins_interrupted or not self.run.interrupted):
            pins = {label: self._pins(label, run) for label, run in self.runs.items()}
            study = replace(study, tally_id=self.tally_id, pinned=pins)
        return study.to_toml()

    def _pins(self, label: str, run: Run) -> dict[str, Any]:
        """Return the pins of one line-up."""
        pins = pins_of_point(run)
        names = [name for name in _PINNED if name in pins]
        if label in self.run.together and "strategy_wins" in names:
            names.remove("strategy_wins")
        return {name: pins[name] for name in pins if name in names}

    @property
    def difference(self) -> str | None:
        pins, pinned_tally = self.plan.pinned, self.plan.pinned_tally
        if self.run.interrupted:
            return None
        difference = find_difference_of_all(pins, self.runs) if pins else None
        if difference is None and pinned_tally not in ("", self.tally_id):
            difference = f"fingerprint is {self.tally_id}, pinned {pinned_tally}"
        return difference
