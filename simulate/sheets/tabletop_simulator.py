"""Decks of Tabletop Simulator, whose saved objects are JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

#: The field that lists the objects in a deck or bag.
CONTENTS = "ContainedObjects"
#: The fields that every object has.
_ALWAYS = frozenset({"Transform", "Nickname"})
#: The fields that designers fill in. All others say where an object lies and how it looks.
_FILLED = ("Nickname", "Description", "GMNotes", "Memo", "Tags")


def is_tabletop_object(value: Mapping[str, Any]) -> bool:
    """Return True if a JSON object is an object of Tabletop Simulator, such as a card."""
    return value.keys() >= _ALWAYS


def table_of_cards(cards: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return a row for each kind of card, with the number of its copies.

    A deck lists every single card. Cards with the same texts are of the same kind.

    Parameters
    ----------
    cards
        The objects in a deck.
    """
    fields = [field for field in _FILLED if any(card.get(field) for card in cards)]
    kinds = Counter(tuple(_text(card.get(field)) for field in fields) for card in cards)
    return [
        {**dict(zip(fields, texts, strict=True)), "Copies": copies}
        for texts, copies in kinds.items()
    ]


def _text(value: Any) -> str:
    """Return the value of a field as text, with semicolons between the words of a list."""
    return "; ".join(map(str, value)) if isinstance(value, list) else str(value or "")
