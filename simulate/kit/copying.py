"""Copying a whole record at once, as one piece of memory."""

from __future__ import annotations

from typing import Any

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
