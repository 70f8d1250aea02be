"""Arrays at an address in memory, for compiled code that cannot get an array as an argument."""

from __future__ import annotations

import ctypes
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload


def numbers_at(address: int, count: int) -> Any:
    """Return the 64-bit integers at an address in memory, as an array that shares the memory.

    The caller has to keep the memory alive, and nothing checks that the address is right.
    """
    return np.ctypeslib.as_array((ctypes.c_int64 * int(count)).from_address(int(address)))


@intrinsic
def _pointer_to(typing_context: Any, address: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], ir.IntType(8).as_pointer())

    return types.voidptr(types.int64), emit


# Numba has no type annotation for this function.
_carray: Any = numba.carray  # type: ignore[attr-defined]


@overload(numbers_at)
def _compiled_numbers_at(address: Any, count: Any) -> Any:
    def implementation(address: Any, count: Any) -> Any:
        return _carray(_pointer_to(address), (count,), np.int64)  # type: ignore[call-arg]

    return implementation
