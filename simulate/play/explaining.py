"""What is wrong with code that does not compile, or loses what it writes, in its author's terms."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from numba import types
from numba.core import ir
from numba.core.errors import NumbaError, UnsupportedBytecodeError

from simulate.errors import UsageError, unknown, whereabouts
from simulate.kit import compiled
from simulate.kit.read_only import READ_ONLY
from simulate.play.determinism import references

#: What the compiler raises of code that it cannot compile.
NOT_COMPILED = (NumbaError, NotImplementedError, KeyError, UnsupportedBytecodeError)
#: Begins what is raised of a strategy that returns no action.
NO_ACTION = "a strategy returns one of legal(view), a whole number"
_OURS = Path(compiled.__file__).resolve().parents[1]
#: What the compiler says of mistakes, how it is said here, and what to do.
_MISTAKES = (
    (r"NameError: (name '\w+' is not defined)", r"\1", "define it, or correct its name"),
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
        r"No implementation of function Function\(<built-in function setitem>\)",
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
        return whereabouts(name, parts) or str(unknown("field", name, fields, whose))
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
        if _is_authors(file):
            return files.get(Path(file).resolve(), file), int(line)
    name = _missing(error)
    for one in (one for function in functions for one in references(function)):
        if one.name == name:
            return one.file, one.line
    return plain[0].__code__.co_filename, plain[0].__code__.co_firstlineno


def _is_authors(file: str) -> bool:
    return _OURS not in Path(file).resolve().parents and "-packages" not in file


def text_of(file: str, line: int) -> str:
    """Return a line of a file in quotes, ready for what is said of it; nothing if there is none."""
    try:
        return f"`{Path(file).read_text(encoding='utf-8').splitlines()[line - 1].strip()}`: "
    except (OSError, IndexError, UnicodeDecodeError):
        return ""


def refuse_fractions(function: Any, who: str) -> None:
    """Refuse a compiled function if it, or one it calls, writes a fraction to a field.

    The field would keep the whole part alone. Of what comes from the disk nothing can be told.
    """
    for called in _called(function):
        for annotation in _annotations(called):
            for place in _fractions(annotation):
                raise UsageError(
                    f"{who} ({place.filename}, line {place.line}) "
                    f"{text_of(place.filename, place.line)}it writes a fraction to a field, and "
                    "fields hold whole numbers, so that the part below 1 would be lost; write // "
                    "or int(x), and count half points with score_parts=2"
                )


def _called(function: Any) -> Iterator[Any]:
    """Yield a compiled function and all that it calls, each once."""
    seen, waiting = {function}, [function]
    while waiting:
        one = waiting.pop()
        yield one
        for annotation in _annotations(one):
            for kind in annotation.typemap.values():
                called = kind.dispatcher if isinstance(kind, types.Dispatcher) else None
                if called is not None and called not in seen:
                    seen.add(called)
                    waiting.append(called)


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
