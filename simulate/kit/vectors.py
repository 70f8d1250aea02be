"""Fast arithmetic on rows of float32 numbers, with the same result to the last bit everywhere.

Fathom turns off the compiler's own vectorisation (`simulate.kit.compiled`), and without it a loop
over a row of numbers is four to eight times slower. The functions of this file name the vector
instructions themselves. Each multiplication and addition is rounded separately, and sums are added
in a fixed order. Interpreted code follows the same order.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

_FLOAT = ir.FloatType()
#: The alignment of float32 numbers in memory, in bytes.
_ALIGNMENT = 4


def add_scaled(sums: Any, rows: Any, row: int, factor: Any, width: int) -> None:
    """Add `factor` times a row of a table to the first `width` sums.

    Parameters
    ----------
    sums
        A contiguous array of float32.
    rows
        A contiguous array of float32: the rows of the table, one after the other.
    row
        The index of the row.
    factor
        A float32.
    width
        The length of a row: a power of two, and a constant.
    """
    sums[:width] += rows[row * width : (row + 1) * width] * np.float32(factor)


def dot(left: Any, right: Any, width: int) -> Any:
    """Return the sum of the products of the first `width` numbers of two float32 arrays.

    `width` is a power of two, and a constant. The second half of the products is added to the first
    half until a single number is left.
    """
    products = left[:width] * right[:width]
    while width > 1:
        width //= 2
        products = products[:width] + products[width : 2 * width]
    return products[0]


def keep_positive(numbers: Any, width: int) -> None:
    """Replace negative numbers among the first `width` numbers by 0."""
    numbers[:width] = np.where(numbers[:width] > 0, numbers[:width], np.float32(0))


def _constant(width: Any) -> int | None:
    """Return the value of a constant argument, or None while its type is not known to be one."""
    return getattr(width, "literal_value", None)


def _vector_at(
    context: Any, builder: Any, array_type: Any, array: Any, first: Any, width: int
) -> Any:
    """Return a pointer to a vector of `width` numbers of an array, beginning at index `first`."""
    data = context.make_array(array_type)(context, builder, array).data
    start = builder.gep(data, [first])
    return builder.bitcast(start, ir.VectorType(_FLOAT, width).as_pointer())


def _load(builder: Any, pointer: Any) -> Any:
    return builder.load(pointer, align=_ALIGNMENT)


def _zero() -> Any:
    return ir.Constant(ir.IntType(64), 0)


def _spread(builder: Any, number: Any, width: int) -> Any:
    """Return a vector whose elements are all equal to a number."""
    empty = ir.Constant(ir.VectorType(_FLOAT, width), ir.Undefined)
    single = builder.insert_element(empty, number, ir.Constant(ir.IntType(32), 0))
    places = ir.Constant(ir.VectorType(ir.IntType(32), width), [0] * width)
    return builder.shuffle_vector(single, empty, places)


@intrinsic(prefer_literal=True)
def _add_scaled(
    typing_context: Any, sums: Any, rows: Any, row: Any, factor: Any, width: Any
) -> Any:
    length = _constant(width)
    if length is None:
        return None

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        first = builder.mul(arguments[2], ir.Constant(ir.IntType(64), length))
        source = _vector_at(context, builder, signature.args[1], arguments[1], first, length)
        target = _vector_at(context, builder, signature.args[0], arguments[0], _zero(), length)
        product = builder.fmul(_load(builder, source), _spread(builder, arguments[3], length))
        builder.store(builder.fadd(_load(builder, target), product), target, align=_ALIGNMENT)

    return types.void(sums, rows, types.int64, types.float32, width), emit


@intrinsic(prefer_literal=True)
def _dot(typing_context: Any, left: Any, right: Any, width: Any) -> Any:
    length = _constant(width)
    if length is None:
        return None

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        vectors = []
        for place in range(2):
            array_type = signature.args[place]
            pointer = _vector_at(context, builder, array_type, arguments[place], _zero(), length)
            vectors.append(_load(builder, pointer))
        products = builder.fmul(*vectors)
        half = length // 2
        while half:
            index = ir.VectorType(ir.IntType(32), half)
            low = builder.shuffle_vector(products, products, ir.Constant(index, [*range(half)]))
            high = builder.shuffle_vector(
                products, products, ir.Constant(index, [*range(half, 2 * half)])
            )
            products = builder.fadd(low, high)
            half //= 2
        return builder.extract_element(products, ir.Constant(ir.IntType(32), 0))

    return types.float32(left, right, width), emit


@intrinsic(prefer_literal=True)
def _keep_positive(typing_context: Any, numbers: Any, width: Any) -> Any:
    length = _constant(width)
    if length is None:
        return None

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _vector_at(context, builder, signature.args[0], arguments[0], _zero(), length)
        vector = _load(builder, place)
        zeros = ir.Constant(ir.VectorType(_FLOAT, length), [0.0] * length)
        # llvmlite declares comparisons of vectors as a single bit, so elements are compared by
        # their sign: a negative number has the highest bit of its integer set.
        whole = ir.VectorType(ir.IntType(32), length)
        shift = ir.Constant(whole, [31] * length)
        bits = builder.bitcast(vector, whole)
        mask = builder.not_(builder.ashr(bits, shift))
        kept = builder.bitcast(builder.and_(bits, mask), zeros.type)
        builder.store(kept, place, align=_ALIGNMENT)

    return types.void(numbers, width), emit


@overload(add_scaled, prefer_literal=True)
def _compiled_add_scaled(sums: Any, rows: Any, row: Any, factor: Any, width: Any) -> Any:
    if _constant(width) is None:
        return None

    def implementation(sums: Any, rows: Any, row: Any, factor: Any, width: Any) -> None:
        _add_scaled(sums, rows, row, factor, width)  # type: ignore[call-arg]

    return implementation


@overload(dot, prefer_literal=True)
def _compiled_dot(left: Any, right: Any, width: Any) -> Any:
    if _constant(width) is None:
        return None

    def implementation(left: Any, right: Any, width: Any) -> Any:
        return _dot(left, right, width)  # type: ignore[call-arg]

    return implementation


@overload(keep_positive, prefer_literal=True)
def _compiled_keep_positive(numbers: Any, width: Any) -> Any:
    if _constant(width) is None:
        return None

    def implementation(numbers: Any, width: Any) -> None:
        _keep_positive(numbers, width)  # type: ignore[call-arg]

    return implementation
