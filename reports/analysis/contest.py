"""The declaration of contests by their questions, and the output that is made from it.

From the questions of a contest, this file makes its tables, charts, JSON object and report.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
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
    Step,
    Table,
    Tone,
)

#: The largest number of table rows that the description of a chart lists.
_MOST_ROWS = 16
#: The sign and the colour of a value by its side of a limit: significantly above, significantly
#: below, or neither.
SIDES: dict[Side, tuple[str, Tone]] = {
    "above": ("+", "more"),
    "below": ("\N{MINUS SIGN}", "less"),
    "not told": ("?", ""),
}


@dataclass(frozen=True, kw_only=True)
class Question:
    """A question of a contest, with its answer, its table and its chart.

    All functions are called with the `ContestResults` of the contest.
    """

    #: The name of the table and the chart, and of their files.
    name: str
    #: The question in the words of designers, or a function that returns it.
    asks: str | Callable[[Any], str]
    #: Returns the sentences of the answer. The first is also the title of the chart. There are no
    #: sentences if the games played do not answer the question.
    answer: Callable[[Any], Sequence[str]]
    #: The columns of the table, in files and in the JSON object.
    columns: Sequence[Column] = ()
    #: Returns the rows of the table.
    rows: Callable[[Any], Sequence[Any]] = lambda results: ()
    #: The caption of the table in the report, or a function that returns it. The report shows the
    #: columns that have a heading. It has no table if the caption is empty and `table` is None.
    caption: str | Callable[[Any], str] = ""
    #: Returns the table of the report, if it is not made from `columns` and `rows`.
    #: It returns None if there is nothing to show.
    table: Callable[[Any], Table | None] | None = None
    #: Returns notes on reading the table and the chart.
    notes: Callable[[Any], Sequence[str]] = lambda results: ()
    #: Draws the chart; None if the question has none.
    draw: Callable[[ChartFrame, Any], Drawing] | None = None
    #: Returns False if the chart would show nothing, and is left out.
    has_chart: Callable[[Any], bool] = lambda results: True
    #: True if the first page shows the table.
    is_first: bool = False
    #: The question in one word, as in "Fair?", for the first page on a terminal, or a function that
    #: returns it; empty for `asks`.
    short: str | Callable[[Any], str] = ""
    #: Returns the short sentences of the first page. In the report they come before the sentences
    #: of `answer`. If there are none, the first page leaves out the question. None if the first
    #: page has the sentences of `answer`.
    lead: Callable[[Any], Sequence[str]] | None = None
    #: Returns sentences that only the first page on a terminal has, after those of `lead`, such as
    #: how to read its table.
    asides: Callable[[Any], Sequence[str]] = lambda results: ()
    #: Returns the table of the first page on a terminal, or None for no table there. It is called
    #: only if `lead` is set.
    brief_table: Callable[[Any], Table | None] = lambda results: None

    def sentences(self, results: Any) -> list[str]:
        """Return all sentences of the answer, the short ones first."""
        short = list(self.lead(results)) if self.lead else []
        return list(dict.fromkeys([*short, *self.answer(results)]))

    def items(self, results: Any) -> list[Item]:
        """Return the sentences of the answer as items, some of them not for the first page."""
        sentences = self.sentences(results)
        if self.lead is None:
            return [Item(text, main=number == 0) for number, text in enumerate(sentences)]
        short = self.lead(results)
        items = [
            Item(text, main=number == 0, brief="" if text in short else None)
            for number, text in enumerate(sentences)
        ]
        return [*items, *(Item("", brief=aside) for aside in self.asides(results))]

    def first_page_answer(self, results: Any) -> Answer:
        """Return the answer of the first page.

        It has the table and the notes of the report if `is_first` is set. On a terminal, a question
        with `lead` has `brief_table` instead, and is left out if `lead` returns no sentences.
        """
        parts = self.table_parts(results) if self.is_first else []
        text = self.text(results)
        items = self.items(results)
        if self.lead is None:
            return Answer(text, items, parts, short=self._short_text(results))
        table = self.brief_table(results)
        return Answer(
            text,
            items,
            parts,
            is_secondary=not self.lead(results),
            short=self._short_text(results),
            brief_parts=[table] if table else [],
        )

    def text(self, results: Any) -> str:
        """Return the text of the question, from `asks`."""
        return self.asks if isinstance(self.asks, str) else self.asks(results)

    def _short_text(self, results: Any) -> str:
        """Return the question in one word, as in `short`."""
        return self.short if isinstance(self.short, str) else self.short(results)

    def visible_table(self, results: Any) -> Table | None:
        """Return the table of the report, or None if there is none."""
        if self.table:
            return self.table(results)
        if not self.caption:
            return None
        caption = self.caption if isinstance(self.caption, str) else self.caption(results)
        return document_table(caption, self.columns, self.rows(results))

    def chart(self, results: Any) -> list[Chart]:
        """Return a list with the chart; empty if there is none for these results.

        Raises
        ------
        IndexError
            If the games played do not answer the question.
        """
        if not self.draw or not self.has_chart(results):
            return []
        title = self.sentences(results)[0].removesuffix(".")
        description = self._describe_chart(results)
        return [make_chart(self.name, title, self.text(results), description, self.draw, results)]

    def table_parts(self, results: Any) -> list[Part]:
        """Return the table of the report and the notes on it, or only notes if it has no table."""
        parts: list[Part] = []
        table = self.visible_table(results)
        if table:
            parts.append(table)
        parts += [Paragraph(note, "note") for note in self.notes(results)]
        return parts

    def _describe_chart(self, results: Any) -> str:
        """Return the table's rows as text; the name of the table if it has none or too many rows.

        The text is for readers who cannot see the chart.
        """
        table = self.visible_table(results)
        if table is None or len(table.rows) > _MOST_ROWS:
            return f"Its numbers are in the table {self.name}."
        heads = [column.title for column in table.columns]
        rows = []
        for row in table.rows:
            pairs = zip(heads, row, strict=True)
            rows.append(", ".join(f"{head} {cell.text}" for head, cell in pairs if cell.text))
        return f"{'; '.join(rows)}."


@dataclass(frozen=True, kw_only=True)
class Contest:
    """A kind of contest: its questions, and the other texts of its report.

    All functions are called with the `ContestResults` of the contest.
    """

    questions: Sequence[Question]
    #: Returns the heading, such as "Ladder of 10 strategies".
    heading: Callable[[Any], str]
    #: Returns the first sentence, which is about the games played, without a full stop.
    subtitle: Callable[[Any], str]
    #: Returns sentences on the certainty of the results, for the first page.
    certainty: Callable[[Any], Sequence[str]]
    #: Returns caveats, for the end of the report.
    caveats: Callable[[Any], Sequence[str]] = lambda results: ()
    #: Returns additional fields of the JSON object. A field with the name of a table replaces it.
    #: The second argument holds the rows of all tables, by name.
    summary: Callable[[Any, Mapping[str, list[Any]]], dict[str, Any]]
    #: Returns the games, the players and the seed in a few words, for the heading on a terminal.
    #: None for the first sentence of the report.
    games_line: Callable[[Any], str] | None = None
    #: Returns one or two short sentences on certainty, which replace the sentences of
    #: `certainty` on the first page. If None, the first page has the sentences of `certainty`.
    trust: Callable[[Any], Sequence[str]] | None = None
    #: Returns the commands that readers probably want next, with their purposes.
    next_steps: Callable[[Any], Sequence[Step]] = lambda results: ()
    #: True if studies of this contest can have targets.
    has_targets: bool = False

    @property
    def tables(self) -> dict[str, Sequence[Column]]:
        """The columns of all tables that the contest can have, by name."""
        tables = {
            question.name: question.columns for question in self.questions if question.columns
        }
        if self.has_targets:
            tables["targets"] = TARGETS
        return tables

    @property
    def charts(self) -> list[str]:
        """The names of all charts that the contest can have."""
        return [question.name for question in self.questions if question.draw]

    def answered_questions(self, results: Any) -> list[Question]:
        """Return the questions that have sentences as an answer."""
        return [question for question in self.questions if question.sentences(results)]

    def rows(self, results: ContestResults) -> dict[str, Sequence[Any]]:
        """Return the rows of each answered question's table and of the targets, by table name.

        Raises
        ------
        UsageError
            If a target is invalid.
        KeyError
            If a target has an unknown figure.
        """
        rows = {
            question.name: question.rows(results) for question in self.answered_questions(results)
        }
        rows["targets"] = judged_target_rows(results.judged())
        return rows

    def make_tables(self, results: ContestResults) -> Frames:
        """Return the tables of answered questions as data frames, by name.

        Raises
        ------
        UsageError
            If a target is invalid.
        KeyError
            If a target has an unknown figure.
        """
        return frames(self.tables, self.rows(results), optional=self.tables)

    def summarise(self, results: ContestResults) -> dict[str, Any]:
        """Return the JSON object of the contest.

        Rates are shares of 1. Unknown values are None.

        Raises
        ------
        UsageError
            If a target is invalid.
        KeyError
            If a target has an unknown figure.
        """
        run = results.run
        study = results.study
        rows = self.rows(results)
        json_rows = {
            name: plain_rows(columns, rows.get(name, ())) for name, columns in self.tables.items()
        }
        answered = self.answered_questions(results)
        tables: dict[str, Any] = {
            question.name: json_rows[question.name] for question in answered if question.columns
        }
        tables |= self.summary(results, json_rows)
        if study.targets:
            tables["targets"] = json_rows["targets"]
        return {
            "game": study.game_name,
            "variant": study.variant,
            "rules": study.values,
            "players": study.players,
            "seed": study.seed,
            "confidence": results.confidence,
            "games": run.games,
            "answers": {
                question.text(results): question.sentences(results) for question in answered
            },
            **tables,
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
        """Return the charts of the questions that the games played answer, in order."""
        charts: list[Chart] = []
        for question in self.answered_questions(results):
            charts += question.chart(results)
        return charts

    def make_findings(self, results: ContestResults) -> Findings:
        """Return the findings of the contest: sentences, tables and charts of its report.

        Raises
        ------
        UsageError
            If a target is invalid.
        KeyError
            If a target has an unknown figure.
        """
        study = results.study
        questions = self.answered_questions(results)
        subtitle = f"{self.subtitle(results)}."
        if study.changes:
            subtitle += f" Rules changed: {wording.rules_text(study.changes)}."
        answers: list[Answer] = []
        parts: list[Part] = []
        for question in questions:
            table_parts = question.table_parts(results)
            parts += question.chart(results)
            if not question.is_first:
                parts += table_parts
            answers.append(question.first_page_answer(results))
        return Findings(
            f"{self.heading(results)}: {write_title(study)}",
            [Item(subtitle, brief=self.games_line(results) if self.games_line else "")],
            answers,
            [
                make_target_item(judged, _target_text(results, judged))
                for judged in results.judged()
            ],
            self._certainty_items(results),
            [Section("found", "What was found", parts)] if parts else [],
            [
                f"Every figure comes with a {wording.interval_name(results.confidence)}. Four "
                "times as many games make most intervals about half as wide.",
                "Line-ups that are compared play the same deals, each deal in every rotation; "
                "intervals are made from the differences between deals, not between games.",
                *self.caveats(results),
            ],
            self.next_steps(results),
        )

    def _certainty_items(self, results: ContestResults) -> list[Item]:
        """Return items on the certainty of the results, some of them not for the first page."""
        details = [Item(text) for text in self.certainty(results)]
        if self.trust is not None:
            short = [_make_trust_item(text) for text in self.trust(results)]
            details = [*short, *(replace(item, brief=None) for item in details)]
        return [*details, *map(Item, describe_undecided(results))]


def _make_trust_item(text: str) -> Item:
    """Return an item on certainty. If it names --full, only the terminal's first page has it."""
    return Item("", brief=text) if "--full" in text else Item(text)


