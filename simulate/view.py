"""What a strategy sees: read-only records, and nothing that is hidden from its seat.

A strategy gets a `View`. Its records are pointers into the live game, so that
asking a strategy costs no copying, but of a type on which the compiler knows no
assignment: a strategy that tries to change the table does not compile. The deck,
the other hands and the deal's stream are not in it at all. Interpreted, the same
records are NumPy views with writing switched off.
"""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.datamodel import models
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    infer_getattr,
    intrinsic,
    lower_getattr_generic,
    overload,
    register_model,
)

from simulate.compiled import compiled

#: How many integers `working_memory` has.
MEMORY = 512


class View(NamedTuple):
    """All that a strategy may know at a decision.

    Attributes
    ----------
    table
        What everybody sees (the game's ``TABLE`` fields).
    own
        What only this seat sees (the game's ``OWN`` fields).
    rules
        The rules in force: each option by name, and tables made from them.
    menu
        The legal actions, in groups; `simulate.menu.legal` lists them.
    chance
        This seat's own stream, for `simulate.chance.below` and ``uniform``.
    parameters
        The strategy's parameters; handed to it as arguments.
    scratch
        Room for `simulate.menu.legal` and `working_memory`. A strategy cannot look into
        it, or it could remember one game in the next, and results would depend on which
        games the same thread played before.
    """

    table: Any
    own: Any
    rules: Any
    menu: Any
    chance: Any
    parameters: Any
    scratch: Any


#: How the compiler calls such a record in its messages.
READ_ONLY = "read-only record"


class ReadOnlyRecord(types.Type):
    """Numba type of a record whose fields can be read and not written.

    Parameters
    ----------
    record
        The same record, writable.
    """

    def __init__(self, record: types.Record) -> None:
        self.record = record
        # A record's own name lists all its fields, which no error message should.
        digest = hashlib.sha256(str(record).encode()).hexdigest()[:8]
        super().__init__(name=f"{READ_ONLY} {digest}")


@register_model(ReadOnlyRecord)
class _ReadOnlyRecordModel(models.PrimitiveModel):
    def __init__(self, manager: Any, numba_type: ReadOnlyRecord) -> None:
        pointer = ir.IntType(8).as_pointer()
        super().__init__(manager, numba_type, pointer)  # type: ignore[no-untyped-call]


@infer_getattr
class _ReadOnlyRecordAttributes(AttributeTemplate):
    key = ReadOnlyRecord

    def generic_resolve(  # type: ignore[override]
        self, owner: ReadOnlyRecord, name: str
    ) -> types.Type | None:
        if name not in owner.record.fields:
            return None
        field = owner.record.typeof(name)
        if isinstance(field, types.NestedArray):
            return types.Array(field.dtype, field.ndim, "C", readonly=True)
        return field


@lower_getattr_generic(ReadOnlyRecord)  # type: ignore[untyped-decorator, no-untyped-call]
def _lower_read(context: Any, builder: Any, owner: ReadOnlyRecord, value: Any, name: str) -> Any:
    record = builder.bitcast(value, context.get_value_type(owner.record))
    return context.get_getattr(owner.record, name)(context, builder, owner.record, record, name)


class ScratchType(types.Type):
    """Numba type of a record that a strategy hands on and cannot look into.

    Parameters
    ----------
    record
        The same record, open.
    """

    def __init__(self, record: types.Record) -> None:
        self.record = record
        super().__init__(name=f"scratch record of {record.size} bytes")


register_model(ScratchType)(_ReadOnlyRecordModel)


@intrinsic
def _as_read_only(typing_context: Any, record: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], cgutils.voidptr_t)

    return ReadOnlyRecord(record)(record), emit


def read_only(record: Any) -> Any:
    """Return the same record, in a form that cannot be written."""
    array = np.frombuffer(record, dtype=record.dtype)
    array.flags.writeable = False
    return array.view(np.recarray)[0]


@intrinsic
def _as_closed(typing_context: Any, record: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], cgutils.voidptr_t)

    return ScratchType(record)(record), emit


@intrinsic
def _as_opened(typing_context: Any, scratch: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], context.get_value_type(scratch.record))

    return scratch.record(scratch), emit


def closed(record: Any) -> Any:
    """Return a record in the form in which a strategy gets it as scratch memory."""
    return record


def opened(scratch: Any) -> Any:
    """Return the record that `closed` closed."""
    return scratch


@compiled
def working_memory(view: View, size: int) -> Any:
    """Return `size` integers to plan with, at most `MEMORY`, all 0.

    For strategies that search; making an array at every decision would be slow. What
    was in it at an earlier decision is gone.
    """
    memory = opened(view.scratch).memory[:size]
    memory[:] = 0
    return memory


def scratch_dtype(actions: int) -> np.dtype[np.void]:
    """Make the type of scratch memory, with room to list `actions` actions."""
    members: list[Any] = [("actions", np.int64, (actions,)), ("memory", np.int64, (MEMORY,))]
    return np.dtype(members, align=True)


@overload(closed)
def _compiled_closed(record: Any) -> Any:
    def implementation(record: Any) -> Any:
        return _as_closed(record)  # type: ignore[call-arg]

    return implementation


@overload(opened)
def _compiled_opened(scratch: Any) -> Any:
    def implementation(scratch: Any) -> Any:
        return _as_opened(scratch)  # type: ignore[call-arg]

    return implementation


@overload(read_only)
def _compiled_read_only(record: Any) -> Any:
    def implementation(record: Any) -> Any:
        return _as_read_only(record)  # type: ignore[call-arg]

    return implementation
