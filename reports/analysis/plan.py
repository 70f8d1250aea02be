"""The base classes of all analyses: `Plan`, which can be played, and `Result`, its outcome."""

from __future__ import annotations

import datetime
import importlib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from reports.analysis import list_analyses
from reports.analysis.diagnostics import BaseStudy, inspect_studies
from reports.analysis.execution import Execution, OtherPlayersDepth, default_jobs, fathom_version
from reports.analysis.selection import file_fields
from reports.analysis.unknown_moves import refuse_unknown_moves
from reports.analysis.useless_rules import refuse_useless_rules
from reports.figures.statistics import Estimate
from reports.figures.targets import JudgedTarget, exit_code
from reports.page.checks import InspectedStudy
from reports.page.compose import Origin, compose
from reports.run.results import RunResults
from reports.writing.document import Chart, Document, Findings
from simulate.command_options import Selection
from simulate.errors import ExitCode, UsageError
from simulate.play.events import Event, events_of
from simulate.play.run import Run
from simulate.strategy import Strategy
from simulate.study import Study
from strategies import find_strategy

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure as Drawing


#: The options that can be combined with a study file that has the table of an analysis.
_CHANGEABLE = ("source", "games", "seed", "confidence")


class Plan(ABC):
    """An analysis with its options, checked and ready to be played."""

    #: The name of the command. It is also the name of the plan's table in study files (a run has no
    #: table) and of its folder in `reports`.
    command: ClassVar[str]
    #: The study file or folder given by the user; empty if a game was given.
    source: str = ""
    #: A study with the values that all studies of the plan share, such as the game and the seed.
    study: Study
    #: Twelve hexadecimal digits that differ between plans with different results.
    id: str
    #: An id that two plans share if one of them plays the first games of the other.
    games_id: str
    #: The name of its folder in ``runs/``, different for each plan.
    name: str
    #: All strategies that play.
    strategies: Sequence[Strategy]

    @classmethod
    def from_file(cls, selection: Selection) -> Self:
        """Return the plan of a study file.

        Parameters
        ----------
        selection
            The study file, and options that override its number of games or seed.

        Raises
        ------
        UsageError
            If the file or an option is invalid.
        FathomError
            If the file cannot be read, or an installed game or a strategy cannot be loaded.
        """
        return cls(selection)  # type: ignore[call-arg]

    def output_names(self) -> tuple[Sequence[str], Sequence[str]]:
        """Return the names of all tables, and of all charts, that the results can have."""
        return list(self.presenter("tables").TABLES), self.presenter("charts").NAMES

    def presenter(self, part: str) -> Any:
        """Return the module that makes a part of the output.

        `part` is "tables", "charts" or "document".

        Raises
        ------
        ModuleNotFoundError
            If the folder of the command has no file for this part.
        """
        return importlib.import_module(f"reports.{self.command}.{part}")

    def extends(self, earlier: Mapping[str, Any]) -> bool:
        """Return True if this plan plays the games of an earlier result and more.

        It is False unless a subclass overrides it.

        Parameters
        ----------
        earlier
            The JSON object of a result with the same `games_id`.
        """
        return False

    @property
    def compiled(self) -> Study:
        """The study whose game and rules have to be compiled before playing."""
        return self.study

    @property
    def events(self) -> Sequence[Event]:
        """The events that the plan counts in games.

        Raise `UsageError` if an event of the study cannot be read.
        """
        return [event for sequence in events_of(self.study).values() for event in sequence]

    @property
    def studies(self) -> Sequence[Study]:
        """The studies to play. Every event must be possible in at least one of them."""
        return [self.study]

    @property
    def announcement(self) -> str:
        """A message to print before playing; empty if there is none."""
        return ""

    def other_players(self, depth: OtherPlayersDepth) -> Sequence[Strategy]:
        """Return the strategies of the other players with which the results are checked.

        The sequence is empty if the results are not checked.

        Raises
        ------
        UsageError
            If the options of the check do not fit this plan.
        """
        if depth.thorough:
            article = "an" if self.command[0] in "aeiou" else "a"
            raise UsageError(
                "--robust makes other players play a run, a comparison or a sweep, not "
                f"{article} {self.command}; leave it out"
            )
        return ()

    def check_and_play(self, execution: Execution) -> Result:
        """Check that events name moves of the game and head starts matter, then play the plan.

        Raises
        ------
        UsageError
            If an event names an unknown move, if a head start changes no game, or if the plan and
            the settings do not fit together.
        KeyboardInterrupt
            If the user interrupts it before there are any results.
        FathomError
            If the game or a strategy cannot be loaded or fails.
        """
        lineups = []
        for study in self.studies:
            specs = study.specs_of(study.lineup)
            lineups.append((study, [find_strategy(spec, study.game) for spec in specs]))
        refuse_unknown_moves(self.events, lineups)
        refuse_useless_rules(self.studies)
        return self.play(execution)

    @abstractmethod
    def play(self, playing: Execution) -> Result:
        """Play the plan and return its result.

        If the user interrupts it, the result is from the games that were finished.

        Raises
        ------
        UsageError
            If the plan and the settings do not fit together.
        KeyboardInterrupt
            If the user interrupts it before there are any results.
        FathomError
            If the game or a strategy cannot be loaded or fails.
        """


