"""The report of the analysis `when`: its questions with their answers and tables."""

from __future__ import annotations

from typing import Any

from reports.analysis.contest import Contest, Question
from reports.analysis.observed_document import (
    describe_observed,
    examples_question,
    games_line,
    interval_note,
)
from reports.figures.figure import WIN_RATE
from reports.figures.statistics import plain
from reports.when import first_page
from reports.when.charts import draw_comparison, has_comparison
from reports.when.results import WhenResults
from reports.when.sentences import (
    answer_how_often,
    caveats,
    describe_games_without,
    describe_subject,
    write_events,
)
from reports.writing import wording
from reports.writing.columns import Column
from reports.writing.document import Cell, Table, columns


def _compared_rows(results: WhenResults) -> list[dict[str, Any]]:
    """Return the rows of the table `then`: the figure with and without the events."""
    estimates, _ = results.matched
    return [
        {"games": name, "value": estimate, "n": estimate.n} for name, estimate in estimates.items()
    ]


def _comparison_table(results: WhenResults) -> Table | None:
    """Return the table of the figure with the events and without them, and their difference.

    It is None if there is nothing to compare.
    """
    if not has_comparison(results):
        return None
    estimates, _ = results.matched
    subject, unit = describe_subject(results)
    if results.path.endswith(WIN_RATE):
        subject = f"How often {subject[:1].lower()}{subject[1:]}"
    rows = []
    for name, estimate in estimates.items():
        shown = unit.of_differences if name == "difference" else unit
        label = {"with": "with it", "without": "without it"}.get(name, name)
        rows.append(
            [
                Cell(label),
                Cell(wording.value(estimate, shown), estimate.value),
                Cell(wording.interval(estimate, shown), estimate.low),
                Cell(wording.whole(estimate.n), estimate.n),
            ]
        )
    names = ("event", "value", wording.interval_name(results.confidence), "games")
    caption = f"{subject}, compared with {describe_games_without(results)}"
    return Table(caption, columns(names, ("event",)), rows)


def _compared_summary(results: WhenResults) -> dict[str, Any]:
    """Return the field `then` of the JSON object: the figure with and without the events."""
    estimates, left_out = results.matched
    return {
        "figure": results.path,
        **{name: plain(estimate) for name, estimate in estimates.items()},
        "left_out": left_out,
        "by_chance": results.by_chance,
    }


CONTEST = Contest(
    questions=(
        Question(
            name="happened",
            asks="How often?",
            answer=answer_how_often,
            short="Often?",
            lead=first_page.describe_share,
        ),
        Question(
            name="then",
            asks="What goes with it?",
            answer=lambda results: [],
            columns=(
                Column(
                    "games",
                    "with: games with the events; without: games that reached the same moment "
                    "without them; difference: with minus without",
                ),
                Column("value", "value of the figure in the games of the row", interval=True),
                Column("n", "number of games in the row"),
            ),
            rows=_compared_rows,
            table=_comparison_table,
            draw=draw_comparison,
            has_chart=has_comparison,
            short="Then?",
            lead=first_page.describe_difference,
        ),
        examples_question(lambda results: results.example_rows),
    ),
    heading=lambda results: write_events(results.design.parsed),
    subtitle=describe_observed,
    certainty=interval_note,
    caveats=caveats,
    games_line=games_line,
    trust=first_page.describe_trust,
    next_steps=first_page.suggest_next_steps,
    summary=lambda results, tables: {
        "event": write_events(results.design.parsed),
        "happened": len(results.ordered),
        "share": plain(results.estimates["happened"]),
        "then": _compared_summary(results),
        "examples": results.examples,
    },
)
