"""Tables as data: one record a column, from which files, JSON and documents are written."""

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

#: Tables as files have them, by name.
Frames: TypeAlias = "dict[str, pd.DataFrame]"


@dataclass(frozen=True)
class Column:
    """A column of a table."""

    #: In files and in JSON. An estimate's interval is ``ci_low`` and ``ci_high`` after the first
    #: estimate of a row, ``name_ci_low`` and ``name_ci_high`` after others.
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
    display: Callable[[Any], Cell | str] | None = None
    unit: Unit = PLAIN
    numeric: bool = True
    spare: bool = False
    code: bool = False
    #: Whether it is there.
    in_files: bool = True
    in_json: bool = True

    def value(self, row: Any) -> Any:
        """Return what it holds of a row."""
        if self.of:
            return self.of(row)
        return row.get(self.name) if isinstance(row, Mapping) else getattr(row, self.name)

    def cell(self, row: Any) -> Cell:
        """Return what a document shows of a row."""
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


def _named(columns: Sequence[Column]) -> Iterator[tuple[Column, list[str]]]:
    """Yield each column with its name, and those of the ends of an interval."""
    first = next((column for column in columns if column.interval), None)
    for column in columns:
        start = "" if column is first else f"{column.name}_"
        ends = [f"{start}ci_low", f"{start}ci_high"] if column.interval else []
        yield column, [column.name, *ends]


def meanings(columns: Sequence[Column]) -> dict[str, str]:
    """Return what every column of a table in files means, by name."""
    found = {}
    for column, (name, *ends) in _named(columns):
        if column.in_files:
            found[name] = column.means
            for end, low in zip(ends, ("lower", "upper"), strict=False):
                found[end] = f"{low} end of the interval of {name}"
    return found


def frames(
    tables: Mapping[str, Sequence[Column]],
    rows: Mapping[str, Iterable[Any]],
    optional: Collection[str] = (),
) -> Frames:
    """Return tables as files have them, by name; those `optional` only if they have rows."""
    found = {name: frame(tables[name], rows.get(name, ())) for name in tables}
    return {name: one for name, one in found.items() if len(one) or name not in optional}


def frame(columns: Sequence[Column], rows: Iterable[Any]) -> pd.DataFrame:
    """Return a table as files have it: a row each, its columns those of `meanings`."""
    import pandas as pd  # takes as long to import as all of Fathom

    kept = [(column, names) for column, names in _named(columns) if column.in_files]
    return pd.DataFrame([_plain(kept, row) for row in rows], columns=list(meanings(columns)))


def _held(value: Any) -> list[Any]:
    """Return what a value and the ends of its interval are in files; nothing where not finite."""
    found = (value.value, value.low, value.high) if isinstance(value, Estimate) else (value,)
    return [None if isinstance(one, float) and not math.isfinite(one) else one for one in found]


def plain_rows(columns: Sequence[Column], rows: Iterable[Any]) -> list[dict[str, Any]]:
    """Return a table as plain values that JSON can hold: an object a row."""
    kept = [(column, names) for column, names in _named(columns) if column.in_json]
    return [_plain(kept, row) for row in rows]


def _plain(named: Iterable[tuple[Column, list[str]]], row: Any) -> dict[str, Any]:
    return {
        name: held
        for column, names in named
        for name, held in zip(names, _held(column.value(row)), strict=False)
    }


def document_table(
    caption: str, columns: Sequence[Column], rows: Iterable[Any], *, is_explained: bool = False
) -> document.Table:
    """Return a table as documents have it: the columns with a heading."""
    told = [column for column in columns if column.heading]
    heads = [
        document.Heading(column.heading, column.numeric, column.short, column.spare)
        for column in told
    ]
    return document.Table(
        caption, heads, [[column.cell(row) for column in told] for row in rows], is_explained
    )


def all_meanings(tables: Mapping[str, Sequence[Column]]) -> dict[str, dict[str, str]]:
    """Return the `meanings` of several tables by name."""
    return {name: meanings(columns) for name, columns in tables.items()}


#: Rows are those of `judged_target_rows`.
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
    """Return a row for each target."""
    return [
        {
            "figure": one.target.figure,
            "wanted": one.target.bounds_text,
            "asked": dict(one.target.written),
            "value": one.estimate,
            "verdict": one.verdict.word,
            "more_games": one.verdict.more_games,
            "level": one.level,
        }
        for one in judged
    ]
