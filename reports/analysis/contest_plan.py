"""The plan and the result of a contest: several line-ups, whose games have one fingerprint.

A study file can pin the fingerprint. When the file is played again, the games must have the pinned
fingerprint.
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

#: The default number of games per line-up.
GAMES = 10_000
#: The number of games that a report plays for its checks if the contest was interrupted.
FEW_GAMES = 100
#: The sums of each line-up that a study file pins. They are few, because there are many line-ups.
#: Wins by strategy are left out for runs that combine line-ups (`ContestRun.together`).
_PINNED = ("tally_id", "seat_wins", "turns", "decisions", "strategy_wins")


class ContestPlan(Plan):
    """The plan of a contest.

    A subclass implements `make_design`, which makes a design from the options, and `play_design`,
    which plays it. Its `reports.analysis.contest.Contest` makes tables, charts and texts from the
    results.

    Parameters
    ----------
    selection
        The options for the study.
    options
        The options of the contest, which override its table in the study file. If an option changes
        a field of the file, the pins of the file are dropped.

    Raises
    ------
    UsageError
        If an option or the study file is invalid.
    """

    #: The fields of a study that this contest does not allow, each with the reason for the error
    #: message.
    refused_fields: ClassVar[Mapping[str, str]] = {}
    #: True if the games of an interrupted contest can be repeated, so that they are pinned.
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
        given_options = {name: value for name, value in options.items() if value or value is False}
        changes_file = any(
            value != in_file.get(name, False) for name, value in given_options.items()
        )
        self.pinned: Mapping[str, Any] = {}
        self.pinned_tally: str = ""
        if not changes_file:
            self.pinned = request.fields.get("pinned", {})
            self.pinned_tally = request.fields.get("tally_id", "")
        try:
            self.design: Any = self.make_design(request, {**in_file, **given_options})
        except UsageError as error:
            if request.as_written and not changes_file:
                raise selections.error_in_file(error, selection.source) from None
            raise
        study = self.study = self.design.study
        self.id = self.games_id = str(self.design.id)
        self.name = f"{study.game_name}-{study.variant}-{study.players}p-{self.command}-{self.id}"
        self.strategies = self.strategies_of(self.design)

    def _check_fields(self, fields: StudyFields, source: str) -> None:
        """Raise `UsageError` if the study has a field that this contest does not allow."""
        counting = "only run, compare, sweep, tune and report count them"
        refused = {"events": counting, "noted": counting, **self.refused_fields}
        for name, reason in refused.items():
            if name in fields:
                raise UsageError(f"{source} has {name}; {reason}, so delete it from the file")

    def strategies_of(self, design: Any) -> Sequence[Strategy]:
        """Return all strategies of a design."""
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
        """Return the study that all line-ups share, with an empty line-up.

        Parameters
        ----------
        request
            The fields that the study file and the options set.
        games
            The default number of games.

        Raises
        ------
        UsageError
            If a field is invalid.
        FathomError
            If a strategy cannot be loaded.
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
            The fields that the study file and the options set.
        most
            The maximum number of games if the request does not set it.

        Raises
        ------
        UsageError
            If a field is invalid.
        FathomError
            If a strategy cannot be loaded.
        """
        study, lineup = selections.complete_study(request.fields, request.game)
        games = study.games if "games" in request.fields else min(study.games, most)
        return replace(study, games=games), lineup

    @abstractmethod
    def play_design(self, playing: Execution) -> ContestResults:
        """Play the design and return its results.

        If the user interrupts it, the results are from the games that were finished.

        Raises
        ------
        KeyboardInterrupt
            If the user interrupts it before there are any results.
        """

    def begin_progress(
        self, playing: Execution, pairs: Sequence[tuple[str, str]], games: int, confidence: float
    ) -> Callable[..., None]:
        """Start the progress display, and return a function that updates it.

        Parameters
        ----------
        playing
            The number of threads, the confidence and the progress display.
        pairs
            For each line-up, the strategy of one competitor and the strategy of all others.
        games
            The number of games of all line-ups.
        confidence
            The confidence of the displayed intervals.

        Returns
        -------
        function
            It is called with the runs of the line-ups (None for a line-up that has not begun) and,
            optionally, the number of games played (default: in these runs) and the number of
            undecided line-ups (default: None, if no line-up stops early).
        """
        live = playing.live
        live.begin("Playing", LIVE_COLUMNS, games)

        def show(
            runs: Sequence[LineupRun | Run | None],
            games_played: int | None = None,
            still_open: int | None = None,
        ) -> None:
            if games_played is None:
                games_played = sum(run.games for run in runs if run)
            live.show(games_played, lambda: live_rows(pairs, runs, confidence, still_open))

        return show

    def file_options(self, design: Any) -> Mapping[str, Any]:
        """Return the options that recreate a design, by name, for a study file.

        It is the content of the contest's table, and empty unless a subclass overrides it.
        """
        return {}

    def describe_interrupted(self, run: ContestRun) -> str:
        """Return a clause on the games of an interrupted run."""
        return f"these are the {run.games:,} games finished of {run.design.games:,}"

    def play(self, playing: Execution) -> ContestResult:
        return ContestResult(self, self.play_design(playing))


class ContestResult(Result):
    """The result of a contest."""

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
        """A list with a study of one strategy in every seat, which reports inspect.

        It is played when this property is first read, with few games if the contest was
        interrupted.

        Raises
        ------
        KeyboardInterrupt
            If the user interrupts it.
        FathomError
            If the game or a strategy fails.
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
        design = self.run.as_played
        plan = {self.plan.command: dict(self.plan.file_options(design))}
        lineup = () if "lineup" in self.plan.refused_fields else design.study.lineup
        study: Study = replace(design.study, lineup=lineup, plan=plan)
        if pinned and (self.plan.pins_interrupted or not self.run.interrupted):
            pins = {label: self._pins(label, run) for label, run in self.runs.items()}
            study = replace(study, tally_id=self.tally_id, pinned=pins)
        return study.to_toml()

    def _pins(self, label: str, run: Run) -> dict[str, Any]:
        """Return the sums of a line-up that a study file pins, by their names in `_PINNED`."""
        pins = pins_of_point(run)
        names = [name for name in _PINNED if name in pins]
        if label in self.run.together and "strategy_wins" in names:
            names.remove("strategy_wins")
        return {name: pins[name] for name in pins if name in names}

    @property
    def difference(self) -> str | None:
        pins = self.plan.pinned
        pinned_tally = self.plan.pinned_tally
        if self.run.interrupted:
            return None
        difference = find_difference_of_all(pins, self.runs) if pins else None
        if difference is None and pinned_tally not in ("", self.tally_id):
            difference = f"fingerprint is {self.tally_id}, pinned {pinned_tally}"
        return difference
