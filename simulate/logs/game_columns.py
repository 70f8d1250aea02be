"""Tables with a row per player and a column per game or round, such as score sheets."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from simulate.logs import headings
from simulate.logs.column_meanings import is_outcome
from simulate.logs.headings import Meaning
from simulate.logs.play_table import text_at
from simulate.logs.unreadable import is_absence, name_some
from simulate.logs.values import is_place, number_of, whole_number_of
from simulate.sheets.cells import Row, SheetCell, letters

#: Matches a word for scores in the heading of a game.
_SCORE = "(?:scores?|points|result|punkte|ergebnis|puntos|punten)"
#: Matches a word for a game in such a heading.
_WORD = "(?:game|match|spiel|partie|partida|partij)"
#: Matches the heading of a game, such as "Game 1", "Game score 2", "G3" and "2026-01-31".
_GAME = re.compile(
    rf"(?:{_WORD}|play|session|g|m)(?: {_SCORE})? ?(?:no |nr )?\d{{1,4}}"
    rf"|{_WORD} \d{{1,4}} {_SCORE}|{_SCORE} {_WORD} \d{{1,4}}"
    r"|\d{4} \d{1,2} \d{1,2}|\d{1,2} \d{1,2} (?:\d{2}|\d{4})"
)
#: Matches the heading of a round, such as "Round 1" and "R2".
_ROUND = re.compile(r"(?:round|runde|manche|ronda|ronde|hand|r) ?(?:no |nr )?\d{1,3}")
#: The heading of the column that numbers games.
_PLAY = "Play"
#: The words for the cells of games, by their heading.
_WORDS = {"Score": "scores", "Rank": "places", "Won": "results"}
#: The fewest columns and rows of such a table.
_FEWEST = 2


def with_rows_per_player(
    names: Mapping[int, str], body: Sequence[Row], chosen: Mapping[str, str], notes: list[str]
) -> tuple[dict[int, str], list[Row]]:
    """Return the headings and rows of a table with a row per player of each game.

    A table without a column per game is returned unchanged. A sentence on it is added to `notes`.

    Parameters
    ----------
    names
        The heading of each column, by its index.
    body
        The rows.
    chosen
        The headings that the user chose, by meaning; a table in which columns were chosen for
        other meanings than "notes" is unchanged.
    notes
        The list for sentences.
    """
    unchanged = dict(names), list(body)
    if any(key.strip().lower() != headings.UNREAD for key in chosen):
        return unchanged
    left_out = {headings.words_of(text) for text in chosen.values()}
    plain = {index: headings.words_of(name) for index, name in names.items()}
    for pattern, noun in ((_GAME, _PLAY), (_ROUND, "Round")):
        columns = [
            index
            for index, words in plain.items()
            if pattern.fullmatch(words) and words not in left_out
        ]
        people = _column_of_people(names, body, columns)
        if people is None or len(columns) < _FEWEST:
            continue
        heading = _heading_of_values(body, columns)
        if heading is None:
            continue
        what = "games" if noun == _PLAY else "rounds of a game"
        notes.append(
            f"Columns {letters(columns[0])} to {letters(columns[-1])} are read as {what}, and "
            f"their cells as the {_WORDS[heading]} of the players."
        )
        others = [name for i, name in names.items() if i not in {*columns, people}]
        if others:
            notes.append(f"Not read beside these columns: {name_some(others)}.")
        rows = [
            _row(row, people, index, names)
            for index in columns
            for row in body
            if _is_present(text_at(row, index))
        ]
        if noun == _PLAY:
            return {0: "Player", 1: noun, 2: heading}, rows
        rows = [(number, (*cells, SheetCell("1"))) for number, cells in rows]
        return {0: "Player", 1: noun, 2: heading, 3: _PLAY}, rows
    return unchanged


def names_game(heading: str) -> bool:
    """Return True if a heading names a game, such as "Game 1" and "2026-01-31"."""
    return _GAME.fullmatch(headings.words_of(heading)) is not None


def _column_of_people(
    names: Mapping[int, str], body: Sequence[Row], columns: Sequence[int]
) -> int | None:
    """Return the index of the column with the names of the players, before those of the games."""
    if not columns or len(body) < _FEWEST:
        return None
    for index in range(columns[0]):
        heading = names.get(index, "")
        meaning = headings.find_meaning(heading) if heading else Meaning("name")
        texts = [text_at(row, index) for row in body]
        are_names = all(text and number_of(text) is None for text in texts)
        if (
            meaning in (Meaning("name"), Meaning("team"))
            and are_names
            and len(set(texts)) == len(texts)
        ):
            return index
    return None


def _heading_of_values(body: Sequence[Row], columns: Sequence[int]) -> str | None:
    """Return the heading for the cells of games: "Score", "Rank" or "Won"; None if unclear."""
    games = [[text_at(row, index) for row in body] for index in columns]
    games = [[text for text in texts if _is_present(text)] for texts in games]
    texts = [text for game in games for text in game]
    if not texts:
        return None
    numbers = [[whole_number_of(text) for text in game] for game in games]
    are_ranks = all(
        sorted(number or 0 for number in game) == [*range(1, len(game) + 1)] for game in numbers
    )
    if all(map(is_place, texts)) or (are_ranks and max(map(len, games)) > 1):
        return "Rank"
    if all(number_of(text) is not None for text in texts) and {*texts} - {"0", "1"}:
        return "Score"
    return "Won" if all(map(is_outcome, texts)) else None


def _is_present(text: str) -> bool:
    """Return True if a cell says how a player did, and not that the player was absent."""
    return bool(text) and not is_absence(text)


def _row(row: Row, people: int, index: int, names: Mapping[int, str]) -> Row:
    """Return the row of a player in the game of a column."""
    number, cells = row
    game = re.sub(r"^\D+(?=\d+$)", "", names[index])
    return number, (cells[people], SheetCell(game), cells[index])
