"""What every plan is: something that is played whole, and then judged, shown and written."""

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


#: What can be said on the command line of a study file or folder with a plan.
_CHANGEABLE = ("source", "games", "seed", "confidence")


class Plan(ABC):
    """Something to be played, checked in full when it is made."""

    #: The command that plays such plans, as the table of a study file is called that says what is
    #: planned (a run has none); and the room of `reports` that tells of them, unless called so too.
    command: ClassVar[str]
    #: The study file or folder that the user named; empty for none.
    source: str = ""
    #: What all that is played shares: the game, the seed.
    study: Study
    #: Twelve hexadecimal digits that differ between plans with different answers.
    id: str
    #: The same for plans of which one goes on where another one stopped.
    games_id: str
    #: What its folder in ``runs/`` is called: the same for the same plan, and no other.
    name: str
    #: Whoever plays.
    strategies: Sequence[Strategy]

    @classmethod
    def from_file(cls, selection: Selection) -> Self:
        """Make the plan of a study file, with another number of games or seed if that is said."""
        return cls(selection)  # type: ignore[call-arg]

    def output_names(self) -> tuple[Sequence[str], Sequence[str]]:
        """Return the names of all tables and of all charts that it can give."""
        return list(self.presenter("tables").TABLES), self.presenter("charts").NAMES

    def presenter(self, what: str) -> Any:
        """Return what tells of it: the tables, the charts or the document."""
        return importlib.import_module(f"reports.{self.command}.{what}")

    def extends(self, earlier: Mapping[str, Any]) -> bool:
        """Tell whether it goes on where a plan of the same games ended that gave this summary."""
        return False

    @property
    def compiled(self) -> Study:
        """The study that says what has to be compiled."""
        return self.study

    @property
    def events(self) -> Sequence[Event]:
        """What it looks for in games."""
        return [event for one in events_of(self.study).values() for event in one]

    @property
    def studies(self) -> Sequence[Study]:
        """Those in one of which its events have to be known."""
        return [self.study]

    @property
    def announcement(self) -> str:
        """What is said before it is played; mostly nothing."""
        return ""

    def other_players(self, depth: OtherPlayersDepth) -> Sequence[Strategy]:
        """Whoever plays besides where other levels of play are asked, which may be refused."""
        if depth.thorough:
            raise UsageError(
                "--robust has other players play a run, a comparison or a sweep, not "
                f"{'an' if self.command[0] in 'aeiou' else 'a'} {self.command}; leave it out"
            )
        return ()

    def check_and_play(self, playing: Execution) -> Result:
        """Play it; `UsageError` for events of which no move is called so."""
        lineups = [
            (one, [find_strategy(spec, one.game) for spec in one.specs_of(one.lineup)])
            for one in self.studies
        ]
        check_move_names(self.events, lineups)
        return self.play(playing)

    @abstractmethod
    def play(self, playing: Execution) -> Result:
        """Play it, and judge what came out; `KeyboardInterrupt` if nothing was finished."""


def plan_of(selection: Selection) -> Plan:
    """Return the plan of a study file or of a run's folder, or a run; or raise `UsageError`."""
    table = next(iter(file_fields(selection.source).get("plan", {})), "")
    said = [name for name, value in vars(selection).items() if value not in (None, False)]
    for name in said if table else ():
        if name not in _CHANGEABLE:
            option = f"--{name.replace('_', '-')}"
            raise UsageError(
                f"{option} does not go with {selection.source}, which has a [{table}] table that "
                "says what is played; write it into the file"
            )
    return _kinds()[table or "run"].from_file(selection)


@cache
def _kinds() -> dict[str, type[Plan]]:
    """Return the kinds of plans that a study file can be of, by their commands."""
    for name in list_analyses():
        importlib.import_module(f"reports.{name}.plan")
    found = list(Plan.__subclasses__())
    for kind in found:
        found += kind.__subclasses__()
    return {kind.command: kind for kind in found if "command" in vars(kind)}


