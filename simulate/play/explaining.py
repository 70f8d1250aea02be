"""Reject users' code whose games the seed does not determine, and explain compiler errors.

The compiler rejects code that reads a clock or a file, or writes to anything that outlasts a
decision. Playing games twice (`simulate.play.arms`) finds most other code with results that vary.
Both miss random numbers that are drawn in rare situations only, values that differ only between
processes, and code that ends the process. This module therefore searches code for forbidden names.
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
from simulate.rules.card_tables import MISSING_FIELDS

#: Modules, or names in modules, that code must not use, and the end of the message about them.
_REFUSED = {
    ("random", "_random", "numpy.random", "secrets", "uuid"): "draws with {name}, which ignores "
    "the seed of the study; draw a whole number from 0 to 5 with below({stream}, 6), or a number "
    "from 0 up to 1 with uniform({stream})",
    ("ctypes", "_ctypes", "cffi", "_cffi_backend", "numba.core.withcontexts"): "leaves compiled "
    "code with {name}, so Fathom cannot check that the seed determines its games; write it in "
    "plain Python",
    ("numpy.empty", "numpy.empty_like"): "makes an array with {name}, which contains arbitrary "
    "numbers; use np.zeros",
    ("builtins.hash", "builtins.id"): "uses {name}, which gives different numbers each time Fathom "
    "starts; compare the values themselves",
    ("simulate.kit.read_only",): "makes read-only records writable with {name}, but changes would "
    "last into the next games; keep notes in working_memory(view, size), which is all 0 at each "
    "decision (from strategies import working_memory)",
}
#: The end of the message about functions that print.
_PRINTING = (
    "prints with {name}, but a game is played many thousands of times; remove that line ('fathom "
    "replay FILE --game 0 --moves' shows every move of a game), or play a single game interpreted: "
    "--no-jit --games 1"
)
#: The end of the message about functions that call themselves.
_RECURSION = (
    "calls itself ({name}), but in compiled code deep recursion ends the process without a "
    "message; write it as a loop, or run it interpreted with --no-jit"
)


class Reference(NamedTuple):
    """A name that occurs in a function's code, with its value and the place in the source."""

    name: str
    #: The value of the name if it is defined outside of the function, else None.
    value: Any
    file: str
    line: int
    #: True if the name is a function that, directly or through others, calls this function.
    recurs: bool = False


def refuse_references(function: Callable[..., Any], owner: str, stream: str) -> None:
    """Reject a function if it, or a function it calls, uses a name that is not allowed.

    Names are not allowed if the seed would not determine the games, or if they could end the
    process.

    Parameters
    ----------
    function
        A function that is not part of Fathom.
    owner
        The strategy or game that it belongs to, for the message: such as "strategy bold".
    stream
        The stream of random numbers that it should use, for the message: such as "view.chance".

    Raises
    ------
    UsageError
        If it uses a name that is not allowed. The message has the file, the line and a remedy.
    """
    for reference in references(function):
        message = _objection_to(reference)
        if message:
            message = message.format(name=reference.name, stream=stream)
            raise UsageError(f"{owner} ({reference.file}, line {reference.line}) {message}")


def _objection_to(reference: Reference) -> str:
    """Return a message template that says why a name is not allowed; empty if it is allowed.

    It has to be formatted with ``name`` and ``stream`` (see `refuse_references`).
    """
    if JIT and reference.recurs:
        return _RECURSION
    if JIT and reference.value is print:
        return _PRINTING
    origin = f"{_origin_of(reference.value)}."
    for prefixes, message in _REFUSED.items():
        if any(origin.startswith(f"{prefix}.") for prefix in prefixes):
            return message
    return ""


def list_changeable(function: Callable[..., Any]) -> list[str]:
    """Return the names of lists, arrays and other changeable values that a function uses.

    Only values that are defined outside of the function, or of a function it calls, are included.
    They are in the order of use. A name that is used twice is listed twice.
    """
    kinds = (list, dict, set, bytearray, np.ndarray)
    return [
        reference.name for reference in references(function) if isinstance(reference.value, kinds)
    ]


