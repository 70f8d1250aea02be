"""What the code of others is refused for, in its author's terms: by reading it, or the compiler.

The compiler refuses the clock, files, and writing to what outlasts a decision; what changes from
one time to the next shows when games are played twice (`simulate.play.arms`). Both miss
chance that few games meet, what stays the same until Fathom starts again, and what ends the
process: that is found by reading.
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


def list_changeable(function: Callable[..., Any]) -> list[str]:
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


#: What the compiler raises of code that it cannot compile.
NOT_COMPILED = (NumbaError, NotImplementedError, KeyError, UnsupportedBytecodeError)
#: Begins what is raised of a strategy that returns no action.
NO_ACTION = "a strategy returns one of legal(view), a whole number"
#: What the compiler says of mistakes, how it is said here, and what to do.
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
        "it writes to what stays from one decision to the next, and from one game to the next",
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
    """Say what the compiler could not do (one of `NOT_COMPILED`), and what to do.

    `parts` are the fields of each record that the code may name, and `whose` these are: "of reef".
    """
    message, name = str(error), _missing(error)
    if name:
        fields = {field for part in parts.values() for field in part}
        return describe_location(name, parts) or str(unknown("field", name, fields, whose))
    for pattern, words, remedy in _MISTAKES:
        found = re.search(pattern, message)
        if found:
            return f"{found.expand(words)}; {remedy}"
    lines = (line.strip() for line in message.splitlines())
    told = [line for line in lines if line and not line.startswith(("Failed in", "During"))]
    said = told[0].rstrip(":") if told else type(error).__name__
    return f"{said}; change that, or run it interpreted with --no-jit"


def _missing(error: Exception) -> str:
    """Return the field that is not there, if that is the matter."""
    missing = re.search(r"Unknown attribute '(\w+)' of type (?:View|\S+ record|Record)", str(error))
    return missing[1] if missing else str(error.args[0]) if isinstance(error, KeyError) else ""


def place_of(error: Exception, functions: Sequence[Callable[..., Any]]) -> tuple[str, int]:
    """Return file and line of what does not compile: what the compiler names first, if anything.

    Of a missing field it may know the name alone; then it is where the author's functions have it.
    """
    plain: list[Any] = [getattr(one, "py_func", one) for one in functions]
    files = {Path(one.__code__.co_filename).resolve(): one.__code__.co_filename for one in plain}
    for file, line in re.findall(r'File "([^"<]+)", line ([0-9]+):', str(error)):
        if _is_authors_file(file):
            return files.get(Path(file).resolve(), file), int(line)
    name = _missing(error)
    for one in (one for function in functions for one in references(function)):
        if one.name == name:
            return one.file, one.line
    return plain[0].__code__.co_filename, plain[0].__code__.co_firstlineno


def _is_authors_file(file: str) -> bool:
    return SHIPPED not in Path(file).resolve().parents and "-packages" not in file


def text_of(file: str, line: int) -> str:
    """Return a line of a file in quotes, ready for what is said of it; nothing if there is none."""
    linecache.checkcache(file)
    text = linecache.getline(file, line).strip()
    return f"`{text}`: " if text else ""


def refuse_fractions(function: Any, who: str) -> None:
    """Refuse a compiled function if it, or one it calls, writes a fraction to a field.

    The field would keep the whole part alone. Of what comes from the disk nothing can be told.
    """
    for called in called_by(function):
        for place in chain.from_iterable(map(_fractions, _annotations(called))):
            raise UsageError(
                f"{who} ({place.filename}, line {place.line}) "
                f"{text_of(place.filename, place.line)}it writes a fraction to a field, and "
                "fields hold whole numbers, so that the part below 1 would be lost; write // "
                "or int(x), and count half points with score_parts=2"
            )


def called_by(function: Any) -> Iterator[Any]:
    """Yield a compiled function and all that it calls, each once."""
    seen, waiting = {function}, [function]
    while waiting:
        one = waiting.pop()
        yield one
        for annotation in _annotations(one):
            for kind in annotation.typemap.values():
                if isinstance(kind, types.Dispatcher) and kind.dispatcher not in seen:
                    seen.add(kind.dispatcher)
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
    """Tell whether what is written to holds whole numbers."""
    if isinstance(target, types.Record):
        name = getattr(statement, "attr", None)
        return name in target.fields and isinstance(target.typeof(name), types.Integer)
    return isinstance(target, types.NestedArray) and isinstance(target.dtype, types.Integer)
