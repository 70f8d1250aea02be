"""Verify pinned studies: play them again, and compare their tallies with the pinned ones.

A study is pinned if its file has the fingerprint of its tally.
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
    """The outcome of playing a pinned study again."""

    #: The path of the study file.
    study: str
    #: The number of games that were played, of all arms and line-ups.
    games: int = 0
    #: Seconds of playing, compiling included.
    elapsed_s: float = 0.0
    #: The number of tallies that were compared.
    tallies: int = 0
    #: True if all tallies are as pinned.
    ok: bool = False
    #: The first difference between tallies and pins, in words; None if there is none.
    difference: str | None = None
    #: The reason why the study could not be verified; None if it was.
    broken: str | None = None

    def line(self, width: int) -> str:
        """Return the outcome as a line of text. The file is in a column of `width` characters."""
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
    """Return a sentence on the studies that differ from their pins, and one on those not verified.

    If there are neither, the result is a sentence that all studies agree with their pins.
    """
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
    """Return the study files at a path, in the order of their names.

    The path can be that of a study file, of the folder of a run, or of a folder of study files.

    Raises
    ------
    UsageError
        If there is no study file at the path.
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
            f"there is no study file {path}; name files ending in .toml, or folders with such files"
        )
    return [path]


def verify_file(file: Path, machine: Machine) -> VerifiedStudy:
    """Play a pinned study again, compare its tallies with the pinned ones, and return the outcome.

    Errors of the study are not raised: their message becomes `VerifiedStudy.broken`.

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
        for prefix in (f"{file}: ", f"{file}, ", f"{file} "):  # The line names the file already.
            reason = reason.removeprefix(prefix)
        return VerifiedStudy(str(file), broken=reason)


def _verify(file: Path, machine: Machine) -> VerifiedStudy:
    """Return the outcome of playing a pinned study again.

    Raise `UsageError` if the file or its study is invalid, and `FathomError` if the game or a
    strategy fails.
    """
    began = time.perf_counter()
    fields = file_fields(str(file))
    if not fields.get("tally_id") and not fields.get("pinned"):
        raise FathomError(
            f"{file} pins no fingerprint; play it with --out DIR, and use the study.toml that is "
            "written to DIR"
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
