"""Tables as data: one record a column, from which files, JSON and documents are written.

A row is anything: a mapping, or a record with attributes. What a column holds is a number, a text,
nothing (``None``), or an estimate, whose interval has two columns of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from reports.figures.figure import PLAIN, Unit
from reports.figures.statistics import Estimate, finite
from reports.writing import document, numbers
from reports.writing.document import Cell

#: What a column is called that holds the one estimate of its table; its ends are ``low``, ``high``.
VALUE = "value"


@dataclass(frozen=True)
class Column:
    """A column of a table."""

    #: In files and in JSON. An estimate's interval has ``name_low`` and ``name_high`` in files; in
    #: JSON ``ci_low`` and ``ci_high`` after the first estimate of a row, ``name_ci_low`` and
    #: ``name_ci_high`` after others.
    name: str
    means: str = ""
    #: Returns it from a row; unless said what the row has by its name.
    of: Callable[[Any], Any] | None = None
    interval: bool = False
    #: In documents, and where there is no room for that; where there is no heading, documents leave
    #: the column out.
    heading: str = ""
    short: str = ""
    #: Returns what a document shows of a row; unless said the value, written in `unit`.
    shown: Callable[[Any], Cell | str] | None = None
    unit: Unit = PLAIN
    numeric: bool = True
    spare: bool = False
    #: Whether it is there.
    in_files: bool = True
    in_json: bool = True

    def value(self, row: Any) -> Any:
        """Return what it holds of a row."""
        if self.of:
            return self.of(row)
        return row.get(self.name) if isinstance(row, Mapping) else getattr(row, self.name)

    @property
    def meanings(self) -> dict[str, str]:
        """What each column means that it has in files, by name."""
        if not self.interval:
            return {self.name: self.means}
        start = "" if self.name == VALUE else f"{self.name}_"
        return {
            self.name: self.means,
            f"{start}low": f"lower end of the interval of {self.name}",
            f"{start}high": f"upper end of the interval of {self.name}",
        }

    def cell(self, row: Any) -> Cell:
        """Return what a document shows of a row."""
        if self.shown:
            shown = self.shown(row)
            return shown if isinstance(shown, Cell) else Cell(shown)
        value = self.value(row)
        if isinstance(value, Estimate):
            return Cell(numbers.known(value, self.unit), value.value)
        if isinstance(value, float):
            return Cell(numbers.number(value, 0, self.unit), value)
        return Cell(f"{value:,}", value) if isinstance(value, int) else Cell(str(value or ""))


def meanings(columns: Iterable[Column]) -> dict[str, str]:
    """Return what every column of a table in files means, by name."""
    return {
        name: text
        for column in columns
        if column.in_files
        for name, text in column.meanings.items()
    }


def frames(
    tables: Mapping[str, Sequence[Column]],
    rows: Mapping[str, Iterable[Any]],
    if_asked: Collection[str] = (),
) -> dict[str, pd.DataFrame]:
    """Return tables as files have them, by name; those `if_asked` only if they have rows."""
    found = {name: frame(tables[name], rows.get(name, ())) for name in tables}
    return {name: one for name, one in found.items() if len(one) or name not in if_asked}


def frame(columns: Sequence[Column], rows: Iterable[Any]) -> pd.DataFrame:
    """Return a table as files have it: a row each, its columns those of `meanings`."""
    return pd.DataFrame([_flat(columns, row) for row in rows], columns=list(meanings(columns)))


def _flat(columns: Sequence[Column], row: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for column in columns:
        if column.in_files:
            value = column.value(row)
            held = (value.value, value.low, value.high) if isinstance(value, Estimate) else (value,)
            found |= dict(zip(column.meanings, held, strict=False))
    return found


def plain_rows(columns: Sequence[Column], rows: Iterable[Any]) -> list[dict[str, Any]]:
    """Return a table as plain values that JSON can hold: an object a row."""
    return [_plain(columns, row) for row in rows]


def _plain(columns: Sequence[Column], row: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    first = next((column for column in columns if column.interval), None)
    for column in columns:
        if column.in_json:
            value, start = column.value(row), "" if column is first else f"{column.name}_"
            if isinstance(value, Estimate):
                found[column.name] = finite(value.value)
                found |= {
                    f"{start}ci_low": finite(value.low),
                    f"{start}ci_high": finite(value.high),
                }
            else:
                is_no_number = isinstance(value, float) and not math.isfinite(value)
                found[column.name] = None if is_no_number else value
    return found


def shown(
    caption: str, columns: Sequence[Column], rows: Iterable[Any], *, said: bool = False
) -> document.Table:
    """Return a table as documents have it: the columns with a heading."""
    told = [column for column in columns if column.heading]
    heads = [
        document.Column(column.heading, column.numeric, column.short, column.spare)
        for column in told
    ]
    return document.Table(
        caption, heads, [[column.cell(row) for column in told] for row in rows], said
    )


def all_meanings(tables: Mapping[str, Sequence[Column]]) -> dict[str, dict[str, str]]:
    """Return the `meanings` of several tables by name."""
    return {name: meanings(columns) for name, columns in tables.items()}
