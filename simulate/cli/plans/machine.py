"""What plays: how many threads, compiled or not, on which cluster, with whose code."""

from __future__ import annotations

import os
import sys

from simulate.errors import FathomError, UsageError

#: The address of the cluster that plays from now on; none for the threads of this process.
wanted_cluster = [""]
#: The most threads that can be asked for, where twice the cores are not more.
MOST_JOBS = 512


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
    """Return how many threads to use: all cores that this process may use, unless said.

    Raises
    ------
    UsageError
        Fewer than one, or so many that the system may not have them.
    """
    if jobs is not None and jobs < 1:
        raise UsageError(f"the number of jobs cannot be {jobs}; give 1 or more")
    available = getattr(os, "sched_getaffinity", None)
    cores = len(available(0)) if available else os.cpu_count() or 1
    if jobs is None:
        return cores
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
