"""What the plans of all contests share: many line-ups, pinned under one tally."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

from reports.contest.contest import contest_of
from simulate.cli.plans.plan import Found, Plan, origin_of
from simulate.cli.plans.run import nothing_played
from simulate.cli.plans.selection import Asked, Selection, gather, planned_fields
from simulate.errors import UsageError

if TYPE_CHECKING:
    import pandas as pd

    from reports.contest.contest import Results
    from reports.figures.statistics import Estimate
    from reports.figures.targets import Judged
    from reports.page.compose import Origin
    from reports.writing.document import Chart, Findings
    from simulate.play.run import Run


class ContestPlan(Plan):
    """Many line-ups to be played.

    What came of them is told by the `reports.contest.contest.Contest` of the command.

    Attributes
    ----------
    unfit
        Fields of a study that it cannot have, each with what to do instead.
    pinned, pinned_tally
        What each of them, and all together, must give; empty if nothing is pinned.
    """

    unfit: ClassVar[Mapping[str, str]] = {}
    pinned: Mapping[str, Any]
    pinned_tally: str

    @abstractmethod
    def __init__(self, selection: Selection) -> None: ...

    @classmethod
    def of_file(cls, selection: Selection) -> Self:
        return cls(selection)

    def read(self, selection: Selection, otherwise: bool) -> tuple[Mapping[str, Any], Asked]:
        """Return what the plan's table in a study file says, and all else that is asked for.

        Parameters
        ----------
        selection
            What the user chose.
        otherwise
            Whether the command line says what that table may say: then it is not what is pinned.

        Raises
        ------
        UsageError
            The file says what does not go with the plan.
        """
        self.source = selection.file
        fields = planned_fields(selection.source, self.table)
        written: Mapping[str, Any] = fields.pop("plan", {}).get(self.table, {})
        asked = gather(fields, selection)
        for key, why in self.unfit.items():
            if key in asked.fields:
                raise UsageError(f"{selection.source} has {key}; {why}, so take it out of the file")
        said = {} if otherwise else asked.fields
        self.pinned = said.get("pinned", {})
        self.pinned_tally = said.get("tally_id", "")
        return written, asked

    @property
    def name(self) -> str:
        study = self.study
        return f"{study.called}-{study.variant}-{study.players}p-{self.command}-{self.id}"

    @property
    def tables(self) -> Sequence[str]:
        return list(contest_of(self.command).tables)

    @property
    def charts(self) -> Sequence[str]:
        return contest_of(self.command).charts


class ContestFound(Found):
    """What came of many line-ups.

    Attributes
    ----------
    results
        All that was found; its `run` has been played.
    tallied
        What the one tally is of, in words.
    kept
        What is pinned of each line-up: less than of a run, for there are many.
    """

    plan: ContestPlan
    tallied: ClassVar[str] = "all line-ups"
    kept: ClassVar[tuple[str, ...]] = (
        "tally_id",
        "seat_wins",
        "turns",
        "decisions",
        "strategy_wins",
    )

    def __init__(self, plan: ContestPlan, results: Results) -> None:
        self.plan = plan
        self.results = results
        self.confidence = results.confidence

    @cached_property
    def summary(self) -> dict[str, Any]:
        return contest_of(self.plan.command).summarise(self.results)

    @cached_property
    def tables(self) -> dict[str, pd.DataFrame]:
        return contest_of(self.plan.command).frames(self.results)

    @property
    def drawn(self) -> Sequence[Chart]:
        return contest_of(self.plan.command).charts_of(self.results)

    @property
    def findings(self) -> Findings:
        return contest_of(self.plan.command).find(self.results)

    @property
    def figures(self) -> Mapping[str, Estimate]:
        return self.results.estimates

    @property
    def judged(self) -> Sequence[Judged]:
        return self.results.judged()

    @property
    def run(self) -> Any:
        """What was played."""
        return self.results.run

    @cached_property
    def runs(self) -> Mapping[str, Run]:
        found: Mapping[str, Run] = self.run.runs
        return found

    @property
    def tally_id(self) -> str:
        found: str = self.run.tally_id
        return found

    @property
    def origin(self) -> Origin:
        again = f"fathom {self.plan.command} study.toml"
        one = nothing_played(next(iter(self.runs.values())).study)
        return replace(
            origin_of(self, one, again, self.study_file(pinned=False)),
            tallies={self.tallied: self.tally_id},
            again=bool(self.plan.pinned_tally) and not self.run.interrupted,
        )

    def pins(self) -> dict[str, Any]:
        """Return what to pin of each line-up."""
        from simulate.play.pins import pinned_point

        return {
            label: {
                key: value for key, value in pinned_point(run).items() if key in self.kept_of(place)
            }
            for place, (label, run) in enumerate(self.runs.items())
        }

    def kept_of(self, place: int) -> tuple[str, ...]:
        """Return what is pinned of the line-up of that place among `runs`."""
        return self.kept

    @property
    def difference(self) -> str | None:
        from simulate.play.pins import first_difference_of_all

        pins, tally = self.plan.pinned, self.plan.pinned_tally
        if self.run.interrupted:
            return None
        where = first_difference_of_all(pins, self.runs) if pins else None
        if where is None and tally not in ("", self.tally_id):
            where = f"tally is {self.tally_id}, pinned {tally}"
        return where
