"""A line and a small table on what was read from a log, so that users can check it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reports.writing.document import Answer, Cell, Heading, Item, Table
from reports.writing.wording import counted, listed

#: The largest number of unread columns that the first page names.
_MOST_NAMED = 6


#: The names of values that logs of all formats can have.
WHO_PLAYED = "who played"
WHO_WON = "who won"
WON_OR_LOST = "the result (won or lost)"
SCORES = "scores"


def with_share(value: str, known: Sequence[bool]) -> str:
    """Return the name of a value with the number of games that have it, if not all games have it.

    Parameters
    ----------
    value
        The name, such as "who won".
    known
        For each game, True if it has the value.
    """
    if all(known):
        return value
    return f"{value} ({sum(known):,} of {counted(len(known), 'game')})"


@dataclass(frozen=True)
class LogReading:
    """The values that were read from a log whose columns or format differ from a template's."""

    #: The name of the file.
    label: str
    #: The format in words, such as "BG Stats export".
    kind: str
    #: The number of plays that were read.
    plays: int
    #: The values that were read, such as "who won" and "minutes".
    values: Sequence[str]
    #: The columns or fields that were not read.
    unread: Sequence[str] = ()
    #: Sentences on values that were assumed.
    notes: Sequence[str] = ()
    #: A sentence on the wins of people, without names; empty if the log does not show them.
    people: str = ""

    @property
    def sentence(self) -> str:
        """A sentence that lists the values read and the columns left out."""
        sentence = f"Read {counted(self.plays, 'game')} from {self.label} ({self.kind})"
        if self.values:
            sentence += f": {listed(self.values)}"
        sentence += "."
        if self.unread:
            named = list(self.unread[:_MOST_NAMED])
            if len(self.unread) > _MOST_NAMED:
                named.append(f"{len(self.unread) - _MOST_NAMED} more")
            sentence += f" Not read: {listed(named)}"
            sentence += "" if sentence.endswith("?") else "."
        return sentence

    @property
    def sentences(self) -> list[str]:
        """The sentences on the log for the first page."""
        return [self.sentence, *self.notes]

    @property
    def answer(self) -> Answer:
        """The answer to "What was read?", which only full reports show."""
        rows = [("games", counted(self.plays, "game")), ("format", self.kind)]
        rows.append(("read", listed(self.values) or "nothing"))
        rows.append(("columns not read", listed(self.unread) or "none"))
        headings = [Heading("", numeric=False), Heading(self.label, numeric=False)]
        table = Table("", headings, [[Cell(name), Cell(text)] for name, text in rows])
        items = [Item(note) for note in self.notes]
        return Answer("What was read?", items, [table], is_secondary=True)
