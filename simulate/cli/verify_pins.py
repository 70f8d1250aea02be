"""Playing pinned studies again, and comparing the tallies."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from reports.analysis.execution import Execution
from reports.analysis.plan import plan_of
from reports.analysis.selection import file_fields
from reports.writing.progress import ProgressDisplay
from simulate.cli.carry_out import play_with_progress
from simulate.command_options import Selection
from simulate.errors import FathomError, UsageError, file_error, missing_file, printable_text
from simulate.output.messages import hushed


@dataclass(frozen=True)
class VerifiedStudy:
    """A pinned study, played again."""

    #: Its file.
    study: str
    #: Played, of all its points together, in so many seconds, compiling included.
    games: int = 0
    elapsed_s: float = 0.0
    #: How many tallies were compared.
    tallies: int = 0
    #: Whether it was played and gave what it pins.
    ok: bool = False
    #: The first one found, in words; ``None`` if all is as pinned.
    difference: str | None = None
    #: Why it could not be verified; ``None`` if it could.
    broken: str | None = None

    def line(self, width: int) -> str:
        """Tell it in a line, the file in a column of that width."""
        study = printable_text(self.study)
        if self.broken:
            return f"{study:<{width}}  BROKEN: {self.broken}"
        gave = "fingerprint" if self.tallies == 1 else f"{self.tallies} fingerprints"
        told = f"DIFFERS: {self.difference}" if self.difference else f"{gave} as pinned"
        return f"{study:<{width}}  {self.games:>11,} games  {self.elapsed_s:>6.1f} s  {told}"


def conclusion(found: Sequence[VerifiedStudy]) -> str:
    """Say how many studies gave what they pin."""
    told = [
        f"{number} of {len(found)} studies {what}."
        for number, what in (
            (sum(one.difference is not None for one in found), "differ from what they pin"),
            (sum(one.broken is not None for one in found), "could not be verified"),
        )
        if number
    ]
    if told:
        return " ".join(told)
    if len(found) == 1:
        return "The study gave the fingerprint it pins."
    return f"All {len(found)} studies gave the fingerprints they pin."


def files_of(path: Path) -> list[Path]:
    """Return the study files that a path means, or raise `UsageError`."""
    if path.is_dir():
        if (path / "study.toml").is_file():
            return [path / "study.toml"]
        files = sorted(path.glob("*.toml"))
        if not files:
            raise UsageError(f"there is no study file (ending in .toml) in the folder {path}")
        return files
    if path.suffix == ".toml" and not path.is_file():
        raise missing_file("study file", path, ".toml")
    if path.suffix != ".toml":
        raise UsageError(
            f"there is no study file {path}; name files ending in .toml, or folders of them"
        )
    return [path]


def verify_file(file: Path, jobs: int) -> VerifiedStudy:
    """Play a pinned study again and compare its tallies; of one that cannot be, say why."""
    try:
        return _verify(file, jobs)
    except (FathomError, OSError) as error:
        told = file_error(error) if isinstance(error, OSError) else error
        why = printable_text(str(told).partition("\n")[0])
        for named in (f"{file}: ", f"{file}, ", f"{file} "):  # the line begins with it already
            why = why.removeprefix(named)
        return VerifiedStudy(str(file), broken=why)


def _verify(file: Path, jobs: int) -> VerifiedStudy:
    began = time.perf_counter()
    fields = file_fields(str(file))
    if not fields.get("tally_id") and not fields.get("pinned"):
        raise FathomError(
            f"{file} pins no fingerprint; play it with --out DIR and copy the study.toml written "
            "there"
        )
    plan = plan_of(Selection(source=str(file)))
    with ProgressDisplay(hushed[0]) as live:
        found = play_with_progress(plan, Execution(jobs, live=live, only_pinned=True))
    if found.interrupted:
        raise KeyboardInterrupt
    seconds, differs = round(time.perf_counter() - began, 3), found.difference
    return VerifiedStudy(str(file), found.games, seconds, len(found.runs), differs is None, differs)
