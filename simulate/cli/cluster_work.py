"""What workers of a cluster do in processes of their own: answer what is asked, and play blocks."""

from __future__ import annotations

import platform
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np

from reports.analysis.execution import made_with
from reports.analysis.selection import complete_study
from simulate.errors import FathomError, UsageError
from simulate.game import find_game
from simulate.play.arms import CompiledStudy
from simulate.play.counting import tally_rows
from simulate.study.reading import read_study

#: Deals that each worker plays before anything else.
PROBED = 20


@dataclass(frozen=True)
class ArmSpec:
    """What a worker is told of an arm."""

    #: The text of a study file.
    study: str
    #: What the user's files hold that it names, by place beside it.
    files: tuple[tuple[str, bytes], ...]
    #: What `simulate.play.arms.CompiledStudy.key` has to be there.
    key: str


#: What is asked of a worker first, with its answers: see `probe`.
Answers = Mapping[str, str]


@dataclass(frozen=True)
class BlockTask:
    """A block as it is sent to a worker: a `simulate.play.executor.Task`."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    #: Of its arms: what a worker is told, and what it has to answer, by name.
    told: tuple[tuple[ArmSpec, tuple[tuple[str, str], ...]], ...]
    #: Where it tells of itself when it begins, and as what.
    topic: str
    number: int


@dataclass(frozen=True)
class BlockResult:
    """The result of a block: its number, the worker that played it, and the seconds it took.

    A worker that differs from the submitting machine plays nothing; `unfit` says why.
    """

    result: Any
    number: int
    worker: str
    seconds: float
    unfit: str = ""


def play_there(sent: BlockTask) -> BlockResult:
    """Play a block, on a worker."""
    from distributed import get_worker

    worker: Any = get_worker()
    try:
        for told, answers in sent.told:
            _check_itself(told, answers, worker.address)
    except FathomError as error:
        return BlockResult(None, sent.number, worker.address, 0.0, str(error))
    worker.log_event(sent.topic, (sent.number, worker.address))
    arms = tuple(arm_of(told) for told, _ in sent.told)
    began = time.perf_counter()
    result = sent.function(arms, *sent.arguments)
    return BlockResult(result, sent.number, worker.address, time.perf_counter() - began)


@cache
def _check_itself(told: ArmSpec, answers: tuple[tuple[str, str], ...], worker: str) -> None:
    """Let a worker that came later answer what those were asked that were there at first."""
    compare(worker, probe(told), dict(answers))


def compare(worker: str, there: Answers, here: Answers) -> None:
    """Raise `UsageError` if a worker differs from this machine; say which, and in what."""
    for name, value in here.items():
        if there.get(name) != value:
            raise UsageError(
                f"worker {worker} differs from this machine in {name}: {there.get(name)} there, "
                f"{value} here; install the same there"
            )


def probe(told: ArmSpec) -> Answers:
    """Return a worker's `answers_of` an arm."""
    return answers_of(arm_of(told))


@cache
def answers_of(arm: CompiledStudy) -> Answers:
    """Return the values that must agree on all machines: versions, and the id of a few deals."""
    made = made_with(arm.study.game, arm.study.specs_of(arm.study.lineup))
    return {
        "Fathom": made["fathom"],
        "the code of the game, the strategies and Fathom": made["code"],
        "Numba": numba.__version__,
        "NumPy": np.__version__,
        "Python": platform.python_version(),
        f"the fingerprint of {PROBED} deals": tally_rows(arm.layout, arm.play(0, PROBED)[0]).id,
    }


@cache
def arm_of(told: ArmSpec) -> CompiledStudy:
    """Make what plays a study, once for each that is told."""
    folder = Path(tempfile.mkdtemp(prefix="fathom-"))
    for name, content in told.files:
        place = folder / name
        if not place.resolve().is_relative_to(folder.resolve()):
            raise FathomError(f"{name} lies outside of what was sent")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    file = folder / "study.toml"
    file.write_text(told.study, encoding="utf-8")
    fields = read_study(file)
    study, lineup = complete_study(fields, find_game(fields.pop("game")))
    arm = CompiledStudy(study, lineup)
    if arm.key != told.key:
        raise FathomError("a worker made another study of what it was told; is it another version?")
    return arm
