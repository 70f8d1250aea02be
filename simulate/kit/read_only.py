"""Types of records that compiled code can read but not write, and fast functions of records.

Strategies get pointers into the live game, because copying would be slow. But Numba's own records
can always be written, and its read-only arrays can be written in several ways (``flat``,
``ascontiguousarray``, ``nditer``). The types in this file support only reading by field and by
index, so other code does not compile. A closed record can only be passed to other functions.

The functions of records are `copy_record` and `clear_record`.
"""

from __future__ import annotations

import hashlib
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.datamodel import models
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer, signature
from numba.extending import (
    infer_getattr,
    intrinsic,
    lower_builtin,
    lower_getattr_generic,
    overload,
    overload_attribute,
    overload_method,
    register_jitable,
    register_model,
)

#: The beginning of the names of read-only records and arrays in messages of the compiler.
READ_ONLY = "read-only"


class ReadOnlyRecord(types.Type):
    """The Numba type of a record whose fields can be read but not written."""

    def __init__(self, record: types.Record) -> None:
        self.record = record
        # The name of a Numba record lists all its fields, which is too long for error messages.
        super().__init__(name=f"{READ_ONLY} record {_digest(record)}")


class ReadOnlyArray(types.Type):
    """The Numba type of an array that can be read by index, but not written."""

    def __init__(self, array: types.Array) -> None:
        self.array = array
        super().__init__(name=f"{READ_ONLY} array of {array.ndim} dimensions of {array.dtype}")


class ClosedRecord(types.Type):
    """The Numba type of a record that can be passed to functions, but neither read nor written."""

    def __init__(self, record: types.Record) -> None:
        self.record = record
        super().__init__(name=f"closed record {_digest(record)}")


def _digest(record: types.Record) -> str:
    return hashlib.sha256(str(record).encode()).hexdigest()[:16]


def read_only(record: Any) -> Any:
    """Return a view of a record that cannot be written. It shows later changes of the record."""
    array = np.frombuffer(record, dtype=record.dtype)
    array.flags.writeable = False
    return array.view(np.recarray)[0]


def closed(record: Any) -> Any:
    """Return the same record, not a copy.

    Compiled code can neither read nor write the result. It can only pass it to functions, such as
    `opened`.
    """
    return record


def opened(record: Any) -> Any:
    """Return the record that was passed to `closed`; compiled code can read and write it again."""
    return record


@register_model(ReadOnlyRecord)
@register_model(ClosedRecord)
class _PointerModel(models.PrimitiveModel):
    def __init__(self, manager: Any, numba_type: types.Type) -> None:
        pointer = ir.IntType(8).as_pointer()
        super().__init__(manager, numba_type, pointer)  # type: ignore[no-untyped-call]


@register_model(ReadOnlyArray)
class _ReadOnlyArrayModel(models.ArrayModel):
    def __init__(self, manager: Any, numba_type: ReadOnlyArray) -> None:
        super().__init__(manager, numba_type.array)  # type: ignore[no-untyped-call]


@infer_getattr
class _ReadOnlyRecordAttributes(AttributeTemplate):
    key = ReadOnlyRecord

    def generic_resolve(  # type: ignore[override]
        self, owner: ReadOnlyRecord, name: str
    ) -> types.Type | None:
        return _field(owner, name)


def _field(owner: ReadOnlyRecord, name: str) -> types.Type | None:
    if name not in owner.record.fields:
        return None
    field = owner.record.typeof(name)
    if isinstance(field, types.NestedArray):
        return ReadOnlyArray(types.Array(field.dtype, field.ndim, "C"))
    return field


@infer
class _ReadOnlyRecordFields(AbstractTemplate):
    """The typing of ``record["field"]``, which the functions of a game's components use."""

    key = "static_getitem"

    def generic(self, arguments: Any, keywords: Any) -> Any:
        record, name = arguments
        if not isinstance(record, ReadOnlyRecord) or not isinstance(name, str):
            return None
        field = _field(record, name)
        return None if field is None else signature(field, record, types.literal(name))  # type: ignore[no-untyped-call]


