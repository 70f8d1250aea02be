"""Functions that the workers of a cluster call: to compare their versions, and to play blocks."""

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

#: The number of deals that each worker plays first, so that its tally can be compared.
PROBED = 20


@dataclass(frozen=True)
class ArmSpec:
    """The description of an arm that is sent to workers."""

    #: The text of a study file.
    study: str
    #: The user's files that the study names: paths relative to the study file, and contents.
    files: tuple[tuple[str, bytes], ...]
    #: The `simulate.play.arms.CompiledStudy.key` that the arm must have on the worker.
    key: str


#: Versions and results that must be the same on all machines, by their names in messages; see
#: `answers_of`.
Answers = Mapping[str, str]


@dataclass(frozen=True)
class BlockTask:
    """A `simulate.play.executor.Task` in the form that is sent to a worker."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    #: The arms, each with the items of the `Answers` that the worker must give.
    arms: tuple[tuple[ArmSpec, tuple[tuple[str, str], ...]], ...]
    #: The topic of Dask's events under which the worker reports that it begins.
    topic: str
    #: The number of the block.
    number: int


@dataclass(frozen=True)
class BlockResult:
    """The result of a block that a worker played, or the reason why it did not play."""

    #: The result of the task's function.
    result: Any
    #: The number of the block.
    number: int
    #: The address of the worker.
    worker: str
    #: Seconds of playing.
    seconds: float
    #: The difference from the submitting machine that kept the worker from playing, or "".
    unfit: str = ""


def play_there(task: BlockTask) -> BlockResult:
    """Play a block on this worker, and return the result.

    If the worker differs from the submitting machine, it plays nothing, and `unfit` has the reason.

    Raises
    ------
    FathomError
        If the game or a strategy fails.
    """
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
    """Raise `UsageError` if this worker's answers for an arm differ from `answers`.

    Workers check themselves because workers that join late were not probed. Raise `FathomError` if
    the game or a strategy fails on this worker.
    """
    compare(worker, probe(spec), dict(answers))


def compare(worker: str, on_worker: Answers, on_this_machine: Answers) -> None:
    """Check that a worker has the same versions and results as the submitting machine.

    Raises
    ------
    UsageError
        If it differs. The message has the first difference.
    """
    for name, value in on_this_machine.items():
        if on_worker.get(name) != value:
            raise UsageError(
                f"worker {worker} differs from this machine in {name}: {on_worker.get(name)} "
                f"there, {value} here; install the same versions there"
            )


def probe(spec: ArmSpec) -> Answers:
    """Return the versions and results of this worker for an arm, as `answers_of` does.

    `spec` is the description of the arm.

    Raises
    ------
    FathomError
        If the study or its files are invalid, if this worker would play another arm, or if the game
        or a strategy fails.
    """
    return answers_of(arm_of(spec))


@cache
def answers_of(arm: CompiledStudy) -> Answers:
    """Return the versions of the software, and the fingerprint of the first deals of an arm.

    Raises
    ------
    FathomError
        If the game or a strategy fails.
    """
    versions = made_with(arm.study.loaded_game, arm.study.specs_of(arm.study.lineup))
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
    """Return the arm that a description describes. It is compiled once per worker.

    The files that it needs are written to a new temporary folder, which is not deleted.

    Raises
    ------
    FathomError
        If the study or its files are invalid, the arm does not compile, or its key is not the key
        in the description.
    """
    folder = Path(tempfile.mkdtemp(prefix="fathom-"))
    for name, content in spec.files:
        file = folder / name
        if not file.resolve().is_relative_to(folder.resolve()):
            raise FathomError(f"the study was sent with a file outside of its folder: {name}")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    study_file = folder / "study.toml"
    study_file.write_text(spec.study, encoding="utf-8")
    fields = file_fields(str(study_file))
    study, lineup = complete_study(fields, find_game(fields.pop("game")))
    arm = CompiledStudy(study, lineup)
    if arm.key != spec.key:
        raise FathomError(
            "the worker's code reads the study differently from this machine's, or has another "
            "learned player; install the same versions and players there"
        )
    return arm
