"""Columns of scores, each with the name of a player as its heading, in tables without winners."""

from __future__ import annotations

from dataclasses import replace

from simulate.errors import UsageError
from simulate.logs.headings import Meaning
from simulate.logs.people_columns import (
    OTHER_NUMBERS,
    are_places_of_people,
    are_scores,
    columns_of_people,
    may_have_scores,
)
from simulate.logs.play_table import PlayTable, text_at
from simulate.logs.score_parts import describe_possible_parts
from simulate.logs.spellings import name_key
from simulate.logs.unreadable import is_absence
from simulate.sheets.cells import letters

#: The smallest number of such columns. A single column of numbers may be anything.
_FEWEST = 2
#: The meanings of columns that already show the results of games.
_RESULTS = ("winner", "score", "rank", "name", "players", "result")


def with_score_columns(table: PlayTable, notes: list[str]) -> PlayTable:
    """Return the table with a player for each column of scores, if no column names the winners.

    People often keep a column for each player and write only the points below. The columns are
    found by a column whose cells are their headings, such as one with the start players, or
    otherwise by their numbers: the columns must be neighbours with numbers of a similar size that
    do not count up, and at least two must change from game to game. A sentence on what was read is
    added to `notes`.
    """
    has_players = any(meaning.number for meaning in table.meanings.values())
    if has_players or any(table.has(name) for name in _RESULTS):
        return table
    texts = {index: _texts(table, index) for index in table.names}
    unread = [index for index in table.names if index not in {*table.meanings, *table.own}]
    scores = [index for index in unread if texts[index] and are_scores(texts[index])]
    columns = _named_elsewhere(table, scores, texts)
    if columns:
        columns = columns_of_people(table, scores, columns)
    else:
        columns = _longest_alike(table, scores)
    if len(columns) < _FEWEST:
        return table
    first, last = letters(columns[0]), letters(columns[-1])
    are_places = are_places_of_people(table, columns)
    values = "final places (1 for the winner)" if are_places else "scores"
    notes.append(
        f"Columns {first} to {last} are read as the {values} of {len(columns)} players. If one is "
        "something else, add --columns notes=HEADING."
    )
    if not are_places:
        notes += describe_possible_parts(table, columns)
    name = "rank of" if are_places else "score of"
    meanings = {index: Meaning(name, number) for number, index in enumerate(columns, 1)}
    return replace(table, meanings={**table.meanings, **meanings})


def check_cross_table(table: PlayTable) -> None:
    """Raise `UsageError` for a table with a row and a column for each player."""
    labels = [name_key(text_at(row, 0)) for row in table.rows]
    names = [name_key(name) for index, name in sorted(table.names.items()) if index]
    diagonal = [text_at(row, place) for place, row in enumerate(table.rows, 1)]
    is_blank = all(not text or is_absence(text, in_scores=True) for text in diagonal)
    if len(labels) >= _FEWEST and labels == names[: len(labels)] and is_blank:
        raise UsageError(
            f"{table.label} has a row and a column for each player, but no games; write a row per "
            "game with its players and winner, as in player_1,player_2,winner"
        )


def _texts(table: PlayTable, index: int) -> list[str]:
    """Return the texts of a column, without empty texts."""
    return [text for row in table.rows if (text := text_at(row, index))]


def _named_elsewhere(table: PlayTable, scores: list[int], texts: dict[int, list[str]]) -> list[int]:
    """Return the columns of `scores` whose headings are the cells of another column.

    The list is empty unless all cells of that column are such headings.
    """
    by_name = {name_key(table.names[index]): index for index in scores}
    for index, cells in texts.items():
        if index not in scores and cells:
            named = {by_name.get(name_key(cell)) for cell in cells}
            if None not in named:
                return [column for column in scores if column in named]
    return []


def _longest_alike(table: PlayTable, scores: list[int]) -> list[int]:
    """Return the longest run of neighbouring columns that may all be the scores of players.

    The list is empty if there is none, or if several runs are equally long.
    """
    columns = [index for index in scores if not OTHER_NUMBERS.search(table.names[index])]
    if (
        len(columns) >= _FEWEST
        and _are_neighbours(columns)
        and are_places_of_people(table, columns)
    ):
        return columns
    for length in range(len(columns), _FEWEST - 1, -1):
        runs = [columns[first : first + length] for first in range(len(columns) - length + 1)]
        alike = [run for run in runs if _are_alike(table, run)]
        if alike:
            return alike[0] if len(alike) == 1 else []
    return []


def _are_neighbours(columns: list[int]) -> bool:
    """Return True if columns follow each other."""
    return columns[-1] - columns[0] == len(columns) - 1


def _are_alike(table: PlayTable, columns: list[int]) -> bool:
    """Return True if columns are neighbours, and their numbers may be the scores of players."""
    return _are_neighbours(columns) and all(
        may_have_scores(table, index, [other for other in columns if other != index])
        for index in columns
    )