class Result(ABC):
    """What came of a plan."""

    #: What the functions of `Plan.room` take.
    results: Any
    plan: Plan
    #: Of every interval.
    confidence: float
    #: Everything that is pinned, by its name; that of a single run is empty.
    runs: Mapping[str, Run]
    #: The SHA-256 of all that was counted, in hexadecimal.
    tally_id: str
    #: How much of it was played, if not all; as in "these are the 300 games finished".
    interrupted: str = ""
    #: Whether it was interrupted after all that was asked for had been played.
    extras_interrupted: bool = False

    @property
    @abstractmethod
    def difference(self) -> str | None:
        """Where it differs from what its study file pins; ``None`` if nowhere."""

    @property
    @abstractmethod
    def figures(self) -> Mapping[str, Estimate]:
        """Figures with their intervals, by path."""

    @property
    @abstractmethod
    def summary(self) -> dict[str, Any]:
        """The JSON object."""

    @cached_property
    def tables(self) -> dict[str, pd.DataFrame]:
        """The tables by name; their columns are told by `fathom schema --tables`."""
        found: dict[str, pd.DataFrame] = self.plan.presenter("tables").make_tables(self.results)
        return found

    @cached_property
    def chart_list(self) -> Sequence[Chart]:
        """The charts, to be drawn."""
        found: Sequence[Chart] = self.plan.presenter("charts").charts_of(self.results)
        return found

    @cached_property
    def findings(self) -> Findings:
        """What is said of it."""
        found: Findings = self.plan.presenter("document").make_findings(self.results)
        return found

    @property
    @abstractmethod
    def origin(self) -> Origin:
        """Where that comes from."""

    @property
    @abstractmethod
    def bases(self) -> Sequence[BaseStudy]:
        """What a report looks at closely; the first is that whose rules are shown."""

    @property
    def judged(self) -> Sequence[JudgedTarget]:
        """The verdicts on the targets."""
        return ()

    @property
    def undecided(self) -> bool:
        """Whether something besides targets takes more games, such as a precision."""
        return False

    @abstractmethod
    def study_file(self, *, pinned: bool) -> str:
        """Return the text of a study file that gives it again, with what it must give if wanted."""

    @property
    def games(self) -> int:
        """Games played, of all its runs together."""
        return sum(run.games for run in self.runs.values())

    @property
    def exit_code(self) -> ExitCode:
        """What a command leaves with that found this."""
        if self.interrupted or self.extras_interrupted:
            return ExitCode.INTERRUPTED
        if self.difference:
            return ExitCode.FAILED
        code = exit_code(self.judged)
        return ExitCode.UNDECIDED if code is ExitCode.DONE and self.undecided else code

    @property
    def charts(self) -> dict[str, Drawing]:
        """The charts by name, drawn anew."""
        return {chart.name: chart.draw() for chart in self.chart_list}

    def make_origin(self, results: RunResults, command: str, file: str, **more: Any) -> Origin:
        """Say where a document of it comes from, as `reports.page.compose.Origin`."""
        pinned = any(run.study.tally_id for run in self.runs.values())
        return Origin(
            results,
            command,
            file,
            **{
                "tallies": {name: run.tally.id for name, run in self.runs.items()},
                "version": fathom_version(),
                "source": self.plan.source,
                "again": bool(self.plan.source) and pinned,
                "interrupted": self.interrupted,
                **more,
            },
        )

    def document(self, looked_at: Sequence[InspectedStudy] = ()) -> Document:
        """Put all that is said of it together, with its `bases` if they were looked at closely."""
        return compose(self.findings, self.origin, looked_at)

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
        """Write the whole report of it to a file, which plays some small extra runs.

        The path ends in ``.html``, ``.htm``, ``.md``, ``.markdown`` or, where a browser is
        installed that prints it, ``.pdf``; an earlier report is replaced, any other file is not.
        Title, author and note stand above it, and the day it is of, as in ``"2026-11-22"``, or
        ``"today"``; none unless said, so that the same games give the same page on any day.
        `UsageError` if it cannot be written, or the date is none.
        """
        from reports.writing import report_file

        path = Path(path)
        report_file.check_replaceable(path)
        cover = report_file.cover_of(title, author, note, date)
        looked_at = look_closely(self.bases, default_jobs(jobs), hurry=bool(self.interrupted))
        report_file.write_document(replace(self.document(looked_at), cover=cover), path)
        return path

    def __repr__(self) -> str:
        study = self.plan.study
        return (
            f"<{self.plan.command} of {study.game_name}: {self.games:,} games, seed {study.seed}>"
        )
