"""The base of every analysis: `Plan`, ready to be played, and `Result`, its outcome."""

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
from reports.analysis.diagnostics import BaseStudy, look_closely
from reports.analysis.execution import Execution, OtherPlayersDepth, default_jobs, fathom_version
from reports.analysis.selection import file_fields
from reports.figures.statistics import Estimate
from reports.figures.targets import JudgedTarget, exit_code
from reports.page.checks import InspectedStudy
from reports.page.compose import Origin, compose
from reports.run.results import RunResults
from reports.writing.document import Chart, Document, Findings
from simulate.command_options import Selection
from simulate.errors import ExitCode, UsageError
from simulate.play.event_names import check_move_names
from simulate.play.events import Event, events_of
from simulate.play.run import Run
from simulate.strategy import Strategy
from simulate.study import Study
from strategies import find_strategy

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure as Drawing


#: The options that may be given with a study file that has the table of an analysis.
_CHANGEABLE = ("source", "games", "seed", "confidence")


class Plan(ABC):
    """An analysis with its options, checked and ready to be played."""

    #: The command that plays such plans. It is also the name of the table in study files (a run
    #: has none) and of the folder in `reports`.
    command: ClassVar[str]
    #: The study file or folder that the user named; empty for none.
    source: str = ""
    #: The study with what all studies of the plan share, such as the game and the seed.
    study: Study
    #: Twelve hexadecimal digits that differ between plans with different results.
    id: str
    #: An id that plans share if one of them continues the games of the other.
    games_id: str
    #: The name of its folder in ``runs/``, which no other plan has.
    name: str
    #: All strategies that play.
    strategies: Sequence[Strategy]

    @classmethod
    def from_file(cls, selection: Selection) -> Self:
        """Return the plan of a study file, possibly with another number of games or seed.

        Raises
        ------
        UsageError
            If the file is invalid.
        """
        return cls(selection)  # type: ignore[call-arg]

    def output_names(self) -> tuple[Sequence[str], Sequence[str]]:
        """Return the names of all tables and of all charts that the results can have."""
        return list(self.presenter("tables").TABLES), self.presenter("charts").NAMES

    def presenter(self, part: str) -> Any:
        """Return the module that makes a part of the output: tables, charts or document."""
        return importlib.import_module(f"reports.{self.command}.{part}")

    def extends(self, earlier: Mapping[str, Any]) -> bool:
        """Return whether this plan continues the games of a result; False unless overridden.

        Parameters
        ----------
        earlier
            The JSON object of a result with the same `games_id`.
        """
        return False

    @property
    def compiled(self) -> Study:
        """The study whose game and rules have to be compiled."""
        return self.study

    @property
    def events(self) -> Sequence[Event]:
        """The events that games are searched for."""
        return [event for sequence in events_of(self.study).values() for event in sequence]

    @property
    def studies(self) -> Sequence[Study]:
        """The studies to play. Every event must be possible in at least one of them."""
        return [self.study]

    @property
    def announcement(self) -> str:
        """A message to print before playing; an empty string if there is none."""
        return ""

    def other_players(self, depth: OtherPlayersDepth) -> Sequence[Strategy]:
        """Return the strategies that play in addition to check the results.

        Raises
        ------
        UsageError
            If the results of this kind of plan cannot be checked in this way.
        """
        if depth.thorough:
            article = "an" if self.command[0] in "aeiou" else "a"
            raise UsageError(
                "--robust has other players play a run, a comparison or a sweep, not "
                f"{article} {self.command}; leave it out"
            )
        return ()

    def check_and_play(self, execution: Execution) -> Result:
        """Play the plan after checking that its events name moves of the game.

        Raises
        ------
        UsageError
            If an event names an unknown move, or the plan does not go with the settings.
        KeyboardInterrupt
            If it was interrupted before anything was finished.
        """
        lineups = []
        for study in self.studies:
            specs = study.specs_of(study.lineup)
            lineups.append((study, [find_strategy(spec, study.game) for spec in specs]))
        check_move_names(self.events, lineups)
        return self.play(execution)

    @abstractmethod
    def play(self, playing: Execution) -> Result:
        """Play the plan and compute its results.

        Raises
        ------
        KeyboardInterrupt
            If it was interrupted before anything was finished.
        """


def plan_of(selection: Selection) -> Plan:
    """Return the plan of a study file or of a run's folder, or that of a run of a game.

    Raises
    ------
    UsageError
        If the source or an option is invalid.
    """
    table = next(iter(file_fields(selection.source).get("plan", {})), "")
    if table:
        _check_changeable(selection, table)
    return _plan_classes()[table or "run"].from_file(selection)


