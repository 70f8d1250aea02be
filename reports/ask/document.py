"""The report of the analysis `ask`: its questions with their answers, table and chart."""

from __future__ import annotations

from reports.analysis.contest import Contest, Question
from reports.ask import first_page
from reports.ask.charts import draw_costs
from reports.ask.results import MARGIN, AskResults
from reports.ask.sentences import (
    answer_costs,
    answers_on,
    caveats,
    describe_games,
    explain_cost,
    limits,
)
from reports.ask.tables import COLUMNS
from reports.writing import wording


def _no_lead(results: AskResults) -> list[str]:
    """Return no sentences, because the first page has the answers in its table."""
    return []


CONTEST = Contest(
    questions=(
        Question(
            name="questions",
            asks="What does each handicap cost?",
            answer=answer_costs,
            columns=COLUMNS,
            rows=lambda results: results.answers,
            caption="What each handicap costs",
            notes=lambda results: [explain_cost(results)],
            draw=draw_costs,
            short="Needed?",
            lead=first_page.describe_actions,
            brief_table=first_page.make_table,
        ),
        Question(
            name="without",
            asks="Which actions must you use?",
            answer=answers_on("without"),
            lead=_no_lead,
        ),
        Question(
            name="only",
            asks="Is one kind of action enough?",
            answer=answers_on("only"),
            lead=_no_lead,
        ),
        Question(
            name="able",
            asks="What must a player be able to do?",
            answer=answers_on("able"),
            lead=_no_lead,
        ),
    ),
    heading=lambda results: wording.counted(len(results.answers), "question"),
    subtitle=describe_games,
    certainty=limits,
    caveats=caveats,
    games_line=first_page.describe_games,
    trust=first_page.describe_trust,
    next_steps=first_page.suggest_next_steps,
    summary=lambda results, tables: {
        "player": results.design.base.spec,
        "games_per_question": results.run.lineup_runs[0].games,
        "fair_share": results.fair_share,
        "margin": MARGIN,
        "not_asked": {
            "rare": list(results.design.kinds.rare),
            "mixed": list(results.design.kinds.mixed),
        },
    },
)
