"""Tables as data: one record per column, from which files, JSON and documents are made."""

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

#: The tables of an analysis, by name.
Frames: TypeAlias = "dict[str, pd.DataFrame]"


@dataclass(frozen=True)
class Column:
    """A column of a table in files, in JSON and in documents."""

    #: The name in files and in JSON. The interval of the first estimate of a row is in ``ci_low``
    #: and ``ci_high``, the intervals of others in ``name_ci_low`` and ``name_ci_high``.
    name: str
    #: The description for users.
    means: str = ""
    #: A function from a row to the value; None for the row's item or attribute of that name.
    of: Callable[[Any], Any] | None = None
    #: True if the value is an `Estimate`, whose interval has columns of its own.
    interval: bool = False
    #: The heading in documents, and a shorter one where there is little room. Documents leave out
    #: columns without heading.
    heading: str = ""
    short: str = ""
    #: A function from a row to a cell of a document; None for the value, written in `unit`.
    display: Callable[[Any], Cell | str] | None = None
    unit: Unit = PLAIN
    numeric: bool = True
    #: As in `reports.writing.document.Heading` and `Cell`.
    spare: bool = False
    code: bool = False
    #: True if files and JSON have the column.
    in_files: bool = True
    in_json: bool = True

    def value(self, row: Any) -> Any:
        """Return the value of a row in this column."""
        if self.of:
            return self.of(row)
        return row.get(self.name) if isinstance(row, Mapping) else getattr(row, self.name)

    def cell(self, row: Any) -> Cell:
        """Return the cell of a row in documents."""
        if self.display:
            content = self.display(row)
            return content if isinstance(content, Cell) else Cell(content)
        value = self.value(row)
        if isinstance(value, Estimate):
            return Cell(wording.with_interval(value, self.unit), value.value)
        if isinstance(value, float):
            return Cell(wording.number(value, 0, self.unit), value)
        if isinstance(value, int):
            return Cell(f"{value:,}", value)
        return Cell(str(value or ""), code=self.code)


def _column_names(columns: Sequence[Column]) -> Iterator[tuple[Column, list[str]]]:
    """Yield each column with its names: its own, and two more for an interval."""
    first = next((column for column in columns if column.interval), None)
    for column in columns:
        start = "" if column is first else f"{column.name}_"
        ends = [f"{start}ci_low", f"{start}ci_high"] if column.interval else []
        yield column, [column.name, *ends]


def meanings(columns: Sequence[Column]) -> dict[str, str]:
    """Return the descriptions of a table's columns in files, by name."""
    descriptions = {}
    for column, (name, *ends) in _column_names(columns):
        if not column.in_files:
            continue
        descriptions[name] = column.means
        for end, position in zip(ends, ("lower", "upper"), strict=False):
            descriptions[end] = f"{position} end of the interval of {name}"
    return descriptions


def frames(
    tables: Mapping[str, Sequence[Column]],
    rows: Mapping[str, Iterable[Any]],
    optional: Collection[str] = (),
) -> Frames:
    """Return the tables of files, by name.

    Parameters
    ----------
    tables
        The columns of each table.
    rows
        The rows of each table; a table without rows may be missing.
    optional
        The names of tables that are left out if they have no rows.
    """
    made = {name: frame(tables[name], rows.get(name, ())) for name in tables}
    return {name: table for name, table in made.items() if len(table) or name not in optional}


def frame(columns: Sequence[Column], rows: Iterable[Any]) -> pd.DataFrame:
    """Return a table with the columns of `meanings`, which has a row for each of `rows`."""
    import pandas as pd  # Importing pandas takes as long as importing all of Fathom.

    named = [(column, names) for column, names in _column_names(columns) if column.in_files]
    return pd.DataFrame([_plain_row(named, row) for row in rows], columns=list(meanings(columns)))


def _plain_values(value: Any) -> list[Any]:
    """Return a value, and the ends of its interval; None replaces NaN and infinity."""
    parts = (value.value, value.low, value.high) if isinstance(value, Estimate) else (value,)
    return [None if isinstance(part, float) and not math.isfinite(part) else part for part in parts]


def plain_rows(columns: Sequence[Column], rows: Iterable[Any]) -> list[dict[str, Any]]:
    """Return a table as values that JSON can hold: one dictionary per row."""
    named = [(column, names) for column, names in _column_names(columns) if column.in_json]
    return [_plain_row(named, row) for row in rows]


def _plain_row(named: Iterable[tuple[Column, list[str]]], row: Any) -> dict[str, Any]:
    return {
        name: part
        for column, names in named
        for name, part in zip(names, _plain_values(column.value(row)), strict=False)
    }


def document_table(
    caption: str, columns: Sequence[Column], rows: Iterable[Any], *, is_explained: bool = False
) -> document.Table:
    """Return the table of a document: the columns that have a heading."""
    visible = [column for column in columns if column.heading]
    headings = [
        document.Heading(column.heading, column.numeric, column.short, column.spare)
        for column in visible
    ]
    cells = [[column.cell(row) for column in visible] for row in rows]
    return document.Table(caption, headings, cells, is_explained)


def all_meanings(tables: Mapping[str, Sequence[Column]]) -> dict[str, dict[str, str]]:
    """Return the `meanings` of each table, by name."""
    return {name: meanings(columns) for name, columns in tables.items()}


#: The columns of the table of targets; its rows come from `judged_target_rows`.
TARGETS = (
    Column("figure", "the figure that a target is about"),
    Column("wanted", "what the study asks of it", in_json=False),
    Column("asked", in_files=False),
    Column("value", "the figure", interval=True),
    Column("verdict", "meets, misses or undecided"),
    Column("more_games", "about how many more games would decide it; empty where not known"),
    Column("level", "of a robust target the players who decide; empty otherwise"),
)


def judged_target_rows(judged: Sequence[JudgedTarget]) -> list[dict[str, Any]]:
    """Return a row of `TARGETS` for each target."""
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
