"""Tables with a row per part of the scores of one game, such as "Military" or "Coins"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isclose

from simulate.logs import headings
from simulate.logs.headings import Meaning
from simulate.logs.people_columns import are_scores
from simulate.logs.play_table import PlayTable, text_at
from simulate.logs.spellings import name_key
from simulate.logs.values import number_of
from simulate.sheets.cells import Row, letters
from simulate.sheets.columns import is_date

#: The smallest number of columns of players.
_FEWEST = 2


def are_parts_of_one_game(table: PlayTable, sums: Sequence[Row]) -> bool:
    """Return True if the rows of a table are the parts of the scores of one game.

    They are if the first column has a different word in each row, the other columns are numbers,
    and the last of `sums` has the sums of all rows.

    Parameters
    ----------
    table
        A table without the rows in `sums`.
    sums
        The rows of the source that are sums of other rows.
    """
    scores = _score_columns(table)
    if not sums or not scores or not _has_labels(table, scores[0] - 1):
        return False
    return all(
        isclose(
            _number(table, sums[-1], index), sum(_number(table, row, index) for row in table.rows)
        )
        for index in scores
    )


def with_game_of_parts(table: PlayTable, sums: Sequence[Row], notes: list[str]) -> PlayTable:
    """Return a table whose only row has the sums of the parts of one game's scores.

    A sentence that says so is added to `notes`. The parameters are those of
    `are_parts_of_one_game`.
    """
    scores = _score_columns(table)
    row = sums[-1]
    notes.append(
        f"The rows are read as the parts of the scores of one game, because row {row[0]} has their "
        "sums. If each row is a game, delete the row of sums."
    )
    meanings = {index: Meaning("score of", number) for number, index in enumerate(scores, 1)}
    names = {index: table.names[index] for index in scores}
    return replace(table, names=names, meanings=meanings, rows=[row])


def describe_possible_parts(table: PlayTable, scores: Sequence[int]) -> list[str]:
    """Return a sentence on rows that may be the parts of one game's scores; empty for other rows.

    `scores` are the indices of the columns with the scores of players. Numbered rounds have a
    sentence of their own.
    """
    label = scores[0] - 1
    if table.meanings or not _has_labels(table, label):
        return []
    heading = table.names.get(label) or f"column {letters(label)}"
    if headings.may_number_rounds(heading):
        return []
    return [
        f"Each row is read as a game. If its rows are the parts of the scores of one game "
        f"({heading}), add a row Total with the sums."
    ]


def _score_columns(table: PlayTable) -> list[int]:
    """Return the indices of all columns after the first, if they have numbers and no meanings.

    The list is empty otherwise.
    """
    if table.meanings or table.own:
        return []
    columns = [index for index in table.names if index > 0]
    for index in columns:
        texts = [text for row in table.rows if (text := text_at(row, index))]
        if not texts or not are_scores(texts):
            return []
    return columns if len(columns) >= _FEWEST and columns[0] == 1 else []


def _has_labels(table: PlayTable, index: int) -> bool:
    """Return True if a column has a different word in each row, or the number of a round.

    Words that are dates do not count.
    """
    if index < 0 or len(table.rows) < _FEWEST:
        return False
    cells = [row[1][index] for row in table.rows if index < len(row[1])]
    labels = {name_key(cell.text) for cell in cells if cell.text}
    if len(labels) < len(table.rows):
        return False
    if headings.may_number_rounds(table.names.get(index, "")):
        return True
    return not any(is_date(cell) or number_of(cell.text) is not None for cell in cells)


def _number(table: PlayTable, row: Row, index: int) -> float:
    """Return the number in a cell; 0 if it has none."""
    return number_of(text_at(row, index), table.decimal) or 0
