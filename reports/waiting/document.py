"""The report of the analysis `waiting`: its questions with their answers and tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reports.analysis.contest import Contest, Question
from reports.analysis.observed_document import (
    describe_observed,
    examples_question,
    games_line,
    interval_note,
)
from reports.figures.figure import SHARE
from reports.figures.statistics import Estimate, plain
from reports.waiting import first_page
from reports.waiting.charts import draw_waits, has_various_waits
from reports.waiting.results import PERCENT
from reports.waiting.sentences import (
    answer_forced,
    answer_kingmaking,
    answer_out,
    caveats,
)
from reports.writing.columns import Column


def _show_seat(row: Mapping[str, Any]) -> str:
    """Return the number of the seat of a row, or "all" for all seats together."""
    return str(row["seat"] or "all")


def _show_most(row: Mapping[str, Any]) -> str:
    """Return a text with the wait that `PERCENT`% of waits do not exceed, and its interval.

    The interval is left out if its width is 0.
    """
    most: Estimate = row["most"]
    if most.low < most.high:
        return f"{most.value:g} ({most.low:g} to {most.high:g})"
    return f"{most.value:g}"


#: The columns of the table of seats, whose rows come from `WaitingResults.rows`.
COLUMNS = (
    Column("seat", "seat that waits; 0 for all seats", heading="seat", display=_show_seat),
    Column(
        "value",
        "mean number of turns of others between two turns of the seat",
        interval=True,
        heading="turns between",
    ),
    Column("n", "number of waits"),
    Column(
        "most",
        f"number of turns that {PERCENT}% of waits do not exceed",
        interval=True,
        heading=f"{PERCENT}% at most",
        display=_show_most,
    ),
    Column("minutes", "mean wait in minutes, at the seconds per turn of the rules"),
    Column(
        "forced",
        "share of the seat's turns in which it never has more than one legal action",
        interval=True,
        heading="no choice",
        unit=SHARE,
    ),
    Column("out", "share of games in which the seat is out before the end", interval=True),
)

CONTEST = Contest(
    questions=(
        Question(
            name="waiting",
            asks="How long does one wait?",
            answer=lambda results: [],
            columns=COLUMNS,
            rows=lambda results: results.rows,
            caption="By seat",
            draw=draw_waits,
            has_chart=has_various_waits,
            is_first=True,
            short="Wait?",
            lead=first_page.describe_wait,
            brief_table=first_page.make_seat_table,
        ),
        Question(
            name="forced",
            asks="How often is there nothing to choose?",
            answer=answer_forced,
            short="Choice?",
            lead=first_page.describe_forced,
        ),
        Question(
            name="out",
            asks="Is anybody out early?",
            answer=answer_out,
            short="Out?",
            lead=first_page.describe_out,
        ),
        Question(
            name="kingmaking",
            asks="Does a loser pick the winner?",
            answer=answer_kingmaking,
            short="Losers?",
            lead=first_page.describe_kingmakers,
        ),
        examples_question(lambda results: results.examples),
    ),
    heading=lambda results: "Waiting",
    subtitle=describe_observed,
    certainty=interval_note,
    caveats=caveats,
    games_line=games_line,
    trust=first_page.describe_trust,
    next_steps=first_page.suggest_next_steps,
    summary=lambda results, tables: {
        **{
            name: {**plain(estimate), "n": estimate.n}
            for name, estimate in results.estimates.items()
        },
        "waiting": tables["waiting"][1:],
        "examples": results.examples,
    },
)
