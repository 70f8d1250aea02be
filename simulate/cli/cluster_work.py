"""Work in the processes of a cluster's workers: comparing versions, and playing blocks."""

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
from reports.analysis.selection import complete_study, file_fields
from simulate.errors import FathomError, UsageError
from simulate.game import find_game
from simulate.play.arms import CompiledStudy
from simulate.play.counting import tally_rows

#: Deals that each worker plays before anything else, to compare its tally.
PROBED = 20


@dataclass(frozen=True)
class ArmSpec:
    """The description of an arm that is sent to workers."""

    #: The text of a study file.
    study: str
    #: The contents of the user's files that the study names, by path beside the study file.
    files: tuple[tuple[str, bytes], ...]
    #: The `simulate.play.arms.CompiledStudy.key` that the worker must get.
    key: str


#: Values that must be the same on all machines, by their names in messages; see `answers_of`.
Answers = Mapping[str, str]


@dataclass(frozen=True)
class BlockTask:
    """A `simulate.play.executor.Task` in the form that is sent to a worker."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    #: The arms, each with the answers that the worker must give.
    arms: tuple[tuple[ArmSpec, tuple[tuple[str, str], ...]], ...]
    #: The topic of events under which the worker reports that it begins.
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


def play_there(task: BlockTask) -> BlockResult:
    """Play a block on this worker, unless it differs from the submitting machine."""
    from distributed import get_worker

    worker: Any = get_worker()
    try:
        for spec, answers in task.arms:
            _check_itself(spec, answers, worker.address)
    except FathomError as error:
        return BlockResult(None, task.number, worker.address, 0.0, str(error))
    worker.log_event(task.topic, (task.number, worker.address))
    arms = tuple(arm_of(spec) for spec, _ in task.arms)
    began = time.perf_counter()
    result = task.function(arms, *task.arguments)
    return BlockResult(result, task.number, worker.address, time.perf_counter() - began)


@cache
def _check_itself(spec: ArmSpec, answers: tuple[tuple[str, str], ...], worker: str) -> None:
    """Raise `UsageError` if this worker differs; it may have joined after the others' probes."""
    compare(worker, probe(spec), dict(answers))


def compare(worker: str, on_worker: Answers, here: Answers) -> None:
    """Raise `UsageError` with the first difference between a worker and this machine."""
    for name, value in here.items():
        if on_worker.get(name) != value:
            raise UsageError(
                f"worker {worker} differs from this machine in {name}: {on_worker.get(name)} "
                f"there, {value} here; install the same there"
            )


def probe(spec: ArmSpec) -> Answers:
    """Return this worker's `answers_of` an arm."""
    return answers_of(arm_of(spec))


@cache
def answers_of(arm: CompiledStudy) -> Answers:
    """Return the versions of all software, and the fingerprint of a few deals of an arm."""
    versions = made_with(arm.study.game, arm.study.specs_of(arm.study.lineup))
    return {
        "Fathom": versions["fathom"],
        "the code of the game, the strategies and Fathom": versions["code"],
        "Numba": numba.__version__,
        "NumPy": np.__version__,
        "Python": platform.python_version(),
        f"the fingerprint of {PROBED} deals": tally_rows(arm.layout, arm.play(0, PROBED)[0]).id,
    }


@cache
def arm_of(spec: ArmSpec) -> CompiledStudy:
    """Return the compiled study of a description, compiled once per worker.

    Raises
    ------
    FathomError
        If the files are invalid, or the study differs from the described one.
    """
    folder = Path(tempfile.mkdtemp(prefix="fathom-"))
    for name, content in spec.files:
        file = folder / name
        if not file.resolve().is_relative_to(folder.resolve()):
            raise FathomError(f"{name} lies outside of the files sent")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    study_file = folder / "study.toml"
    study_file.write_text(spec.study, encoding="utf-8")
    fields = file_fields(str(study_file))
    study, lineup = complete_study(fields, find_game(fields.pop("game")))
    arm = CompiledStudy(study, lineup)
    if arm.key != spec.key:
        raise FathomError(
            "a worker made another study of the files it was sent; is it another version?"
        )
    return arm