def contest_of(command: str) -> Contest:
    """Return the `Contest` that ``reports/COMMAND/document.py`` declares for a command.

    Raises
    ------
    ModuleNotFoundError
        If there is no such file.
    AttributeError
        If the command is not a contest, so that the file has no `CONTEST`.
    """
    contest: Contest = import_module(f"reports.{command}.document").CONTEST
    return contest


def frame(
    results: ContestResults, sheet: ChartFrame, games: str, height: float, notes: Sequence[str]
) -> Drawing:
    """Return an empty drawing with a header on the games played, and with notes.

    Parameters
    ----------
    results
        The results of the contest.
    sheet
        The style that all charts share.
    games
        The number of games in words, such as "1,000 games".
    height
        The height of the chart in inches.
    notes
        Sentences below the chart.
    """
    study = results.study
    players = wording.counted(study.players, "player")
    title = f"{results.game.title}, variant {study.variant}, {players}"
    details = f"{games}, seed {study.seed}"
    if results.run.interrupted:
        details += "; interrupted"
    header = [details]
    if study.changes:
        header.append(f"rules changed: {wording.rules_text(study.changes)}")
    return sheet.frame(title, header, height, [*notes, *describe_undecided(results)])


def describe_undecided(results: ContestResults) -> list[str]:
    """Return a list with a sentence on undecided games; empty if there are none."""
    run = results.run
    if not run.unfinished:
        return []
    games = f"{wording.whole(run.unfinished)} of {wording.counted(run.games, 'game')}"
    turns = f"{results.study.values['max_turns']:,}"
    if run.unfinished == 1:
        return [f"{games} was stopped after {turns} turns; nobody won it."]
    return [f"{games} were stopped after {turns} turns; nobody won them."]


def _target_text(results: ContestResults, judged: JudgedTarget) -> str:
    """Return a sentence on a target: the estimate, the bounds, and the games still needed."""
    target = judged.target
    estimate = judged.estimate
    figure = results.figures[target.figure]
    unit = figure.unit
    estimate_in_words = (
        wording.with_interval(estimate, unit) if unit.share else wording.elo(estimate)
    )
    bounds = wording.target_text(target, unit)
    sentence = f"{wording.capital(figure.title)}: {estimate_in_words}; target: {bounds}"
    if judged.verdict.word != "undecided":
        return f"{sentence}."
    if judged.verdict.more_games is None:
        return f"{sentence}; the number of games that would decide it is unknown."
    times = 1 + judged.verdict.more_games / results.games_behind(target.figure)
    return f"{sentence}; about {times:.2g} times as many games would probably decide it."
