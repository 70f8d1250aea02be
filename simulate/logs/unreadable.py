"""Cells of a table of plays that cannot be read, and rows that contradict themselves.

A few of them are taken as unknown, and a sentence names them. If a large part of a column cannot
be read, the column probably means something else, and the log is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from simulate.errors import UsageError
from simulate.logs import headings
from simulate.logs.cell_values import UNKNOWN, check_cell
from simulate.logs.play_table import PlayTable, text_at
from simulate.logs.plays import LoggedPlay
from simulate.logs.spellings import name_key
from simulate.logs.times import is_inexact
from simulate.logs.values import number_of
from simulate.sheets.cells import Row, SheetCell, letters
from simulate.sheets.numbers import is_nothing

#: If more than this share of the cells of a column cannot be read, and more than one cell, the log
#: is refused.
_MOST_UNREADABLE = 0.2
#: The largest number of cells or rows that a sentence names.
_MOST_NAMED = 3
#: Texts of cells in the columns of a player who did not take part.
_ABSENT = frozenset({".", "--", "...", "absent"})
#: Further texts with this meaning, which count only in columns of scores.
_ABSENT_SCORES = frozenset(
    {"x", "\u00d7", "\u2717", "np", "n.p.", "dnp", "dns", "no show", "no-show", "did not play"}
    | {"abwesend", "fehlt", "gefehlt", "absente", "ausente", "afwezig", "assente"}
)
#: Texts of cells in the row of a game that was not played.
_UNPLAYED = frozenset(
    {"postponed", "cancelled", "canceled", "called off", "not played", "verschoben", "vertagt"}
    | {"abgesagt", "ausgefallen", "entf\u00e4llt", "report\u00e9", "report\u00e9e", "annul\u00e9"}
    | {"annul\u00e9e", "aplazado", "aplazada", "suspendido", "suspendida", "cancelado", "cancelada"}
    | {"uitgesteld", "afgelast", "rinviata", "annullata", "adiado", "adiada"}
)


def are_too_many(unreadable: int, total: int) -> bool:
    """Return True if the log is refused: too many of its `total` cells or rows are unreadable."""
    return unreadable >= total or unreadable > max(1, _MOST_UNREADABLE * total)


def is_absence(text: str, *, in_scores: bool = False) -> bool:
    """Return True if a text in the column of a player means that the player did not take part."""
    word = text.casefold()
    if is_nothing(word) or word in _ABSENT:
        return True
    return in_scores and (word in _ABSENT_SCORES or means_unplayed(text))


def means_unplayed(text: str) -> bool:
    """Return True if a text means that a game was not played, such as "postponed"."""
    return text.strip().casefold() in _UNPLAYED


def with_readable_cells(table: PlayTable, notes: list[str]) -> PlayTable:
    """Return a table whose unreadable cells have the text for unknown values.

    A sentence on these cells is added to `notes`.

    Raises
    ------
    UsageError
        If too many cells of a column are unreadable.
    """
    columns: dict[tuple[str, int], int] = {}
    for index, meaning in table.meanings.items():
        columns.setdefault((meaning.name, meaning.number), index)
    cells: dict[tuple[int, int], str] = {}
    for (name, number), index in columns.items():
        errors: dict[int, UsageError] = {}
        for row in table.rows:
            try:
                check_cell(table, row, name, number)
            except UsageError as error:
                errors[row[0]] = error
        total = sum(bool(text_at(row, index)) for row in table.rows)
        if errors and are_too_many(len(errors), total):
            texts = {row[0]: text_at(row, index) for row in table.rows}
            places = [f"{letters(index)}{number} {texts[number]!r}" for number in errors]
            raise _column_error(table, index, list(errors.values()), places, total)
        for row in table.rows:
            if row[0] in errors:
                place = f"{letters(index)}{row[0]}"
                if name not in (
                    "score of",
                    "rank of",
                    "won of",
                ):  # Reports do not store the names of people.
                    place += f" ({table.names[index]})"
                cells[row[0], index] = f"{place} {text_at(row, index)!r}"
    if cells:
        subject = "1 cell is" if len(cells) == 1 else f"{len(cells):,} cells are"
        notes.append(f"{subject} not readable, so unknown: {name_some(list(cells.values()))}.")
    return with_text(table, set(cells), UNKNOWN)


def _column_error(
    table: PlayTable,
    index: int,
    errors: Sequence[UsageError],
    places: Sequence[str],
    total: int,
) -> UsageError:
    """Return the error for a column with too many unreadable cells.

    `errors` and `places` have the error, and the place and text, of each of these cells.
    """
    heading = table.names[index]
    remedy = f"If the column means something else, leave it out with --columns 'notes={heading}'"
    if table.meanings[index].name == "won":
        remedy = (
            f"If the column names the winners, add --columns 'winner={heading}'; if it means "
            f"something else, leave it out with --columns 'notes={heading}'"
        )
    if len(errors) == 1:
        return UsageError(f"{errors[0]}. {remedy}")
    others = len(errors) - 1
    subject = "1 other cell" if others == 1 else f"{others:,} other cells"
    return UsageError(
        f"{errors[0]}. {subject} of the {total:,} in this column cannot be read either: "
        f"{name_some(places[1:])}. {remedy}"
    )


def without_absent_players(table: PlayTable, notes: list[str]) -> PlayTable:
    """Return a table with one row per game whose cells of absent players are empty.

    Such cells have a dash or a similar text. For a player with a name, it is enough that the score
    is such a text, if other players have scores and somebody else won. A sentence on them is added
    to `notes`.
    """
    emptied: dict[tuple[int, int], str] = {}
    for row in table.rows:
        for columns in table.numbered_columns.values():
            names = {table.meanings[index].name for index in columns}
            in_scores = not names.isdisjoint(("score of", "rank of"))
            texts = {index: text for index in columns if (text := text_at(row, index))}
            if all(is_absence(text, in_scores=in_scores) for text in texts.values()):
                emptied |= {(row[0], index): text for index, text in texts.items()}
    for row in table.rows:
        for number, columns in table.numbered_columns.items():
            score = table.text(row, "score", number)
            if score and _is_absent(table, row, number):
                emptied |= {(row[0], index): score for index in columns if text_at(row, index)}
    if emptied:
        players = {
            (row_number, table.meanings[index].number): text
            for (row_number, index), text in emptied.items()
        }
        counts = Counter(players.values()).most_common()
        named = ", ".join(f"{text!r} ({count:,})" for text, count in counts)
        notes.append(f"Players with these cells are read as absent: {named}.")
    return with_text(table, set(emptied), "")


def _is_absent(table: PlayTable, row: Row, number: int) -> bool:
    """Return True if the score of a player with a name means that the player was absent."""
    if not is_absence(table.text(row, "score", number), in_scores=True):
        return False
    name = name_key(table.text(row, "name", number))
    winners = name_key(table.text(row, "winner"))
    if not name or name in winners or not winners:
        return False
    scores = [table.text(row, "score", other) for other in table.numbered_columns]
    return any(number_of(text, table.decimal) is not None for text in scores)


def with_text(table: PlayTable, cells: set[tuple[int, int]], text: str) -> PlayTable:
    """Return a table with a text in some cells, given as pairs of row number and column index."""
    if not cells:
        return table
    rows: list[Row] = []
    for number, row_cells in table.rows:
        changed = [
            SheetCell(text) if (number, index) in cells else cell
            for index, cell in enumerate(row_cells)
        ]
        rows.append((number, tuple(changed)))
    return replace(table, rows=rows)


def note_inexact_times(table: PlayTable) -> list[str]:
    """Return a sentence on times such as "about 50" and ``50-60``; empty if there are none."""
    texts = [text for name in headings.TIMES for text in table.texts(name) if is_inexact(text)]
    if not texts:
        return []
    subject = "1 time is" if len(texts) == 1 else f"{len(texts):,} times are"
    named = name_some([repr(text) for text in dict.fromkeys(texts)])
    return [f"{subject} not exact, and a range is read as its middle: {named}."]


def read_plays(
    rows: Sequence[Sequence[Row]],
    read: Callable[[Sequence[Row]], LoggedPlay],
    notes: list[str],
) -> list[LoggedPlay]:
    """Return the plays of the rows of each game, without games whose rows contradict themselves.

    Parameters
    ----------
    rows
        The rows of each game.
    read
        Returns the play of the rows of a game, and raises `UsageError` if they are invalid.
    notes
        The list to which a sentence on the games that are left out is added.

    Raises
    ------
    UsageError
        If too many games are invalid.
    """
    plays = []
    errors = []
    for game_rows in rows:
        try:
            plays.append(read(game_rows))
        except UsageError as error:
            errors.append(error)
    if errors and are_too_many(len(errors), len(rows)):
        raise errors[0]
    if errors:
        games = "1 game" if len(errors) == 1 else f"{len(errors):,} games"
        notes.append(f"Left out: {games} that cannot be read. {name_some(list(map(str, errors)))}.")
    return plays


def name_some(names: Sequence[str]) -> str:
    """Return a text that lists the first names, and says how many more there are."""
    named = list(names[:_MOST_NAMED])
    if len(names) > _MOST_NAMED:
        named.append(f"{len(names) - _MOST_NAMED:,} more")
    return ", ".join(named)
