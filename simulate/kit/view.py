"""Views: the read-only records from which a strategy decides.

A view contains nothing that is hidden from the strategy's seat: no deck, no other hands, and no
stream of the deal. Its records are pointers into the live game. Compiled code that assigns to them
does not compile. Interpreted code gets NumPy views that cannot be written.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba.extending import overload

from simulate.kit.compiled import compiled
from simulate.kit.menu import GROUP
from simulate.kit.read_only import opened

#: The size of the working memory, in 64-bit integers.
MEMORY = 512


class View(NamedTuple):
    """Everything that a strategy may know at a decision."""

    #: The record that everybody sees.
    table: Any
    #: The record that only this seat sees.
    own: Any
    #: The rules in force: the value of each option by name, and tables derived from them.
    rules: Any
    #: The legal actions, in groups; `simulate.kit.menu.legal` lists them.
    menu: Any
    #: This seat's own stream of random numbers, for ``below`` and ``uniform``.
    chance: Any
    #: The values of the strategy's parameters, which its function gets as arguments.
    parameters: Any
    #: Memory for `legal` and `working_memory`. A strategy cannot read it directly. Otherwise it
    #: could remember earlier games, and results would depend on the order of games.
    scratch: Any


@compiled
def working_memory(view: View, size: int) -> Any:
    """Return an array of `size` integers, all 0, to plan with. `size` is at most `MEMORY`.

    This is faster than a new array. The next call clears and returns the same memory.
    """
    memory = opened(view.scratch).memory[:size]
    memory[:] = 0
    return memory


def working_record(view: View, fields: Any) -> Any:
    """Return a record to plan with, whose fields are all 0.

    The record lies in the working memory, which the next call of this function or of
    `working_memory` overwrites. `fields` is its type, as `record_of` returns it.
    """
    return working_memory(view, fields.itemsize // 8).view(fields)[0]


@overload(working_record)
def _compiled_working_record(view: Any, fields: Any) -> Any:
    numbers = fields.dtype.size // 8  # Compiled code cannot compute the size from the type.

    def implementation(view: Any, fields: Any) -> Any:
        return working_memory(view, numbers).view(fields)[0]

    return implementation


def record_of(**fields: tuple[Any, ...]) -> np.dtype[np.void]:
    """Return the type of a record for `working_record`.

    Parameters
    ----------
    **fields
        The fields, as ``name=(np.int64,)`` or ``name=(np.float64, length, …)``.

    Raises
    ------
    ValueError
        If the record has more than `MEMORY` numbers, or if a name is an attribute of NumPy's
        records, which would hide the field.
    """
    members = []
    for name, (number_type, *lengths) in fields.items():
        if hasattr(np.record, name):
            raise ValueError(
                f"a field cannot be called {name!r}, which NumPy's records use; choose another name"
            )
        members.append((name, number_type, tuple(lengths)))
    record = np.dtype((np.record, members))
    if record.itemsize > 8 * MEMORY:
        raise ValueError(
            f"a record cannot have {record.itemsize // 8} numbers; at most {MEMORY} are allowed"
        )
    return record


def scratch_dtype(groups: int) -> np.dtype[np.void]:
    """Return the NumPy type of the scratch memory in a view.

    The memory has room to list the actions of `groups` groups.
    """
    return np.dtype(
        [("actions", np.int64, (groups * GROUP,)), ("memory", np.int64, (MEMORY,))], align=True
    )
