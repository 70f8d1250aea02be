"""Reject code of users that no seed repeats, and explain compiler errors in the author's terms.

The compiler rejects the clock, files, and writing to anything that outlasts a decision. Anything
that changes from time to time shows when games are played twice (`simulate.play.arms`). Both miss
chance in rare situations, values that stay the same until Fathom starts again, and code that ends
the process. Therefore the names in the code are read too.
"""

from __future__ import annotations

import builtins
import dis
import linecache
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.core import ir
from numba.core.errors import NumbaError, UnsupportedBytecodeError

from simulate.errors import UsageError, describe_location, unknown
from simulate.kit.code_key import SHIPPED, is_library, ships_with_fathom
from simulate.kit.compiled import JIT
from simulate.kit.read_only import READ_ONLY

#: Modules, or names in modules, that code must not use, and the message about them.
_REFUSED = {
    ("random", "_random", "numpy.random", "secrets", "uuid"): "draws with {name}, whose games no "
    "seed gives again; draw a whole number from 0 to 5 with below({stream}, 6), or a number from "
    "0 up to 1 with uniform({stream})",
    ("ctypes", "_ctypes", "cffi", "_cffi_backend", "numba.core.withcontexts"): "leaves compiled "
    "code ({name}), where nothing tells whether the seed still holds; write it in plain Python "
    "and call no other language",
    ("numpy.empty", "numpy.empty_like"): "makes an array with {name}, which holds whatever was in "
    "memory before; write np.zeros",
    ("builtins.hash", "builtins.id"): "uses {name}, which is another number each time Fathom "
    "starts; compare the values themselves",
    ("simulate.kit.read_only",): "opens read-only records with {name}; a change would stay for the "
    "next games; plan in working_memory(view, size), which is all 0 at each decision (from "
    "strategies import working_memory)",
}
#: The message about functions that call themselves.
_RECURSION = (
    "calls itself ({name}); in compiled code deep recursion ends the process without a message; "
    "write it as a loop, or run it interpreted with --no-jit"
)


class Reference(NamedTuple):
    """A name in a function's code, with its value and its place."""

    name: str
    #: The value outside of the function that the name stands for; None if there is none.
    value: Any
    file: str
    line: int
    #: Whether it is a function that calls, directly or not, the function with this name.
    recurs: bool = False


def refuse_references(function: Callable[..., Any], owner: str, stream: str) -> None:
    """Reject a function if it, or a function it calls, uses anything that no seed repeats.

    Parameters
    ----------
    function
        A function that is not part of Fathom.
    owner
        Its owner for the message, such as "strategy bold".
    stream
        The stream that it should draw from, such as "view.chance".

    Raises
    ------
    UsageError
        With the place of the first such name, and a remedy.
    """
    for reference in references(function):
        message = _objection_to(reference)
        if message:
            message = message.format(name=reference.name, stream=stream)
            raise UsageError(f"{owner} ({reference.file}, line {reference.line}) {message}")


def _objection_to(reference: Reference) -> str:
    """Return a message template on why a reference is not allowed; empty if it is allowed."""
    if JIT and reference.recurs:
        return _RECURSION
    origin = f"{_origin_of(reference.value)}."
    for prefixes, message in _REFUSED.items():
        if any(origin.startswith(f"{prefix}.") for prefix in prefixes):
            return message
    return ""


def list_changeable(function: Callable[..., Any]) -> list[str]:
    """Return the names of values that a function reads, that can be changed and stay for ever."""
    kinds = (list, dict, set, bytearray, np.ndarray)
    return [
        reference.name for reference in references(function) if isinstance(reference.value, kinds)
    ]


@cache
def references(function: Callable[..., Any]) -> tuple[Reference, ...]:
    """Return the names in a function's code, and in the code of functions it calls, in order."""
    plain: Any = getattr(function, "py_func", function)
    return tuple(_followed(plain, _top_of(plain), [], set()))


def _followed(
    function: FunctionType, home: str, above: list[FunctionType], visited: set[FunctionType]
) -> Iterator[Reference]:
    """Yield the names in a function's code, and in the code of those it calls.

    `above` are its callers, `visited` all functions that were followed.
    """
    visited.add(function)
    for reference in _written_in(function, function.__code__):
        called = getattr(reference.value, "py_func", reference.value)
        if not isinstance(called, FunctionType) or not _is_authors(called, reference.value, home):
            yield reference
            continue
        yield reference._replace(recurs=called in (*above, function))
        if called not in visited:
            yield from _followed(called, home, [*above, function], visited)


