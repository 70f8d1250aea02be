"""Parts on disk are linked into functions that are compiled later, and only where they match."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.processes import run_python

#: Compiles a whole of one or two parts, with checks or without, for pairs of some order, and tells
#: its answers and which parts were taken from the disk.
SCRIPT = """
import sys
from typing import NamedTuple

import numpy as np
from numba import njit, types
from simulate.kit.compiled import Instance, cache_folder, checked, compiled
from simulate.kit.parts import part_of

which, order, *asked = sys.argv[1:]
Pair = NamedTuple("Pair", [(name, int) for name in order])
Other = NamedTuple("Another", [(name, int) for name in "ab"])  # not found by its name

def adding(step):
    @compiled
    def added(number):
        if number > 90:
            raise ValueError("too many", number)
        return number + step
    return added

add_one, add_ten = adding(1), adding(10)

@compiled
def doubled(number):
    return add_one(number) * 2

@compiled
def tripled(number):
    return add_ten(number) * 3

@compiled
def difference(pair):
    return pair.a - pair.b

@compiled
def total(pair):
    return pair.a + pair.b

@compiled
def after(numbers, place):
    return numbers[place + 1]

@compiled
def share(number):
    return number // (number - 7)

@njit(error_model="numpy")  # which divides by 0
def shared(number):
    return share(number)

@checked
def next_to(numbers, place):
    return after(numbers, place)

@compiled
def applied(function, number):
    return function(number)

def first(numbers):
    much = difference(Pair(7, 2)) * 1000 + total(Other(0, 0))
    return doubled(numbers[0]) + much + after(numbers, numbers[1]) + shared(8) - 8

def second(numbers):
    return tripled(numbers[0]) + difference(Pair(7, 2)) * 1000 + applied(add_one, 0)

def both(numbers):
    much = difference(Pair(7, 2)) * 1000 + total(Other(0, 1))
    much += share(numbers[2])
    return doubled(numbers[0]) + tripled(numbers[0]) + much + next_to(numbers, numbers[1])

signature = types.int64(types.Array(types.int64, 1, "C"))
for checks in (one == "checks" for one in asked):
    whole = Instance(globals()[which], which, signature, {}, checks=checks).compile()
    for numbers in ([5, 1, 100], [91, 0, 0], [5, 2, 0], [5, 0, 7]):
        try:
            print(whole(np.array([*numbers, 200])[:3]))
        except (ValueError, IndexError, ZeroDivisionError) as error:
            print(type(error).__name__, *error.args[1:])
    parts = doubled, tripled, difference, total, share, next_to, applied, add_one, add_ten
    made = [part_of(part, checks, cache_folder()) for part in parts]
    print("kept", *(part.py_func.__name__ for part in made if part.stats.cache_hits))
"""


def run(folder: Path, *arguments: str) -> list[str]:
    (folder / "parts_of_mine.py").write_text(SCRIPT, encoding="utf-8")
    script = f"import sys; sys.path.append({str(folder)!r}); import parts_of_mine"
    return run_python(script, *arguments, FATHOM_CACHE=str(folder / "cache")).splitlines()


@pytest.mark.slow
def test_compiled_parts_of_several_processes_are_linked_into_a_whole(tmp_path: Path) -> None:
    # What the first two name alike, a function within a function, is another one in each.
    assert run(tmp_path, "first", "ab", "") == ["5112", "ValueError 91", "5212", "5012", "kept"]
    assert run(tmp_path, "second", "ba", "") == [
        *("-4954", "ValueError 91", "-4954", "-4954"),
        "kept added",
    ]
    # Where indices are checked they are in all parts, also of what checks its own always.
    assert run(tmp_path, "both", "ab", "", "checks") == [
        *("5159", "ValueError 91", "5258", "ZeroDivisionError"),
        "kept doubled tripled difference share",
        *("5159", "ValueError 91", "IndexError", "ZeroDivisionError"),
        "kept",
    ]
    # Addresses of functions mean nothing to another process.
    assert not [file for file in tmp_path.rglob("*.nbc") if "applied" in file.name]


#: Compiles one whole. In the first two processes the functions named `added` are the third that is
#: compiled, so Numba's own numbers would give them the same name.
SAME_NAMES = """
import sys
from numba import types
from simulate.kit.compiled import Instance, compiled

def adding(step):
    @compiled
    def added(number):
        return number + step
    return added

add_one, add_ten = adding(1), adding(10)

@compiled
def doubled(number):
    return add_one(number) * 2

@compiled
def tripled(number):
    return add_ten(number) * 3

def first(number):
    return doubled(number)

def second(number):
    return tripled(number)

def both(number):
    return doubled(number) * 1000 + tripled(number)

which = sys.argv[1]
whole = Instance(globals()[which], which, types.int64(types.int64), {}).compile()
print(whole(5))
"""


@pytest.mark.slow
def test_functions_of_one_name_from_two_processes_are_kept_apart(tmp_path: Path) -> None:
    (tmp_path / "same_names.py").write_text(SAME_NAMES, encoding="utf-8")
    script = f"import sys; sys.path.append({str(tmp_path)!r}); import same_names"
    cache = str(tmp_path / "cache")
    assert run_python(script, "first", FATHOM_CACHE=cache) == "12\n"
    assert run_python(script, "second", FATHOM_CACHE=cache) == "45\n"
    assert run_python(script, "both", FATHOM_CACHE=cache) == "12045\n"
