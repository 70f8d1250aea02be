"""How a plan is played, which changes no game nor what is found in them; and with which code."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.writing.progress import ProgressDisplay
from simulate.errors import FathomError, UsageError

if TYPE_CHECKING:
    from reports.figures.figure import Margins
    from simulate.game import Game
    from simulate.play.journal import Watchers

#: The address of the cluster that plays from now on; none for the threads of this process.
wanted_cluster = [""]
#: The most threads that can be asked for, where twice the cores are not more.
MOST_JOBS = 512


@dataclass(frozen=True)
class OtherPlayersDepth:
    """How a study is to be asked at other levels of play."""

    #: Whether with many games, and those who think ahead too.
    thorough: bool
    #: Up to which difference levels agree.
    margins: Margins


@dataclass(frozen=True)
class Execution:
    """How a plan is played."""

    #: Threads.
    jobs: int = 1
    #: Of every interval.
    confidence: float = 0.95
    #: Where progress is shown.
    live: ProgressDisplay = field(default_factory=ProgressDisplay)
    #: Who is given the rows of each block of games, in their order; a run alone has them.
    watchers: Watchers = field(default_factory=dict)
    #: Whether a report is to be made, for which sample games are found on the way.
    look_closely: bool = False
    #: How other levels of play are to be asked; ``None`` for not at all.
    other_players: OtherPlayersDepth | None = None
    #: Whether to play nothing besides what a study file pins.
    only_pinned: bool = False


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


_SIMULATE = Path(__file__).resolve().parents[2]
_STRATEGIES = _SIMULATE.parent / "strategies"


def fathom_version() -> str:
    """Return the version of Fathom that is installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("fathom-games")
    except PackageNotFoundError:
        return "of unknown version"


def made_with(game: str, lineup: Sequence[str]) -> dict[str, Any]:
    """Return what decides, besides the study, which games are played; ``code`` is all sources."""
    from simulate.game import find_game
    from simulate.user_files import digest_of_sources

    found = find_game(game)
    return {
        "fathom": fathom_version(),
        "game_version": found.version,
        "code": digest_of_sources(sorted(_sources(found, lineup))),
    }


@cache
def _shipped(others: tuple[str, ...]) -> list[tuple[str, bytes]]:
    """Return what Fathom's own files hold, with their names, but for those of other games."""
    left_out = {_SIMULATE / "cli", *(_SIMULATE / "games" / name for name in others)}
    ours = _SIMULATE.rglob("*.py")
    sources = [one for one in ours if left_out.isdisjoint((one.with_suffix(""), *one.parents))]
    sources += [one for one in _STRATEGIES.glob("*.py") if not one.name.startswith(others)]
    return [(str(one.relative_to(_SIMULATE.parent)), one.read_bytes()) for one in sources]


def _sources(game: Game, lineup: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Yield what each file holds, with a name that is the same on every machine."""
    from simulate.game import game_names
    from simulate.user_files import code_files_in, sources_of

    yield from _shipped(tuple(name for name in game_names() if name != game.name))
    if game.origin:
        yield from sources_of(Path(game.origin)).items()
    written = Path(getattr(game.deal, "py_func", game.deal).__code__.co_filename).resolve()
    if _SIMULATE not in written.parents:
        yield from sources_of(written).items()
    for file in dict.fromkeys(file for spec in lineup for file in code_files_in(spec)):
        if Path(file).is_file():
            yield from sources_of(Path(file)).items()
