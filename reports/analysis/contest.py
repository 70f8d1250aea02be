"""A kind of contest: its questions, and how tables, charts, JSON and pages come of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from reports.analysis.contest_results import ContestResults, Side
from reports.figures.targets import JudgedTarget
from reports.run.document import make_target_item, write_title
from reports.writing import wording
from reports.writing.chart_frame import ChartFrame, Drawing, make_chart
from reports.writing.columns import (
    TARGETS,
    Column,
    Frames,
    document_table,
    frames,
    judged_target_rows,
    plain_rows,
)
from reports.writing.document import (
    Answer,
    Chart,
    Findings,
    Item,
    Paragraph,
    Part,
    Section,
    Table,
    Tone,
)

#: The most rows of a table that are told in words.
_MOST_ROWS = 16
#: The sign and the colour of what is clearly above or below, or not clear.
SIDES: dict[Side, tuple[str, Tone]] = {
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
    draw: Callable[[ChartFrame, Any], Drawing] | None = None
    #: Whether the first page shows the table.
    is_first: bool = False

    def text(self, results: Any) -> str:
        """Return the question, asked of what was played."""
        return self.asks if isinstance(self.asks, str) else self.asks(results)

    def visible_table(self, results: Any) -> Table | None:
        """Return what people are shown of its table."""
        if self.table or not self.caption:
            return self.table(results) if self.table else None
        caption = self.caption if isinstance(self.caption, str) else self.caption(results)
        return document_table(caption, self.columns, self.rows(results))

    def chart(self, results: Any) -> list[Chart]:
        """Return its chart, if it has one."""
        if not self.draw:
            return []
        title = self.answer(results)[0].removesuffix(".")
        words = self._in_words(results)
        return [make_chart(self.name, title, self.text(results), words, self.draw, results)]

    def table_parts(self, results: Any) -> list[Part]:
        """Return what people are shown besides answer and chart."""
        notes = [Paragraph(note, "note") for note in self.notes(results)]
        table = self.visible_table(results)
        return [*([table] if table else []), *notes]

    def _in_words(self, results: Any) -> str:
        """Tell the chart for who cannot see it: row by row of its table, unless that is long."""
        table = self.visible_table(results)
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


@dataclass(frozen=True, kw_only=True)
class Contest:
    """A kind of contest: its questions, and what else is said of it."""

    questions: Sequence[Question]
    #: As in "Ladder of 10 strategies".
    heading: Callable[[Any], str]
    #: What was played, in a sentence.
    subtitle: Callable[[Any], str]
    #: How sure it is, on the first page and besides.
    certainty: Callable[[Any], Sequence[str]]
    caveats: Callable[[Any], Sequence[str]] = lambda results: ()
    #: What its JSON object has besides its tables, or in place of one, given all of these.
    summary: Callable[[Any, Mapping[str, list[Any]]], dict[str, Any]]
    has_targets: bool = False

    @property
    def tables(self) -> dict[str, Sequence[Column]]:
        """The columns of every table that it can have, by name."""
        found = {one.name: one.columns for one in self.questions if one.columns}
        return found | ({"targets": TARGETS} if self.has_targets else {})

    @property
    def charts(self) -> list[str]:
        """The names of all charts that it can have."""
        return [one.name for one in self.questions if one.draw]

    def answered_questions(self, results: Any) -> list[Question]:
        """Return the questions that what was played answers."""
        return [one for one in self.questions if one.answer(results)]

    def rows(self, results: ContestResults) -> dict[str, Sequence[Any]]:
        """Return the rows of each table."""
        found = {one.name: one.rows(results) for one in self.answered_questions(results)}
        return found | {"targets": judged_target_rows(results.judged())}

    def make_tables(self, results: ContestResults) -> Frames:
        """Return its tables as files have them; those of questions not answered are left out."""
        return frames(self.tables, self.rows(results), optional=self.tables)

    def summarise(self, results: ContestResults) -> dict[str, Any]:
        """Return all it found as values for JSON; rates are shares of 1, ``None`` is not known."""
        run, study, rows = results.run, results.study, self.rows(results)
        told = {name: plain_rows(one, rows.get(name, ())) for name, one in self.tables.items()}
        answered = self.answered_questions(results)
        tables = {one.name: told[one.name] for one in answered if one.columns}
        return {
            "game": study.game_name,
            "variant": study.variant,
            "rules": study.values,
            "players": study.players,
            "seed": study.seed,
            "confidence": results.confidence,
            "games": run.games,
            "answers": {one.text(results): one.answer(results) for one in answered},
            **(tables | self.summary(results, told)),
            **({"targets": told["targets"]} if study.targets else {}),
            "unfinished": run.unfinished,
            "interrupted": run.interrupted,
            "study_id": run.design.id,
            "played_study_id": run.as_played.id,
            "tally_id": run.tally_id,
            "jobs": run.jobs,
            "elapsed_s": round(run.elapsed, 4),
            "games_per_s": round(run.games / run.elapsed, 1),
        }

    def charts_of(self, results: ContestResults) -> list[Chart]:
        """Return its charts."""
        return [chart for one in self.answered_questions(results) for chart in one.chart(results)]

    def make_findings(self, results: ContestResults) -> Findings:
        """Say what it found."""
        study, questions = results.study, self.answered_questions(results)
        played = f"{self.subtitle(results)}; seed {study.seed}."
        if study.changes:
            played += f" Rules changed: {wording.rules_text(study.changes)}."
        parts = [
            part
            for one in questions
            for part in (*one.chart(results), *([] if one.is_first else one.table_parts(results)))
        ]
        return Findings(
            f"{self.heading(results)}: {write_title(study)}",
            [Item(played)],
            [
                Answer(
                    one.text(results),
                    [Item(text, main=not n) for n, text in enumerate(one.answer(results))],
                    one.table_parts(results) if one.is_first else [],
                )
                for one in questions
            ],
            [make_target_item(one, _target(results, one)) for one in results.judged()],
            [*self.certainty(results), *undecided(results)],
            [Section("found", "What was found", parts)] * bool(parts),
            [
                f"Every figure comes with a {wording.interval_name(results.confidence)}. Four "
                "times as many games make most intervals about half as wide.",
                "Line-ups that are compared play the same deals, each deal in every rotation; "
                "intervals are made from the differences between deals, not between games.",
                *self.caveats(results),
            ],
        )


def contest_of(command: str) -> Contest:
    """Return the kind of contest that a command plays."""
    found: Contest = import_module(f"reports.{command}.document").CONTEST
    return found


def frame(
    results: ContestResults, sheet: ChartFrame, games: str, height: float, notes: Sequence[str]
) -> Drawing:
    """Make a figure that says what was played, with room for a chart of so many games."""
    study = results.study
    players = wording.counted(study.players, "player")
    played = f"{results.game.title}, variant {study.variant}, {players}"
    header = [f"{games}, seed {study.seed}{'; interrupted' if results.run.interrupted else ''}"]
    if study.changes:
        header.append(f"rules changed: {wording.rules_text(study.changes)}")
    return sheet.frame(played, header, height, [*notes, *undecided(results)])


def undecided(results: ContestResults) -> list[str]:
    """Say how many games were not decided."""
    if not results.run.unfinished:
        return []
    told = (
        f"{wording.whole(results.run.unfinished)} of {wording.counted(results.run.games, 'game')}"
    )
    cap = f"{results.study.values['max_turns']:,}"
    return [f"{told} ended undecided, after {cap} turns; nobody is credited with a win in them."]


def _target(results: ContestResults, judged: JudgedTarget) -> str:
    target, found = judged.target, judged.estimate
    figure = results.figures[target.figure]
    unit = figure.unit
    known = wording.with_interval(found, unit) if unit.share else wording.elo(found)
    told = f"{wording.capital(figure.title)}: {known}; wanted {wording.target_text(target, unit)}"
    if judged.verdict.word != "undecided":
        return f"{told}."
    if judged.verdict.more_games is None:
        return f"{told}; how many more games would decide it is not known."
    more = 1 + judged.verdict.more_games / results.games_behind(target.figure)
    return f"{told}; about {more:.2g} times as many games would probably decide it."
