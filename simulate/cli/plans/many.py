"""What plans share that play many line-ups, and pin them all under one tally."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from simulate.cli.plans.plan import Found, Plan, origin_of
from simulate.cli.plans.run import nothing_played

if TYPE_CHECKING:
    from reports.page.compose import Origin
    from simulate.play.run import Run
    from simulate.study import Study


class ManyPlan(Plan):
    """Many line-ups to be played.

    Attributes
    ----------
    pinned, pinned_tally
        What each of them, and all together, must give; empty if nothing is pinned.
    """

    pinned: Mapping[str, Any]
    pinned_tally: str


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
    results: Any
    tallied: ClassVar[str] = "all line-ups"
    kept: ClassVar[tuple[str, ...]] = (
        "tally_id",
        "seat_wins",
        "turns",
        "decisions",
        "strategy_wins",
    )

    @property
    @abstractmethod
    def ruled(self) -> Study:
        """A study among those played, whose rules are shown."""

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
        return replace(
            origin_of(self, nothing_played(self.ruled), again, self.study_file(pinned=False)),
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
