"""Layouts: the named fields of compiled records, each with a sentence that explains it.

Every field is a 64-bit integer or an array of them. Narrower integers would save little, and they
behave differently when compiled (they widen) and interpreted (they wrap).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

#: The maximum number of players of a game. Arrays by seat have this length, or the game's own
#: maximum number of players.
SEATS = 12

#: The meaning of a field; for an array, a tuple of its meaning and its lengths. Games may declare a
#: length by the names of the entries (`simulate.making.components.axes`).
Field = str | tuple[Any, ...]


@dataclass(frozen=True)
class Layout:
    """The names, meanings and NumPy type of the fields of a record."""

    #: The NumPy type of the record, aligned.
    dtype: np.dtype[np.void]
    #: The meaning of each field, by name.
    meanings: Mapping[str, str]


def layout(**fields: Field) -> Layout:
    """Return the layout of fields given as ``name="meaning"`` or ``name=("meaning", length, …)``.

    Raises
    ------
    ValueError
        If a name is an attribute of NumPy's records, which would hide the field.
    """
    members: list[tuple[str, type, tuple[int, ...]]] = []
    meanings = {}
    for name, field in fields.items():
        if hasattr(np.record, name):
            raise ValueError(
                f"a field cannot be called {name!r}, which NumPy's records use; choose another name"
            )
        meaning, *lengths = (field,) if isinstance(field, str) else field
        members.append((name, np.int64, tuple(int(length) for length in lengths)))
        meanings[name] = str(meaning)
    if not members:
        # NumPy cannot count records that have no size.
        members = [("unused", np.int64, ())]
    return Layout(np.dtype(members, align=True), meanings)


def table_layout(**fields: Field) -> Layout:
    """Return the layout of the record that everybody at the table sees.

    Its first fields are read by the engine in every game, so the game has to keep them up to date.
    The game's own fields follow, given as in `layout`.

    Raises
    ------
    ValueError
        If a name is an attribute of NumPy's records, which would hide the field.
    """
    return layout(
        seat="the seat to act, 0-based",
        turns="turns completed, including one that ended the round",
        rounds="rounds completed",
        checkpoints="the number of times that standings were taken",
        halftime="1 after half-time, if the game sets it; the standings then decide which wins are "
        "comebacks",
        over="1 after the game is decided",
        active="the seats still in the game, as a set; never empty",
        sitting_out="the active seats that sit out until the next round, as a set; never all",
        scores=("each seat's score so far", SEATS),
        **fields,
    )


def hidden_layout(counts: int, **fields: Field) -> Layout:
    """Return the layout of the record that nobody sees.

    Its first field, ``counts``, has the game's counts, which may reveal hands. If the game has
    none, the field has a single element that is not used.

    Parameters
    ----------
    counts
        The number of counts of the game.
    **fields
        The other fields, given as in `layout`.

    Raises
    ------
    ValueError
        If a name is an attribute of NumPy's records, which would hide the field.
    """
    return layout(counts=("the counts that the game declares", max(1, counts)), **fields)
