"""A ladder as a contest: its questions, what was played, and how sure it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reports.contest.contest import Contest
from reports.contest.question import Question
from reports.figures.figure import SHARE
from reports.ladder.luck import LUCK
from reports.ladder.results import LadderResults
from reports.ladder.rungs import RUNGS, among, games_each, known
from reports.ladder.thinking import THINKING
from reports.run.sentences import LUCK_MEANS, SKILL_PAYS, luck_told
from reports.writing import numbers
from reports.writing.columns import Column

#: Where the upper end may be no stronger than the lower.
UNTOLD = "too few games were played to tell how many points of Elo it is"


def _answer(results: LadderResults) -> list[str]:
    found = results.skill
    said = [
        f"{results.game.title} has no strategy but random play that could show how much skill "
        "counts."
    ]
    if found:
        said = [
            f"{found.strategy}, {among(results, found.others)}, wins "
            f"{numbers.value(found.win_rate, SHARE)} of "
            f"{numbers.counted(found.win_rate.n, 'game')} "
            f"({numbers.interval(found.win_rate, SHARE)}), where "
            f"{numbers.percent(results.fair_share)} is fair. {luck_told(found.coin_share)}"
        ]
        if results.ends and results.width:
            upper, lower = results.ends
            width = numbers.elo(results.width).replace("above", "more than")
            told = f"it is {width} points of Elo" if results.width.low > 0 else UNTOLD
            said.append(f"From {lower.label} up to {upper.label} {told}.")
    return said


def _rows(results: LadderResults) -> list[dict[str, Any]]:
    if not (skill := results.skill):
        return []
    top = results.ends and results.ends[0].spec
    return [{**vars(skill), "games": skill.win_rate.n, "top": top, "width": results.width}]


_COLUMNS = (
    Column("strategy", "a strong player: it has one seat of each game"),
    Column("others", "who plays at random, in all other seats"),
    Column("games", "games played"),
    Column("win_rate", "share of the games that the strong player wins", interval=True),
    Column(
        "coin_share",
        "luck, from 0 (none, as in chess) to 1 (nothing else, as in tossing a coin)",
        interval=True,
    ),
    Column("elo", "how far the strong player is ahead of one of the others", interval=True),
    Column("top", "the upper end of the ladder: the largest budget, or else the strong player"),
    Column(
        "width",
        "by how much Elo the upper end is ahead of who plays at random, both measured at the "
        "ladder's table",
        interval=True,
    ),
)

SKILL = Question(
    name="skill",
    asks=SKILL_PAYS,
    answer=_answer,
    columns=_COLUMNS,
    rows=_rows,
    notes=lambda results: [LUCK_MEANS] if results.skill else [],
    is_first=True,
)


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
