"""``fathom verify``: play pinned studies again and compare the tallies."""

from __future__ import annotations

import importlib
import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simulate.cli import INTERRUPTED, options
from simulate.cli.plans.selection import (
    Selection,
    announce_compiling,
    choose,
    default_jobs,
    file_fields,
)
from simulate.errors import FathomError, UsageError

if TYPE_CHECKING:
    from simulate.play.run import Run

EXAMPLE = "Examples: fathom verify\n\nfathom verify seeds/who_should_start.toml runs/my_run"
SEEDS = Path("seeds")
DIFFERS = 1
Paths = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="PATH",
        help="Study files, folders of study files, or folders of runs; seeds/ unless said.",
    ),
]


@dataclass(frozen=True)
class Verified:
    """A pinned study, played again.

    Attributes
    ----------
    games
        Played, of all its points together.
    seconds
        That it took, compiling included.
    tallies
        How many were compared.
    difference
        The first one found, in words; ``None`` if all is as pinned.
    broken
        Why it could not be verified; ``None`` if it could.
    """

    study: str
    games: int
    seconds: float
    tallies: int
    difference: str | None
    broken: str | None = None

    @property
    def ok(self) -> bool:
        """Whether it was played and gave what it pins."""
        return self.difference is None and self.broken is None


def verify(
    paths: Paths = None,
    jobs: options.Jobs = None,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Play pinned studies again and tell whether they give the same tallies.

    A study file pins its tally by tally_id, and its sums in the table [pinned]; a run writes
    both into the study.toml of its folder. Where something differs, the first difference is
    named; a file that is broken or pins nothing is named with the reason, and the others are
    played all the same. Either ends the command with exit code 1.
    """
    workers = default_jobs(jobs)
    files = [file for path in paths or [SEEDS] for file in _files(path)]
    width = max(len(str(file)) for file in files)
    found: list[Verified] = []
    interrupted = False
    try:
        for file in files:
            found.append(_verify_or_say_why(file, workers, quiet))
            if not as_json:
                print(_line(found[-1], width), flush=True)
    except KeyboardInterrupt:
        if not found:
            raise
        interrupted = True
    if as_json:
        print(json.dumps({"studies": [_plain(one) for one in found]}, indent=2))
    else:
        print(_conclusion(found))
    if interrupted:
        if not quiet:
            print(
                f"fathom: interrupted; these are {len(found)} of {len(files)} studies",
                file=sys.stderr,
            )
        return INTERRUPTED
    return 0 if all(one.ok for one in found) else DIFFERS


def _conclusion(found: list[Verified]) -> str:
    """Say how many gave what they pin."""
    different = sum(one.difference is not None for one in found)
    broken = sum(one.broken is not None for one in found)
    told = []
    if different:
        told.append(f"{different} of {len(found)} studies differ from what they pin.")
    if broken:
        told.append(f"{broken} of {len(found)} studies could not be verified.")
    return " ".join(told) or f"All {len(found)} studies gave the tallies they pin."


def _files(path: Path) -> list[Path]:
    """Return the study files that a path means."""
    if path.is_dir():
        if (path / "study.toml").is_file():
            return [path / "study.toml"]
        files = sorted(path.glob("*.toml"))
        if not files:
            raise UsageError(f"there is no study file (ending in .toml) in the folder {path}")
        return files
    if path.suffix != ".toml" or not path.is_file():
        raise UsageError(
            f"there is no study file {path}; name files ending in .toml, or folders of them"
        )
    return [path]


def _verify_or_say_why(file: Path, jobs: int, quiet: bool) -> Verified:
    """Verify a study; of one that cannot be, return why."""
    try:
        return verify_file(file, jobs, quiet)
    except FathomError as error:
        why = str(error)
        for named in (f"{file}: ", f"{file} "):  # the line begins with it already
            why = why.removeprefix(named)
        return Verified(str(file), 0, 0.0, 0, None, why)


def verify_file(file: Path, jobs: int, quiet: bool) -> Verified:
    """Play a pinned study again and compare its tallies.

    Raises
    ------
    FathomError
        The file cannot be read or played, or pins nothing.
    """
    began = time.perf_counter()
    fields = file_fields(str(file))
    if not fields.get("tally_id") and not fields.get("pinned"):
        raise FathomError(
            f"{file} pins no tally; play it with --out DIR and copy the study.toml written there"
        )
    plan = next(iter(fields.get("plan", {})), None)
    if plan is None:
        runs, difference = _play_plain(file, jobs, quiet)
    else:
        module = importlib.import_module(f"simulate.cli.commands.{plan}")
        runs = module.played_again(str(file), jobs, quiet)
        difference = _first_difference(fields.get("pinned", {}), runs)
    games = sum(run.games for run in runs.values())
    seconds = time.perf_counter() - began
    return Verified(str(file), games, seconds, len(runs), difference)


def _play_plain(file: Path, jobs: int, quiet: bool) -> tuple[dict[str, Run], str | None]:
    from simulate.play.pins import mismatch

    study, lineup = choose(Selection(source=str(file)))
    announce_compiling(study, lineup, quiet)
    run = _played(study, lineup, jobs)
    return {"": run}, mismatch(run)


def _played(study: Any, lineup: Any, jobs: int) -> Run:
    from simulate.play.run import play

    run = play(study, lineup, jobs)
    if run.interrupted:
        raise KeyboardInterrupt
    return run


def _first_difference(pins: dict[str, Any], runs: dict[str, Run]) -> str | None:
    """Say where runs by name differ from what is pinned of each; ``None`` if nowhere."""
    from simulate.play.pins import first_difference_of_all

    if any(run.interrupted for run in runs.values()):
        raise KeyboardInterrupt
    return first_difference_of_all(pins, runs)


def _line(one: Verified, width: int) -> str:
    if one.broken:
        return f"{one.study:<{width}}  BROKEN: {one.broken}"
    tallies = "tally" if one.tallies == 1 else f"{one.tallies} tallies"
    told = f"DIFFERS: {one.difference}" if one.difference else f"{tallies} as pinned"
    return f"{one.study:<{width}}  {one.games:>11,} games  {one.seconds:>6.1f} s  {told}"


def _plain(one: Verified) -> dict[str, Any]:
    return {
        "study": one.study,
        "games": one.games,
        "elapsed_s": round(one.seconds, 3),
        "tallies": one.tallies,
        "ok": one.ok,
        "difference": one.difference,
        "broken": one.broken,
    }
