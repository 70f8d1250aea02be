"""A table of plays with the meanings of its columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from simulate.logs.headings import Meaning
from simulate.logs.plays import PlayPlace
from simulate.sheets.cells import Row, letters

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
    #: The columns that are specific to the game, such as its counts, by index.
    own: Mapping[int, str]
    rows: Sequence[Row]
    #: The decimal mark of numbers.
    decimal: str
    #: The columns of times, by meaning, in which ``45:30`` is minutes and seconds.
    with_seconds: frozenset[str] = frozenset()

    def text(self, row: Row, name: str, number: int = 0) -> str:
        """Return the text of a cell by meaning; empty if there is no such column."""
        for index, meaning in self.meanings.items():
            if (meaning.name, meaning.number) == (name, number):
                return text_at(row, index)
        return ""

    def has(self, name: str) -> bool:
        """Return True if a column has the meaning `name` and is not that of a numbered player."""
        return Meaning(name) in self.meanings.values()

    def texts(self, name: str) -> list[str]:
        """Return the texts of the column with a meaning, without the empty ones."""
        return [text for row in self.rows if (text := self.text(row, name))]

    def place(self, row: Row) -> PlayPlace:
        """Return the place of a row."""
        cells = {
            meaning.name if not meaning.number else f"{meaning.name} {meaning.number}": (
                f"{letters(index)}{row[0]} ({self.names[index]})"
            )
            for index, meaning in self.meanings.items()
        }
        cells |= {
            column: f"{letters(index)}{row[0]} ({self.names[index]})"
            for index, column in self.own.items()
        }
        return PlayPlace(self.label, f"row {row[0]}", cells)


def text_at(row: Row, index: int) -> str:
    """Return the text of a cell; empty if the row is shorter."""
    return row[1][index].text if index < len(row[1]) else ""
