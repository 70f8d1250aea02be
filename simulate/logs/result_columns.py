"""Columns of results, each with the name of a player as its heading and cells such as W and L."""

from __future__ import annotations

from dataclasses import replace

from simulate.logs.column_meanings import is_outcome
from simulate.logs.headings import Meaning
from simulate.logs.play_table import PlayTable, text_at
from simulate.logs.result_words import is_tie
from simulate.logs.spellings import name_key
from simulate.logs.unreadable import are_too_many, is_absence, name_some
from simulate.logs.values import means_won_or_lost, outcome_of
from simulate.sheets.cells import letters

#: The smallest number of such columns. A single column may be the result of one player.
_FEWEST = 2


def with_result_columns(table: PlayTable, notes: list[str]) -> PlayTable:
    """Return a table with one row per game, with a player for each column of results.

    The cells of these columns are words such as W, L and "won". Columns of yes and no only are
    unchanged, because they may say anything, and so is a table whose players have other columns. A
    sentence on what was read is added to `notes`.
    """
    if any(meaning.number for meaning in table.meanings.values()) or table.has("name"):
        return table
    columns = [
        index
        for index in table.names
        if index not in table.meanings and index not in table.own and _has_results(table, index)
    ]
    if len(columns) < _FEWEST:
        return table
    listed = f"{letters(columns[0])} to {letters(columns[-1])}"
    if columns[-1] - columns[0] >= len(columns):
        listed = ", ".join(map(letters, columns))
    notes.append(
        f"Columns {listed} are read as the results of {len(columns)} players, won or lost. If one "
        "is something else, add --columns notes=HEADING."
    )
    notes += _describe_contradictions(table, columns)
    meanings = {index: Meaning("won of", number) for number, index in enumerate(columns, 1)}
    return replace(table, meanings={**table.meanings, **meanings})


def _has_results(table: PlayTable, index: int) -> bool:
    """Return True if nearly all cells of a column are results, and some are words such as "won"."""
    texts = [text for row in table.rows if (text := text_at(row, index))]
    texts = [text for text in texts if not is_absence(text)]
    others = sum(not is_outcome(text) for text in texts)
    if not texts or (others and are_too_many(others, len(texts))):
        return False
    return any(means_won_or_lost(text) or is_tie(text) for text in texts)


def _describe_contradictions(table: PlayTable, columns: list[int]) -> list[str]:
    """Return a sentence on rows whose winner did not win by the columns of results; or none."""
    rows = []
    for row in table.rows:
        winner = name_key(table.text(row, "winner"))
        for index in columns:
            is_winner = name_key(table.names[index]) == winner
            if winner and is_winner and outcome_of(text_at(row, index)) is False:
                rows.append(f"row {row[0]}")
    if not rows:
        return []
    subject = "1 row names a winner" if len(rows) == 1 else f"{len(rows):,} rows name winners"
    return [f"{subject} who lost by the column of results ({name_some(rows)}); the winner counts."]
