"""Refusing code that refers to what no seed gives again, where nothing else would find it.

The compiler refuses the clock, files, and writing to what outlasts a decision; what changes from
one time to the next shows when games are played twice (`simulate.play.arms`). Both miss
chance that few games meet, what stays the same until Fathom starts again, and what ends the
process.
"""

from __future__ import annotations

import builtins
import dis
from collections.abc import Callable, Iterator
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np

from simulate.errors import UsageError
from simulate.kit.compiled import JIT, is_library, ships_with_fathom

#: What is said of code that refers to a module, or to a thing of one, and of what calls itself.
_REFUSED = {
    ("random", "_random", "numpy.random", "secrets", "uuid"): "draws with {name}, whose games no "
    "seed gives again; draw a whole number from 0 to 5 with below({stream}, 6), or a number from "
    "0 up to 1 with uniform({stream})",
    ("ctypes", "_ctypes", "cffi", "_cffi_backend", "numba.core.withcontexts"): "leaves compiled "
    "code ({name}), where nothing tells whether the seed still holds; write it in plain Python "
    "and call no other language",
    ("numpy.empty", "numpy.empty_like"): "makes an array with {name}, in which stands what was in "
    "memory before; write np.zeros",
    ("builtins.hash", "builtins.id"): "uses {name}, which is another number each time Fathom "
    "starts; compare the things themselves",
    ("simulate.kit.read_only",): "opens what is read-only with {name}, which can be written to "
    "and stays for the next games; plan in working_memory(view, size), which is all 0 at each "
    "decision (from strategies import working_memory)",
}
_RECURSION = (
    "calls itself ({name}); compiled, that ends everything without a word if it goes deep; write "
    "it as a loop, or run it interpreted with --no-jit"
)


class Reference(NamedTuple):
    """A name in a function's code: what it stands for, if anything outside, and where it is."""

    name: str
    thing: Any
    file: str
    line: int
    #: Whether it is a function that leads here again.
    recurs: bool = False


def refuse_references(function: Callable[..., Any], who: str, stream: str) -> None:
    """Refuse a function, not Fathom's own, if it or one it calls refers to what no seed repeats.

    It belongs to ``"strategy bold"``, for the `UsageError`, and is to draw from ``"view.chance"``.
    """
    for one in references(function):
        origin = f"{_origin_of(one.thing)}."
        said = [_RECURSION] if JIT and one.recurs else []
        for places, words in _REFUSED.items():
            said += [words for place in places if origin.startswith(f"{place}.")]
        if said:
            told = said[0].format(name=one.name, stream=stream)
            raise UsageError(f"{who} ({one.file}, line {one.line}) {told}")


def changeable(function: Callable[..., Any]) -> list[str]:
    """Name what a function reads that outlasts a decision and can be changed."""
    kinds = (list, dict, set, bytearray, np.ndarray)
    return [one.name for one in references(function) if isinstance(one.thing, kinds)]


@cache
def references(function: Callable[..., Any]) -> tuple[Reference, ...]:
    """Return what a function refers to, in order, those that it calls included."""
    plain: Any = getattr(function, "py_func", function)
    return tuple(_followed(plain, _top_of(plain), [], set()))


def _followed(
    function: FunctionType, home: str, above: list[FunctionType], seen: set[FunctionType]
) -> Iterator[Reference]:
    seen.add(function)
    for one in _written_in(function, function.__code__):
        called = getattr(one.thing, "py_func", one.thing)
        if not isinstance(called, FunctionType) or not _is_authors(called, one.thing, home):
            yield one
            continue
        yield one._replace(recurs=called in (*above, function))
        if called not in seen:
            yield from _followed(called, home, [*above, function], seen)


def _written_in(function: FunctionType, code: CodeType) -> Iterator[Reference]:
    """Yield the names in a function's code, and in that of functions in it."""
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    around = dict(zip(function.__code__.co_freevars, cells, strict=True))
    known = {**vars(builtins), **function.__globals__}
    name, thing, line = "", None, code.co_firstlineno
    for step in dis.get_instructions(code):
        line = (step.positions and step.positions.lineno) or line
        if step.opname in ("LOAD_GLOBAL", "LOAD_DEREF"):
            names = known if step.opname == "LOAD_GLOBAL" else around
            name, thing = step.argval, names.get(step.argval)
        elif step.opname in ("LOAD_ATTR", "LOAD_METHOD", "STORE_ATTR"):
            dotted = isinstance(thing, ModuleType)
            name = f"{name}.{step.argval}" if dotted else step.argval
            thing = getattr(thing, step.argval, None) if dotted else None
        else:
            thing = thing if step.opname == "EXTENDED_ARG" else None  # which parts long chains
            continue
        yield Reference(name, thing, code.co_filename, line)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _written_in(function, constant)


def _origin_of(thing: Any) -> str:
    """Return where a thing is from, as in ``numpy.empty``; of an object, where its type is."""
    if isinstance(thing, ModuleType):
        return thing.__name__
    owner = getattr(thing, "__self__", None)
    if owner is not None and not isinstance(owner, ModuleType):
        thing = type(owner)
    elif not hasattr(thing, "__name__"):
        thing = type(thing)
    return f"{thing.__module__}.{thing.__name__}"


def _is_authors(function: FunctionType, named: Any, home: str) -> bool:
    """Tell whether a function is read: compiled, of the same author, or of no installed package."""
    if ships_with_fathom(function) or is_library(function):
        return False
    installed = "-packages" in function.__code__.co_filename
    return named is not function or _top_of(function) == home or not installed


def _top_of(function: FunctionType) -> str:
    return (function.__module__ or "").partition(".")[0]
