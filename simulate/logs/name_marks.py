"""Remarks beside the names of players in cells: "Ann (start player)", "1st Ann", "Bo (2nd)"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from simulate.logs.headings import Meaning
from simulate.logs.play_table import PlayTable, text_at, with_column
from simulate.logs.plays import LoggedPlay
from simulate.logs.values import PLACE_WORDS, is_place
from simulate.sheets.cells import Row, SheetCell, letters
from simulate.sheets.numbers import is_nothing

#: The meanings of columns whose cells name players.
_NAMES = ("name", "ranked", "players", "winner", "loser", "starter", "team of")
#: Matches a player who started, such as "Ann (start player)", also in a list.
_STARTED = re.compile(
    r"([^,;/|\n]*[^\s,;/|\n])\s*[(\[]\s*(?:the\s+)?(?:(?:start|starting|first)[\s-]*player|starter"
    r"|start|starts|started|starting|went first|goes first|played first|began|begins|startspieler"
    r"|startspielerin|begann|beginnt|f\u00e4ngt an|hat angefangen|premier joueur|a commenc\u00e9"
    r"|commence|jugador inicial|empieza|empez\u00f3|startspeler|begint|begon)\s*[)\]]",
    re.IGNORECASE,
)
#: Matches a place before a name, as in "1st Ann", "Rank 1: Ann" and "#1 Ann".
_PLACE_FIRST = re.compile(
    rf"(\d{{1,2}}(?:st|nd|rd|th)(?:\s+place)?|(?:{PLACE_WORDS}|#)\s*\d{{1,2}})\s*[:.)-]?\s+(\S.*)",
    re.IGNORECASE,
)
#: Matches a place after a name, as in "Ann (1st)" and "Ann - rank 1".
_PLACE_LAST = re.compile(
    r"(.*?[^\s(\[-])\s*[-(\[]\s*"
    rf"(\d{{1,2}}(?:st|nd|rd|th)(?:\s+place)?|(?:{PLACE_WORDS}|#)\s*\d{{1,2}})\s*[)\]]?",
    re.IGNORECASE,
)
#: Marks beside names, whose meaning is unknown.
_MARKS = " *+!\u2020\u2605\u2606"
#: The headings that messages use for the columns of remarks.
_STARTER_HEADING = "(start player)"
_RANK_HEADING = "(place)"


def split_place(text: str) -> tuple[str, str]:
    """Return the name and the place in a text such as "1st Ann"; the place is empty for none."""
    first = _PLACE_FIRST.fullmatch(text)
    if first:
        return first[2], first[1]
    last = _PLACE_LAST.fullmatch(text)
    return (last[1], last[2]) if last else (text, "")


def with_remarks_apart(table: PlayTable, *, is_long: bool) -> PlayTable:
    """Return a table in which remarks beside names, on starts and places, have their own columns.

    Remarks are only removed if other columns have the start players and places.

    Parameters
    ----------
    table
        The table.
    is_long
        True if each row is about a player.
    """
    return _with_places_apart(_with_starters_apart(table, is_long=is_long))


def _with_starters_apart(table: PlayTable, *, is_long: bool) -> PlayTable:
    """Return a table in which a column has the players with remarks such as "(start player)"."""
    rows: list[Row] = []
    starters: dict[int, str] = {}
    columns = [index for index, meaning in table.meanings.items() if meaning.name in _NAMES]
    for number, cells in table.rows:
        changed = list(cells)
        for index in columns:
            text = text_at((number, cells), index)
            match = _STARTED.search(text)
            if match:
                starters.setdefault(number, match[1].strip())
                changed[index] = SheetCell(_STARTED.sub(r"\1", text))
        rows.append((number, tuple(changed)))
    if not starters:
        return table
    table = replace(table, rows=rows)
    if table.has("starter") or table.has("first"):
        return table
    if is_long:
        starters = dict.fromkeys(starters, "yes")
    meaning = Meaning("first" if is_long else "starter")
    return with_column(table, meaning, _STARTER_HEADING, starters)


def _with_places_apart(table: PlayTable) -> PlayTable:
    """Return a table in which columns have the places beside the names of players."""
    names = {i: meaning.number for i, meaning in table.meanings.items() if meaning.name == "name"}
    texts = [text_at(row, index) for row in table.rows for index in names]
    filled = [text for text in texts if text and not is_nothing(text)]
    marked = [text for text in filled if split_place(text)[1]]
    if len(marked) < 2 or 2 * len(marked) < len(filled):
        return table
    for index, player in names.items():
        rows: list[Row] = []
        places: dict[int, str] = {}
        for number, cells in table.rows:
            name, place = split_place(text_at((number, cells), index))
            changed = list(cells)
            if place:
                places[number] = place
                changed[index] = SheetCell(name)
            rows.append((number, tuple(changed)))
        table = replace(table, rows=rows)
        if Meaning("rank", player) not in table.meanings.values():
            table = with_column(table, Meaning("rank", player), _RANK_HEADING, places)
    return table


def note_marks(plays: Sequence[LoggedPlay]) -> list[str]:
    """Return a sentence on names that have a mark such as * in some games only; or an empty list.

    The sentence has no names, because reports do not store them.
    """
    names = {player.name for play in plays for player in play.players}
    marked = [name for name in names if (plain := name.strip(_MARKS)) != name and plain in names]
    if not marked:
        return []
    return [
        "Some names have a mark such as * in some games only, and are read as other people; log "
        "what the mark means in a column of its own."
    ]


def with_places_beside(table: PlayTable) -> tuple[PlayTable, list[str]]:
    """Return a table in which columns of places without a heading belong to the name before them.

    The second value has the letters of these columns.
    """
    width = max((len(cells) for _, cells in table.rows), default=0)
    columns_of_places: list[str] = []
    player: int | None = None
    names = dict(table.names)
    meanings = dict(table.meanings)
    for index in range(width):
        meaning = table.meanings.get(index)
        if meaning is not None and meaning.name == "name":
            player = meaning.number
        if index in table.names or player is None or not are_places(table.rows, index):
            continue
        if Meaning("rank", player) not in meanings.values():
            names[index] = letters(index)
            meanings[index] = Meaning("rank", player)
            columns_of_places.append(letters(index))
    return replace(table, names=names, meanings=meanings), columns_of_places


def are_places(rows: Sequence[Row], index: int) -> bool:
    """Return True if all filled cells of a column are places such as "1st" and "Rank 2"."""
    texts = [text for row in rows if (text := text_at(row, index))]
    return bool(texts) and all(map(is_place, texts))
