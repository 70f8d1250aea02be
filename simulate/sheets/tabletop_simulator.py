"""Decks of Tabletop Simulator, whose saved objects are JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

#: The field that lists the objects in a deck or bag.
CONTENTS = "ContainedObjects"
#: The field that has the name of a card.
_NAME = "Nickname"
#: The fields that every object has.
_ALWAYS = frozenset({"Transform", _NAME})
#: The fields that designers fill in. All others say where an object lies and how it looks.
_FILLED = (_NAME, "Description", "GMNotes", "Memo", "Tags")
#: The field with the number of a card: 100 times the key of its sheet of pictures, plus its place.
_CARD_ID = "CardID"
_PLACES_OF_SHEET = 100
#: The maximum number of loose cards that a sentence names.
_MOST_NAMED = 5
#: The field with the sheets of pictures, by key.
_SHEETS = "CustomDeck"


def is_tabletop_object(value: Mapping[str, Any]) -> bool:
    """Return True if a JSON object is an object of Tabletop Simulator, such as a card."""
    return value.keys() >= _ALWAYS


def table_of_cards(cards: Sequence[Mapping[str, Any]]) -> tuple[list[dict[str, Any]], list[str]]:
    """Return a row for each kind of card, with the number of its copies, and notes on the rows.

    A deck lists every single card. Cards with the same picture and texts are of the same kind.
    Kinds without a name are called "card 1" and so on, by their place in the table.

    Parameters
    ----------
    cards
        The objects in a deck.
    """
    fields = [field for field in _FILLED if any(card.get(field) for card in cards)]
    kinds = Counter(
        (_picture(card), tuple(_text(card.get(field)) for field in fields)) for card in cards
    )
    notes = [
        f"{len(cards):,} objects: those with the same picture (CardID) and texts are copies of a "
        "card"
    ]
    rows: list[dict[str, Any]] = []
    nameless: list[str] = []
    for number, ((_, texts), copies) in enumerate(kinds.items(), 1):
        row: dict[str, Any] = {_NAME: "", **dict(zip(fields, texts, strict=True))}
        if not row[_NAME]:
            row[_NAME] = f"card {number}"
            nameless.append(row[_NAME])
        rows.append({**row, "Copies": copies})
    if nameless:
        notes.append(
            f"names: cards without a nickname have numbers, such as {nameless[0]}; the field "
            "Nickname can name them"
        )
    return rows, notes


def describe_loose_cards(objects: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return a sentence on the cards that lie on the table beside decks and bags; or an empty list.

    Parameters
    ----------
    objects
        The objects on the table.
    """
    if not any(CONTENTS in thing for thing in objects):
        return []
    cards = [thing for thing in objects if _CARD_ID in thing and CONTENTS not in thing]
    if not cards:
        return []
    counts = Counter(_text(card.get(_NAME)) or "without a nickname" for card in cards)
    named = [f"{name} ({number})" for name, number in counts.most_common(_MOST_NAMED)]
    if len(counts) > _MOST_NAMED:
        named.append("others")
    subject = "1 card lies" if len(cards) == 1 else f"{len(cards):,} cards lie"
    verb = "is" if len(cards) == 1 else "are"
    return [
        f"{subject} on the table outside of decks and {verb} not read: {', '.join(named)}; if they "
        "belong to a deck, put them back and save again"
    ]


def _picture(card: Mapping[str, Any]) -> Hashable:
    """Return a value that is the same for cards with the same picture; None if it has no CardID.

    The key of a sheet of pictures can differ between copies, and can be the same for cards of
    different decks. So the addresses of the sheet stand for its key if the card has them.
    """
    card_id = card.get(_CARD_ID)
    if not isinstance(card_id, int):
        return None
    key, place = divmod(card_id, _PLACES_OF_SHEET)
    sheets = card.get(_SHEETS)
    sheet = sheets.get(str(key)) if isinstance(sheets, dict) else None
    if not isinstance(sheet, dict) or not sheet.get("FaceURL"):
        return card_id
    return str(sheet["FaceURL"]), str(sheet.get("BackURL", "")), place


def _text(value: Any) -> str:
    """Return the value of a field as text, with semicolons between the words of a list."""
    return "; ".join(map(str, value)) if isinstance(value, list) else str(value or "")
