"""A tournament as a contest: its questions, what was played, and how sure it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from reports.contest.contest import Contest
from reports.figures.figure import SHARE
from reports.run import ending
from reports.tournament.beating import BEATING, beats_all, games_a_cell
from reports.tournament.dueling import DUELS, halves
from reports.tournament.lasting import LASTING
from reports.tournament.ranking import RANKING
from reports.tournament.results import TournamentResults
from reports.writing import numbers


def _played(results: TournamentResults) -> str:
    run, study = results.run, results.study
    duels = f", {halves(study.players)}" if results.duels.are_played else ""
    return (
        f"{len(results.specs)} strategies of {results.game.title} for {study.players} players, "
        f"variant {study.variant}, each alone among others of each other one{duels} and in mixed "
        f"line-ups: {run.games:,} games, {games_a_cell(results)} of each cell of the matrix"
    )


def _known(results: TournamentResults) -> list[str]:
    cells = [results.matrix.rates[one][other] for one, other in results.tournament.cells]
    mixed = [ranked.win_rate for ranked in results.mixed.ranking]
    of_cells, of_mixed = (
        numbers.number(half, half, SHARE)
        for half in (max((rate.high - rate.low) / 2 for rate in rates) for rates in (cells, mixed))
    )
    reach = (
        f"Win rates of the matrix are known to within about {of_cells} percentage points, those "
        f"with mixed line-ups to within about {of_mixed}, at {100 * results.confidence:g} % "
        "confidence."
    )
    if not results.tournament.races:
        return [reach]
    run, race, margin = results.run, results.race, results.margin
    what = "every cell of the matrix and every pair of the ranking"
    if results.study.targets:
        what = "every cell of the matrix, every pair of the ranking and every target"
    told = ending.ended(
        run.games, run.design.games, what, known=race.is_decided, interrupted=run.interrupted
    )
    points = f"{100 * margin:g} percentage point{'s' * (margin != 0.01)}"
    same = f"Practically the same is within {points}."
    return [f"{told} {race.told(results.specs)} {same}", reach]


def _caveats(results: TournamentResults) -> list[str]:
    if not results.tournament.races:
        return []
    looks, most = max(results.run.looked), len(results.tournament.interim)
    return [ending.looks_told(looks, most, results.level, results.confidence)]


def _summary(results: TournamentResults, tables: Mapping[str, list[Any]]) -> dict[str, Any]:
    run, specs, size = results.run, results.specs, len(results.specs)
    known, styles = beats_all(results)
    found: dict[str, Any] = {
        "strategies": list(specs),
        "tiers": {one.spec: one.tier for one in results.mixed.ranking},
        "games_per_cell": results.matrix.games,
        "mixed_lineups": len(run.mixed),
        "mixed_lineups_possible": results.tournament.mixed_possible,
        "mixed_games": results.mixed.games,
        "beats_all": known,
        "beating": [specs[style] for style in styles],
        "ring": [specs[style] for style in results.matrix.ring],
        "matrix": [tables[BEATING.name][row * size :][:size] for row in range(size)],
    }
    if results.tournament.races:
        race = results.race
        found["until_decided"] = {
            "decided": race.is_decided,
            "looks": [deals * results.players for deals in results.tournament.interim],
            "level": results.level,
            "looked": max(run.looked),
            "margin": results.margin,
            "cells": Counter(race.cells.values()),
            "pairs": Counter(race.pairs.values()),
        }
    return found


CONTEST = Contest(
    questions=(BEATING, RANKING, LASTING, DUELS),
    heading=lambda results: f"Tournament of {len(results.specs)} strategies",
    played=_played,
    known=_known,
    caveats=_caveats,
    summary=_summary,
)
