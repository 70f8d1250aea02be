"""Charts that runs, comparisons and sweeps have: a file each, its `CHART`, found by being here."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from matplotlib.figure import Figure as Drawing

from reports.robust.directions import LevelsOfArms
from reports.robust.levels import Robustness
from reports.run.results import Results
from reports.writing.chart_frame import ChartKind, Sheet
from reports.writing.document import Chart, Part, Section


@dataclass(frozen=True)
class Played:
    """What such a chart is made of: one run, or several versions of it."""

    #: What each gave, by its label; that of a run is empty.
    arms: Mapping[str, Results]
    #: What sentences call them, by their labels.
    names: Mapping[str, str]
    #: Makes a drawing on a sheet, so many inches high and with notes, that says what was played.
    frame: Callable[[Sheet, float, Sequence[str]], Drawing]
    #: What was found with other players, if they were asked.
    levels: Robustness | LevelsOfArms | None


@dataclass(frozen=True)
class SharedChart(ChartKind):
    """A chart of what was `Played`, with a section of its own."""

    #: Of the section.
    heading: str = ""
    #: What stands below it there.
    below: Callable[[Played], Iterable[Part]] = lambda played: ()


@cache
def shared_charts() -> tuple[SharedChart, ...]:
    """Return all of them."""
    modules = pkgutil.iter_modules(__path__, f"{__name__}.")
    return tuple(importlib.import_module(module.name).CHART for module in modules)


def charts_of(kinds: Iterable[ChartKind], found: object, played: Played) -> list[Chart]:
    """Return charts of some kinds, and then those that all share."""
    own = [chart for kind in kinds for chart in kind.of(found)]
    return own + [chart for kind in shared_charts() for chart in kind.of(played)]


def names_of(names: Iterable[str]) -> list[str]:
    """Return the names of charts that a plan alone has, and then of those that all share."""
    return [*names, *(kind.name for kind in shared_charts())]


def sections_of(played: Played) -> list[Section]:
    """Return a section for each shared chart that has anything to tell."""
    found = [
        Section(kind.section, kind.heading, [*kind.of(played), *kind.below(played)])
        for kind in shared_charts()
    ]
    return [section for section in found if section.parts]
