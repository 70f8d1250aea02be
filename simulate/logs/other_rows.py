"""Rows of a table with one row per game that are no games, such as months and totals."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from simulate.logs.headings import TIMES
from simulate.logs.play_table import PlayTable, text_at
from simulate.logs.spellings import name_key
from simulate.logs.unreadable import means_unplayed, name_some
from simulate.sheets.cells import Row

#: The meanings of columns that say which game a row is about, but nothing about how it went.
_KEYS = ("play", "date", "game", "notes")
#: The meanings of columns that only games have.
_MEASURES = ("score", "score of", "scores", *TIMES, "rounds", "turns")
#: The fewest other rows that show how a row of a game looks.
_ENOUGH = 2


def without_unplayed_rows(table: PlayTable, notes: list[str]) -> PlayTable:
    """Return a table without the rows of games that were not played, such as "postponed".

    They name no winner, and one of the columns that are read has such a word. A sentence on them is
    added to `notes`.
    """
    kept: list[Row] = []
    unplayed: list[str] = []
    for row in table.rows:
        texts = [text_at(row, index) for index in table.meanings]
        word = next(filter(means_unplayed, texts), "")
        winner = table.text(row, "winner")
        if word and (not winner or winner == word):
            unplayed.append(f"row {row[0]} ({word!r})")
        else:
            kept.append(row)
    if unplayed:
        games = "1 game that was" if len(unplayed) == 1 else f"{len(unplayed):,} games that were"
        notes.append(f"Left out: {games} not played: {name_some(unplayed)}.")
    return replace(table, rows=kept)


def without_other_rows(table: PlayTable, notes: list[str]) -> PlayTable:
    """Return a table without the rows that are no games. A sentence on them is added to `notes`.

    They name no winner, although other rows do. They only have a word such as "January", or their
    date has no digits as in "Wins", or their players play in no other row, as in "Anna 2".
    """
    if not table.has("winner"):
        return table
    decided = [row for row in table.rows if table.text(row, "winner")]
    if len(decided) < _ENOUGH:
        return table
    uses = Counter(name for row in table.rows for name in _names(table, row))
    dated = all(_has_digit(table.text(row, "date")) for row in decided)
    kept: list[Row] = []
    others: list[str] = []
    for row in table.rows:
        if table.text(row, "winner") or not _is_other(table, row, uses, dated=dated):
            kept.append(row)
        else:
            text = next((cell.text for cell in row[1] if cell.text), "")
            others.append(f"row {row[0]} ({text!r})")
    if others:
        subject = "1 row that does not look like a game"
        if len(others) > 1:
            subject = f"{len(others):,} rows that do not look like games"
        notes.append(f"Left out: {subject}: {name_some(others)}.")
    return replace(table, rows=kept)


def _is_other(table: PlayTable, row: Row, uses: Counter[str], *, dated: bool) -> bool:
    """Return True if a row without a winner is no game.

    Parameters
    ----------
    table
        A table with one row per game.
    row
        The row.
    uses
        The number of rows in which each player is named.
    dated
        True if the date of each game with a winner has digits.
    """
    date = table.text(row, "date")
    if dated and date and not _has_digit(date):
        return True
    filled = [index for index in table.meanings if text_at(row, index)]
    if all(table.meanings[index].name in _KEYS for index in filled):
        return not _has_digit(text_at(row, filled[0])) if filled else False
    names = _names(table, row)
    is_measured = any(table.meanings[index].name in _MEASURES for index in filled)
    have_others_regulars = sum(number > 1 for number in uses.values()) >= _ENOUGH
    is_strange = bool(names) and all(uses[name] == 1 for name in names)
    return is_strange and have_others_regulars and not is_measured


def _names(table: PlayTable, row: Row) -> list[str]:
    """Return the names of the numbered players in a row, for comparisons."""
    texts = [table.text(row, "name", number) for number in table.numbered_columns]
    return [name_key(text) for text in texts if text]


def _has_digit(text: str) -> bool:
    """Return True if a text contains a digit."""
    return any(map(str.isdigit, text))
