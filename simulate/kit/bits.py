"""Sets of up to 64 small numbers, stored as the bits of one signed 64-bit integer.

The integers are signed because Numba turns ``uint64 + int64`` into a float. No function in this
file shifts right or compares sizes, so the sign bit can be used like any other bit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from simulate.kit.compiled import inlined

_WORD = (1 << 64) - 1

#: The empty set. It has the type that `bit` returns, so that members can be added to it.
EMPTY = np.int64(0)


@inlined
def bit(index: int) -> Any:
    """Return the set whose only member is `index` (0 to 63)."""
    return np.int64(1) << np.int64(index)


@inlined
def has(members: Any, index: int) -> bool:
    """Return True if `index` (0 to 63) is in the set `members`."""
    return (members & bit(index)) != 0  # type: ignore[no-any-return]


def lowest(members: Any) -> Any:
    """Return the lowest member (0 to 63) of a set; undefined for the empty set."""
    word = int(members) & _WORD
    return (word & -word).bit_length() - 1


def size(members: Any) -> Any:
    """Return the number of members of a set, 0 to 64."""
    return (int(members) & _WORD).bit_count()


@inlined
def nth(members: Any, index: int) -> Any:
    """Return the member of a set at position `index` in rising order, from 0 for the lowest.

    The result is undefined if `index` is not below the size of the set.
    """
    # The first steps have no branches, because mispredicted branches slow random play by up to 20%.
    members &= members - np.int64(index > 0)
    members &= members - np.int64(index > 1)
    members &= members - np.int64(index > 2)
    while index > 3:
        members &= members - 1
        index -= 1
    return lowest(members)


@inlined
def nonnegative(number: int) -> int:
    """Return `number`, from 0 to 2**31 - 1, so that the compiler knows it is not negative.

    The compiler then omits the code for indices that count from the end of an array, which makes
    random play of Schnuff an eighth faster.
    """
    return number & 0x7FFF_FFFF


def from_members(members: Iterable[int]) -> int:
    """Return the set of the numbers in `members` (0 to 63), as a signed 64-bit integer.

    This function is plain Python. Compiled code builds sets with `bit`.
    """
    word = 0
    for member in members:
        word |= 1 << member
    return word - (1 << 64) if word >> 63 else word


def _in_machine_code(function: Callable[[Any], Any], instruct: Callable[[Any, Any], Any]) -> None:
    """Make the compiler replace each call of a function of a set by one processor instruction.

    Parameters
    ----------
    function
        The plain Python function.
    instruct
        Called with an LLVM builder and the set; emits the instruction and returns its result.
    """

    @intrinsic
    def instruction(typing_context: Any, members: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return instruct(builder, arguments[0])

        return types.int64(types.int64), emit

    @overload(function)
    def typed(members: Any) -> Any:
        def implementation(members: Any) -> Any:
            return instruction(members)  # type: ignore[call-arg]

        return implementation


_in_machine_code(lowest, lambda builder, word: builder.cttz(word, ir.Constant(ir.IntType(1), 1)))
_in_machine_code(size, lambda builder, word: builder.ctpop(word))
