"""The tables of a tournament, and its JSON object: what other programs read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from reports.tournament.beating import BEATING, beats_all
from reports.tournament.catalogue import judged
from reports.tournament.dueling import DUELS
from reports.tournament.lasting import LASTING
from reports.tournament.question import Question
from reports.tournament.race import summarise_race
from reports.tournament.ranking import RANKING
from reports.tournament.results import TournamentResults
from reports.writing.columns import Column, frames, plain_rows
from reports.writing.target_table import TARGETS, judged_rows

#: What is asked of every tournament; of duels only if they were played.
QUESTIONS = (BEATING, RANKING, LASTING, DUELS)
#: The tables' columns.
TABLES: dict[str, Sequence[Column]] = {
    **{
        one.name: [Column(name, meaning) for name, meaning in one.columns.items()]
        for one in QUESTIONS
    },
    "targets": TARGETS,
}


def asked(results: TournamentResults) -> list[Question]:
    """Return the questions that what was played answers."""
    return [one for one in QUESTIONS if one is not DUELS or results.duels.are_played]


def make_tournament_tables(results: TournamentResults) -> dict[str, pd.DataFrame]:
    """Return the tables of a tournament by name; the columns are those of `TABLES`."""
    rows = {one.name: one.rows(results) for one in asked(results)}
    rows["targets"] = judged_rows(judged(results))
    return frames(TABLES, rows, if_asked=("targets", DUELS.name))


def summarise_tournament(results: TournamentResults) -> dict[str, Any]:
    """Return everything a tournament found as plain values that JSON can hold.

    Rates are shares of 1; an end of an interval that is not known is ``None``.
    """
    run, study, specs = results.run, results.study, results.specs
    tournament, size = results.tournament, len(results.specs)
    known, styles = beats_all(results)
    tables = {one.name: one.rows(results) for one in asked(results)}
    cells = tables.pop(BEATING.name)
    found: dict[str, Any] = {
        "game": study.called,
        "variant": study.variant,
        "rules": study.values,
        "players": study.players,
        "seed": study.seed,
        "confidence": results.confidence,
        "strategies": list(specs),
        "tiers": dict(zip(specs, results.tiers, strict=True)),
        "games": run.games,
        "games_per_cell": results.cell_games,
        "mixed_lineups": len(run.mixed),
        "mixed_lineups_possible": tournament.mixed_possible,
        "mixed_games": results.mixed.games,
        "answers": {one.asks(study.players): one.answer(results) for one in asked(results)},
        "beats_all": known,
        "beating": [specs[style] for style in styles],
        "ring": [specs[style] for style in results.matrix.ring],
        "matrix": [cells[row * size :][:size] for row in range(size)],
        **tables,
        "unfinished": run.unfinished,
    }
    if tournament.races:
        found["until_decided"] = summarise_race(results)
    if study.targets:
        found["targets"] = plain_rows(TARGETS, judged_rows(judged(results)))
    # A race, whole, gives just these games again.
    played = tournament if tournament.races else tournament.played(results.cell_games)
    return found | {
        "interrupted": run.interrupted,
        "study_id": tournament.id,
        "played_study_id": played.id,
        "tally_id": run.tally_id,
        "jobs": run.jobs,
        "elapsed_s": round(run.elapsed, 4),
        "games_per_s": round(run.games / run.elapsed, 1),
    }