@lower_builtin("static_getitem", ReadOnlyRecord, types.StringLiteral)  # type: ignore[untyped-decorator, no-untyped-call]
def _lower_named_field(context: Any, builder: Any, called: Any, arguments: Any) -> Any:
    name = called.args[1].literal_value
    return _lower_field(context, builder, called.args[0], arguments[0], name)


@lower_getattr_generic(ReadOnlyRecord)  # type: ignore[untyped-decorator, no-untyped-call]
def _lower_field(context: Any, builder: Any, owner: ReadOnlyRecord, value: Any, name: str) -> Any:
    record = builder.bitcast(value, context.get_value_type(owner.record))
    return context.get_getattr(owner.record, name)(context, builder, owner.record, record, name)


def _retyped(type_of: Callable[[Any], Any]) -> Any:
    """Return an intrinsic that reinterprets a value as the type ``type_of(its own type)``."""

    @intrinsic
    def retype(typing_context: Any, value: Any) -> Any:
        new_type = type_of(value)

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.bitcast(arguments[0], context.get_value_type(new_type))

        return new_type(value), emit

    return retype


_as_array = _retyped(lambda array: array.array)


def _compiled(retype: Any) -> Callable[[Any], Any]:
    """Return an overload that applies an intrinsic to its argument."""

    def typed(record: Any) -> Any:
        def implementation(record: Any) -> Any:
            return retype(record)

        return implementation

    return typed


overload(read_only)(_compiled(_retyped(ReadOnlyRecord)))
overload(closed)(_compiled(_retyped(ClosedRecord)))
overload(opened)(_compiled(_retyped(lambda record: record.record)))


_CHECKED: Any = {"boundscheck": True}


@overload(operator.getitem, jit_options=_CHECKED)
def _compiled_item(array: Any, index: Any) -> Any:
    """Return an implementation that reads one number of a read-only array.

    Slices do not compile, because they would be arrays that can be written. An index outside the
    array raises IndexError, because the memory there may hold another seat's hand.
    """
    if not isinstance(array, ReadOnlyArray):
        return None
    indices: Any = getattr(index, "types", (index,))
    if len(indices) != array.array.ndim or not all(isinstance(i, types.Integer) for i in indices):
        return None

    def implementation(array: Any, index: Any) -> Any:
        return _as_array(array)[index]

    return implementation


def _of_whole_array(compute: Any) -> Callable[[Any], Any]:
    """Return an overload that applies `compute` to a whole read-only array."""
    compute = register_jitable(compute)

    def typed(array: Any) -> Any:
        if not isinstance(array, ReadOnlyArray):
            return None

        def implementation(array: Any) -> Any:
            return compute(_as_array(array))

        return implementation

    return typed


overload(len)(_of_whole_array(lambda array: array.shape[0]))
overload_attribute(ReadOnlyArray, "shape")(_of_whole_array(lambda array: array.shape))
overload_method(ReadOnlyArray, "max")(_of_whole_array(lambda array: array.max()))
overload_method(ReadOnlyArray, "min")(_of_whole_array(lambda array: array.min()))
overload_method(ReadOnlyArray, "sum")(_of_whole_array(lambda array: array.sum()))


def copy_record(target: Any, source: Any) -> None:
    """Copy all fields of a record, which may be read-only, to another record of the same type."""
    for name in target.dtype.names:
        target[name] = source[name]


@intrinsic
def _copy_memory(typing_context: Any, target: Any, source: Any) -> Any:
    size = target.size

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        to, origin = (builder.bitcast(pointer, cgutils.voidptr_t) for pointer in arguments)
        length = ir.Constant(ir.IntType(64), size)
        cgutils.raw_memcpy(builder, to, origin, length, 1)  # type: ignore[no-untyped-call]

    return types.void(target, source), emit


@overload(copy_record)
def _compiled_copy_record(target: Any, source: Any) -> Any:
    record = source.record if isinstance(source, ReadOnlyRecord) else source
    if not isinstance(target, types.Record) or target.size != record.size:
        return None

    def implementation(target: Any, source: Any) -> None:
        _copy_memory(target, source)  # type: ignore[call-arg]

    return implementation


def clear_record(record: Any) -> None:
    """Set all fields of a record to 0."""
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
