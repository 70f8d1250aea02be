"""Which numbers the actions of a kind have, so that it can be forbidden by numbers alone.

Mostly a kind's numbers lie beside each other. Where games have blocks of actions, one a seat, it
depends on whose they are; and where an action says which of some things on the table is used, it
depends on what lies there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulate.kit.menu import GROUP

#: Sizes of blocks of actions that are tried: of those that belong to one seat, or to one thing.
BLOCKS = (GROUP, *(2**power for power in range(17) if 2**power != GROUP))
#: What lies on the table is told apart by a number from 0 to less than this.
MOST_VALUES = 62
#: A seat and an action: what the kind may depend on.
Key = tuple[int, int]


@dataclass(frozen=True)
class Numbers:
    """Which actions are of a kind.

    Attributes
    ----------
    first, last
        All between them, both included.
    whose
        0, or of blocks of actions, one a seat from `first` on: 1 for that of the seat to act
        alone, 2 for those of the others.
    block
        How many actions such a block has.
    entry, among, each
        Of which actions it also depends on what lies on the table, in `among` integers from number
        `entry` of the table's on; every so many (`each`) actions it is the next of them. An
        `entry` of -1: none.
    values
        Which integers are meant, as a set.
    """

    first: int
    last: int
    whose: int = 0
    block: int = GROUP
    entry: int = -1
    among: int = 1
    each: int = 1
    values: int = 0

    def hold(self, seat: int, action: int) -> bool:
        """Tell whether an action of a seat is one of these, whatever lies on the table."""
        if not self.first <= action <= self.last:
            return False
        return not self.whose or ((action - self.first) // self.block == seat) == (self.whose == 1)


def find_numbers(keys: set[Key], others: set[Key]) -> Numbers | None:
    """Return numbers that hold these seats' actions and no others; ``None`` if there are none."""
    actions = {action for _, action in keys}
    plain = Numbers(min(actions), max(actions))
    if _parts(plain, keys, others):
        return plain
    # Where whose action it is decides, the same actions are of another kind for another seat.
    everybodys = [action for _, action in others if action in actions] + list(actions)
    low, high = min(everybodys), max(everybodys)
    for block in BLOCKS:
        for begin in (low - low % block, *range(low, max(-1, low - GROUP), -1)):
            for whose in (1, 2):
                found = Numbers(begin, high, whose, block)
                if _parts(found, keys, others):
                    return found
    return None


def _parts(numbers: Numbers, keys: set[Key], others: set[Key]) -> bool:
    """Tell whether numbers hold all of these, and none of the others."""
    return all(numbers.hold(*key) for key in keys) and not any(numbers.hold(*k) for k in others)


@dataclass(frozen=True)
class Seen:
    """Actions that were offered, one in each place.

    Attributes
    ----------
    names
        What it is called.
    actions
        Its number.
    tables
        The integers of the table then, one row an action's moment; which row, says `rows`.
    """

    names: Sequence[str]
    actions: np.ndarray[Any, np.dtype[np.int64]]
    rows: np.ndarray[Any, np.dtype[np.int64]]
    tables: np.ndarray[Any, np.dtype[np.int64]]


#: Of each part of a kind, its names and the integers that it goes with; and where these lie.
Split = tuple[tuple[int, int, int], list[tuple[set[str], int]]]


def split_by_table(seen: Seen, fields: Iterable[tuple[int, int]]) -> Split | None:
    """Split a kind by what lies on the table, into as many parts as that tells apart.

    Parameters
    ----------
    seen
        The actions of the kind.
    fields
        Of what on the table it may depend: where it begins among the integers, and how many.

    Returns
    -------
    tuple
        ``(entry, among, each)`` and the parts, each with its names and values as a set; ``None``
        if nothing on the table tells any of its names from another.
    """
    ids = {name: place for place, name in enumerate(dict.fromkeys(seen.names))}
    places = np.array([ids[name] for name in seen.names])
    best: Split | None = None
    for entry, among in fields:
        for each in sorted(BLOCKS):
            values = seen.tables[seen.rows, entry + seen.actions // each % among]
            if values.min() < 0 or values.max() >= MOST_VALUES:
                continue
            pairs = np.unique(np.stack([places, values]), axis=1).T.tolist()
            parts = _components(list(ids), pairs)
            if len(parts) > (len(best[1]) if best else 1):
                best = (entry, among, each), parts
    return best


def _components(
    names: Sequence[str], pairs: Iterable[tuple[int, int]]
) -> list[tuple[set[str], int]]:
    """Return the names that go together because a value comes with several, and their values."""
    by_value: dict[int, set[str]] = {}
    for place, value in pairs:
        by_value.setdefault(value, set()).add(names[place])
    groups = join(names, by_value.values())
    return [
        (group, sum(1 << value for value, some in by_value.items() if some <= group))
        for group in groups
    ]


def join(names: Iterable[str], together: Iterable[set[str]]) -> list[set[str]]:
    """Split names into groups, so that all that stand together anywhere are in one."""
    group_of = {name: {name} for name in sorted(names)}
    for several in together:
        one, *others = sorted(several)
        for other in others:
            if group_of[one] is not group_of[other]:
                group_of[one] |= group_of[other]
                for name in group_of[other]:
                    group_of[name] = group_of[one]
    return list({id(group): group for group in group_of.values()}.values())


def fields_of(table: Any) -> list[tuple[int, int]]:
    """Return where each number and each row of numbers of a table's record lies, and how many."""
    fields: Mapping[str, tuple[Any, ...]] = table.dtype.fields
    found = []
    for kind, offset, *_ in fields.values():
        if len(kind.shape) < 2:
            found.append((offset // 8, kind.shape[0] if kind.shape else 1))
    return found