def _check_changeable(selection: Selection, table: str) -> None:
    """Raise `UsageError` for an option that cannot change a file with the table of an analysis."""
    for name, value in vars(selection).items():
        if value not in (None, False) and name not in _CHANGEABLE:
            option = f"--{name.replace('_', '-')}"
            raise UsageError(
                f"{option} does not go with {selection.source}, which has a [{table}] table that "
                "says what is played; write it into the file"
            )


@cache
def _plan_classes() -> dict[str, type[Plan]]:
    """Return the classes of all plans, by command."""
    for name in list_analyses():
        importlib.import_module(f"reports.{name}.plan")
    classes = list(Plan.__subclasses__())
    for plan_class in classes:  # grows to the subclasses of subclasses
        classes += plan_class.__subclasses__()
    return {
        plan_class.command: plan_class for plan_class in classes if "command" in vars(plan_class)
    }


class Result(ABC):
    """The outcome of a plan, with tables, charts and JSON."""

    #: The figures of the analysis, which its presenters take.
    results: Any
    plan: Plan
    #: The confidence of all intervals.
    confidence: float
    #: All runs that are pinned, by name; a single run has an empty name.
    runs: Mapping[str, Run]
    #: The SHA-256 of all counts, in hexadecimal.
    tally_id: str
    #: How much was played if it was interrupted, as in "these are the 300 games finished".
    interrupted: str = ""
    #: Whether it was interrupted in additional games, after the games that were asked for.
    extras_interrupted: bool = False

    @property
    @abstractmethod
    def difference(self) -> str | None:
        """The first difference from what its study file pins, in words; None without any."""

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
        """The charts, as records that can be drawn."""
        charts: Sequence[Chart] = self.plan.presenter("charts").charts_of(self.results)
        return charts

    @cached_property
    def findings(self) -> Findings:
        """The sentences of the report, with their evidence."""
        findings: Findings = self.plan.presenter("document").make_findings(self.results)
        return findings

    @property
    @abstractmethod
    def origin(self) -> Origin:
        """Where the results come from and how to repeat them."""

    @property
    @abstractmethod
    def bases(self) -> Sequence[BaseStudy]:
        """The studies that a report inspects; it shows the rules of the first one."""

    @property
    def judged(self) -> Sequence[JudgedTarget]:
        """The targets with their verdicts."""
        return ()

    @property
    def undecided(self) -> bool:
        """Whether more games are needed for something other than a target, such as a precision."""
        return False

    @abstractmethod
    def study_file(self, *, pinned: bool) -> str:
        """Return the text of a study file that gives these results again.

        Parameters
        ----------
        pinned
            Whether the file also has the tallies that it must give.
        """

    @property
    def games(self) -> int:
        """The number of games played, summed over all runs."""
        return sum(run.games for run in self.runs.values())

    @property
    def exit_code(self) -> ExitCode:
        """The exit code of the command."""
        if self.interrupted or self.extras_interrupted:
            return ExitCode.INTERRUPTED
        if self.difference:
            return ExitCode.FAILED
        code = exit_code(self.judged)
        return ExitCode.UNDECIDED if code is ExitCode.DONE and self.undecided else code

    @property
    def charts(self) -> dict[str, Drawing]:
        """The charts by name, as new matplotlib figures."""
        return {chart.name: chart.draw() for chart in self.chart_list}

    def make_origin(self, results: RunResults, command: str, file: str, **fields: Any) -> Origin:
        """Return the origin of a document on this result.

        Parameters
        ----------
        results
            The results whose study the document describes.
        command
            The command line that repeats it.
        file
            The text of a study file for that command.
        fields
            Further fields of `Origin`.
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
        """Return the report; inspections of its `bases` make it complete."""
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
        """Write the whole report to a file, and return its path; this plays some small extra runs.

        Parameters
        ----------
        path
            A file that ends in ``.html``, ``.htm``, ``.md``, ``.markdown`` or, where a browser
            that can print it is installed, ``.pdf``. An earlier report is replaced, any other file
            is not.
        title, author, note
            The texts above the report.
        date
            The date of the report, as in ``"2026-11-22"``, or ``"today"``. By default there is
            none, so that the same games give the same page on any day.
        jobs
            The number of threads; all cores by default.

        Raises
        ------
        UsageError
            If the file cannot be written, or the date is invalid.
        """
        from reports.writing import report_file

        path = Path(path)
        report_file.check_replaceable(path)
        cover = report_file.cover_of(title, author, note, date)
        inspected = look_closely(self.bases, default_jobs(jobs), hurry=bool(self.interrupted))
        report_file.write_document(replace(self.document(inspected), cover=cover), path)
        return path

    def __repr__(self) -> str:
        study = self.plan.study
        return (
            f"<{self.plan.command} of {study.game_name}: {self.games:,} games, seed {study.seed}>"
        )