@cache
def references(function: Callable[..., Any]) -> tuple[Reference, ...]:
    """Return the names in a function's code, and in the code of users' functions that it calls.

    They are in the order of the code, with the names in a called function after its own name.
    """
    return tuple(_references_to(function, {}))


@cache
def authors_functions(function: Callable[..., Any]) -> tuple[FunctionType, ...]:
    """Return a function and the functions that it calls, as far as they are in files of users."""
    visited = dict[FunctionType, None]()
    for _ in _references_to(function, visited):
        pass  # All functions are visited while their names are yielded.
    return tuple(called for called in visited if _is_authors_file(called.__code__.co_filename))


def _references_to(
    function: Callable[..., Any], visited: dict[FunctionType, None]
) -> Iterator[Reference]:
    """Yield the names of `references`. The functions that are searched are added to `visited`."""
    plain: Any = getattr(function, "py_func", function)
    return _references_in_calls(plain, _top_package(plain), [], visited)


def _references_in_calls(
    function: FunctionType,
    home: str,
    callers: list[FunctionType],
    visited: dict[FunctionType, None],
) -> Iterator[Reference]:
    """Yield the names in a function's code, and in the code of users' functions that it calls.

    `home` is the top package of the first function, `callers` are the functions on the way from it
    to this one, and `visited` are all functions whose names were yielded.
    """
    visited[function] = None
    for reference in _references_in_code(function, function.__code__):
        called = getattr(reference.value, "py_func", reference.value)
        if not isinstance(called, FunctionType) or not _is_authors(called, reference.value, home):
            yield reference
            continue
        yield reference._replace(recurs=called in (*callers, function))
        if called not in visited:
            yield from _references_in_calls(called, home, [*callers, function], visited)


def _references_in_code(function: FunctionType, code: CodeType) -> Iterator[Reference]:
    """Yield the names in a function's code, and in the code of functions defined in it."""
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    enclosing = dict(zip(function.__code__.co_freevars, cells, strict=True))
    global_values = {**vars(builtins), **function.__globals__}
    name = ""
    value = None
    line = code.co_firstlineno
    for step in dis.get_instructions(code):
        line = (step.positions and step.positions.lineno) or line
        if step.opname in ("LOAD_GLOBAL", "LOAD_DEREF"):
            values = global_values if step.opname == "LOAD_GLOBAL" else enclosing
            name = step.argval
            value = values.get(step.argval)
        elif step.opname in ("LOAD_ATTR", "LOAD_METHOD", "STORE_ATTR"):
            of_module = isinstance(value, ModuleType)
            name = f"{name}.{step.argval}" if of_module else step.argval
            value = getattr(value, step.argval, None) if of_module else None
        else:
            # The instruction EXTENDED_ARG may come between the parts of a dotted name.
            value = value if step.opname == "EXTENDED_ARG" else None
            continue
        yield Reference(name, value, code.co_filename, line)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _references_in_code(function, constant)


def _origin_of(value: Any) -> str:
    """Return the module and name of a value, such as "numpy.empty", or of its type.

    A value that has no name, and a method of an object, get the name of the type.
    """
    if isinstance(value, ModuleType):
        return value.__name__
    owner = getattr(value, "__self__", None)
    if owner is not None and not isinstance(owner, ModuleType):
        value = type(owner)
    elif not hasattr(value, "__name__"):
        value = type(value)
    return f"{value.__module__}.{value.__name__}"


def _is_authors(function: FunctionType, value: Any, home: str) -> bool:
    """Return True if a called function counts as part of the user's code, which is searched.

    Functions of Fathom and of libraries never count. Of all others, those count that are compiled,
    that belong to the user's package `home`, or that are in no installed package. `value` is the
    called object: the function itself, or its compiled version.
    """
    if ships_with_fathom(function) or is_library(function):
        return False
    is_installed = "-packages" in function.__code__.co_filename
    return value is not function or _top_package(function) == home or not is_installed


