"""Tables as the terminal shows them, made into tables of a report: the same words in both."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich import table as rich_table
from rich.text import Text

from reports.writing.document import Cell, Column, Table

_NUMBER = re.compile(r"[^\w.]*?([+\N{MINUS SIGN}-]?\d[\d,]*(?:\.\d+)?)")


def shown(title: str, table: rich_table.Table, blank: tuple[str, str, str]) -> list[Table]:
    """Make tables of a report of one of the terminal's.

    A row that has nothing but a first cell is a heading: what follows is a table of its own.

    Parameters
    ----------
    title
        What the table shows.
    table
        As the terminal would print it.
    blank
        What columns without a heading are called: the first one, one of numbers, one of words.
    """
    columns = [
        _column(_plain(column.header), column.justify == "right", place, blank)
        for place, column in enumerate(table.columns)
    ]
    return [
        Table(f"{title}: {heading.lower()}" if heading else title, columns, rows)
        for heading, rows in _parts(table)
    ]


def _column(header: str, numeric: bool, place: int, blank: tuple[str, str, str]) -> Column:
    name = blank[0] if place == 0 else blank[1 if numeric else 2]
    return Column(header.strip() or name, numeric)


def _parts(table: rich_table.Table) -> Iterator[tuple[str, list[list[Cell]]]]:
    """Yield the rows under each heading, with the heading."""
    heading, rows = "", list[list[Cell]]()
    for place in range(table.row_count):
        texts = [_plain(list(column.cells)[place]) for column in table.columns]
        if not any(text.strip() for text in texts[1:]) and texts[0].startswith("\n"):
            if rows:
                yield heading, rows
            heading, rows = texts[0].strip(), []
        else:
            numeric = [column.justify == "right" for column in table.columns]
            rows.append([_cell(*pair) for pair in zip(texts, numeric, strict=True)])
    if rows:
        yield heading, rows


def _cell(text: str, numeric: bool) -> Cell:
    found = _NUMBER.match(text) if numeric else None
    value = float(found[1].replace(",", "").replace("\N{MINUS SIGN}", "-")) if found else None
    return Cell(text.strip(), value)


def _plain(content: object) -> str:
    return content.plain if isinstance(content, Text) else str(content)
