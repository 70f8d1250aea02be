"""The report of `ladder`: its questions, with their answers, tables and chart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reports.analysis.contest import Contest, Question
from reports.ladder import first_page
from reports.ladder.charts import draw_rungs
from reports.ladder.results import LadderResults
from reports.ladder.sentences import (
    answer_luck,
    answer_skill,
    answer_strength,
    answer_thinking,
    certainty,
    describe_games,
    describe_place,
    explain_luck,
    explain_verdicts,
)
from reports.ladder.tables import (
    LUCK_COLUMNS,
    RUNG_COLUMNS,
    SKILL_COLUMNS,
    THINKING_COLUMNS,
    luck_rows,
    skill_rows,
)
from reports.run.sentences import LUCK_MEANS, SKILL_PAYS
from reports.writing import wording

RUNGS = Question(
    name="rungs",
    asks="How strong is strong?",
    answer=answer_strength,
    columns=RUNG_COLUMNS,
    rows=lambda results: results.rungs,
    caption=lambda results: (
        f"{describe_place(results)}, with {wording.interval_name(results.confidence)}s"
    ),
    notes=explain_verdicts,
    draw=draw_rungs,
    is_first=True,
    short="Best?",
    lead=first_page.describe_strongest,
    brief_table=first_page.make_rung_table,
)
THINKING = Question(
    name="thinking",
    asks="Does more thinking pay?",
    answer=answer_thinking,
    columns=THINKING_COLUMNS,
    rows=lambda results: results.thinking.steps,
    caption="What more rollouts add to the win rate",
    notes=lambda results: [
        "Each pair of budgets is compared on the same deals. The larger one is clearly better or "
        "worse if chance alone would hardly give a difference this large, corrected for the number "
        "of rows."
    ],
    short="Think?",
    lead=first_page.describe_thinking,
)
SKILL = Question(
    name="skill",
    asks=SKILL_PAYS,
    answer=answer_skill,
    columns=SKILL_COLUMNS,
    rows=skill_rows,
    notes=lambda results: [LUCK_MEANS] if results.skill else [],
    is_first=True,
    short="Skill?",
    lead=first_page.describe_skill_and_luck,
)
LUCK = Question(
    name="luck",
    asks="What decides between equally good players?",
    answer=answer_luck,
    columns=LUCK_COLUMNS,
    rows=luck_rows,
    caption="What decides who wins among equal players",
    notes=explain_luck,
    is_first=True,
    short="Equals?",
    lead=first_page.describe_sources,
)


def _summary(results: LadderResults, tables: Mapping[str, list[Any]]) -> dict[str, Any]:
    """Return the fields that only the JSON of `ladder` has.

    `tables` holds the rows of all tables, by the name of the table.
    """
    thinking = None
    if results.thinking:
        thinking = {
            "verdict": results.thinking.verdict,
            "rollouts": results.thinking.budget,
            "differences": tables["thinking"],
        }
    return {
        "reference": results.reference,
        "thinking": thinking,
        "skill": next(iter(tables["skill"]), None),
        "luck": tables["luck"],
    }


CONTEST = Contest(
    questions=(SKILL, LUCK, RUNGS, THINKING),
    heading=lambda results: f"Ladder of {len(results.rungs)} strategies",
    subtitle=describe_games,
    certainty=certainty,
    summary=_summary,
    games_line=first_page.describe_games,
    trust=first_page.describe_trust,
    next_steps=first_page.suggest_next_steps,
    has_targets=True,
)