def _top_package(function: FunctionType) -> str:
    """Return the name of the top-level package of a function; empty if it has no module."""
    return (function.__module__ or "").partition(".")[0]


#: The errors that the compiler raises for code that it cannot compile.
NOT_COMPILED = (NumbaError, NotImplementedError, KeyError, UnsupportedBytecodeError)
#: The beginning of the message about a strategy that does not return an action.
NO_ACTION = "a strategy must return one of the whole numbers in legal(view)"
#: Patterns of the compiler's messages; for each, the message that replaces it, and the remedy.
_MISTAKES = (
    (r"NameError: (name '\w+' is not defined)", r"\1", "define it, or correct its name"),
    (
        r"Untyped global name '(\w+)'.*class '(dict|set)'",
        r"\1 is a \2, which compiled code cannot read",
        "write a tuple, as in POINTS = (1, 2, 4), and read it as POINTS[card]",
    ),
    (
        r"reflected (list).* assigned to variable '(\w+)' in globals",
        r"\2 is a \1, which compiled code cannot read",
        "write a tuple, with round brackets: POINTS = (1, 2, 4)",
    ),
    (
        r"Unknown attribute '(\w+)' of type component (\w+)",
        r"component \2 has no field or function \1",
        "correct the name; simulate/games/README.md lists the functions of each component",
    ),
    (
        r"Cannot unify (\S+) and (\S+) for '(\w+)(?:\.\d+)?'",
        r"the type of \3 changes (\1, then \2)",
        "use a second name, because in compiled code a name keeps its type",
    ),
    (
        rf"lowering {READ_ONLY}|setitem\({READ_ONLY}",
        "it changes the view, which is read-only",
        "keep notes in working_memory(view, size) instead",
    ),
    (
        r"setitem\(readonly array|STORE_GLOBAL",
        "it writes to a value that lasts from one decision or game to the next",
        "a strategy can keep notes in working_memory(view, size), and a game in a field of its "
        "layouts",
    ),
    (
        rf"getitem\({READ_ONLY}",
        "it reads several numbers of a view's array at once",
        "read them one at a time",
    ),
    (
        r"Function\(<built-in function setitem>\) found for signature:\s*>>> setitem\((?!Dict)",
        "it writes a value of the wrong type to a field; fields hold whole numbers",
        "write a whole number, such as int(x) or x // y",
    ),
    (
        r"Untyped global name '(\w+)'.*class 'simulate\.strategy\.Strategy'",
        r"\1 is a strategy, and strategies cannot call each other",
        "move what both need to a function, and call it in both",
    ),
    (
        rf"({re.escape(NO_ACTION)}[^\n]*float[^\n]*)",
        r"\1",
        "parameters are fractions, so write int(...) around the value",
    ),
    (rf"({re.escape(NO_ACTION)}[^\n]*)", r"\1", "return such a number on every path"),
)


def explain_compiler_error(error: Exception, parts: Mapping[str, Sequence[str]], whose: str) -> str:
    """Return an explanation of a compiler error for the author of the code, with a remedy.

    Parameters
    ----------
    error
        One of `NOT_COMPILED`.
    parts
        The names of the fields of each record that the code may use, by name of the record.
    whose
        The end of the sentence about an unknown field, which names the game: such as " of reef".
    """
    message = str(error)
    name = _missing_field(error)
    if name:
        fields = {field for part in parts.values() for field in part}
        if name in MISSING_FIELDS:
            return MISSING_FIELDS[name]
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
    return f"{cause}; rewrite it for the compiler, or run it interpreted with --no-jit"


def _missing_field(error: Exception) -> str:
    """Return the name of the missing field that a compiler error reports; empty if none is."""
    missing = re.search(r"Unknown attribute '(\w+)' of type (?:View|\S+ record|Record)", str(error))
    if missing:
        return missing[1]
    return str(error.args[0]) if isinstance(error, KeyError) else ""


