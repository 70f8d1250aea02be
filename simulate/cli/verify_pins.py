"""Verification of pinned studies: they are played again and their tallies are compared.

A study is pinned if its file holds the fingerprint of its tally, which it must give again.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from reports.analysis.execution import Execution, Machine
from reports.analysis.plan import plan_of
from reports.analysis.selection import file_fields
from reports.writing.progress import ProgressDisplay
from simulate.cli.carry_out import play_with_progress
from simulate.command_options import Selection
from simulate.errors import FathomError, UsageError, file_error, missing_file, printable_text
from simulate.output.messages import is_quiet


@dataclass(frozen=True)
class VerifiedStudy:
    """A pinned study that was played again."""

    #: The name of its file.
    study: str
    #: Games played, summed over all arms and line-ups.
    games: int = 0
    #: Seconds for playing, compiling included.
    elapsed_s: float = 0.0
    #: The number of tallies that were compared.
    tallies: int = 0
    #: Whether the study gave the tallies that it pins.
    ok: bool = False
    #: The first difference, in words; None if there is none.
    difference: str | None = None
    #: Why the study could not be verified; None if it could.
    broken: str | None = None

    def line(self, width: int) -> str:
        """Return the outcome as one line, which begins with the file in a column of this width."""
        study = printable_text(self.study)
        if self.broken:
            return f"{study:<{width}}  BROKEN: {self.broken}"
        if self.difference:
            outcome = f"DIFFERS: {self.difference}"
        elif self.tallies == 1:
            outcome = "fingerprint as pinned"
        else:
            outcome = f"{self.tallies} fingerprints as pinned"
        return f"{study:<{width}}  {self.games:>11,} games  {self.elapsed_s:>6.1f} s  {outcome}"


def conclusion(studies: Sequence[VerifiedStudy]) -> str:
    """Return a sentence on how many studies differ and how many could not be verified."""
    counts = {
        "differ from what they pin": sum(study.difference is not None for study in studies),
        "could not be verified": sum(study.broken is not None for study in studies),
    }
    sentences = [
        f"{number} of {len(studies)} studies {outcome}."
        for outcome, number in counts.items()
        if number
    ]
    if sentences:
        return " ".join(sentences)
    if len(studies) == 1:
        return "The study gave the fingerprint it pins."
    return f"All {len(studies)} studies gave the fingerprints they pin."


def files_of(path: Path) -> list[Path]:
    """Return the study files that a path stands for.

    A path is a study file, the folder of a run, or a folder of study files.

    Raises
    ------
    UsageError
        If there is no study file.
    """
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


def verify_file(file: Path, machine: Machine) -> VerifiedStudy:
    """Play a pinned study again and compare its tallies; errors become part of the outcome.

    Raises
    ------
    KeyboardInterrupt
        If it was interrupted.
    """
    try:
        return _verify(file, machine)
    except (FathomError, OSError) as error:
        failure = file_error(error) if isinstance(error, OSError) else error
        reason = printable_text(str(failure).partition("\n")[0])
        for prefix in (f"{file}: ", f"{file}, ", f"{file} "):  # the line begins with the file
            reason = reason.removeprefix(prefix)
        return VerifiedStudy(str(file), broken=reason)


def _verify(file: Path, machine: Machine) -> VerifiedStudy:
    began = time.perf_counter()
    fields = file_fields(str(file))
    if not fields.get("tally_id") and not fields.get("pinned"):
        raise FathomError(
            f"{file} pins no fingerprint; play it with --out DIR and copy the study.toml written "
            "there"
        )
    plan = plan_of(Selection(source=str(file)))
    with ProgressDisplay(is_quiet()) as live:
        execution = Execution(machine.jobs, live=live, only_pinned=True)
        result = play_with_progress(plan, execution, machine.cluster)
    if result.interrupted:
        raise KeyboardInterrupt
    difference = result.difference
    return VerifiedStudy(
        str(file),
        result.games,
        round(time.perf_counter() - began, 3),
        len(result.runs),
        ok=difference is None,
        difference=difference,
    )
