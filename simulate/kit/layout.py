"""Named fields of compiled state, each with the sentence that explains it.

Every field is a 64-bit integer or an array of them. Narrower ones would save
little and behave differently compiled (widened) and interpreted (wrapped).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

#: The most players a game can have; arrays by seat have this length, or that of their game's most.
SEATS = 10

#: A field's meaning, alone or with the lengths of its array.
Field = str | tuple[str | int, ...]


@dataclass(frozen=True)
class Layout:
    """The fields of one record: an aligned NumPy type, and what each holds, for authors."""

    dtype: np.dtype[np.void]
    meanings: Mapping[str, str]


def layout(**fields: Field) -> Layout:
    """Make a layout from ``name="meaning"`` or ``name=("meaning", length, …)``.

    Raises `ValueError` for a name that NumPy's records use, which would hide the field.
    """
    members: list[tuple[str, type, tuple[int, ...]]] = []
    meanings = {}
    for name, field in fields.items():
        if hasattr(np.record, name):
            raise ValueError(f"a field cannot be called {name!r}: NumPy's records use that name")
        meaning, *lengths = (field,) if isinstance(field, str) else field
        members.append((name, np.int64, tuple(int(length) for length in lengths)))
        meanings[name] = str(meaning)
    # A record without any field takes no room, and NumPy cannot tell how many there are.
    members = members or [("unused", np.int64, ())]
    return Layout(np.dtype(members, align=True), meanings)


def table_layout(**fields: Field) -> Layout:
    """Make the layout of what everybody at the table sees.

    The engine reads the fields added here; a game keeps them up to date.
    """
    return layout(
        seat="the seat to act, 0-based",
        turns="turns completed, one that ended the round included",
        rounds="rounds completed",
        checkpoints="how often the standings were taken",
        halftime="1 once the standings were taken from which a comeback counts",
        over="1 once the game is decided",
        active="the seats still in the game, as a set; never empty",
        sitting_out="those of them that sit out until the next round, as a set; never all",
        scores=("each seat's score so far", SEATS),
        **fields,
    )


def hidden_layout(counts: int, **fields: Field) -> Layout:
    """Make the layout of what nobody sees, so many counts among it: they may tell of hands."""
    return layout(counts=("the game's own counts of this game", max(1, counts)), **fields)
