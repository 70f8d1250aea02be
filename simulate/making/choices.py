"""Secret choices that were revealed, in words: which seats chose the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from simulate.game import Snapshot
from simulate.kit.bits import bit
from simulate.kit.seats import in_round
from simulate.making.components.component import readable_name
from simulate.making.components.counters import SecretChoices


def describe_revealed(
    choices: SecretChoices,
    rules: Any,
    states: Sequence[Snapshot],
    words_of: Callable[[int], str],
) -> tuple[int, str] | None:
    """Return a line on the seats that chose the same, once all seats have chosen.

    Parameters
    ----------
    choices
        The component.
    rules
        The record of the rules.
    states
        The states of the game during an action, from the first to the last.
    words_of
        Returns the words of an action.

    Returns
    -------
    (int, str) or None
        The line, with the index of the last state before the choices were revealed. None if a
        choice is still missing, or if every seat chose another action: the lines on the actions
        then say everything.
    """
    table = states[0].table
    chosen = int(table[choices.made]) | int(bit(int(table.seat)))
    if chosen != int(in_round(table)):
        return None
    since = _find_reveal(choices, states)
    seats_by_words: dict[str, list[int]] = {}
    for seat in range(rules.players):
        if chosen >> seat & 1:
            choice = int(states[since + 1].own[seat][choices.name])
            seats_by_words.setdefault(words_of(choice), []).append(seat)
    if len(seats_by_words) == chosen.bit_count():
        return None
    ranked = sorted(seats_by_words.items(), key=lambda entry: -len(entry[1]))
    clauses = [f"{name_seats(seats)}: {words}" for words, seats in ranked]
    return since, f"{readable_name(choices.name)} revealed: {'; '.join(clauses)}"


def _find_reveal(choices: SecretChoices, states: Sequence[Snapshot]) -> int:
    """Return the index of the last state before no seat has chosen any more."""
    for index, state in enumerate(states[1:]):
        if not state.table[choices.made]:
            return index
    return 0


def name_seats(seats: Sequence[int]) -> str:
    """Return the names of seats, counted from 0, as in "seat 2" and "seats 1, 2 and 4"."""
    names = [str(seat + 1) for seat in seats]
    if len(names) == 1:
        return f"seat {names[0]}"
    return f"seats {', '.join(names[:-1])} and {names[-1]}"
