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
from reports.figures.statistics import plain
from reports.when import first_page
from reports.when.results import WhenResults
from reports.when.sentences import (
    answer_how_often,
    answer_what_follows,
    caveats,
    write_events,
)
from reports.writing.columns import Column


def _compared_rows(results: WhenResults) -> list[dict[str, Any]]:
    """Return the rows of the table `then`: the figure with and without the events."""
    estimates, _ = results.matched
    return [
        {"games": name, "value": estimate, "n": estimate.n} for name, estimate in estimates.items()
    ]


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
            answer=answer_what_follows,
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
