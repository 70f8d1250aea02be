"""Groups of seats whose wins are counted: factions, roles, hidden teams, and the seats that lose.

At the end of each game, the row of the game gets a set of seats for each group of each grouping,
and, if the game has losers, a last set for the losers (`GameSets`). `simulate.play.counting` adds
up how often these seats win.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from simulate.kit.bits import EMPTY
from simulate.kit.compiled import compiled, in_order


@dataclass(frozen=True, eq=False)
class Grouping:
    """A division of the seats into groups, such as the factions that they play."""

    #: The noun for a group, such as "faction".
    name: str
    #: The number of groups under any rules.
    size: int
    #: ``(rules)``: returns the name of each group; empty for a group that no seat can be in.
    names: Callable[[Any], Sequence[str]]
    #: ``(rules, state, sets, first)``, compiled: adds each seat to the sets of its groups, which
    #: are ``sets[first]``, ``sets[first + 1]`` and so on.
    note: Callable[..., None]
    #: True if all seats of a group win together, as a hidden team.
    wins_together: bool = False


def count_sets(groupings: Sequence[Grouping], losers: Callable[..., Any] | None) -> int:
    """Return the number of sets of seats that the row of each game has."""
    return sum(grouping.size for grouping in groupings) + (losers is not None)


def make_note_sets(
    groupings: Sequence[Grouping], losers: Callable[..., Any] | None
) -> Callable[..., None]:
    """Return the compiled function ``(rules, state, row)`` that writes a game's sets of seats.

    They are the last columns of the game's row: a set for each group of each grouping, then the set
    of losers.

    Parameters
    ----------
    groupings
        The groupings of the game.
    losers
        ``(rules, state)``, compiled: returns the set of seats that lose; None for a game without
        losers.
    """
    number = count_sets(groupings, losers)
    if number == 0:
        return note_nothing

    def clear_sets(rules: Any, state: Any, row: Any) -> None:
        for place in range(row.shape[0] - number, row.shape[0]):
            row[place] = EMPTY

    steps: list[Callable[..., None]] = [clear_sets]
    before = 0
    for grouping in groupings:
        steps.append(_make_note(grouping, number - before))
        before += grouping.size
    if losers is not None:
        lost = compiled(losers)

        def note_losers(rules: Any, state: Any, row: Any) -> None:
            if state.table.over != 0:
                row[row.shape[0] - 1] = lost(rules, state)

        steps.append(note_losers)
    return in_order(steps)


def _make_note(grouping: Grouping, from_end: int) -> Callable[..., None]:
    """Return the function that writes the sets of a grouping.

    They begin `from_end` columns before the end of the row.
    """
    note = grouping.note

    def note_groups(rules: Any, state: Any, row: Any) -> None:
        note(rules, state, row, row.shape[0] - from_end)

    return note_groups


@compiled
def note_nothing(rules: Any, state: Any, row: Any) -> None:
    """Write nothing: the game has no groups and no losers."""
