"""``fathom verify``: play pinned studies again and compare the tallies."""

from __future__ import annotations

import importlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simulate.cli import options
from simulate.cli.selection import Selection, announce_compiling, choose, default_jobs, file_fields
from simulate.errors import UsageError

if TYPE_CHECKING:
    from simulate.run import Run

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
        That playing them took.
    tallies
        How many were compared.
    difference
        The first one found, in words; ``None`` if all is as pinned.
    """

    study: str
    games: int
    seconds: float
    tallies: int
    difference: str | None


def verify(
    paths: Paths = None,
    jobs: options.Jobs = None,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Play pinned studies again and tell whether they give the same tallies.

    A study file pins its tally by tally_id, and its sums in the table [pinned]; a run writes
    both into the study.toml of its folder. Where something differs, the first difference is
    named and the command ends with exit code 1.
    """
    workers = default_jobs(jobs)
    files = [file for path in paths or [SEEDS] for file in _files(path)]
    for file in files:
        _read(file)  # before the first is played
    width = max(len(str(file)) for file in files)
    found = []
    for file in files:
        found.append(verify_file(file, workers, quiet))
        if not as_json:
            print(_line(found[-1], width), flush=True)
    different = [one for one in found if one.difference]
    if as_json:
        print(json.dumps({"studies": [_plain(one) for one in found]}, indent=2))
    elif different:
        print(f"{len(different)} of {len(found)} studies differ from what they pin.")
    else:
        print(f"All {len(found)} studies gave the tallies they pin.")
    return DIFFERS if different else 0


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


def _read(file: Path) -> dict[str, Any]:
    """Return what a study file says, which must pin something."""
    fields = file_fields(str(file))
    if not fields.get("tally_id") and not fields.get("pinned"):
        raise UsageError(
            f"{file} pins no tally; play it with --out DIR and copy the study.toml written there"
        )
    return fields


def verify_file(file: Path, jobs: int, quiet: bool) -> Verified:
    """Play a pinned study again and compare its tallies.

    Raises
    ------
    UsageError
        The file cannot be read, or pins nothing.
    """
    fields = _read(file)
    plan = next(iter(fields.get("plan", {})), None)
    if plan is None:
        runs, difference = _play_plain(file, jobs, quiet)
    else:
        module = importlib.import_module(f"simulate.cli.{plan}")
        runs = module.played_again(str(file), jobs, quiet)
        difference = _first_difference(fields.get("pinned", {}), runs)
    seconds = sum(run.elapsed for run in runs.values())
    games = sum(run.games for run in runs.values())
    return Verified(str(file), games, seconds, len(runs), difference)


def _play_plain(file: Path, jobs: int, quiet: bool) -> tuple[dict[str, Run], str | None]:
    from simulate.pins import mismatch

    study, lineup = choose(Selection(source=str(file)))
    announce_compiling(study, lineup, quiet)
    run = _played(study, lineup, jobs)
    return {"": run}, mismatch(run)


def _played(study: Any, lineup: Any, jobs: int) -> Run:
    from simulate.run import play

    run = play(study, lineup, jobs)
    if run.interrupted:
        raise KeyboardInterrupt
    return run


def _first_difference(pins: dict[str, Any], runs: dict[str, Run]) -> str | None:
    """Say where runs by name differ from what is pinned of each; ``None`` if nowhere."""
    from simulate.pins import first_difference_of_all

    if any(run.interrupted for run in runs.values()):
        raise KeyboardInterrupt
    return first_difference_of_all(pins, runs)


def _line(one: Verified, width: int) -> str:
    tallies = "tally" if one.tallies == 1 else f"{one.tallies} tallies"
    told = f"DIFFERS: {one.difference}" if one.difference else f"{tallies} as pinned"
    return f"{one.study:<{width}}  {one.games:>11,} games  {one.seconds:>6.1f} s  {told}"


def _plain(one: Verified) -> dict[str, Any]:
    return {
        "study": one.study,
        "games": one.games,
        "elapsed_s": round(one.seconds, 3),
        "tallies": one.tallies,
        "ok": one.difference is None,
        "difference": one.difference,
    }
