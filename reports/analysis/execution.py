"""The settings for executing a plan, and the record of the code that played it.

These settings do not change which games are played or how they end.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
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

#: The maximum number of threads. On machines with many cores it is twice the number of cores.
MOST_JOBS = 512


@dataclass(frozen=True)
class Machine:
    """The threads or the cluster that play the games."""

    #: The number of threads.
    jobs: int = 1
    #: The address of a Dask cluster that plays the games; empty to use the threads.
    cluster: str = ""


@dataclass(frozen=True)
class OtherPlayersDepth:
    """The options of the check with other players."""

    #: True to play many games, including games of strategies that search.
    thorough: bool
    #: The differences up to which player levels count as equal.
    margins: Margins


@dataclass(frozen=True)
class Execution:
    """The settings with which a plan is executed."""

    #: The number of threads.
    jobs: int = 1
    #: The confidence of all intervals.
    confidence: float = 0.95
    #: The display of progress.
    live: ProgressDisplay = field(default_factory=ProgressDisplay)
    #: Objects by name that receive the rows of each block of games, in order. Only a run has any.
    watchers: Watchers = field(default_factory=dict)
    #: True if a report will be made, so that sample games are collected while playing.
    for_report: bool = False
    #: The options of the check with other players; None for no check.
    other_players: OtherPlayersDepth | None = None
    #: True to play only the games that a study file pins, without additional games.
    only_pinned: bool = False


def use_jit(is_wanted: bool) -> None:
    """Switch off Numba's compiler if `is_wanted` is False; otherwise do nothing.

    Raises
    ------
    FathomError
        If the compiler is to be switched off but has been loaded already.
    """
    if is_wanted:
        return
    if "numba" in sys.modules:
        from simulate.kit.compiled import JIT

        if JIT:
            raise FathomError(
                "--no-jit has no effect, because the compiler has been loaded already; use it in a "
                "new process"
            )
    os.environ["NUMBA_DISABLE_JIT"] = "1"


def default_jobs(jobs: int | None) -> int:
    """Return the number of threads to use.

    Parameters
    ----------
    jobs
        The number that the user gave; None for all cores that this process may use.

    Raises
    ------
    UsageError
        If `jobs` is below 1, or above both `MOST_JOBS` and twice the number of cores.
    """
    get_affinity = getattr(os, "sched_getaffinity", None)
    cores = len(get_affinity(0)) if get_affinity else os.cpu_count() or 1
    if jobs is None:
        return cores
    if jobs < 1:
        raise UsageError(f"the number of jobs cannot be {jobs}; give 1 or more")
    most = max(MOST_JOBS, 2 * cores)
    if jobs > most:
        raise UsageError(
            f"the number of jobs cannot be {jobs}; give at most {most}: more threads than cores "
            f"(this machine has {cores}) play no faster"
        )
    return jobs


def check_confidence(confidence: float) -> None:
    """Check that a confidence is above 0 and below 1.

    Raises
    ------
    UsageError
        If it is not.
    """
    if not 0 < confidence < 1:
        raise UsageError(
            f"the confidence cannot be {confidence:g}; give a share above 0 and below 1, such as "
            "0.95"
        )


_SIMULATE = Path(__file__).resolve().parents[2] / "simulate"
_STRATEGIES = _SIMULATE.parent / "strategies"


def fathom_version() -> str:
    """Return the installed version of Fathom; "of unknown version" if it is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("fathom-games")
    except PackageNotFoundError:
        return "of unknown version"


def made_with(game: Game, lineup: Sequence[str]) -> dict[str, Any]:
    """Return the versions and the digest of all code that decides which games a study plays.

    Parameters
    ----------
    game
        The game.
    lineup
        The strategies as studies name them, such as "planner".

    Returns
    -------
    dict
        The version of Fathom (``fathom``), the version of the game (``game_version``) and a digest
        of all sources (``code``).

    Raises
    ------
    OSError
        If a source file cannot be read.
    """
    from simulate.user_files import digest_of_sources

    return {
        "fathom": fathom_version(),
        "game_version": game.version,
        "code": digest_of_sources(sorted(_sources(game, lineup))),
    }


@cache
def _own_sources(other_games: tuple[str, ...]) -> list[tuple[str, bytes]]:
    """Return the paths and contents of Fathom's own files that can affect which games are played.

    The command line and the games in `other_games` are left out. Paths are relative.
    """
    left_out = {_SIMULATE / "cli", *(_SIMULATE / "games" / name for name in other_games)}
    files = [
        file
        for file in _SIMULATE.rglob("*.py")
        if left_out.isdisjoint((file.with_suffix(""), *file.parents))
    ]
    files += [file for file in _STRATEGIES.rglob("*.py") if not file.name.startswith(other_games)]
    return [(str(file.relative_to(_SIMULATE.parent)), file.read_bytes()) for file in files]


def _sources(game: Game, lineup: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of each source file; names are the same on every machine.

    Raise `OSError` if a source file cannot be read.
    """
    from simulate.game import game_names
    from simulate.packed_games import code_file
    from simulate.user_files import code_files_in, sources_of

    yield from _own_sources(tuple(name for name in game_names() if name != game.name))
    if game.origin:
        yield from sources_of(code_file(game.origin)).items()
    file_of_deal = Path(getattr(game.deal, "py_func", game.deal).__code__.co_filename).resolve()
    if _SIMULATE not in file_of_deal.parents:
        yield from sources_of(file_of_deal).items()
    for file in dict.fromkeys(file for spec in lineup for file in code_files_in(spec)):
        if Path(file).is_file():
            yield from sources_of(Path(file)).items()
    yield from _learned(game, lineup)


#: Matches the strategy that plays as a learned player, unless it is in a user's file.
_LEARNED = re.compile(r"(?<!:)\blearned\b")


def _learned(game: Game, lineup: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Yield a name and a digest of everything that the strategies of a line-up have learned."""
    from strategies import find_strategy

    for spec in filter(_LEARNED.search, dict.fromkeys(lineup)):
        with suppress(FathomError):  # The strategy may be missing, as after a run elsewhere.
            strategy = find_strategy(spec, game.name_or_file)
            for players in range(1, game.seats[1] + 1):
                for digest in strategy.digests(players):
                    yield f"learned {spec} {players}", digest.encode()
