"""A table of plays with the meanings of its columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from simulate.logs.headings import Meaning
from simulate.logs.plays import PlayPlace
from simulate.logs.spellings import name_key
from simulate.sheets.cells import EMPTY, Row, SheetCell, letters

#: The formats in words.
WIDE = "one row per game"
LONG = "one row per player"


@dataclass(frozen=True)
class PlayTable:
    """A table of plays with the meanings of its columns."""

    label: str
    #: The heading of each column, by index.
    names: Mapping[int, str]
    #: The meaning of each column that is read, by index.
    meanings: Mapping[int, Meaning]
    #: The names of the columns that are specific to the game, such as its counts, by index.
    own: Mapping[int, str]
    rows: Sequence[Row]
    #: The decimal mark of numbers.
    decimal: str
    #: The meanings of the columns of times in which ``45:30`` is minutes and seconds.
    with_seconds: frozenset[str] = frozenset()

    def text(self, row: Row, name: str, number: int = 0) -> str:
        """Return the text of the cell of a row whose column has the meaning `name`.

        `number` is the number of the player that the column is about, or 0 if it is about no single
        player. The text is empty if there is no such column.
        """
        index = self._indices.get((name, number))
        return "" if index is None else text_at(row, index)

    @cached_property
    def _indices(self) -> dict[tuple[str, int], int]:
        """The index of the first column with each meaning, by the meaning's name and number."""
        indices: dict[tuple[str, int], int] = {}
        for index, meaning in self.meanings.items():
            indices.setdefault((meaning.name, meaning.number), index)
        return indices

    @cached_property
    def numbered_columns(self) -> dict[int, list[int]]:
        """The indices of the columns of each numbered player, by the player's number in order."""
        columns: dict[int, list[int]] = {}
        for index, meaning in self.meanings.items():
            if meaning.number:
                columns.setdefault(meaning.number, []).append(index)
        return dict(sorted(columns.items()))

    @cached_property
    def names_in_places(self) -> frozenset[str]:
        """The texts of cells in columns of winners and final places, as keys of names."""
        indices = [
            index
            for index, meaning in self.meanings.items()
            if meaning.name == "ranked" or meaning == Meaning("winner")
        ]
        texts = {text_at(row, index) for row in self.rows for index in indices}
        return frozenset(name_key(text) for text in texts if text)

    def has(self, name: str) -> bool:
        """Return True if a column has the meaning `name`, and not for a numbered player."""
        return Meaning(name) in self.meanings.values()

    def texts(self, name: str) -> list[str]:
        """Return the texts of the column with a meaning, without empty texts."""
        return [text for row in self.rows if (text := self.text(row, name))]

    def place(self, row: Row) -> PlayPlace:
        """Return the place of a row."""
        return PlayPlace(self.label, f"row {row[0]}", row[0], self._columns)

    @cached_property
    def _columns(self) -> dict[str, tuple[str, str]]:
        """The letters and the heading of each column that is read, by meaning."""
        columns = {}
        for index, meaning in self.meanings.items():
            name = f"{meaning.name} {meaning.number}" if meaning.number else meaning.name
            columns[name] = letters(index), self.names[index]
        for index, column in self.own.items():
            columns[column] = letters(index), self.names[index]
        return columns


def text_at(row: Row, index: int) -> str:
    """Return the text of a cell; empty if the row is shorter."""
    return row[1][index].text if index < len(row[1]) else ""


def with_column(
    table: PlayTable, meaning: Meaning, heading: str, texts: Mapping[int, str]
) -> PlayTable:
    """Return a table with a further column, whose texts are given by the number of the row."""
    width = max([*table.names, *(len(cells) - 1 for _, cells in table.rows)]) + 1
    rows: list[Row] = []
    for number, cells in table.rows:
        padding = (EMPTY,) * (width - len(cells))
        rows.append((number, (*cells, *padding, SheetCell(texts.get(number, "")))))
    return replace(
        table,
        names={**table.names, width: heading},
        meanings={**table.meanings, width: meaning},
        rows=rows,
    )