def _written_in(function: FunctionType, code: CodeType) -> Iterator[Reference]:
    """Yield the names in a function's code, and in the code of functions defined in it."""
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    enclosing = dict(zip(function.__code__.co_freevars, cells, strict=True))
    global_values = {**vars(builtins), **function.__globals__}
    name, value, line = "", None, code.co_firstlineno
    for step in dis.get_instructions(code):
        line = (step.positions and step.positions.lineno) or line
        if step.opname in ("LOAD_GLOBAL", "LOAD_DEREF"):
            values = global_values if step.opname == "LOAD_GLOBAL" else enclosing
            name, value = step.argval, values.get(step.argval)
        elif step.opname in ("LOAD_ATTR", "LOAD_METHOD", "STORE_ATTR"):
            of_module = isinstance(value, ModuleType)
            name = f"{name}.{step.argval}" if of_module else step.argval
            value = getattr(value, step.argval, None) if of_module else None
        else:
            # EXTENDED_ARG stands between the parts of a dotted name.
            value = value if step.opname == "EXTENDED_ARG" else None
            continue
        yield Reference(name, value, code.co_filename, line)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _written_in(function, constant)


def _origin_of(value: Any) -> str:
    """Return module and name of a value, such as "numpy.empty"; for an object, of its type."""
    if isinstance(value, ModuleType):
        return value.__name__
    owner = getattr(value, "__self__", None)
    if owner is not None and not isinstance(owner, ModuleType):
        value = type(owner)
    elif not hasattr(value, "__name__"):
        value = type(value)
    return f"{value.__module__}.{value.__name__}"


def _is_authors(function: FunctionType, value: Any, home: str) -> bool:
    """Return whether to read the code of a function that another one calls.

    It is read if it is compiled, if it belongs to the package `home` of the caller, or if it
    belongs to no installed package. `value` is the function as it is called, compiled or not.
    """
    if ships_with_fathom(function) or is_library(function):
        return False
    is_installed = "-packages" in function.__code__.co_filename
    return value is not function or _top_of(function) == home or not is_installed


def _top_of(function: FunctionType) -> str:
    """Return the top package of a function."""
    return (function.__module__ or "").partition(".")[0]


#: The errors that the compiler raises for code that it cannot compile.
NOT_COMPILED = (NumbaError, NotImplementedError, KeyError, UnsupportedBytecodeError)
#: The beginning of the message about a strategy that does not return an action.
NO_ACTION = "a strategy returns one of legal(view), a whole number"
#: Patterns of the compiler's messages, the message instead, and the remedy.
_MISTAKES = (
    (r"NameError: (name '\w+' is not defined)", r"\1", "define it, or correct its name"),
    (
        r"Unknown attribute '(\w+)' of type component (\w+)",
        r"component \2 has nothing called \1",
        "correct the name; the guide to games lists what each component can do",
    ),
    (
        r"Cannot unify (\S+) and (\S+) for '(\w+)(?:\.\d+)?'",
        r"\3 is of one kind first and of another later (\1, then \2)",
        "give it another name there: a name keeps its kind",
    ),
    (
        rf"lowering {READ_ONLY}|setitem\({READ_ONLY}",
        "it tries to change what it sees, and a view is read-only",
        "change that",
    ),
    (
        r"setitem\(readonly array|STORE_GLOBAL",
        "it writes to a value that stays from one decision to the next, and from game to game",
        "a strategy can plan in working_memory(view, size), and a game keeps things in a field of "
        "its layouts",
    ),
    (rf"getitem\({READ_ONLY}", "a view's arrays are read one number at a time", "change that"),
    (
        r"Function\(<built-in function setitem>\) found for signature:\s*>>> setitem\((?!Dict)",
        "what is written there does not fit: fields hold whole numbers",
        "write a whole number, as int(x) or x // y makes one",
    ),
    (rf"({re.escape(NO_ACTION)}[^\n]*)", r"\1", "change that"),
)


