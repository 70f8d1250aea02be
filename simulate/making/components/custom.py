"""Fields that a game declares itself, and components made of such fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from simulate.errors import unknown
from simulate.game import Snapshot
from simulate.kit.layout import SEATS, Field
from simulate.making.components.component import (
    Compiled,
    Component,
    Fields,
    held_by_nobody,
    readable_name,
)
from simulate.making.components.holding import Holds, check_holds, field_in_words


class FieldWords:
    """Fields as replays tell them: own ones always, others only where `holds` gives a meaning.

    Parameters
    ----------
    fields
        The declared fields.
    holds
        The meaning of the numbers, by field name; those of own fields are plain numbers by default.
    whose
        The component or game that declares them, for errors.

    Raises
    ------
    UsageError
        If `holds` names no field of the table, of seats or hidden, or has an invalid meaning.
    """

    def __init__(self, fields: Fields, holds: Mapping[str, Holds] | None, whose: str) -> None:
        meanings = dict(holds or {})
        known = [*fields.table, *fields.own, *fields.hidden]
        for name, meaning in meanings.items():
            if name not in known:
                raise unknown("field", name, known, f" in holds of {whose}")
            check_holds(meaning, f"the field {name} of {whose}")
        self.own: dict[str, Holds] = {name: meanings.get(name, "number") for name in fields.own}
        self._table = {name: meanings[name] for name in fields.table if name in meanings}
        self._hidden = {name: meanings[name] for name in fields.hidden if name in meanings}
        #: How much of a score makes a unit; see `simulate.game.Game.score_parts`.
        self.parts = 1

    def shared(self, rules: Any, snapshot: Snapshot) -> dict[str, str]:
        """Describe the table's fields and the hidden fields that have a meaning, by name."""
        records = [(snapshot.table, self._table), (snapshot.hidden, self._hidden)]
        return {
            name: f"{readable_name(name)}: {self._in_words(rules, record[name], meaning)}"
            for record, meanings in records
            for name, meaning in meanings.items()
        }

    def _in_words(self, rules: Any, numbers: Any, meaning: Holds) -> str:
        if np.shape(numbers) != (SEATS,):
            return field_in_words(meaning, rules, numbers, self.parts)
        seats = (
            f"seat {seat + 1} {field_in_words(meaning, rules, numbers[seat], self.parts)}"
            for seat in range(rules.players)
        )
        return "; ".join(seats)

    def of_seat(self, rules: Any, snapshot: Snapshot, seat: int) -> dict[str, str]:
        """Write the fields that one seat sees, by name."""
        own = snapshot.own[seat]
        return {
            name: field_in_words(meaning, rules, own[name], self.parts)
            for name, meaning in self.own.items()
        }

    def changes(self, rules: Any, before: Snapshot, after: Snapshot) -> Iterator[str]:
        """Yield a line for each field that changed."""
        earlier = self.shared(rules, before)
        for name, line in self.shared(rules, after).items():
            if line != earlier[name]:
                yield line
        seats = range(rules.players)
        moments = (before, after)
        then, now = ([self.of_seat(rules, moment, seat) for seat in seats] for moment in moments)
        for name in self.own:
            changed = [
                f"seat {seat + 1} now has {now[seat][name]}"
                for seat in seats
                if now[seat][name] != then[seat][name]
            ]
            if changed:
                yield f"{readable_name(name)}: {'; '.join(changed)}"


class DeclaredFields(Component):
    """The fields that a game declares with ``table=``, ``own=`` and ``hidden=``, for replays."""

    def __init__(self, fields: Fields, holds: Mapping[str, Holds] | None, game: str) -> None:
        super().__init__("declared_fields", "fields")
        self._words = FieldWords(fields, holds, f"game {game}")

    def set_score_parts(self, parts: int) -> None:
        self._words.parts = parts

    def describe_table(self, rules: Any, snapshot: Snapshot) -> str:
        return "; ".join(self._words.shared(rules, snapshot).values())

    def describe_seat(self, rules: Any, snapshot: Snapshot, seat: int, *, known: bool) -> str:
        return self.describe_own(rules, snapshot, seat) if known else ""

    def describe_own(self, rules: Any, snapshot: Snapshot, seat: int) -> str:
        fields = self._words.of_seat(rules, snapshot, seat)
        return "; ".join(f"{readable_name(name)} {words}" for name, words in fields.items())

    def describe_changes(self, rules: Any, before: Snapshot, after: Snapshot) -> list[str]:
        return list(self._words.changes(rules, before, after))


class Custom(DeclaredFields):
    """A component of a kind that Fathom does not have, made of fields that a game declares.

    Parameters
    ----------
    prepare
        ``(rules)``: fills in the `derived` fields.
    count
        ``(rules, snapshot)``: returns the number of `cards` of each kind here, as an array.
    count_seen, fill_unseen
        As of `Component`.
    holds
        As of `simulate.making.game`.
    **fields
        ``table=``, ``own=``, ``hidden=`` and ``derived=``: the fields that all see, that one seat
        sees, that nobody sees, and that are made from the rules.
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
        self.count_seen, self.fill_unseen = count_seen, fill_unseen
        self.fixed_fields = Fields(**{place: dict(some) for place, some in fields.items()})
        self._words = FieldWords(self.fixed_fields, holds, name)
        # These functions take the place of those that every component has.
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
        """Count all cards here as hidden and held by nobody, if any field is hidden."""
        fields = self.fixed_fields
        if self.cards is None or not (fields.own or fields.hidden):
            return None
        return held_by_nobody(self.count(rules, snapshot))


def _at_each_moment(count: Callable[[Any, Snapshot], Any]) -> Callable[[Any, Snapshot], Any]:
    """Return a game's own `count`, which takes one moment, as a function of many moments too."""

    def count_each(rules: Any, snapshot: Snapshot) -> Any:
        if not np.shape(snapshot.table):
            return count(rules, snapshot)
        return np.array([count(rules, Snapshot(*moment)) for moment in zip(*snapshot, strict=True)])

    return count_each
