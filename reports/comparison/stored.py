"""Results as an earlier run left them in its folder, to be compared without playing again."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reports.figures.figure import UNFINISHED
from reports.figures.statistics import Estimate
from reports.run.results import Results
from reports.writing.wording import listed
from simulate.game import find_game
from simulate.play.arms import layout_of
from simulate.play.run import Run
from simulate.play.tally import Tally
from simulate.study import Study

#: What a run was made with, in words; the keys are those of its summary's ``made_with``.
_MADE_WITH = {
    "fathom": "Fathom's version",
    "game_version": "the game's version",
    "code": "the code of the game or of who plays",
}


@dataclass(frozen=True)
class StoredTally(Tally):
    """What is left of a tally whose integers were not kept: how many deals, and its id."""

    stored_id: str = ""

    @property
    def id(self) -> str:
        """The id that the run wrote."""
        return self.stored_id


class StoredResults(Results):
    """The figures of a run as they stand in its folder, those that this Fathom knows."""

    def __init__(
        self, study: Study, summary: Mapping[str, Any], estimates: Mapping[str, Estimate]
    ) -> None:
        tally = StoredTally(deals=summary["deals"], stored_id=summary["tally_id"])
        layout = layout_of(study, find_game(study.game))
        run = Run(study, layout, tally, 0.0, int(summary["jobs"]), False)
        super().__init__(run, float(summary["confidence"]))
        self.summary = summary
        self._estimates = dict(estimates)
        self.figures = {
            path: figure for path, figure in self.figures.items() if path in self._estimates
        }

    def estimate(self, path: str) -> Estimate:
        """Return a figure as it was found."""
        return self._estimates[self.figure(path).path]

    @property
    def unfinished(self) -> int:
        """Games that reached the safety cap on turns undecided."""
        return round(self._estimates[UNFINISHED].value)


def read_estimate(value: float, low: float, high: float, n: float) -> Estimate:
    """Return a figure of a table, whose ends are empty where they are not known."""
    return Estimate(
        value, -math.inf if math.isnan(low) else low, math.inf if math.isnan(high) else high, int(n)
    )


def what_changed(
    made: Mapping[str, Mapping[str, Any]], now: Mapping[str, Mapping[str, Any]]
) -> str:
    """Say why stored results are compared: what changed between runs, or since.

    `made` is what each was made with, by label, empty for one that does not say; `now` what it
    would be made with today.
    """
    silent = [label for label, one in made.items() if not one]
    if silent:
        does = "does" if len(silent) == 1 else "do"
        return f"{listed(silent)} {does} not say with which code it was played"
    (first, one), *others = made.items()
    said = []
    for label, other in others:
        changes = [_change(key, one, other) for key in _MADE_WITH if one[key] != other[key]]
        if changes:
            said.append(f"between {first} and {label}, {listed(changes)} changed")
    if said:
        return listed(said)
    since = [_change(key, one, now[first]) for key in _MADE_WITH if one[key] != now[first][key]]
    return f"since these were played, {listed(since or [_MADE_WITH['code']])} changed"


def _change(key: str, one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    told = f" ({one[key]}, then {other[key]})" if key != "code" else ""
    return f"{_MADE_WITH[key]}{told}"
