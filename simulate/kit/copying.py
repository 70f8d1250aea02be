"""Records as one piece of memory: copying one at once, and reading one of its integers."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from simulate.kit.read_only import ReadOnlyRecord


def copy_record(target: Any, source: Any) -> None:
    """Make a record what another of the same type is, which may be read-only."""
    for name in target.dtype.names:
        target[name] = source[name]


@intrinsic
def _copy_memory(typing_context: Any, target: Any, source: Any) -> Any:
    size = target.size

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        into, out_of = (builder.bitcast(one, cgutils.voidptr_t) for one in arguments)
        length = ir.Constant(ir.IntType(64), size)
        cgutils.raw_memcpy(builder, into, out_of, length, 1)  # type: ignore[no-untyped-call]

    return types.void(target, source), emit


@overload(copy_record)
def _compiled_copy_record(target: Any, source: Any) -> Any:
    same = source.record if isinstance(source, ReadOnlyRecord) else source
    if not isinstance(target, types.Record) or target.size != same.size:
        return None

    def implementation(target: Any, source: Any) -> None:
        _copy_memory(target, source)  # type: ignore[call-arg]

    return implementation


def clear_record(record: Any) -> None:
    """Set all integers of a record to 0."""
    for name in record.dtype.names:
        record[name] = 0


@intrinsic
def _clear_memory(typing_context: Any, record: Any) -> Any:
    size = record.size

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        cgutils.memset(builder, arguments[0], ir.Constant(ir.IntType(64), size), 0)  # type: ignore[no-untyped-call]

    return types.void(record), emit


@overload(clear_record)
def _compiled_clear_record(record: Any) -> Any:
    if not isinstance(record, types.Record):
        return None

    def implementation(record: Any) -> None:
        _clear_memory(record)  # type: ignore[call-arg]

    return implementation


def integer_at(record: Any, place: int) -> Any:
    """Return one of a record's integers by its number, counted from 0 through all fields."""
    return np.frombuffer(record, np.int64)[place]


@intrinsic
def _load_integer(typing_context: Any, record: Any, place: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        integers = builder.bitcast(arguments[0], ir.IntType(64).as_pointer())
        return builder.load(builder.gep(integers, [arguments[1]]))

    return types.int64(record, types.int64), emit


@overload(integer_at)
def _compiled_integer_at(record: Any, place: Any) -> Any:
    if not isinstance(record, types.Record | ReadOnlyRecord):
        return None
    whole = record.record if isinstance(record, ReadOnlyRecord) else record
    integers = whole.size // 8

    def implementation(record: Any, place: Any) -> Any:
        if not 0 <= place < integers:
            raise IndexError("a record has no integer of that number")
        return _load_integer(record, np.int64(place))  # type: ignore[call-arg]

    return implementation
