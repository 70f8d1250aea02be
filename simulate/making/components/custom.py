"""A component of a kind of its own: fields, and what is said of the cards that lie in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from simulate.game import Snapshot
from simulate.kit.layout import Field
from simulate.making.components.component import Compiled, Component, Fields, check_name
from simulate.rules.kinds import Option


class Custom(Component):
    """A place, or whatever a game keeps, that is of no kind listed elsewhere.

    Parameters
    ----------
    name
        What it is called.
    cards
        The `Cards` that lie in it, if any do.
    table, own, hidden, derived
        Its fields: what all see, one seat sees, nobody sees, and what is made from the rules.
    prepare
        Fills the derived fields of a rules record.
    count
        ``(rules, snapshot)``: how many of each kind of its cards lie in it, an array.
    count_seen, fill_unseen
        As of `Component`; compiled.
    """

    def __init__(
        self,
        name: str,
        cards: Any = None,
        *,
        table: Mapping[str, Field] | None = None,
        own: Mapping[str, Field] | None = None,
        hidden: Mapping[str, Field] | None = None,
        derived: Mapping[str, Field] | None = None,
        prepare: Callable[[Any], None] | None = None,
        count: Callable[[Any, Snapshot], Any] | None = None,
        count_seen: Compiled | None = None,
        fill_unseen: Compiled | None = None,
    ) -> None:
        self.name = check_name(name, "a component")
        self.cards = cards
        self.count_seen, self.fill_unseen = count_seen, fill_unseen
        self._fields = Fields(
            dict(table or {}), dict(own or {}), dict(hidden or {}), dict(derived or {})
        )
        self._prepare, self._count = prepare, count

    def fields(self, options: Mapping[str, Option]) -> Fields:
        return self._fields

    def prepare(self, rules: Any) -> None:
        if self._prepare is not None:
            self._prepare(rules)

    def count(self, rules: Any, snapshot: Snapshot) -> Any:
        return None if self._count is None else self._count(rules, snapshot)
