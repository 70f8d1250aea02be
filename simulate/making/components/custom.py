"""Fields that a game declares itself, and components made of such fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from simulate.errors import unknown
from simulate.game import Snapshot
from simulate.kit.layout import SEATS, Field
from simulate.making.components.axes import Axis, NamedEntries, axes_of, with_lengths
from simulate.making.components.component import (
    Compiled,
    Component,
    Fields,
    held_by_nobody,
    readable_name,
)
from simulate.making.components.holding import (
    Holds,
    check_holds,
    field_in_words,
    holds_seat,
    is_no_seat,
    number_in_words,
    signed_change,
)


class FieldWords:
    """Formats declared fields in words, for replays.

    Fields that one seat sees are always written. Fields of the table and hidden fields are written
    only if `holds` gives them a meaning.

    Parameters
    ----------
    fields
        The declared fields.
    holds
        The meaning of each field's numbers, by field name (default for fields that one seat sees:
        plain numbers).
    owner
        The component or game that declares the fields, for errors.

    Raises
    ------
    UsageError
        If a name in `holds` is not one of `fields`, or is a derived field, or if a meaning is
        invalid.
    """

    def __init__(self, fields: Fields, holds: Mapping[str, Holds] | None, owner: str) -> None:
        meanings = dict(holds or {})
        names = [*fields.table, *fields.own, *fields.hidden]
        for name, meaning in meanings.items():
            if name not in names:
                raise unknown("field", name, names, f" in holds of {owner}")
            check_holds(meaning, f"the field {name} of {owner}")
        self.own: dict[str, Holds] = {name: meanings.get(name, "number") for name in fields.own}
        self._table = {name: meanings[name] for name in fields.table if name in meanings}
        self._hidden = {name: meanings[name] for name in fields.hidden if name in meanings}
        #: The number of parts of a score that make one unit; see `simulate.game.Game.score_parts`.
        self.parts = 1
        declared = {**fields.table, **fields.own, **fields.hidden}
        self._axes: dict[str, tuple[Axis, ...]] = {
            name: axes_of(field, f"the field {name} of {owner}") for name, field in declared.items()
        }

    def describe_shared(self, rules: Any, snapshot: Snapshot) -> dict[str, str]:
        """Return a description of each table field and hidden field with a meaning, by name."""
        records = [(snapshot.table, self._table), (snapshot.hidden, self._hidden)]
        words: dict[str, str] = {}
        for record, meanings in records:
            for name, meaning in meanings.items():
                numbers = self._in_words(rules, name, record[name], meaning)
                words[name] = f"{readable_name(name)}: {numbers}"
        return words

    def _entries(self, name: str, meaning: Holds) -> NamedEntries | None:
        """Return the words for a field whose entries have names; None for other fields."""
        if not self._axes[name]:
            return None

        def in_words(rules: Any, number: int) -> str:
            return number_in_words(meaning, rules, number, self.parts)

        def change_in_words(rules: Any, before: int, after: int) -> str:
            return signed_change(meaning, rules, before, after, self.parts)

        return NamedEntries(self._axes[name], in_words, change_in_words)

    def _in_words(self, rules: Any, name: str, numbers: Any, meaning: Holds) -> str:
        """Return the numbers of a field as text, with the names of entries and of seats."""
        entries = self._entries(name, meaning)
        if entries:
            return entries.describe(rules, numbers)
        if np.shape(numbers) != (SEATS,):
            return field_in_words(meaning, rules, numbers, self.parts)
        seats = (
            f"seat {seat + 1} {field_in_words(meaning, rules, numbers[seat], self.parts)}"
            for seat in range(rules.players)
        )
        return "; ".join(seats)

    def describe_own(self, rules: Any, snapshot: Snapshot, seat: int) -> dict[str, str]:
        """Return a description of each field that one seat sees, by the field's name."""
        own = snapshot.own[seat]
        words = {}
        for name, meaning in self.own.items():
            entries = self._entries(name, meaning)
            if entries:
                words[name] = entries.describe(rules, own[name])
            else:
                words[name] = field_in_words(meaning, rules, own[name], self.parts)
        return words

    def describe_changes(self, rules: Any, before: Snapshot, after: Snapshot) -> list[str]:
        """Return a line for each described field whose numbers differ between two moments."""
        lines = self._changes_of_shared(rules, before, after)
        seats = range(rules.players)
        own_before = [self.describe_own(rules, before, seat) for seat in seats]
        own_after = [self.describe_own(rules, after, seat) for seat in seats]
        for name in self.own:
            clauses = [
                f"seat {seat + 1} now has {own_after[seat][name]}"
                for seat in seats
                if own_after[seat][name] != own_before[seat][name]
            ]
            if clauses:
                lines.append(f"{readable_name(name)}: {'; '.join(clauses)}")
        return lines

    def _changes_of_shared(self, rules: Any, before: Snapshot, after: Snapshot) -> list[str]:
        """Return a line for each field of the table, and each hidden field, that changed.

        If its entries have names, the line has only those that changed.
        """
        lines = []
        meanings = {**self._table, **self._hidden}
        shared_before = self.describe_shared(rules, before)
        for name, line in self.describe_shared(rules, after).items():
            entries = self._entries(name, meanings[name])
            if entries:
                record = "table" if name in self._table else "hidden"
                was, now = (getattr(moment, record)[name] for moment in (before, after))
                changes = entries.describe_changes(rules, was, now)
                if changes:
                    lines.append(f"{readable_name(name)}: {changes}")
            elif line != shared_before[name]:
                lines.append(line)
        return lines

    def find_wrong_seats(self, rules: Any, snapshot: Snapshot) -> dict[str, Any]:
        """Return whether numbers that should be seats are none; see `Component`."""
        players = int(rules.players)
        wrong = {}
        for record, meanings in ((snapshot.table, self._table), (snapshot.hidden, self._hidden)):
            for name, meaning in meanings.items():
                if holds_seat(meaning):
                    wrong[name] = is_no_seat(record[name], players)
        for name, meaning in self.own.items():
            if holds_seat(meaning):
                seat_axis = np.ndim(snapshot.own) - 1
                at_table = np.take(snapshot.own[name], range(players), axis=seat_axis)
                wrong[name] = is_no_seat(at_table, players)
        return wrong


