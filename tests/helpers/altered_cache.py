"""Altering files of machine code, and looking at what the next process makes of them.

Each trial is a process of its own, forked from one that has neither compiled nor loaded the two
functions: code that was loaded before would answer in the place of code that is altered, and a
crash must cost one trial.
"""

from __future__ import annotations

import os
import random
import sys
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numba import types

from simulate.kit import compiled, kept

_NUMBERS = types.Array(types.int64, 1, "C")
_ROW = np.array([3, 1, 4, 1, 5], np.int64)
#: What a trial's process ends with.
_RIGHT, _WRONG, _RAISED, _NOT_NOTICED, _NOT_REPAIRED = range(5)
_ENDINGS = {
    _RIGHT: "right",
    _WRONG: "wrong",
    _RAISED: "traceback",
    _NOT_NOTICED: "not noticed",
    _NOT_REPAIRED: "not written again",
}


def _weigh(numbers: Any) -> int:
    total = 0
    for place, number in enumerate(numbers):
        total += (place + 1) * number
    return total


def _count(numbers: Any) -> int:
    total = 0
    for number in numbers:
        if number > 2:
            total += number * number - 7
    return total


def _nothing(numbers: Any) -> int:
    return len(numbers)


FUNCTIONS: tuple[Callable[[Any], int], ...] = (_weigh, _count)


def instances(folder: Path) -> list[Any]:
    """Compile both functions as kernels are compiled, or take them from the folder."""
    compiled.cache_folder = lambda: folder  # type: ignore[assignment]
    signature = types.int64(_NUMBERS)
    return [
        compiled.instantiate(function, function.__name__, signature, {}, keep=True)
        for function in FUNCTIONS
    ]


def hits(made: list[Any]) -> int:
    """Count the functions that came from the disk."""
    return sum(sum(one.stats.cache_hits.values()) for one in made)


def right(made: list[Any]) -> bool:
    """Tell whether the functions answer as they do when interpreted."""
    answers = [one(_ROW) for one in made]
    return answers == [function(_ROW) for function in FUNCTIONS]


def kept_files(folder: Path) -> list[Path]:
    """Return the files of both functions, in the order of the functions."""
    return [next(folder.glob(f"*.{function.__name__}-*{kept.SUFFIX}")) for function in FUNCTIONS]


def _flip_a_bit(found: bytearray, chance: random.Random, _: bytes) -> None:
    found[chance.randrange(len(found))] ^= 1 << chance.randrange(8)


def _flip_bytes(found: bytearray, chance: random.Random, _: bytes) -> None:
    for _i in range(chance.randint(2, 200)):
        found[chance.randrange(len(found))] ^= chance.randint(1, 255)


def _truncate(found: bytearray, chance: random.Random, _: bytes) -> None:
    del found[chance.randrange(len(found)) :]


def _empty(found: bytearray, _chance: random.Random, _: bytes) -> None:
    found.clear()


def _lengthen(found: bytearray, chance: random.Random, _: bytes) -> None:
    found += chance.randbytes(chance.randint(1, 5000))


def _zero_a_part(found: bytearray, chance: random.Random, _: bytes) -> None:
    start = chance.randrange(len(found))
    length = min(chance.choice((16, 512, 4096)), len(found) - start)
    found[start : start + length] = bytes(length)


def _zero_all(found: bytearray, _chance: random.Random, _: bytes) -> None:
    found[:] = bytes(len(found))


def _replace_by_garbage(found: bytearray, chance: random.Random, _: bytes) -> None:
    found[:] = chance.randbytes(chance.choice((1, 31, 32, 33, len(found))))


def _swap(found: bytearray, _chance: random.Random, other: bytes) -> None:
    found[:] = other


def _join(found: bytearray, chance: random.Random, other: bytes) -> None:
    """The beginning of one file, the end of the other: a torn write."""
    cut = chance.randrange(1, min(len(found), len(other)))
    found[cut:] = other[cut:]


ALTERATIONS: dict[str, Callable[[bytearray, random.Random, bytes], None]] = {
    "a bit flipped": _flip_a_bit,
    "bytes flipped": _flip_bytes,
    "truncated": _truncate,
    "empty": _empty,
    "lengthened": _lengthen,
    "zeros in a part": _zero_a_part,
    "all zeros": _zero_all,
    "garbage": _replace_by_garbage,
    "the other function's": _swap,
    "half the other function's": _join,
}


def alter(folder: Path, how: str, chance: random.Random) -> None:
    """Alter one of the two files, or both where they change places."""
    files = kept_files(folder)
    before = [file.read_bytes() for file in files]
    first = chance.randrange(2)
    after = list(before)
    while after == before:
        found = bytearray(before[first])
        ALTERATIONS[how](found, chance, before[1 - first])
        after[first] = bytes(found)
        if how == "the other function's":
            after[1 - first] = before[first]
    for file, content in zip(files, after, strict=True):
        file.write_bytes(content)


def survey(folder: Path, trials: int, seed: int, *, believing: bool = False) -> dict[str, int]:
    """Alter files again and again, and count how the processes that met them ended.

    Parameters
    ----------
    folder
        Where the files are kept; empty at first.
    trials
        How many alterations, the sorts in turn.
    seed
        Of what is altered, and where.
    believing
        Take every file for what was written, to see what the digests are worth.

    Returns
    -------
    dict
        Endings, ``"right"`` or what went wrong with which sort, and how often.
    """
    if believing:
        kept._read = _believe
    # What the compiler sets up at its first function is set up once, for all trials.
    compiled.compiled(_nothing)(_ROW)
    chance = random.Random(seed)
    endings: Counter[str] = Counter()
    sorts = list(ALTERATIONS)
    assert _ending(folder, None) == "right"
    pristine = {file: file.read_bytes() for file in kept_files(folder)}
    for trial in range(trials):
        how = sorts[trial % len(sorts)]
        alter(folder, how, chance)
        ending = _ending(folder, how)
        endings[ending if ending == "right" else f"{ending}: {how}"] += 1
        if ending != "right":
            for file, content in pristine.items():
                file.write_bytes(content)
    return dict(endings)


def _believe(path: Path, identity: bytes) -> bytes | None:
    del identity  # which would be looked at first
    return path.read_bytes()[kept._DIGEST :] if path.exists() else None


def _ending(folder: Path, how: str | None) -> str:
    """Fork a process that compiles or loads both functions, and tell how it ended."""
    sys.stdout.flush()
    child = os.fork()
    if not child:
        try:
            ended = _trial(folder, how)
        except BaseException:
            traceback.print_exc()
            ended = _RAISED
        os._exit(ended)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return f"signal {os.WTERMSIG(status)}"
    return _ENDINGS[os.WEXITSTATUS(status)]


def _trial(folder: Path, how: str | None) -> int:
    made = instances(folder)
    if not right(made):
        return _WRONG
    altered = 0 if how is None else 2 if how == "the other function's" else 1
    if how is not None and hits(made) != len(FUNCTIONS) - altered:
        return _NOT_NOTICED
    again = instances(folder)
    return _RIGHT if right(again) and hits(again) == len(FUNCTIONS) else _NOT_REPAIRED
