"""A ladder as a contest: its questions, what was played, and how sure it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reports.contest.contest import Contest
from reports.ladder.luck import LUCK
from reports.ladder.results import LadderResults
from reports.ladder.rungs import RUNGS, games_each, known
from reports.ladder.skill import SKILL
from reports.ladder.thinking import THINKING


def _played(results: LadderResults) -> str:
    study = results.study
    return (
        f"{results.game.title} for {study.players} players, variant {study.variant}: "
        f"{len(results.rungs)} strategies, each alone at a table where {results.reference} has "
        f"every other seat, on the same deals, each deal in every rotation; "
        f"{games_each(results)}"
    )


def _summary(results: LadderResults, tables: Mapping[str, list[Any]]) -> dict[str, Any]:
    found = results.thinking
    return {
        "reference": results.reference,
        "rungs": tables["rungs"],
        "thinking": found
        and {"verdict": found.word, "rollouts": found.budget, "differences": tables["thinking"]},
        "skill": next(iter(tables["skill"]), None),
        "luck": tables["luck"],
    }


CONTEST = Contest(
    questions=(RUNGS, THINKING, SKILL, LUCK),
    heading=lambda results: f"Ladder of {len(results.rungs)} strategies",
    played=_played,
    known=lambda results: [known(results)],
    summary=_summary,
)
