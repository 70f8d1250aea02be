"""Tables whose first row names the columns, such as logs of games, as texts.

`simulate.sheets.card_sheet` reads tables of cards, and expects less of a file. Messages name the
cell as a spreadsheet does, for example ``cell B5 (points)``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from simulate.errors import UsageError
from simulate.sheets.cells import Tab, letters
from simulate.sheets.files import check_size, read_tabs
from simulate.sheets.headings import plain_name


@dataclass(frozen=True)
class Sheet:
    """A table of texts that was read from a file."""

    #: The name of the file in messages.
    label: str
    #: The index of each column that is used, by its name in code (see `plain_name`).
    columns: Mapping[str, int]
    #: The rows that are not empty, each as its number in the spreadsheet and its cells.
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    #: The names in code of all columns, including unused columns.
    headings: tuple[str, ...]

    def cell(self, column: str, row: int) -> str:
        """Return the name of a cell in messages, such as ``cards.csv: cell B5 (points)``.

        Parameters
        ----------
        column
            The name of the column in code.
        row
            The number of the row in the spreadsheet.

        Raises
        ------
        KeyError
            If the column is unknown or not used.
        """
        return f"{self.label}: cell {letters(self.columns[column])}{row} ({column})"

    def cells(self, column: str) -> list[tuple[int, str]]:
        """Return the cells of a column, each as the number of its row and its text.

        Raises
        ------
        KeyError
            If the column is unknown or not used.
        """
        index = self.columns[column]
        return [(row, cells[index]) for row, cells in self.rows]


def read_sheet(
    path: Path,
    label: str = "",
    row_name: str = "row",
    example: str = "name,copies,points",
) -> Sheet:
    """Return the table in a CSV file or an Excel workbook.

    Parameters
    ----------
    path
        The file. In a workbook, the tab that was open when it was saved is read.
    label
        The name of the file in messages (default: its path).
    row_name
        What messages call a row.
    example
        The first row that messages give as an example.

    Raises
    ------
    UsageError
        If the file cannot be read, is too large, or does not hold a table.
    """
    label = label or str(path)
    [tab] = [tab for tab in read_tabs(path, label) if tab.is_open] or [Tab("", ())]
    check_size(tab, label, row_name)
    rows = []
    for number, cells in tab.rows:
        rows.append((number, [cell.text for cell in cells]))
    if len(rows) < 2:
        problem = "is empty" if not rows else f"has only a first row and no {row_name}s"
        raise UsageError(
            f"{label} {problem}; its first row names the columns, as in {example}, and each "
            f"further row is a {row_name}"
        )
    (head, names), *body = rows
    columns = _columns(label, head, names)
    filled = tuple((row, _filled_row(label, row, cells, names)) for row, cells in body)
    return Sheet(label, columns, filled, tuple(map(plain_name, names)))


def _columns(label: str, head: int, names: Sequence[str]) -> dict[str, int]:
    """Return the index of each column, by its name in code.

    Raise `UsageError` for repeated names and for a table without names. `head` is the number of the
    row with the names.
    """
    columns: dict[str, int] = {}
    for index, text in enumerate(names):
        column = plain_name(text)
        if not text:
            continue
        where = f"{label}: cell {letters(index)}{head}"
        if column in columns:
            raise UsageError(
                f"{where}: there are two columns {column}; give one of them another name"
            )
        columns[column] = index
    if not columns:
        raise UsageError(
            f'{label} has no column with a name; write a name in the first row, such as "points"'
        )
    return columns


def _filled_row(label: str, row: int, cells: list[str], names: Sequence[str]) -> tuple[str, ...]:
    """Return a row with a cell for each column; raise `UsageError` for a cell without a column."""
    for index, cell in enumerate(cells):
        if cell and (index >= len(names) or not names[index]):
            raise UsageError(
                f"{label}: cell {letters(index)}{row} contains {cell!r}, but its column has no "
                "name; name it in the first row, or put a text with commas in quotes"
            )
    missing = len(names) - len(cells)
    return (*cells, *[""] * missing)
