"""Refusing fractions that a game writes to its fields, which would keep the whole part alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numba import types
from numba.core import ir

from simulate.errors import UsageError
from simulate.play.faults import text_of


def refuse_fractions(compiled: Any, who: str) -> None:
    """Refuse a compiled function if it, or one it calls, writes a fraction to a field.

    Parameters
    ----------
    compiled
        The function, just compiled; of what comes from the disk nothing can be told.
    who
        Whose it is, for the error: ``"game boxes"``.

    Raises
    ------
    UsageError
        Says file, line and what to write instead.
    """
    for function in _called(compiled):
        for annotation in _annotations(function):
            for place in _fractions(annotation):
                raise UsageError(
                    f"{who} ({place.filename}, line {place.line}) "
                    f"{text_of(place.filename, place.line)}it writes a fraction to a field, and "
                    "fields hold whole numbers, so that the part below 1 would be lost; write // "
                    "or int(x), and count half points with score_parts=2"
                )


def _called(compiled: Any) -> Iterator[Any]:
    """Yield a compiled function and all that it calls, each once."""
    seen, waiting = {compiled}, [compiled]
    while waiting:
        function = waiting.pop()
        yield function
        for annotation in _annotations(function):
            for one in annotation.typemap.values():
                called = one.dispatcher if isinstance(one, types.Dispatcher) else None
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
