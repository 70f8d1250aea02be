"""How a plan is played: what changes neither the games nor what is found in them."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from simulate.cli.outlets.live import Live
from simulate.errors import FathomError, UsageError

if TYPE_CHECKING:
    from reports.figures.figure import Margins
    from simulate.play.journal import Watchers
    from simulate.play.run import Run, Together

Played = TypeVar("Played", "Run", "Together")
#: The address of the cluster that plays from now on; none for the threads of this process.
wanted_cluster = [""]
#: The most threads that can be asked for, where twice the cores are not more.
MOST_JOBS = 512


@dataclass(frozen=True)
class LevelsWanted:
    """How a study is to be asked at other levels of play."""

    #: Whether with many games, and those who think ahead too.
    more: bool
    #: Up to which difference levels agree.
    margins: Margins


@dataclass(frozen=True)
class Playing:
    """How a plan is played."""

    #: Threads.
    jobs: int = 1
    #: Of every interval.
    confidence: float = 0.95
    #: Where progress is shown.
    live: Live = field(default_factory=Live)
    #: Who is given the rows of each block of games, in their order; a run alone has them.
    watchers: Watchers = field(default_factory=dict)
    #: Whether a report is to be made, for which sample games are found on the way.
    look_closely: bool = False
    #: How other levels of play are to be asked; ``None`` for not at all.
    levels: LevelsWanted | None = None
    #: Whether to play nothing besides what a study file pins.
    only_pinned: bool = False


def whole(run: Played) -> Played:
    """Return what was played, or pass on that it was interrupted."""
    if run.interrupted:
        raise KeyboardInterrupt
    return run


def use_jit(wanted: bool) -> None:
    """Switch the compiler off when it is not wanted; before Numba is imported."""
    if wanted:
        return
    if "numba" in sys.modules:
        from simulate.kit.compiled import JIT

        if JIT:
            raise FathomError("--no-jit comes too late here: the compiler is loaded already")
    os.environ["NUMBA_DISABLE_JIT"] = "1"


def default_jobs(jobs: int | None) -> int:
    """Return how many threads to use: all cores that this process may use, unless said."""
    available = getattr(os, "sched_getaffinity", None)
    cores = len(available(0)) if available else os.cpu_count() or 1
    if jobs is None:
        return cores
    if jobs < 1:
        raise UsageError(f"the number of jobs cannot be {jobs}; give 1 or more")
    most = max(MOST_JOBS, 2 * cores)
    if jobs > most:
        raise UsageError(
            f"the number of jobs cannot be {jobs}; give at most {most}: more threads than cores, "
            f"of which there are {cores}, play no faster"
        )
    return jobs


def check_confidence(confidence: float) -> None:
    """Raise `UsageError` unless intervals of that confidence exist."""
    if not 0 < confidence < 1:
        raise UsageError(
            f"the confidence cannot be {confidence:g}; give a share above 0 and below 1, as 0.95"
        )
