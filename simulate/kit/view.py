"""What a strategy sees: read-only records, and nothing that is hidden from its seat.

A strategy gets a `View`. Its records are pointers into the live game, of types that the compiler
knows no assignment on; interpreted, they are NumPy views with writing switched off. The deck, the
other hands and the deal's stream are not in it at all.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba.extending import overload

from simulate.kit.compiled import compiled
from simulate.kit.menu import GROUP
from simulate.kit.read_only import opened

#: How many integers `working_memory` has.
MEMORY = 512


class View(NamedTuple):
    """All that a strategy may know at a decision."""

    #: What everybody sees, and what only this seat sees.
    table: Any
    own: Any
    #: The rules in force: each option by name, and tables made from them.
    rules: Any
    #: The legal actions, in groups; `simulate.kit.menu.legal` lists them.
    menu: Any
    #: This seat's own stream, for ``below`` and ``uniform``; and what is handed over as arguments.
    chance: Any
    parameters: Any
    #: Room for `legal` and `working_memory`. A strategy cannot look into it, or it could remember
    #: one game in the next, and results would depend on which games a thread played before.
    scratch: Any


@compiled
def working_memory(view: View, size: int) -> Any:
    """Return `size` integers to plan with, at most `MEMORY`, all 0; making an array were slow."""
    memory = opened(view.scratch).memory[:size]
    memory[:] = 0
    return memory


def working_record(view: View, fields: Any) -> Any:
    """Return a record of a type made by `record_of` to plan with, all 0."""
    return working_memory(view, fields.itemsize // 8).view(fields)[0]


@overload(working_record)
def _compiled_working_record(view: Any, fields: Any) -> Any:
    numbers = fields.dtype.size // 8  # which compiled code cannot ask for

    def implementation(view: Any, fields: Any) -> Any:
        return working_memory(view, numbers).view(fields)[0]

    return implementation


def record_of(**fields: tuple[Any, ...]) -> np.dtype[np.void]:
    """Make the type of a record for `working_record`, of at most `MEMORY` numbers.

    Fields are ``name=(np.int64,)`` or ``name=(np.float64, length, …)``. Raises `ValueError` for too
    many numbers, or a name that NumPy's records use, which would hide the field.
    """
    members = []
    for name, (number, *lengths) in fields.items():
        if hasattr(np.record, name):
            raise ValueError(f"a field cannot be called {name!r}: NumPy's records use that name")
        members.append((name, number, tuple(lengths)))
    made = np.dtype((np.record, members))
    if made.itemsize > 8 * MEMORY:
        raise ValueError(f"a record cannot have {made.itemsize // 8} numbers; allowed: {MEMORY}")
    return made


def scratch_dtype(groups: int) -> np.dtype[np.void]:
    """Make the type of scratch memory, with room to list the actions of `groups` groups."""
    return np.dtype(
        [("actions", np.int64, (groups * GROUP,)), ("memory", np.int64, (MEMORY,))], align=True
    )
