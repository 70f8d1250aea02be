"""Arrays with an entry for each seat, card or place of a list, and their entries as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from simulate.errors import UsageError
from simulate.kit.layout import SEATS, Field
from simulate.making.components.cards import Cards
from simulate.making.components.component import Fields

#: The length of a field along an axis: a number, or the names of the entries: a list of words, or
#: `Cards`. A number that is `SEATS` is an entry for each seat.
Axis = int | Cards | Sequence[str]
#: The most entries that are listed.
MOST_ENTRIES = 24


def check_axis(axis: Axis, field: str) -> None:
    """Raise `UsageError` unless `axis` is a length or has a different name for each entry.

    `field` describes the field in the error, as in "the counter damage".
    """
    if isinstance(axis, int | np.integer | Cards):
        return
    is_list = isinstance(axis, Sequence) and not isinstance(axis, str)
    if is_list and axis and all(isinstance(name, str) for name in axis):
        if len({*axis}) == len(axis):
            return
        raise UsageError(f"{field} has two entries with the same name in {axis!r}")
    raise UsageError(
        f"the length of {field} cannot be {axis!r}; allowed: a number such as SEATS, cards made "
        "with Cards(...), or a list with a word for each entry"
    )


def length_of(axis: Axis) -> int:
    """Return the number of entries along an axis."""
    if isinstance(axis, Cards):
        return axis.kinds
    return len(axis) if isinstance(axis, Sequence) else int(axis)


def with_lengths(fields: Fields) -> Fields:
    """Return the same fields, with the numbers of entries where lengths are given by names."""
    layouts = {
        layout: {name: _without_names(field) for name, field in declared.items()}
        for layout, declared in vars(fields).items()
    }
    return Fields(**layouts)


def _without_names(field: Field) -> Field:
    """Return a field whose lengths are numbers, from one whose lengths may be `Axis`."""
    if isinstance(field, str):
        return field
    meaning, *axes = field
    return (meaning, *map(length_of, axes))


def axes_of(field: Field, owner: str) -> tuple[Axis, ...]:
    """Return the axes of a field if all its entries have names, else an empty tuple.

    Entries of an axis of `SEATS` entries are named after seats. At least one axis must have names
    of its own.

    Raises
    ------
    UsageError
        If an axis is invalid; `owner` describes the field in the error.
    """
    axes = () if isinstance(field, str) else field[1:]
    for axis in axes:
        check_axis(axis, owner)
    lengths = [axis for axis in axes if isinstance(axis, int | np.integer)]
    if len(lengths) < len(axes) and all(length == SEATS for length in lengths):
        return tuple(axes)
    return ()


class NamedEntries:
    """The entries of an array in words.

    Parameters
    ----------
    axes
        The axes of the array, all of whose entries have names; see `axes_of`.
    in_words
        ``(rules, number)``: returns a number as text.
    change_in_words
        ``(rules, before, after)``: returns the change of a number as text, as in "(+3)", or "".
    """

    def __init__(
        self,
        axes: Sequence[Axis],
        in_words: Callable[[Any, int], str],
        change_in_words: Callable[[Any, int, int], str],
    ) -> None:
        self._axes = axes
        self._in_words = in_words
        self._change_in_words = change_in_words

    def describe(self, rules: Any, numbers: Any) -> str:
        """Return all entries as text, as in "Mill 2, Harbour 1".

        Of more than `MOST_ENTRIES` entries, only those that are not 0 are listed.
        """
        names = [_names(axis, rules) for axis in self._axes]
        entries = np.asarray(numbers)[tuple(slice(len(axis_names)) for axis_names in names)]
        if entries.size > MOST_ENTRIES:
            return self._describe_large(rules, names, entries)
        return self._describe_axis(rules, names, entries)

    def _describe_axis(self, rules: Any, names: Sequence[Sequence[str]], entries: Any) -> str:
        """Return the entries along all axes as text, those of each first index together."""
        first, *others = names
        if others:
            parts = (
                f"{name}: {self._describe_axis(rules, others, row)}"
                for name, row in zip(first, entries, strict=True)
            )
            return "; ".join(parts)
        words = (self._in_words(rules, int(number)) for number in entries)
        return ", ".join(f"{name} {word}" for name, word in zip(first, words, strict=True))

    def _describe_large(self, rules: Any, names: Sequence[Sequence[str]], entries: Any) -> str:
        """Return the entries that are not 0 as text, or their number if there are too many."""
        places = np.argwhere(entries)
        if len(places) > MOST_ENTRIES:
            return f"{entries.size} numbers, {len(places)} of them not 0"
        words = [
            f"{_name_of(names, place)} {self._in_words(rules, int(entries[place]))}"
            for place in map(tuple, places)
        ]
        return ", ".join([*words, f"all others {self._in_words(rules, 0)}"])

    def describe_changes(self, rules: Any, before: Any, after: Any) -> str:
        """Return the entries that changed as text, as in "Mill 2 (+1)"; empty if none did."""
        names = [_names(axis, rules) for axis in self._axes]
        shown = tuple(slice(len(axis_names)) for axis_names in names)
        entries_before = np.asarray(before)[shown]
        entries_after = np.asarray(after)[shown]
        places = np.argwhere(entries_before != entries_after)
        if len(places) > MOST_ENTRIES:
            return self.describe(rules, after)
        return ", ".join(self._changed(rules, names, entries_before, entries_after, places))

    def _changed(
        self, rules: Any, names: Sequence[Sequence[str]], before: Any, after: Any, places: Any
    ) -> Iterator[str]:
        """Yield the entry at each of some places as text, with its change."""
        for place in map(tuple, places):
            number = int(after[place])
            change = self._change_in_words(rules, int(before[place]), number)
            text = f"{_name_of(names, place)} {self._in_words(rules, number)} {change}"
            yield text.rstrip()


def _names(axis: Axis, rules: Any) -> Sequence[str]:
    """Return the names of the entries along an axis that can be in use."""
    if isinstance(axis, Cards):
        return axis.labels(rules)
    if isinstance(axis, int | np.integer):
        return [f"seat {seat + 1}" for seat in range(rules.players)]
    return axis


def _name_of(names: Sequence[Sequence[str]], place: Sequence[int]) -> str:
    """Return the name of an entry, given its index along each axis, as in "seat 2 Mill"."""
    parts = (axis_names[index] for axis_names, index in zip(names, place, strict=True))
    return " ".join(parts)
