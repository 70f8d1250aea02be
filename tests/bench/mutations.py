"""What the tests are worth: break Fathom in one place after another, and see which test notices.

Run ``python tests/bench/mutations.py [--only N,M] [--suite "pytest arguments"]``: works on a copy,
prints a table, and leaves with 1 if a mutation survives. Of each mutation the tests that most
likely notice it are run first. If they do not, all quick tests are run, and then the slow ones of
the same files. The mutations are in `mutants` beside this.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.bench.mutants import MUTANTS, Mutant  # noqa: E402 - found from the line above

#: Where mutations are made.
MUTATED = ("simulate", "strategies", "reports")
#: The test that every mutation fails, because its place in the code has changed.
PLACES_TEST = "test_mutants.py"
#: Of a checkout, what is of no use to the tests, and the test that would notice every mutation.
LEFT_OUT = (
    *(".git", ".venv", "__pycache__", ".*_cache", ".hypothesis", "runs", "build", "*egg-info"),
    PLACES_TEST,
)
#: Seconds after which tests that go on for ever count as having noticed: the likely ones, and all.
PATIENCE, GREAT_PATIENCE = 420, 3600
FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)


@dataclass(frozen=True)
class Result:
    """The first test that failed after a mutation, ``None`` if all passed; how long it took."""

    caught: str | None
    seconds: float


class Copy:
    """A copy of a checkout in which sources are mutated, with a cache of its own."""

    def __init__(self, checkout: Path, folder: Path) -> None:
        self.root, self.cache = folder / "copy", folder / "cache"
        shutil.copytree(checkout, self.root, ignore=shutil.ignore_patterns(*LEFT_OUT))

    @property
    def environment(self) -> dict[str, str]:
        """What processes have in which the copy is what Python finds."""
        return {
            **os.environ,
            "PYTHONPATH": str(self.root),
            "PYTHONDONTWRITEBYTECODE": "1",
            "FATHOM_CACHE": str(self.cache),
        }

    @contextmanager
    def edited(self, source: Path, text: str) -> Iterator[None]:
        """Have another text in a source file, and take it back."""
        before, original = source.stat(), source.read_text(encoding="utf-8")
        source.write_text(text, encoding="utf-8")
        try:
            yield
        finally:
            source.write_text(original, encoding="utf-8")
            # Compiled code of before is used again by the time of the source.
            os.utime(source, ns=(before.st_atime_ns, before.st_mtime_ns))

    def find(self, mutant: Mutant) -> Path:
        """Return the only source file where a mutation can be made; `SystemExit` if none is."""
        counts = [
            (source, source.read_text(encoding="utf-8").count(mutant.before))
            for folder in MUTATED
            for source in sorted((self.root / folder).rglob("*.py"))
        ]
        places = [source for source, times in counts if times]
        if sum(times for _, times in counts) == 1:
            return places[0]
        named = ", ".join(str(place.relative_to(self.root)) for place in places)
        where = f"in several places: {named}; say more of the line" if named else "nowhere"
        raise SystemExit(f"{mutant.before!r} is {where}")

    def test(self, arguments: Sequence[str], patience: int = GREAT_PATIENCE) -> str | None:
        """Run tests, and return the first that failed."""
        code, output = self._pytest(arguments, patience)
        if code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return None
        failed = FAILED.search(output)
        if code is None:
            return "tests that came to no end"
        if failed:
            return failed[1]
        raise SystemExit(f"pytest left with {code}:\n{output[-3000:]}")

    def try_out(self, mutant: Mutant, suite: Sequence[str]) -> Result:
        """Make a mutation, see which test notices it, and take it back."""
        source = self.find(mutant)
        mutated = source.read_text(encoding="utf-8").replace(mutant.before, mutant.after)
        began = time.monotonic()
        with self.edited(source, mutated):
            caught = self.test([*suite, *self.files(mutant)], PATIENCE)
            if caught is None:
                caught = self.test(suite)
            if caught is None:
                caught = self.test([*suite, "-m", "slow", *self.files(mutant)])
        return Result(caught, time.monotonic() - began)

    def files(self, mutant: Mutant) -> list[str]:
        """Return the test files that a mutation names, wherever they lie."""
        return [
            str(file.relative_to(self.root))
            for name in mutant.likely.split()
            for file in sorted((self.root / "tests").rglob(f"{name}.py"))
        ]

    def _pytest(self, arguments: Sequence[str], patience: int) -> tuple[int | None, str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", "-x", "-q", "-n", "2", *arguments],
            cwd=self.root,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            output, _ = process.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
            return None, output
        return process.returncode, output


def chosen(only: str | None) -> dict[int, Mutant]:
    """Return the mutations asked for, by their numbers."""
    numbered = dict(enumerate(MUTANTS, 1))
    if only is None:
        return numbered
    numbers = [int(number) for number in only.split(",")]
    if unknown := set(numbers) - set(numbered):
        raise SystemExit(f"there is no mutation {min(unknown)}; there are 1 to {len(numbered)}")
    return {number: numbered[number] for number in numbers}


def try_all(
    checkout: Path, mutants: dict[int, Mutant], suite: Sequence[str]
) -> Iterator[tuple[int, Result]]:
    """Try mutations one after the other on a copy of a checkout, whose own tests must pass."""
    with tempfile.TemporaryDirectory(prefix="fathom-mutations-") as folder:
        copy = Copy(checkout, Path(folder))
        for mutant in mutants.values():
            copy.find(mutant)  # before hours of testing
        likely = sorted({file for mutant in mutants.values() for file in copy.files(mutant)})
        if failed := copy.test([*suite, *likely]):
            raise SystemExit(f"{failed} fails without a mutation; mend it first")
        for number, mutant in mutants.items():
            yield number, copy.try_out(mutant, suite)


def report(checkout: Path, arguments: argparse.Namespace) -> int:
    """Print the table, and return how many mutations survived."""
    mutants = chosen(arguments.only)
    suite = shlex.split(arguments.suite)
    survived = 0
    print("| nr | what is broken | caught by | seconds |\n| -: | :- | :- | -: |", flush=True)
    for number, result in try_all(checkout, mutants, suite):
        survived += result.caught is None
        caught = result.caught or "NOBODY"
        print(
            f"| {number} | {mutants[number].breaks} | {caught} | {result.seconds:.0f} |", flush=True
        )
    print(f"\n{len(mutants) - survived} of {len(mutants)} mutations were caught")
    return survived


def read_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="numbers of mutations, as in 3,17")
    parser.add_argument("--suite", default="", help="more arguments of pytest, in quotes")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(report(ROOT, read_arguments()) > 0)
