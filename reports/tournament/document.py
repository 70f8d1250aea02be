"""The report of `tournament`: its questions, with their answers, tables, charts and JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from reports.analysis.contest import Contest, Question
from reports.figures.statistics import plain
from reports.tournament import first_page
from reports.tournament.charts import draw_matrix, draw_ranking
from reports.tournament.results import TournamentResults
from reports.tournament.sentences import (
    answer_beating,
    answer_best,
    answer_lasting,
    caveats,
    certainty,
    describe_games,
    describe_ranking_lineups,
    describe_winner,
    ended_early,
    explain_lasting,
    explain_ranking,
    explain_signs,
)
from reports.tournament.tables import (
    LASTING_COLUMNS,
    MATRIX_COLUMNS,
    RANKING_COLUMNS,
    lasting_rows,
    lasting_table,
    matrix_rows,
    matrix_table,
)
from reports.writing import wording


def _ranking_caption(results: TournamentResults) -> str:
    """Return the caption of the ranking, which says in which line-ups win rates were measured."""
    lineups = describe_ranking_lineups(results)
    return f"Ranking by win rate{lineups}, with {wording.interval_name(results.confidence)}s"


BEATING = Question(
    name="matrix",
    asks="Does one style beat all others?",
    answer=answer_beating,
    columns=MATRIX_COLUMNS,
    rows=matrix_rows,
    table=matrix_table,
    notes=explain_signs,
    draw=draw_matrix,
    is_first=True,
    short="Best?",
    lead=describe_winner,
    asides=first_page.explain_matrix,
    brief_table=first_page.make_matrix,
)
RANKING = Question(
    name="ranking",
    asks="Who is best?",
    answer=answer_best,
    columns=RANKING_COLUMNS,
    rows=lambda results: results.mixed.ranking,
    caption=_ranking_caption,
    notes=explain_ranking,
    draw=draw_ranking,
    is_first=True,
    short=lambda results: "Best?" if results.contest == "together" else "Mixed?",
    lead=first_page.describe_ranking,
    brief_table=first_page.make_group_table,
)
LASTING = Question(
    name="lasting",
    asks="Which styles last?",
    answer=answer_lasting,
    columns=LASTING_COLUMNS,
    rows=lasting_rows,
    table=lasting_table,
    notes=explain_lasting,
    short="Lasts?",
    lead=first_page.describe_lasting,
)


def _summary(results: TournamentResults, tables: Mapping[str, list[Any]]) -> dict[str, Any]:
    """Return the fields of the JSON object that are not tables, by name."""
    summary: dict[str, Any] = {
        "strategies": list(results.specs),
        "tiers": {ranked.spec: ranked.tier for ranked in results.mixed.ranking},
        "games_per_cell": results.matrix.games,
        "mixed_lineups": len(results.run.mixed),
        "mixed_lineups_possible": results.design.mixed_possible,
        "mixed_games": results.mixed.games,
        **_matrix_summary(results, tables[BEATING.name]),
    }
    if results.design.races:
        summary["until_decided"] = _race_summary(results)
    return summary


def _matrix_summary(results: TournamentResults, rows: Sequence[Any]) -> dict[str, Any]:
    """Return the JSON fields on which strategies beat which, by name.

    If all players win or lose together, the matrix has win rates on its diagonal only.
    """
    if results.contest == "together":
        return {"beats_all": None, "beating": [], "ring": [], "matrix": _group_matrix(results)}
    specs = results.specs
    size = len(results.specs)
    verdict, styles = results.matrix.find_winner_over_all()
    return {
        "beats_all": verdict,
        "beating": [specs[style] for style in styles],
        "ring": [specs[style] for style in results.matrix.ring],
        "matrix": [rows[row * size : (row + 1) * size] for row in range(size)],
    }


def _group_matrix(results: TournamentResults) -> list[list[dict[str, Any] | None]]:
    """Return the matrix, by row and column, if all players win or lose together.

    It has the results of each strategy in every seat on its diagonal, and None elsewhere.
    """
    size = len(results.specs)
    matrix: list[list[dict[str, Any] | None]] = [[None] * size for _ in range(size)]
    for number, spec in enumerate(results.specs):
        cell = plain(results.mixed.win_rate(number))
        cell["win_rate"] = cell.pop("value")
        games = results.run.lineup_runs[number].games
        matrix[number][number] = {"strategy": spec, "others": spec, **cell, "games": games}
    return matrix


def _race_summary(results: TournamentResults) -> dict[str, Any]:
    """Return the decisions of a race and its numbers of games at interim looks, for JSON.

    Raise `UsageError` if a target is invalid, and `KeyError` if it has an unknown figure.
    """
    race = results.race
    return {
        "decided": race.is_decided,
        "values_exaggerated": ended_early(results),
        "looks": [deals * results.competitors for deals in results.design.interim],
        "level": results.level,
        "looked": max(results.run.looks),
        "margin": results.margin,
        "cells": Counter(race.cells.values()),
        "pairs": Counter(race.pairs.values()),
    }


CONTEST = Contest(
    questions=(BEATING, RANKING, LASTING),
    heading=lambda results: f"Tournament of {len(results.specs)} strategies",
    subtitle=describe_games,
    certainty=certainty,
    caveats=caveats,
    summary=_summary,
    games_line=first_page.describe_games,
    trust=first_page.describe_trust,
    next_steps=first_page.suggest_next_steps,
    has_targets=True,
)
