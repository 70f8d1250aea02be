"""What plans share that play many line-ups, and pin them all under one tally."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Self

from simulate.cli.plans.plan import Found, Plan, origin_of
from simulate.cli.plans.run import nothing_played
from simulate.cli.plans.selection import Asked, Selection, gather, planned_fields
from simulate.errors import UsageError

if TYPE_CHECKING:
    import pandas as pd

    from reports.figures.statistics import Estimate
    from reports.figures.targets import Judged
    from reports.page.compose import Origin
    from reports.writing.document import Chart, Findings
    from simulate.play.run import Run


class ManyPlan(Plan):
    """Many line-ups to be played.

    What came of them is told by the package of `reports` that is called like the command: by its
    ``tables`` (`TABLES`, ``rows``, ``summarise``) and its ``document`` (`CHARTS`, ``charts_of``,
    ``find``).

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
        return list(told_by(self.command, "tables").TABLES)

    @property
    def charts(self) -> Sequence[str]:
        return list(told_by(self.command, "document").CHARTS)


def told_by(room: str, part: str) -> Any:
    """Return a part of the package of `reports` that tells of a kind of plan; loads it."""
    return import_module(f"reports.{room}.{part}")


class ManyFound(Found):
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

    plan: ManyPlan
    tallied: ClassVar[str] = "all line-ups"
    kept: ClassVar[tuple[str, ...]] = (
        "tally_id",
        "seat_wins",
        "turns",
        "decisions",
        "strategy_wins",
    )

    def __init__(self, plan: ManyPlan, results: Any, confidence: float) -> None:
        self.plan = plan
        self.results = results
        self.confidence = confidence

    @cached_property
    def summary(self) -> dict[str, Any]:
        found: dict[str, Any] = told_by(self.plan.command, "tables").summarise(self.results)
        return found

    @cached_property
    def tables(self) -> dict[str, pd.DataFrame]:
        from reports.writing.columns import frames

        room = told_by(self.plan.command, "tables")
        return frames(room.TABLES, room.rows(self.results), if_asked=("targets",))

    @property
    def drawn(self) -> Sequence[Chart]:
        found: Sequence[Chart] = told_by(self.plan.command, "document").charts_of(self.results)
        return found

    @property
    def findings(self) -> Findings:
        found: Findings = told_by(self.plan.command, "document").find(self.results)
        return found

    @property
    def figures(self) -> Mapping[str, Estimate]:
        found: Mapping[str, Estimate] = self.results.estimates
        return found

    @property
    def judged(self) -> Sequence[Judged]:
        found: Sequence[Judged] = self.results.judged()
        return found

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
