"""The text of a new game whose cards are in a sheet, for ``fathom new NAME --data FILE``."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from simulate.errors import UsageError
from simulate.rules.card_tables import declare_table
from simulate.rules.kinds import CardTable
from simulate.sheets.card_sheet import CardSheet, read_card_sheet
from simulate.sheets.columns import CardColumn, Kind, are_numbered
from simulate.sheets.files import split_tab
from simulate.sheets.headings import normal_heading
from simulate.sheets.settings import SheetSettings

#: Headings of columns that score, the most usual first.
_SCORES = (
    *("points", "vp", "victory points", "score", "value", "worth", "power", "strength"),
    *("punkte", "siegpunkte", "wert", "valeur", "puntos", "punten", "waarde"),
)
#: Headings of columns that only tell cards apart.
_IDENTIFIERS = ("id", "no", "nr", "number", "num", "#", "index", "key", "card id", "cardid")
#: The largest numbers of players, of cards in a hand and of turns of each player.
_MOST_PLAYERS, _MOST_CARDS, _MOST_TURNS = 4, 3, 5
#: The numbers of parts of a point that are tried for scores with fractions.
_PARTS = (1, 2, 4, 10, 100)
#: The smallest number of cards for each player.
_LEAST_CARDS = 3


def new_sheet_game(file: str, template: str) -> tuple[str, CardSheet]:
    """Return the text of a game that plays the cards of a sheet, and the sheet as it was read.

    Its placeholders for the name and the title are the same as in the texts of other new games.

    Parameters
    ----------
    file
        The path of the sheet, in the current folder; a tab can follow, as in ``cards.xlsx#Cards``.
    template
        The text of the game, with placeholders for what depends on the sheet.

    Raises
    ------
    UsageError
        If the sheet is elsewhere, cannot be read, has too few cards, or has no column to score.
    """
    _check_folder(file)
    sheet = read_card_sheet(Path(file), file, SheetSettings())
    table = declare_table(sheet, "card")
    column = _score_column(sheet)
    cards = sum(record.get("copies", 1) for record in table.default)
    players = min(_MOST_PLAYERS, cards // _LEAST_CARDS)
    if players < 2:
        raise UsageError(
            f"{file} has {cards} cards, but two players need {2 * _LEAST_CARDS}; add cards or "
            "copies"
        )
    each = cards // players
    hand = min(_MOST_CARDS, each - 1)
    parts = _score_parts([record[column.name] for record in table.default])
    score = f"rules.card_{column.name}[action]"
    view = f"view.{score}"
    if parts > 1:
        score = f"round({parts} * {score})"
        view = f"round({parts} * {view})"
    values = {
        "new-parts": f"score_parts={parts},  # Scores have fractions.\n    " if parts > 1 else "",
        "new-fields": _list_fields(sheet, table),
        "new-sheet": file,
        "new-heading": column.heading,
        "new-score": score,
        "new-view": view,
        "new-seats": str(players),
        "new-hand": str(hand),
        "new-turns": str(min(_MOST_TURNS, each - hand + 1)),
    }
    text = template
    for placeholder, value in values.items():
        text = text.replace(placeholder, value)
    return text, sheet


def _score_parts(values: Sequence[float]) -> int:
    """Return the number of parts of a point in which all values are whole numbers.

    It is 1 for whole numbers, and the last of `_PARTS`, to which values are then rounded, if no
    smaller number suffices.
    """
    for parts in _PARTS:
        if all(math.isclose(parts * value, round(parts * value), abs_tol=1e-6) for value in values):
            return parts
    return _PARTS[-1]


def _check_folder(file: str) -> None:
    """Raise `UsageError` unless a sheet is in the current folder or below it.

    The game is written to the current folder. `file` may end with ``#`` and the name of a tab. An
    absolute path is refused.
    """
    path, _ = split_tab(Path(file))
    home = Path.cwd().resolve()
    if home not in path.resolve().parents or path.is_absolute():
        raise UsageError(
            f"{file} is not in this folder, where the game's file is written; copy it here, and "
            f"write --data {path.name}"
        )


def _score_column(sheet: CardSheet) -> CardColumn:
    """Return the column whose numbers are scored.

    Raises
    ------
    UsageError
        If no column has numbers.
    """
    numeric = [column for column in sheet.columns if column.kind in (Kind.WHOLE, Kind.REAL)]
    for heading in _SCORES:
        for column in numeric:
            if normal_heading(column.heading) == heading:
                return column
    values = {column: _numbers(sheet, column) for column in numeric}
    telling = [
        column
        for column in numeric
        if normal_heading(column.heading) not in _IDENTIFIERS and not are_numbered(values[column])
    ]
    if telling or numeric:
        return (telling or numeric)[0]
    raise UsageError(
        f"{sheet.label} has no column of numbers to score; add one, such as points, or write "
        "a game with 'fathom new NAME --like cards'"
    )


def _numbers(sheet: CardSheet, column: CardColumn) -> list[int]:
    """Return the whole numbers of a column."""
    cells = [cell for _, cell in sheet.cells[column.index]]
    return [int(cell.text) for cell in cells if cell.text.isdecimal()]


def _list_fields(sheet: CardSheet, table: CardTable) -> str:
    """Return comment lines that list the columns of a sheet, except for the cards' names.

    Each line has the name by which the game's functions read the column.
    """
    lines = []
    for column, field in zip(sheet.columns, table.fields, strict=True):
        if column.kind != Kind.NAMES:
            kind = str(column.kind)
            lines.append(f"#   rules.card_{field.name}[card]: {column.heading} ({kind})")
    return "\n".join(lines)
