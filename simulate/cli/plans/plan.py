"""What every plan is: something that is played whole, and then judged, shown and written."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from simulate.cli.version import fathom_version
from simulate.errors import ExitCode, UsageError

if TYPE_CHECKING:
    import datetime

    import pandas as pd
    from matplotlib.figure import Figure as Drawing

    from reports.figures.statistics import Estimate
    from reports.figures.targets import Judged
    from reports.page.checks import LookedAt
    from reports.page.compose import Origin
    from reports.run.results import Results
    from reports.writing.document import Chart, Document, Findings
    from simulate.cli.plans.execution import LevelsWanted, Playing
    from simulate.cli.plans.looking import Base
    from simulate.cli.plans.selection import Selection
    from simulate.play.run import Run
    from simulate.strategy import Strategy
    from simulate.study import Study


class Plan(ABC):
    """Something to be played, checked in full.

    Attributes
    ----------
    command
        The command that plays such plans.
    table
        The table of a study file that says what is planned; empty for none.
    source
        The study file or folder that the user named; empty for none.
    """

    command: ClassVar[str]
    table: ClassVar[str] = ""
    source: str = ""

    @classmethod
    def of_file(cls, selection: Selection) -> Plan:
        """Make the plan of a study file, with another number of games or seed if that is said.

        Raises
        ------
        UsageError
            It cannot be played.
        """
        raise NotImplementedError

    @property
    @abstractmethod
    def study(self) -> Study:
        """What all that is played shares: the game, the seed."""

    @property
    @abstractmethod
    def id(self) -> str:
        """Twelve hexadecimal digits that differ between plans with different answers."""

    @property
    def games_id(self) -> str:
        """The same for plans of which one goes on where another one stopped."""
        return self.id

    def is_more_than(self, earlier: Mapping[str, Any]) -> bool:
        """Tell whether it goes on where a plan of the same games ended that gave this summary."""
        return False

    @property
    @abstractmethod
    def name(self) -> str:
        """What its folder in ``runs/`` is called: the same for the same plan, and no other."""

    @property
    @abstractmethod
    def strategies(self) -> Sequence[Strategy]:
        """Whoever plays."""

    @property
    @abstractmethod
    def tables(self) -> Collection[str]:
        """The names of all tables that it can give."""

    @property
    @abstractmethod
    def charts(self) -> Collection[str]:
        """The names of all charts that it can give."""

    @property
    def announcement(self) -> str:
        """What is said before it is played; mostly nothing."""
        return ""

    def others(self, wanted: LevelsWanted) -> Sequence[Strategy]:
        """Whoever plays besides, where other levels of play are asked.

        Raises
        ------
        UsageError
            It is wanted expressly, and cannot be asked of such a plan.
        """
        if wanted.more:
            raise UsageError(
                "--robust asks other levels of play of a run, a comparison or a sweep, not of "
                f"{'an' if self.command[0] in 'aeiou' else 'a'} {self.command}; leave it out"
            )
        return ()

    @abstractmethod
    def play(self, playing: Playing) -> Found:
        """Play it, and judge what came out.

        Raises
        ------
        KeyboardInterrupt
            It was interrupted before anything was finished.
        """


class Found(ABC):
    """What came of a plan.

    Attributes
    ----------
    plan
        What was played.
    confidence
        Of every interval.
    """

    plan: Plan
    confidence: float

    # What each plan says.

    @property
    @abstractmethod
    def runs(self) -> Mapping[str, Run]:
        """Everything that is pinned, by its name; that of a single run is empty."""

    @property
    @abstractmethod
    def tally_id(self) -> str:
        """The SHA-256 of all that was counted, in hexadecimal."""

    @property
    @abstractmethod
    def interrupted(self) -> str:
        """How much of it was played, if not all; as in "these are the 300 games finished"."""

    @property
    @abstractmethod
    def figures(self) -> Mapping[str, Estimate]:
        """Figures with their intervals, by path."""

    @cached_property
    @abstractmethod
    def summary(self) -> dict[str, Any]:
        """The JSON object."""

    @cached_property
    @abstractmethod
    def tables(self) -> dict[str, pd.DataFrame]:
        """The tables by name; their columns are told by `fathom schema --tables`."""

    @property
    @abstractmethod
    def drawn(self) -> Sequence[Chart]:
        """The charts, to be drawn."""

    @property
    @abstractmethod
    def judged(self) -> Sequence[Judged]:
        """The verdicts on the targets."""

    @property
    @abstractmethod
    def findings(self) -> Findings:
        """What is said of it."""

    @property
    @abstractmethod
    def origin(self) -> Origin:
        """Where that comes from."""

    @property
    @abstractmethod
    def bases(self) -> Sequence[Base]:
        """What a report looks at closely; the first is that whose rules are shown."""

    @abstractmethod
    def study_file(self, *, pinned: bool) -> str:
        """Return the text of a study file that gives it again, with what it must give if wanted."""

    @property
    @abstractmethod
    def difference(self) -> str | None:
        """Where it differs from what its study file pins; ``None`` if nowhere."""

    # What is the same for all of them.

    @property
    def games(self) -> int:
        """Games played, of all its runs together."""
        return sum(run.games for run in self.runs.values())

    @property
    def undecided(self) -> bool:
        """Whether something besides targets takes more games, such as a precision."""
        return False

    @property
    def exit_code(self) -> ExitCode:
        """What a command leaves with that found this."""
        from reports.figures.targets import exit_code

        if self.interrupted:
            return ExitCode.INTERRUPTED
        if self.difference:
            return ExitCode.FAILED
        code = exit_code(self.judged)
        if code is ExitCode.DONE and self.undecided:
            return ExitCode.UNDECIDED
        return code

    @property
    def charts(self) -> dict[str, Drawing]:
        """The charts by name, drawn anew."""
        return {chart.name: chart.draw() for chart in self.drawn}

    def document(self, looked_at: Sequence[LookedAt] = ()) -> Document:
        """Put all that is said of it together.

        Parameters
        ----------
        looked_at
            Its `bases`, looked at closely; none for what is told without further games.
        """
        from reports.page.compose import compose

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

        Parameters
        ----------
        path
            Ends in ``.html``, ``.htm``, ``.md``, ``.markdown`` or, where a browser is installed
            that prints it, ``.pdf``. An earlier report is replaced, any other file is not.
        title, author, note
            What stands above it; empty for nothing.
        date
            The day it is of, as in ``"2026-11-22"``, or ``"today"``; empty for none, so that the
            same games give the same page on any day.
        jobs
            Threads; all cores unless said.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        UsageError
            The file cannot be written, or is no report; or the date is none.
        """
        from simulate.cli.outlets.report_file import (
            check_replaceable,
            choose_form,
            cover_of,
            write_document,
        )
        from simulate.cli.plans.looking import look_closely
        from simulate.cli.plans.machine import default_jobs

        path = Path(path)
        form = choose_form(path)
        check_replaceable(path)
        cover = cover_of(title, author, note, date)
        looked_at = look_closely(self.bases, default_jobs(jobs), hurry=bool(self.interrupted))
        write_document(replace(self.document(looked_at), cover=cover), path, form)
        return path

    def __repr__(self) -> str:
        study = self.plan.study
        return f"<{self.plan.command} of {study.called}: {self.games:,} games, seed {study.seed}>"


def origin_of(
    found: Found,
    results: Results,
    command: str,
    file: str,
    arms: Mapping[str, Results] | None = None,
) -> Origin:
    """Say where a document comes from.

    Parameters
    ----------
    found
        What is told.
    results
        Of the study whose rules are shown in full.
    command, file, arms
        As of `reports.page.compose.Origin`.
    """
    from reports.page.compose import Origin

    runs = found.runs
    return Origin(
        results,
        command,
        file,
        {name: run.tally.id for name, run in runs.items()},
        fathom_version(),
        found.plan.source,
        bool(found.plan.source) and any(run.study.tally_id for run in runs.values()),
        arms or {},
        found.interrupted,
    )