def plan_of(selection: Selection) -> Plan:
    """Return the plan for a study file, for the folder of a run, or for a game to run.

    Raises
    ------
    UsageError
        If the source or an option is invalid.
    FathomError
        If the file cannot be read, or an installed game or a strategy cannot be loaded.
    """
    table = next(iter(file_fields(selection.source).get("plan", {})), "")
    if table:
        _check_changeable(selection, table)
    return _plan_classes()[table or "run"].from_file(selection)


def _check_changeable(selection: Selection, table: str) -> None:
    """Raise `UsageError` if an option cannot be combined with a study file that has this table."""
    for name, value in vars(selection).items():
        if value not in (None, False) and name not in _CHANGEABLE:
            option = f"--{name.replace('_', '-')}"
            raise UsageError(
                f"{option} cannot be combined with {selection.source}, which has a [{table}] "
                "table; write the option into the file instead"
            )


@cache
def _plan_classes() -> dict[str, type[Plan]]:
    """Return the plan class of each command, by its name."""
    for name in list_analyses():
        importlib.import_module(f"reports.{name}.plan")
    classes = list(Plan.__subclasses__())
    for plan_class in classes:  # The list grows by subclasses while the loop runs.
        classes += plan_class.__subclasses__()
    return {
        plan_class.command: plan_class for plan_class in classes if "command" in vars(plan_class)
    }


