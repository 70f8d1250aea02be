"""Columns of tables as data, from which files, JSON and documents are made."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from reports.figures.figure import PLAIN, Unit
from reports.figures.statistics import Estimate
from reports.figures.targets import JudgedTarget
from reports.writing import document, wording
from reports.writing.document import Cell

if TYPE_CHECKING:
    import pandas as pd

#: The tables of an analysis as data frames, by the name of the table.
Frames: TypeAlias = "dict[str, pd.DataFrame]"


@dataclass(frozen=True)
class Column:
    """A column of a table in files, in JSON and in documents."""

    #: The name in files and in JSON. The bounds of intervals are called ``ci_low`` and ``ci_high``
    #: for a table's first column with intervals, ``NAME_ci_low`` and ``NAME_ci_high`` for others.
    name: str
    #: The description for users.
    means: str = ""
    #: Takes a row; returns the value. None for the row's item or attribute with the column's name.
    of: Callable[[Any], Any] | None = None
    #: True if the value is an `Estimate`, whose interval has columns of its own.
    interval: bool = False
    #: The heading in documents. Documents leave out columns without a heading.
    heading: str = ""
    #: A shorter heading for narrow terminals; empty for the heading itself.
    short: str = ""
    #: Takes a row; returns a cell of a document. None for the value, written in `unit`.
    display: Callable[[Any], Cell | str] | None = None
    unit: Unit = PLAIN
    #: True if the column is aligned to the right, as numbers are.
    numeric: bool = True
    #: True if documents leave out the column where there is not enough room.
    spare: bool = False
    #: True if cells are shown as code.
    code: bool = False
    #: True if files have the column.
    in_files: bool = True
    #: True if JSON has the column.
    in_json: bool = True

    def value(self, row: Any) -> Any:
        """Return the value of a row in this column; None if a mapping has no such key.

        Raises
        ------
        AttributeError
            If a row that is not a mapping has no such attribute.
        """
        if self.of:
            return self.of(row)
        return row.get(self.name) if isinstance(row, Mapping) else getattr(row, self.name)

    def cell(self, row: Any) -> Cell:
        """Return the cell of a row for documents, with its text and the number to sort by.

        Raises
        ------
        AttributeError
            If the row lacks the attribute of the column.
        """
        if self.display:
            content = self.display(row)
            return content if isinstance(content, Cell) else Cell(content)
        cell_value = self.value(row)
        if isinstance(cell_value, Estimate):
            return Cell(wording.with_interval(cell_value, self.unit), cell_value.value)
        if isinstance(cell_value, float):
            return Cell(wording.number(cell_value, 0, self.unit), cell_value)
        if isinstance(cell_value, int):
            return Cell(f"{cell_value:,}", cell_value)
        return Cell(str(cell_value or ""), code=self.code)


def _column_names(columns: Sequence[Column]) -> Iterator[tuple[Column, list[str]]]:
    """Yield each column with its names in files: its own, and two more if it has an interval."""
    first = next((column for column in columns if column.interval), None)
    for column in columns:
        start = "" if column is first else f"{column.name}_"
        ends = [f"{start}ci_low", f"{start}ci_high"] if column.interval else []
        yield column, [column.name, *ends]


def meanings(columns: Sequence[Column]) -> dict[str, str]:
    """Return the descriptions of a table's columns in files, by the name of the column.

    The bounds of intervals have separate names and descriptions.
    """
    descriptions = {}
    for column, (name, *ends) in _column_names(columns):
        if not column.in_files:
            continue
        descriptions[name] = column.means
        for end, position in zip(ends, ("lower", "upper"), strict=False):
            descriptions[end] = f"{position} bound of the interval of {name}"
    return descriptions


def frames(
    tables: Mapping[str, Sequence[Column]],
    rows: Mapping[str, Iterable[Any]],
    optional: Collection[str] = (),
) -> Frames:
    """Return tables as data frames for files, by the name of the table.

    Parameters
    ----------
    tables
        The columns of each table, by its name.
    rows
        The rows of each table, by its name. Tables without rows may be missing.
    optional
        The names of tables that are left out if they have no rows.
    """
    all_frames = {name: frame(tables[name], rows.get(name, ())) for name in tables}
    return {name: table for name, table in all_frames.items() if len(table) or name not in optional}


def frame(columns: Sequence[Column], rows: Iterable[Any]) -> pd.DataFrame:
    """Return a data frame with the columns of `meanings` and the given rows."""
    import pandas as pd  # This takes as long as importing all of Fathom.

    named = [(column, names) for column, names in _column_names(columns) if column.in_files]
    return pd.DataFrame([_plain_row(named, row) for row in rows], columns=list(meanings(columns)))


def _plain_values(value: Any) -> list[Any]:
    """Return a value, and for an estimate the bounds of its interval.

    NaN and infinity are replaced by None.
    """
    numbers = (value.value, value.low, value.high) if isinstance(value, Estimate) else (value,)
    return [
        None if isinstance(part, float) and not math.isfinite(part) else part for part in numbers
    ]


def plain_rows(columns: Sequence[Column], rows: Iterable[Any]) -> list[dict[str, Any]]:
    """Return a table for JSON: a dictionary of plain values by column name for each row."""
    named = [(column, names) for column, names in _column_names(columns) if column.in_json]
    return [_plain_row(named, row) for row in rows]


def _plain_row(named: Iterable[tuple[Column, list[str]]], row: Any) -> dict[str, Any]:
    """Return the plain values of a row by column name.

    Parameters
    ----------
    named
        Each column with its names, as `_column_names` yields them.
    row
        The row.
    """
    return {
        name: part
        for column, names in named
        for name, part in zip(names, _plain_values(column.value(row)), strict=False)
    }


def document_table(
    caption: str, columns: Sequence[Column], rows: Iterable[Any], *, is_explained: bool = False
) -> document.Table:
    """Return a table for a document, with the columns that have a heading.

    Parameters
    ----------
    caption
        The caption of the table.
    columns
        The columns. Those without a heading are left out.
    rows
        The rows, as the columns expect them.
    is_explained
        True if the sentences above the table explain it; see `reports.writing.document.Table`.
    """
    visible = [column for column in columns if column.heading]
    headings = [
        document.Heading(column.heading, column.numeric, column.short, column.spare)
        for column in visible
    ]
    cells = []
    for row in rows:
        cells.append([column.cell(row) for column in visible])
    return document.Table(caption, headings, cells, is_explained)


def all_meanings(tables: Mapping[str, Sequence[Column]]) -> dict[str, dict[str, str]]:
    """Return the `meanings` of each table's columns, by the name of the table."""
    return {name: meanings(columns) for name, columns in tables.items()}


#: The columns of the table of targets, whose rows come from `judged_target_rows`.
TARGETS = (
    Column("figure", "path of the figure that the target is for"),
    Column("wanted", "bounds of the target", in_json=False),
    Column("asked", in_files=False),
    Column("value", "value of the figure", interval=True),
    Column("verdict", "meets, misses or undecided"),
    Column("more_games", "estimated number of further games to a verdict; empty if unknown"),
    Column(
        "level", "for robust targets, the group of players that decides the verdict; else empty"
    ),
)


def judged_target_rows(judged: Sequence[JudgedTarget]) -> list[dict[str, Any]]:
    """Return the rows of the table of targets, each with values by the names of `TARGETS`."""
    return [
        {
            "figure": target.target.figure,
            "wanted": target.target.bounds_text,
            "asked": dict(target.target.written),
            "value": target.estimate,
            "verdict": target.verdict.word,
            "more_games": target.verdict.more_games,
            "level": target.level,
        }
        for target in judged
    ]
