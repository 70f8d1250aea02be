"""A question that is asked of contests, and what its charts have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from reports.contest.results import ContestResults as Results
from reports.contest.results import Word
from reports.writing import numbers
from reports.writing.chart_frame import Drawing, Sheet, make_chart
from reports.writing.columns import Column, shown
from reports.writing.document import Chart, Part, Table, Text, Tone
from reports.writing.words import told_rules

#: The most rows of a table that are told in words.
_MOST_ROWS = 16
#: The sign and the colour of what is clearly above or below, or not clear.
SIDES: dict[Word, tuple[str, Tone]] = {
    "above": ("+", "more"),
    "below": ("\N{MINUS SIGN}", "less"),
    "not told": ("?", ""),
}


@dataclass(frozen=True, kw_only=True)
class Question:
    """What is asked of a contest, with its one answer, one table and one chart."""

    #: Of the files of the table and the chart.
    name: str
    #: As people ask it.
    asks: str | Callable[[Any], str]
    #: The first sentence alone is the chart's title; none where what was played does not answer it.
    answer: Callable[[Any], Sequence[str]]
    #: Of the table, in files and in the JSON object.
    columns: Sequence[Column] = ()
    rows: Callable[[Any], Sequence[Any]] = lambda results: ()
    #: Of what people are shown of the table; or all of that, and how to read it and the chart.
    caption: str | Callable[[Any], str] = ""
    table: Callable[[Any], Table] | None = None
    notes: Callable[[Any], Sequence[str]] = lambda results: ()
    draw: Callable[[Sheet, Any], Drawing] | None = None
    #: Whether the first page shows the table.
    is_first: bool = False

    def ask(self, results: Any) -> str:
        """Return the question, asked of what was played."""
        return self.asks if isinstance(self.asks, str) else self.asks(results)

    def shown(self, results: Any) -> Table | None:
        """Return what people are shown of its table."""
        if self.table or not self.caption:
            return self.table(results) if self.table else None
        caption = self.caption if isinstance(self.caption, str) else self.caption(results)
        return shown(caption, self.columns, self.rows(results))

    def chart(self, results: Any) -> list[Chart]:
        """Return its chart, if it has one."""
        if not self.draw:
            return []
        title = self.answer(results)[0].removesuffix(".")
        words = self._in_words(results)
        return [make_chart(self.name, title, self.ask(results), words, self.draw, results)]

    def told_table(self, results: Any) -> list[Part]:
        """Return what people are shown besides answer and chart."""
        notes = [Text(note, "note") for note in self.notes(results)]
        table = self.shown(results)
        return [*([table] if table else []), *notes]

    def _in_words(self, results: Any) -> str:
        """Tell the chart for who cannot see it: row by row of its table, unless that is long."""
        table = self.shown(results)
        if table is None or len(table.rows) > _MOST_ROWS:
            return f"Its numbers are in the table {self.name}."
        heads = [column.title for column in table.columns]
        rows = [
            ", ".join(
                f"{head} {cell.text}" for head, cell in zip(heads, row, strict=True) if cell.text
            )
            for row in table.rows
        ]
        return f"{'; '.join(rows)}."


def frame(
    results: Results, sheet: Sheet, games: str, height: float, notes: Sequence[str]
) -> Drawing:
    """Make a figure that says what was played, with room for a chart of so many games."""
    study = results.study
    played = f"{results.game.title}, variant {study.variant}, {study.players} players"
    header = [f"{games}, seed {study.seed}{'; interrupted' if results.run.interrupted else ''}"]
    if study.changes:
        header.append(f"rules changed: {told_rules(study.changes)}")
    return sheet.frame(played, header, height, [*notes, *undecided(results)])


def undecided(results: Results) -> list[str]:
    """Say how many games were not decided."""
    if not results.run.unfinished:
        return []
    told = (
        f"{numbers.whole(results.run.unfinished)} of {numbers.counted(results.run.games, 'game')}"
    )
    cap = f"{results.study.values['max_turns']:,}"
    return [f"{told} ended undecided, after {cap} turns; nobody is credited with a win in them."]
