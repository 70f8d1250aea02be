"""Templates: the features of a position and of an action, which are rows of the network's table.

A position's features are the words that its seat sees. An action's features are its number, its
meaning, and the words that it changes in a world that agrees with what the seat sees, both at once
and by the end of the round.
"""

from __future__ import annotations

from typing import Any

from simulate.kit.bits import bit, lowest
from simulate.kit.menu import GROUP, MOST_MEANINGS
from strategies.learned.brain import GROUP_ROWS, PLAIN, SEAT, SET, TABLE, Brain
from strategies.learned.states import AFTER, ROUND_END, Memory, width_of

#: The bounds of the value of a number's feature, in standard deviations.
BOUND = 4.0

# A placeholder for the game's function.
meaning: Any = None


def note_position(brain: Brain, memory: Memory, index: int, seat: int) -> int:
    """Write the features of a state to the memory's `rows` and `values`; return their number."""
    rows, values = memory.rows, memory.values
    players = brain.settings[0].players
    start = index * width_of(memory)
    count = 0
    for number in range(len(brain.words)):
        described = brain.words[number]
        word = memory.words[start + brain.places[seat, number]]
        if described.transform != PLAIN:
            word = relative(word, described.transform, seat, players)
        if described.kind == SET:
            count = note_members(memory, word & described.members, described.before_row, 1.0, count)
            continue
        rows[count] = described.before_row
        if described.kind == TABLE:
            rows[count] += place_in_table(described, word)
            values[count] = 1.0
        else:
            values[count] = within_bound((word - described.mean) * described.scale)
        count += 1
    return count


def note_action(brain: Brain, memory: Memory, before: int, seat: int, action: int) -> int:
    """Write the features of an action to the memory; return their number.

    The action was played in a copy of the state `before`, the state `AFTER`. If the player looks
    ahead, the state `ROUND_END` is the end of the round.
    """
    rows, values, settings = memory.rows, memory.values, brain.settings[0]
    count = _note_number(settings, memory, action)
    if settings.advice_row >= 0 and action == memory.advised[0]:
        rows[count] = settings.advice_row
        values[count] = 1.0
        count += 1
    # A game's function could return any number, and compiled code does not check indices.
    kind = meaning(memory.laws[0], memory.states[before].table[0], action)
    rows[count] = settings.meaning_row + min(max(kind, 0), MOST_MEANINGS - 1)
    values[count] = 1.0
    count += 1
    count = note_changed_words(brain, memory, seat, before, AFTER, count)
    if settings.advice_row >= 0:
        count = note_changed_words(brain, memory, seat, before, ROUND_END, count)
    return count


def note_changed_words(
    brain: Brain, memory: Memory, seat: int, earlier: int, later: int, count: int
) -> int:
    """Write the features of all changes from one state to another after the first `count` features.

    `earlier` and `later` are the indices of the states. The later state is `AFTER` or `ROUND_END`.
    Returns the number of features.
    """
    players = brain.settings[0].players
    earlier_start, later_start = earlier * width_of(memory), later * width_of(memory)
    for number in range(len(brain.words)):
        place = brain.places[seat, number]
        before = memory.words[earlier_start + place]
        after = memory.words[later_start + place]
        if before == after:
            continue
        described = brain.words[number]
        if described.transform != PLAIN:
            before = relative(before, described.transform, seat, players)
            after = relative(after, described.transform, seat, players)
        if later == ROUND_END:
            row, change_row = described.later_row, described.later_change_row
            scale = described.later_scale
        else:
            row, change_row = described.after_row, described.change_row
            scale = described.change_scale
        if described.kind == SET:
            joined, left = after & ~before, before & ~after
            count = note_members(memory, joined & described.members, row, 1.0, count)
            count = note_members(memory, left & described.members, row, -1.0, count)
            continue
        if described.kind == TABLE:
            memory.rows[count] = row + place_in_table(described, after)
            memory.values[count] = 1.0
            count += 1
        memory.rows[count] = change_row
        memory.values[count] = within_bound((after - before) * scale)
        count += 1
    return count


def _note_number(settings: Any, memory: Memory, action: int) -> int:
    """Write the features of an action's number to the memory; return how many there are."""
    rows, values = memory.rows, memory.values
    values[0] = values[1] = 1.0
    if settings.by_action != 0:
        place = min(max(action - settings.lowest_action, 0), settings.actions - 1)
        rows[0] = settings.action_row + place
        return 1
    rows[0] = settings.action_row + (action // GROUP) % GROUP_ROWS
    rows[1] = settings.action_row + GROUP_ROWS + action % GROUP
    return 2


def note_members(memory: Memory, members: Any, row: int, value: float, count: int) -> int:
    """Write a feature for each member of a set after the first `count`; return their number."""
    while members != 0:
        member = lowest(members)
        members ^= bit(member)
        memory.rows[count] = row + member
        memory.values[count] = value
        count += 1
    return count


def relative(word: int, transform: int, seat: int, players: int) -> int:
    """Return the number of a seat, or a set of seats, counted from the seat `seat`."""
    if transform == SEAT:
        return (word - seat) % players if word >= 0 else word
    everybody = bit(players) - 1
    members = word & everybody
    return ((members >> seat) | (members << (players - seat))) & everybody  # type: ignore[no-any-return]


def place_in_table(described: Any, word: int) -> int:
    """Return the row for a value, counted from the lowest value of a table.

    Values outside the table get the row of its nearest value.
    """
    value = word // described.step
    return min(max(value, described.low), described.high) - described.low  # type: ignore[no-any-return]


def within_bound(value: float) -> float:
    """Return a value, or the nearest bound if it is beyond `BOUND`."""
    return min(max(value, -BOUND), BOUND)
