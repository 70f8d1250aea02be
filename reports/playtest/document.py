"""The report of the analysis `playtest`: its questions with their answers, tables and chart."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from reports.analysis.contest import Contest, Question
from reports.figures.statistics import plain
from reports.playtest import first_page
from reports.playtest.charts import draw_lengths
from reports.playtest.results import PlaytestResults
from reports.playtest.sentences import (
    answer_agreement,
    answer_players,
    answer_table,
    describe_games,
    limits,
)
from reports.playtest.tables import (
    FIGURES,
    LEVELS,
    LOG,
    YOUR_TABLE,
    estimate_rows,
    level_rows,
    make_figures_table,
    make_levels_table,
)
from reports.writing.document import Findings, Item


class _ContestWithLog(Contest):
    """A contest whose tables include the log, with seats in place of people's names."""

    def make_tables(self, results: Any) -> dict[str, Any]:
        """Return the data frames of all answered questions and of the log, by table name."""
        import pandas as pd  # It takes as long to import as all of Fathom.

        return {**super().make_tables(results), "log": pd.DataFrame(results.log.nameless)}

    def make_findings(self, results: Any) -> Findings:
        """Return the findings, with what was read from a log that is not like a template."""
        findings = super().make_findings(results)
        reading = results.log.reading
        if reading is None:
            return findings
        items = [Item(sentence) for sentence in reading.sentences]
        return replace(
            findings,
            played=[*findings.played, *items],
            answers=[reading.answer, *findings.answers],
        )


def _summary(results: PlaytestResults) -> dict[str, Any]:
    """Return the fields that only the JSON of `playtest` has."""
    seconds = results.seconds
    return {
        "games_logged": results.log.games,
        "left_out": results.log.left_out or None,
        "read": _summarise_reading(results),
        "your_table": {path: plain(estimate) for path, estimate in results.estimates.items()},
        "seconds_per_turn": {**plain(seconds), "measured": seconds.n > 0},
    }


def _summarise_reading(results: PlaytestResults) -> dict[str, Any] | None:
    """Return the JSON object that says how the log was read.

    The result is None for a log with the columns of a template.
    """
    reading = results.log.reading
    if reading is None:
        return None
    return {
        "format": reading.kind,
        "values": list(reading.values),
        "left_out": list(reading.unread),
        "notes": list(reading.notes),
    }


def _define_kind(results: PlaytestResults) -> str:
    """Return a sentence that says what a kind of players is."""
    if results.players == 1:
        return "A kind is one style."
    return "A kind is one style in all seats, or two styles in alternate seats."


CONTEST = _ContestWithLog(
    questions=(
        Question(
            name="figures",
            asks="Does the simulation agree with your games?",
            answer=answer_agreement,
            columns=FIGURES,
            rows=lambda results: results.agreements,
            table=make_figures_table,
            is_first=True,
            short="Agree?",
            lead=first_page.describe_agreement,
            asides=first_page.count_hidden_figures,
            brief_table=first_page.make_table,
        ),
        Question(
            name="levels",
            asks="Which players are yours?",
            answer=answer_players,
            columns=LEVELS,
            rows=lambda results: level_rows(results, results.posterior.ranked),
            table=make_levels_table,
            draw=draw_lengths,
            short="Who?",
            lead=first_page.describe_players,
        ),
        Question(
            name="your_table",
            asks="What holds at your table?",
            answer=answer_table,
            columns=YOUR_TABLE,
            rows=estimate_rows,
            short="Yours?",
            lead=first_page.describe_table,
        ),
        Question(
            name="log",
            asks="What was logged?",
            answer=lambda results: (),
            columns=LOG,
        ),
    ),
    heading=lambda results: "Your table",
    subtitle=describe_games,
    certainty=limits,
    games_line=first_page.games_line,
    trust=first_page.describe_trust,
    next_steps=first_page.suggest_next_steps,
    caveats=lambda results: [
        "A figure is not explained if it is rarer than 1 in 100 for every simulated kind of "
        "players, corrected for the number of figures. Kinds of players are compared by turns, "
        f"rounds, scores and the game's own counts. {_define_kind(results)}",
        "Real players play like none of the styles. Therefore your log corrects the simulated "
        "figures, and the ranges of figures that are not in the log include the differences "
        "between styles.",
    ],
    summary=lambda results, tables: _summary(results),
)
