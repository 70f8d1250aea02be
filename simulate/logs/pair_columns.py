"""Columns of players with any headings, such as "Home" and "Away", and scores such as "3:1"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from simulate.logs import headings
from simulate.logs.headings import Meaning
from simulate.logs.play_table import PlayTable, text_at, with_column
from simulate.logs.result_words import NOBODY, is_tie
from simulate.logs.spellings import WINNER_MARKS, name_key
from simulate.logs.unreadable import are_too_many
from simulate.logs.values import number_of
from simulate.sheets.cells import Row

#: Matches the scores of two players, such as "3:1", "10 - 7" and "1/2-1/2".
_SCORES = re.compile(
    r"(\d{1,3}(?:[.,]5)?|1/2|\u00bd)\s*[-:\u2013\u2014]\s*(\d{1,3}(?:[.,]5)?|1/2|\u00bd)"
)
#: Matches a time of day or a length of time, such as "20:15".
_TIME = re.compile(r"\d{1,2}:[0-5]\d")
#: The fewest games that show that columns have the players.
_ENOUGH = 2


def with_columns_of_players(table: PlayTable, notes: list[str]) -> PlayTable:
    """Return a table with one row per game, in which columns that hold the winners are players.

    In nearly every row, exactly one of these columns has the winner. The table is unchanged if
    other columns have the players. A sentence on the columns is added to `notes`.
    """
    if not table.has("winner") or _has_players(table):
        return table
    free = [index for index in _free_columns(table) if _names_winners(table, index)]
    starter = [i for i, meaning in table.meanings.items() if meaning == Meaning("starter")]
    for columns in (free, sorted([*free, *starter])):
        if len(columns) > 1 and _hold_winners(table, columns):
            meanings = {
                index: Meaning("name", number, is_starter=index in starter)
                for number, index in enumerate(columns, 1)
            }
            notes.append(f"{_list_columns(table, columns)} are read as the players of each game.")
            return replace(table, meanings={**table.meanings, **meanings})
    return table


def with_scores_of_pairs(table: PlayTable, notes: list[str]) -> PlayTable:
    """Return a table in which a column of results such as "3:1" has the scores of two players.

    The players are in two columns with names that occur in both. The table is unchanged if other
    columns have the winners or scores. A sentence on the columns is added to `notes`.
    """
    taken = ("winner", "scores", "ranks", "players")
    numbered = {meaning.name for meaning in table.meanings.values() if meaning.number}
    if any(table.has(name) for name in taken) or numbered - {"name"}:
        return table
    results = [index for index in table.names if _has_scores(table, index)]
    known = {meaning.number: i for i, meaning in table.meanings.items() if meaning.name == "name"}
    people = [known[1], known[2]] if set(known) == {1, 2} else _pair_of_people(table)
    if len(results) != 1 or len(people) != 2:
        return table
    [result] = results
    meanings = {i: meaning for i, meaning in table.meanings.items() if i != result}
    for number, index in enumerate(people, 1):
        meanings.setdefault(index, Meaning("name", number))
    heading = table.names[result]
    notes.append(
        f"The column {heading} is read as the scores of two players: "
        f"{' and '.join(table.names[index] for index in people)}."
    )
    scores: tuple[dict[int, str], dict[int, str]] = ({}, {})
    for row in table.rows:
        match = _SCORES.fullmatch(text_at(row, result))
        for player in range(2 if match else 0):
            assert match is not None
            scores[player][row[0]] = _as_number(match[player + 1])
    names = {index: name for index, name in table.names.items() if index != result}
    table = replace(table, names=names, meanings=meanings)
    for number, texts in enumerate(scores, 1):
        table = with_column(table, Meaning("score", number), heading, texts)
    return table


def _as_number(text: str) -> str:
    """Return a score as a number: a half as 0.5."""
    return "0.5" if text in ("1/2", "\u00bd") else text.replace(",", ".")


def _has_players(table: PlayTable) -> bool:
    """Return True if columns of a table already have the players."""
    names = any(any(map(str.isalpha, text)) for text in table.texts("players"))
    return names or any(meaning.number for meaning in table.meanings.values())


def _free_columns(table: PlayTable) -> list[int]:
    """Return the indices of the columns of texts that have no meaning yet."""
    columns = []
    for index in table.names:
        texts = [text for row in table.rows if (text := text_at(row, index))]
        is_free = index not in table.meanings and index not in table.own
        if is_free and texts and all(number_of(text) is None for text in texts):
            columns.append(index)
    return columns


def _names_winners(table: PlayTable, index: int) -> bool:
    """Return True if a cell of a column is the winner of its row."""
    return any(_is_winner(table, row, index) for row in table.rows)


def _is_winner(table: PlayTable, row: Row, index: int) -> bool:
    """Return True if the cell of a column is the winner of a row, or one of the winners."""
    winner = table.text(row, "winner")
    keys = {name_key(winner), *map(name_key, WINNER_MARKS.split(winner))} - {""}
    return name_key(text_at(row, index)) in keys


def _hold_winners(table: PlayTable, columns: Sequence[int]) -> bool:
    """Return True if, in nearly every row, the columns differ and exactly one has the winner."""
    games = 0
    others = 0
    for row in table.rows:
        winner = table.text(row, "winner")
        if not winner or winner.casefold() in NOBODY or is_tie(winner):
            continue
        names = [name_key(text) for index in columns if (text := text_at(row, index))]
        games += 1
        has_one = sum(_is_winner(table, row, index) for index in columns) == 1
        others += len(set(names)) < len(names) or not has_one
    return games >= _ENOUGH and not (others and are_too_many(others, games))


def _has_scores(table: PlayTable, index: int) -> bool:
    """Return True if nearly all cells of a column, which is free or vague, are two scores."""
    meaning = table.meanings.get(index)
    if index in table.own or (meaning is not None and meaning.name not in ("score", "won")):
        return False
    texts = [text for row in table.rows if (text := text_at(row, index))]
    usual = headings.find_meaning(table.names[index])
    if (usual is None or usual.name not in ("score", "won")) and all(map(_TIME.fullmatch, texts)):
        return False
    others = sum(_SCORES.fullmatch(text) is None for text in texts)
    return len(texts) >= _ENOUGH and not (others and are_too_many(others, len(texts)))


def _pair_of_people(table: PlayTable) -> list[int]:
    """Return the indices of the only two neighbouring columns with people who occur in both."""
    pairs = []
    for first, second in combinations(_free_columns(table), 2):
        names = [[name_key(text_at(row, index)) for row in table.rows] for index in (first, second)]
        is_shared = bool({*names[0]} & {*names[1]} - {""})
        differ = all(left != right for left, right in zip(*names, strict=True))
        if second == first + 1 and is_shared and differ:
            pairs.append([first, second])
    return pairs[0] if len(pairs) == 1 else []


def _list_columns(table: PlayTable, columns: Sequence[int]) -> str:
    """Return the headings of columns in words, such as "Columns Home and Away"."""
    *first, last = [table.names[index] for index in columns]
    return f"Columns {', '.join(first)} and {last}"