def find_error_place(error: Exception, functions: Sequence[Callable[..., Any]]) -> tuple[str, int]:
    """Return the file and line of a compiler error in one or more functions of an author.

    This is the first place in users' code that the compiler names. If it names none, as for some
    unknown fields, it is the first line with the field's name, or else the first function's line.
    """
    plain: list[Any] = [getattr(function, "py_func", function) for function in functions]
    names = [function.__code__.co_filename for function in plain]
    files = {Path(name).resolve(): name for name in names}
    for file, line in re.findall(r'File "([^"<]+)", line ([0-9]+):', str(error)):
        if _is_authors_file(file):
            return files.get(Path(file).resolve(), file), int(line)
    name = _missing_field(error)
    for function in functions:
        for reference in references(function):
            if reference.name == name:
                return reference.file, reference.line
    return plain[0].__code__.co_filename, plain[0].__code__.co_firstlineno


def _is_authors_file(file: str) -> bool:
    """Return True if a file is neither part of Fathom nor of an installed package."""
    return SHIPPED not in Path(file).resolve().parents and "-packages" not in file


def quote_line(file: str, line: int) -> str:
    """Return a line of source in backticks and a colon, as "`x = 1`: "; empty for a blank line."""
    linecache.checkcache(file)
    text = linecache.getline(file, line).strip()
    return f"`{text}`: " if text else ""


def refuse_fractions(function: Any, owner: str) -> None:
    """Reject a compiled function if it, or a function it calls, writes a float to a field.

    Fields hold integers, so the fractional part would be lost. Only code that was compiled in this
    process can be checked, not code that was loaded from the disk.

    Parameters
    ----------
    function
        The compiled function.
    owner
        The game that it belongs to, for the message: such as "game reef".

    Raises
    ------
    UsageError
        If it writes a float to a field. The message has the file and the line.
    """
    for called in called_by(function):
        for place in chain.from_iterable(map(_places_of_fractions, _annotations(called))):
            raise UsageError(
                f"{owner} ({place.filename}, line {place.line}) "
                f"{quote_line(place.filename, place.line)}it writes a fraction to a field, but "
                "fields hold whole numbers; use // or int(x), and declare score_parts=2 to count "
                "half points"
            )


def called_by(function: Any) -> Iterator[Any]:
    """Yield a compiled function and all compiled functions that it calls, each once."""
    visited = {function}
    waiting = [function]
    while waiting:
        caller = waiting.pop()
        yield caller
        for annotation in _annotations(caller):
            for kind in annotation.typemap.values():
                if isinstance(kind, types.Dispatcher) and kind.dispatcher not in visited:
                    visited.add(kind.dispatcher)
                    waiting.append(kind.dispatcher)


def _annotations(function: Any) -> Iterator[Any]:
    """Yield the compiler's annotation of types for each compiled version of a function."""
    for result in function.overloads.values():
        if hasattr(result.type_annotation, "typemap"):
            yield result.type_annotation


def _places_of_fractions(annotation: Any) -> Iterator[Any]:
    """Yield the source location of each float that is written to a field of a record."""
    for block in annotation.blocks.values():
        for statement in block.body:
            if not isinstance(statement, ir.SetAttr | ir.SetItem | ir.StaticSetItem):
                continue
            target = annotation.typemap[statement.target.name]
            value = annotation.typemap[statement.value.name]
            if _writes_integers(target, statement) and isinstance(value, types.Float):
                yield statement.loc


def _writes_integers(target: Any, statement: Any) -> bool:
    """Return True if a statement writes to a field, or an array in a field, of integers."""
    if isinstance(target, types.Record):
        name = getattr(statement, "attr", None)
        return name in target.fields and isinstance(target.typeof(name), types.Integer)
    return isinstance(target, types.NestedArray) and isinstance(target.dtype, types.Integer)