class DeclaredFields(Component):
    """The fields that a game declares with ``table=``, ``own=`` and ``hidden=``, for replays."""

    def __init__(self, fields: Fields, holds: Mapping[str, Holds] | None, game: str) -> None:
        super().__init__("declared_fields", "fields")
        #: The names of the fields, for checks; those of components are not among them.
        self.own_names = tuple(fields.own)
        self.hidden_names = tuple(fields.hidden)
        self._words = FieldWords(fields, holds, f"game {game}")

    def set_score_parts(self, parts: int) -> None:
        self._words.parts = parts

    def describe_table(self, rules: Any, snapshot: Snapshot) -> str:
        return "; ".join(self._words.describe_shared(rules, snapshot).values())

    def describe_seat(self, rules: Any, snapshot: Snapshot, seat: int, *, reveal: bool) -> str:
        return self.describe_own(rules, snapshot, seat) if reveal else ""

    def describe_own(self, rules: Any, snapshot: Snapshot, seat: int) -> str:
        fields = self._words.describe_own(rules, snapshot, seat)
        return "; ".join(f"{readable_name(name)} {words}" for name, words in fields.items())

    def describe_changes(self, rules: Any, before: Snapshot, after: Snapshot) -> list[str]:
        return self._words.describe_changes(rules, before, after)

    def find_wrong_seats(self, rules: Any, snapshot: Snapshot) -> dict[str, Any]:
        return self._words.find_wrong_seats(rules, snapshot)


class Custom(DeclaredFields):
    """A component of a new kind, made of fields that a game declares.

    Parameters
    ----------
    name
        The component's name.
    cards
        The `Cards` that lie in the component; None if it has no cards.
    prepare
        ``(rules)``: computes the `derived` fields.
    count
        ``(rules, snapshot)``: returns the number of cards of each kind in it, as an array of shape
        (kinds,).
    count_seen, fill_unseen
        As in `Component`.
    holds
        As in `simulate.making.game`.
    **fields
        ``table=``, ``own=``, ``hidden=`` and ``derived=``: the fields that everybody sees, that
        one seat sees, that nobody sees, and that are computed from the rules, by name. A field is
        its meaning, or for an array a tuple of its meaning and its lengths. A length may be a list
        with the names of the entries.

    Raises
    ------
    UsageError
        If `name` cannot be the name of a field, or if `holds` names an unknown field or has an
        invalid meaning.
    """

    def __init__(
        self,
        name: str,
        cards: Any = None,
        *,
        prepare: Callable[[Any], None] | None = None,
        count: Callable[[Any, Snapshot], Any] | None = None,
        count_seen: Compiled | None = None,
        fill_unseen: Compiled | None = None,
        holds: Mapping[str, Holds] | None = None,
        **fields: Mapping[str, Field],
    ) -> None:
        Component.__init__(self, name, "a component", cards)
        self.count_seen = count_seen
        self.fill_unseen = fill_unseen
        layouts = {layout: dict(declared) for layout, declared in fields.items()}
        declared = Fields(**layouts)
        self._words = FieldWords(declared, holds, name)
        self.fixed_fields = with_lengths(declared)
        # These functions replace the methods of `Component`.
        if prepare is not None:
            self.prepare = prepare  # type: ignore[method-assign, assignment]
        if count is not None:
            self.count = _at_each_moment(count)  # type: ignore[method-assign, assignment]

    def describe_table(self, rules: Any, snapshot: Snapshot) -> str:
        fields = super().describe_table(rules, snapshot)
        counts = None if self.cards is None else self.count(rules, snapshot)
        if counts is None:
            return fields
        cards = f"{readable_name(self.name)}: {self.cards.name_number(int(np.sum(counts)))}"
        return f"{cards}; {fields}" if fields else cards

    def count_hidden(self, rules: Any, snapshot: Snapshot) -> Any:
        """Return the component's cards as hidden and held by nobody.

        None if everybody sees all fields of the component.
        """
        fields = self.fixed_fields
        if self.cards is None or not (fields.own or fields.hidden):
            return None
        return held_by_nobody(self.count(rules, snapshot))


def _at_each_moment(count: Callable[[Any, Snapshot], Any]) -> Callable[[Any, Snapshot], Any]:
    """Return a copy of a game's function `count` that also accepts arrays of records.

    For a snapshot of arrays of records, one per moment, it returns an array of shape (moments,
    kinds).
    """

    def count_each(rules: Any, snapshot: Snapshot) -> Any:
        if not np.shape(snapshot.table):
            return count(rules, snapshot)
        moments = [Snapshot(*records) for records in zip(*snapshot, strict=True)]
        return np.array([count(rules, moment) for moment in moments])

    return count_each
