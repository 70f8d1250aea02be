"""A ladder as a contest: its questions, what was played, and how sure it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reports.contest.contest import Contest
from reports.figures.figure import SHARE
from reports.ladder.luck import LUCK
from reports.ladder.results import LadderResults
from reports.ladder.rungs import RUNGS, games_each, known
from reports.ladder.skill import SKILL
from reports.ladder.thinking import THINKING
from reports.tournament.matrix import rate_of_row
from reports.writing import numbers
from reports.writing.document import columns
from simulate.play.ladder import Ladder
from simulate.play.lineups import Played

LIVE_COLUMNS = columns(["one", "all others", "games", "wins in %"], ["one", "all others"])


def live_rows(
    ladder: Ladder, so_far: Sequence[Played | None], confidence: float
) -> list[list[str]]:
    """Say of each line-up how it stands, in the order of `LIVE_COLUMNS`; ``None`` did not begin."""
    return [
        [
            one.spec,
            other.spec,
            numbers.whole(played.games if played else 0),
            numbers.with_half(rate_of_row(played, confidence), SHARE) if played else "waits",
        ]
        for (one, other), played in zip(ladder.pairs, so_far, strict=True)
    ]


def _played(results: LadderResults) -> str:
    study = results.study
    return (
        f"{results.game.title} for {study.players} players, variant {study.variant}: "
        f"{len(results.rungs)} strategies, each alone at a table where {results.reference} has "
        f"every other seat, on the same deals, each deal in every rotation; "
        f"{games_each(results)}; seed {study.seed}."
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
    caveats=lambda results: [
        "All strategies play the same deals, each deal in every rotation; intervals are made "
        "from the differences between deals, not between games."
    ],
    summary=_summary,
    more=lambda results, games: f"{1 + games / results.run.games:.2g} times as many games",
    elo=numbers.elo_ahead,
)
