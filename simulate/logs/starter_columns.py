"""The column of a table that names the start player of each game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from simulate.logs import headings
from simulate.logs.game_rows import listed_players
from simulate.logs.headings import Meaning
from simulate.logs.play_table import PlayTable, text_at
from simulate.logs.spellings import name_key
from simulate.logs.unreadable import are_too_many
from simulate.logs.values import number_of, truth_of
from simulate.sheets.cells import Row


def with_starter(table: PlayTable, notes: list[str]) -> PlayTable:
    """Return the table with the column that names the start player of each game, if it has one.

    Its cells are names of players, and its heading is a word such as "Started". If only the cells
    suggest such a column, a sentence on how to name it is added to `notes` instead.
    """
    people = {name_key(name) for name in _names_of_people(table)}
    if table.has("starter") or not people:
        return table
    for index, heading in table.names.items():
        meaning = table.meanings.get(index)
        if index in table.own or (meaning is not None and meaning != Meaning("first")):
            continue
        texts = [text for row in table.rows if (text := text_at(row, index))]
        strangers = sum(name_key(text) not in people for text in texts)
        if not texts or are_too_many(strangers, len(texts)) or all(map(_is_truth, texts)):
            continue
        if meaning is not None or headings.may_name_starter(heading):
            return replace(table, meanings={**table.meanings, index: Meaning("starter")})
        if table.has("winner"):
            role, choice = "the start player", f"'starter={heading}'"
        else:
            role = "the winner or the start player"
            choice = f"'winner={heading}' or 'starter={heading}'"
        notes.append(
            f"The column {heading} names a player of each game; if that is {role}, add --columns "
            f"{choice}."
        )
    return table


def _is_truth(text: str) -> bool:
    """Return True if a text means yes or no."""
    return truth_of(text) is not None


def _names_of_people(table: PlayTable) -> list[str]:
    """Return the names of all players in a table, or of all winners if it lists no players.

    Names can be repeated. Numbers, such as those of seats, do not count as names.
    """
    names = []
    for index, meaning in table.meanings.items():
        if meaning.name in ("score of", "rank of", "won of"):
            names.append(table.names[index])
        elif meaning.name == "player of":
            names += [table.names[index], *_texts_at(table.rows, index)]
        elif meaning.name in ("name", "ranked"):
            names += _texts_at(table.rows, index)
        elif meaning == Meaning("players"):
            for text in _texts_at(table.rows, index):
                names += [player.name for player in listed_players(text) if not text.isdecimal()]
    names = [name for name in names if name] or table.texts("winner")
    return [name for name in names if number_of(name) is None]


def _texts_at(rows: Sequence[Row], index: int) -> list[str]:
    """Return the texts of a column."""
    return [text_at(row, index) for row in rows]