class Result(ABC):
    """The outcome of a plan, with tables, charts and JSON."""

    #: The figures of the analysis, from which tables, charts and findings are made.
    results: Any
    plan: Plan
    #: The confidence of all intervals.
    confidence: float
    #: All runs that a study file can pin, by name. The name of a single run is empty.
    runs: Mapping[str, Run]
    #: The SHA-256 of all counts, in hexadecimal.
    tally_id: str
    #: A clause on the games played if the plan was interrupted, such as "these are the 300 games
    #: finished"; empty if it was not.
    interrupted: str = ""
    #: True if the user interrupted additional games, after all games of the plan were played.
    extras_interrupted: bool = False

    @property
    @abstractmethod
    def difference(self) -> str | None:
        """The first difference between the run and the values pinned in the study file, in words.

        It is None if there is no difference.
        """

    @property
    @abstractmethod
    def figures(self) -> Mapping[str, Estimate]:
        """The figures with their intervals, by path."""

    @property
    @abstractmethod
    def summary(self) -> dict[str, Any]:
        """The JSON object of the command."""

    @cached_property
    def tables(self) -> dict[str, pd.DataFrame]:
        """The tables by name; `fathom schema --tables` explains their columns."""
        tables: dict[str, pd.DataFrame] = self.plan.presenter("tables").make_tables(self.results)
        return tables

    @cached_property
    def chart_list(self) -> Sequence[Chart]:
        """The charts as data; each can be drawn with `Chart.draw`."""
        charts: Sequence[Chart] = self.plan.presenter("charts").charts_of(self.results)
        return charts

    @cached_property
    def findings(self) -> Findings:
        """The sentences of the report, with their tables and charts.

        Raises
        ------
        UsageError
            If a target is invalid or has an unknown figure.
        """
        findings: Findings = self.plan.presenter("document").make_findings(self.results)
        return findings

    @property
    @abstractmethod
    def origin(self) -> Origin:
        """The games behind the results, and the command that repeats them."""

    @property
    @abstractmethod
    def bases(self) -> Sequence[BaseStudy]:
        """The studies that a report inspects."""

    @property
    def judged(self) -> Sequence[JudgedTarget]:
        """The targets with their verdicts; empty if there are none."""
        return ()

    @property
    def undecided(self) -> bool:
        """True if more games are needed for something else than a target, such as a precision."""
        return False

    @abstractmethod
    def study_file(self, *, pinned: bool) -> str:
        """Return the text of a study file that repeats these results.

        Parameters
        ----------
        pinned
            True to include the fingerprint and other sums, which are checked when the file is
            played again.
        """

    @property
    def games(self) -> int:
        """The number of games played, summed over all runs."""
        return sum(run.games for run in self.runs.values())

    @property
    def exit_code(self) -> ExitCode:
        """The exit code of the command.

        It is `INTERRUPTED` if the user interrupted any games, else `FAILED` if the games differ
        from the pinned values or miss a target, else `UNDECIDED` if they do not decide a target or
        if `undecided` is True, and else `DONE`.
        """
        if self.interrupted or self.extras_interrupted:
            return ExitCode.INTERRUPTED
        if self.difference:
            return ExitCode.FAILED
        code = exit_code(self.judged)
        return ExitCode.UNDECIDED if code is ExitCode.DONE and self.undecided else code

    @property
    def charts(self) -> dict[str, Drawing]:
        """The charts by name, drawn as new matplotlib figures."""
        return {chart.name: chart.draw() for chart in self.chart_list}

    def make_origin(self, results: RunResults, command: str, file: str, **fields: Any) -> Origin:
        """Return the `Origin` of a document on this result.

        Parameters
        ----------
        results
            The results whose study the document describes.
        command
            The command line that repeats the games.
        file
            The text of the study file that the command takes; empty if it takes none.
        fields
            Other fields of `Origin`, which replace their defaults.
        """
        is_pinned = any(run.study.tally_id for run in self.runs.values())
        defaults: dict[str, Any] = {
            "tallies": {name: run.tally.id for name, run in self.runs.items()},
            "version": fathom_version(),
            "source": self.plan.source,
            "again": bool(self.plan.source) and is_pinned,
            "interrupted": self.interrupted,
        }
        return Origin(results, command, file, **(defaults | fields))

    def document(self, inspected: Sequence[InspectedStudy] = ()) -> Document:
        """Return the report as data.

        `inspected` holds the studies of `bases` with their checks and sample games; empty to leave
        these out.

        Raises
        ------
        UsageError
            If a target is invalid or has an unknown figure.
        """
        return compose(self.findings, self.origin, inspected)

    def report(
        self,
        path: str | Path,
        *,
        title: str = "",
        author: str = "",
        note: str = "",
        date: str | datetime.date = "",
        jobs: int | None = None,
    ) -> Path:
        """Play the small extra runs of a report, and write it to a file.

        Parameters
        ----------
        path
            A file that ends in ``.html``, ``.htm``, ``.md``, ``.markdown`` or, if a browser that
            can print is installed, ``.pdf``. An earlier report is replaced. Any other file is not
            replaced, and is an error.
        title, author, note
            Texts above the report.
        date
            The date of the report, such as ``"2026-11-22"``, or ``"today"``. By default the report
            has no date, so that the same games always give the same page.
        jobs
            The number of threads; None for all cores.

        Returns
        -------
        Path
            The path of the file.

        Raises
        ------
        UsageError
            If the file is not a report or cannot be written, or if the date or the number of
            threads is invalid.
        FathomError
            If the browser cannot print the report as PDF.
        KeyboardInterrupt
            If the user interrupts the extra runs.
        """
        from reports.writing import report_file

        path = Path(path)
        report_file.check_replaceable(path)
        cover = report_file.cover_of(title, author, note, date)
        inspected = inspect_studies(self.bases, default_jobs(jobs), hurry=bool(self.interrupted))
        report_file.write_document(replace(self.document(inspected), cover=cover), path)
        return path

    def __repr__(self) -> str:
        study = self.plan.study
        return (
            f"<{self.plan.command} of {study.game_name}: {self.games:,} games, seed {study.seed}>"
        )
