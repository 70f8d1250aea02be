"""Winners and start players that a log does not know, such as "not sure" and "the youngest"."""

from __future__ import annotations

from collections.abc import Sequence

from simulate.logs.play_table import PlayTable, text_at
from simulate.logs.result_words import is_unknown_person
from simulate.logs.unreadable import name_some, with_text
from simulate.sheets.cells import letters

#: The meanings of columns that list players.
_PLAYERS = ("name", "ranked", "players")


def without_unknown_people(table: PlayTable, notes: list[str]) -> PlayTable:
    """Return a table whose winners and start players that are no people are empty cells.

    These are texts such as "not sure", and phrases such as "the youngest" among names with
    capitals. A sentence on them is added to `notes`.
    """
    cells: dict[tuple[int, int], str] = {}
    lists_people = any(
        meaning.name in _PLAYERS and any(map(str.isalpha, "".join(_texts(table, index))))
        for index, meaning in table.meanings.items()
    )
    people = {*table.texts("winner")} & {*table.texts("starter")}
    names = [*table.texts("winner"), *table.texts("starter")]
    for index, meaning in table.meanings.items():
        if meaning.number or meaning.name not in ("winner", "starter"):
            continue
        for row in table.rows:
            text = text_at(row, index)
            is_phrase = not lists_people and text not in people and _is_phrase(text, names)
            if is_unknown_person(text) or is_phrase:
                cells[row[0], index] = f"{letters(index)}{row[0]} ({table.names[index]}) {text!r}"
    if cells:
        notes.append(f"Read as unknown, not as people: {name_some(list(cells.values()))}.")
    return with_text(table, set(cells), "")


def _is_phrase(text: str, names: Sequence[str]) -> bool:
    """Return True if a text has several words in small letters, while most names have capitals."""
    words = text.split()
    is_small = len(words) > 1 and text == text.lower() != text.upper()
    capitals = sum(name != name.lower() for name in names)
    return is_small and 2 * capitals > len(names)


def _texts(table: PlayTable, index: int) -> list[str]:
    """Return the texts of a column."""
    return [text_at(row, index) for row in table.rows]
