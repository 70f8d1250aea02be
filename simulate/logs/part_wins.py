"""Results between won and lost, such as "Partial win", which count as neither."""

from __future__ import annotations

from dataclasses import replace

from simulate.logs.cell_values import UNKNOWN
from simulate.logs.headings import Meaning
from simulate.logs.play_table import PlayTable, text_at
from simulate.logs.result_words import is_tie
from simulate.logs.unreadable import name_some, with_text
from simulate.logs.values import is_part_of_win
from simulate.sheets.cells import letters


def without_part_wins(table: PlayTable, notes: list[str], *, is_long: bool) -> PlayTable:
    """Return a table in which results such as "Partial win" are unknown.

    If a result is that of all players of a game, the row of the game is left out instead, and so
    are draws. A sentence on these results is added to `notes`.

    Parameters
    ----------
    table
        The table.
    notes
        The list for sentences.
    is_long
        True if each row is about a player.
    """
    cells: dict[tuple[int, int], str] = {}
    rows_of_groups = set()
    for index, meaning in table.meanings.items():
        if meaning.name not in ("won", "won of") and meaning != Meaning("winner"):
            continue
        for row in table.rows:
            text = text_at(row, index)
            is_of_all = not is_long and meaning == Meaning("won")
            if is_part_of_win(text) or (is_of_all and is_tie(text)):
                place = f"{letters(index)}{row[0]}"
                if meaning.name != "won of":  # Reports do not store the names of people.
                    place += f" ({table.names[index]})"
                cells[row[0], index] = f"{place} {text!r}"
                if not is_long and not meaning.number:
                    rows_of_groups.add(row[0])
    if not cells:
        return table
    named = name_some(list(cells.values()))
    if rows_of_groups:
        games = "1 game" if len(cells) == 1 else f"{len(cells):,} games"
        notes.append(f"Left out: {games} whose result is neither won nor lost: {named}.")
    else:
        subject = "1 result is" if len(cells) == 1 else f"{len(cells):,} results are"
        notes.append(f"{subject} neither won nor lost, so unknown: {named}.")
    rows = [row for row in table.rows if row[0] not in rows_of_groups]
    return with_text(replace(table, rows=rows), set(cells), UNKNOWN)
