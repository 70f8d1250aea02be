"""Settings with which a designer says how to read a sheet of cards where it is ambiguous."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from simulate.errors import UsageError


@dataclass(frozen=True)
class SheetSettings:
    """The arguments of `Cards` that say how a sheet is read.

    Raises
    ------
    UsageError
        If `decimal` is neither empty, a point nor a comma.
    """

    #: The headings of columns by their names in code, as in ``{"copies": "Anzahl"}``. An empty
    #: heading means that no column has the copies, the names, or (``in_deck``) the marks of cards
    #: that are not in the deck.
    columns: Mapping[str, str] = field(default_factory=dict)
    #: The only columns that are read, by heading or name in code; empty for all.
    keep: Sequence[str] = ()
    #: The columns that are not read.
    left_out: Sequence[str] = ()
    #: The value of empty cells by the name of the column in code, as in ``{"copies": 1}``.
    empty: Mapping[str, object] = field(default_factory=dict)
    #: The words of columns, by the name of the column in code. They may look like numbers.
    words: Mapping[str, Sequence[object]] = field(default_factory=dict)
    #: The decimal mark of numbers, a point or a comma; empty to detect it.
    decimal: str = ""
    #: True if these settings may name columns that the sheet does not have.
    is_lenient: bool = False

    def __post_init__(self) -> None:
        if self.decimal not in ("", ".", ","):
            raise UsageError(f"decimal={self.decimal!r} is not allowed; write '.' or ','")

    def empty_text(self, column: str) -> str:
        """Return the text that empty cells of a column stand for; empty for the default."""
        value = self.empty.get(column, "")
        if isinstance(value, bool):
            return "yes" if value else "no"
        return str(value)
