"""Winners in cells such as "Draw Ann/Bo" and "Ann & Bo (tie)": a word for a draw beside names."""

from __future__ import annotations

from dataclasses import replace

from simulate.logs.headings import Meaning
from simulate.logs.play_table import PlayTable, text_at
from simulate.logs.result_words import names_of_draw
from simulate.logs.unreadable import name_some
from simulate.sheets.cells import Row, SheetCell, letters


def with_named_draws(table: PlayTable, notes: list[str]) -> PlayTable:
    """Return a table whose winners have no words for draws beside names of players.

    A sentence on the changed cells is added to `notes`.
    """
    columns = [index for index, meaning in table.meanings.items() if meaning == Meaning("winner")]
    rows: list[Row] = []
    places: list[str] = []
    for number, cells in table.rows:
        changed = list(cells)
        for index in columns:
            names = names_of_draw(text_at((number, cells), index))
            if names:
                changed[index] = SheetCell(names)
                places.append(f"{letters(index)}{number}")
        rows.append((number, tuple(changed)))
    if not places:
        return table
    subject = "Cell" if len(places) == 1 else "Cells"
    verb = "has" if len(places) == 1 else "have"
    # Cells are named by their places, because reports do not store the names of people.
    notes.append(
        f"{subject} {name_some(places)} {verb} a word for a draw beside names, who are read as "
        "players who share the win."
    )
    return replace(table, rows=rows)