def in_words(error: Exception, parts: Mapping[str, Sequence[str]], whose: str) -> str:
    """Return a compiler error in the author's terms, with a remedy.

    Parameters
    ----------
    error
        One of `NOT_COMPILED`.
    parts
        The fields of each record that the code may use, by the name of the record.
    whose
        The owner of these fields for the message, such as " of reef".
    """
    message, name = str(error), _missing(error)
    if name:
        fields = {field for part in parts.values() for field in part}
        return describe_location(name, parts) or str(unknown("field", name, fields, whose))
    for pattern, words, remedy in _MISTAKES:
        match = re.search(pattern, message)
        if match:
            return f"{match.expand(words)}; {remedy}"
    cause = type(error).__name__
    for line in map(str.strip, message.splitlines()):
        if line and not line.startswith(("Failed in", "During")):
            cause = line.rstrip(":")
            break
    return f"{cause}; change that, or run it interpreted with --no-jit"


def _missing(error: Exception) -> str:
    """Return the name of a field that a record does not have; empty for other errors."""
    missing = re.search(r"Unknown attribute '(\w+)' of type (?:View|\S+ record|Record)", str(error))
    if missing:
        return missing[1]
    return str(error.args[0]) if isinstance(error, KeyError) else ""


def place_of(error: Exception, functions: Sequence[Callable[..., Any]]) -> tuple[str, int]:
    """Return file and line of a compiler error in an author's functions.

    It is the first place in the author's code that the compiler names. For a missing field the
    compiler may know only its name; then it is the first place with that name.
    """
    plain: list[Any] = [getattr(function, "py_func", function) for function in functions]
    names = [function.__code__.co_filename for function in plain]
    files = {Path(name).resolve(): name for name in names}
    for file, line in re.findall(r'File "([^"<]+)", line ([0-9]+):', str(error)):
        if _is_authors_file(file):
            return files.get(Path(file).resolve(), file), int(line)
    name = _missing(error)
    for function in functions:
        for reference in references(function):
            if reference.name == name:
                return reference.file, reference.line
    return plain[0].__code__.co_filename, plain[0].__code__.co_firstlineno


def _is_authors_file(file: str) -> bool:
    return SHIPPED not in Path(file).resolve().parents and "-packages" not in file


def text_of(file: str, line: int) -> str:
    """Return a line of a file in backticks with a colon; an empty string if it has no text."""
    linecache.checkcache(file)
    text = linecache.getline(file, line).strip()
    return f"`{text}`: " if text else ""


def refuse_fractions(function: Any, owner: str) -> None:
    """Reject a compiled function if it, or a function it calls, writes a fraction to a field.

    The field would keep the whole part only. Code that was loaded from the disk cannot be checked.

    Parameters
    ----------
    function
        A function that was compiled in this process.
    owner
        Its owner for the message, such as "game reef".

    Raises
    ------
    UsageError
        With the file and the line.
    """
    for called in called_by(function):
        for place in chain.from_iterable(map(_fractions, _annotations(called))):
            raise UsageError(
                f"{owner} ({place.filename}, line {place.line}) "
                f"{text_of(place.filename, place.line)}it writes a fraction to a field, and "
                "fields hold whole numbers, so that the part below 1 would be lost; write // "
                "or int(x), and count half points with score_parts=2"
            )


def called_by(function: Any) -> Iterator[Any]:
    """Yield a compiled function and all compiled functions that it calls, each once."""
    visited, waiting = {function}, [function]
    while waiting:
        caller = waiting.pop()
        yield caller
        for annotation in _annotations(caller):
            for kind in annotation.typemap.values():
                if isinstance(kind, types.Dispatcher) and kind.dispatcher not in visited:
                    visited.add(kind.dispatcher)
                    waiting.append(kind.dispatcher)


def _annotations(function: Any) -> Iterator[Any]:
    for result in function.overloads.values():
        if hasattr(result.type_annotation, "typemap"):
            yield result.type_annotation


def _fractions(annotation: Any) -> Iterator[Any]:
    """Yield the place of each fraction that is written to a record, or to an array in one."""
    for block in annotation.blocks.values():
        for statement in block.body:
            if not isinstance(statement, ir.SetAttr | ir.SetItem | ir.StaticSetItem):
                continue
            target = annotation.typemap[statement.target.name]
            value = annotation.typemap[statement.value.name]
            if _is_whole(target, statement) and isinstance(value, types.Float):
                yield statement.loc


def _is_whole(target: Any, statement: Any) -> bool:
    """Return whether the target of a statement holds whole numbers."""
    if isinstance(target, types.Record):
        name = getattr(statement, "attr", None)
        return name in target.fields and isinstance(target.typeof(name), types.Integer)
    return isinstance(target, types.NestedArray) and isinstance(target.dtype, types.Integer)
