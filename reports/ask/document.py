"""The report of the analysis `ask`: its questions with their answers, table and chart."""

from __future__ import annotations

from reports.analysis.contest import Contest, Question
from reports.ask.charts import draw_costs
from reports.ask.results import MARGIN
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
        ),
        Question(
            name="without",
            asks="Which actions must you use?",
            answer=answers_on("without"),
        ),
        Question(name="only", asks="Is one kind of action enough?", answer=answers_on("only")),
        Question(name="able", asks="What must a player be able to do?", answer=answers_on("able")),
    ),
    heading=lambda results: wording.counted(len(results.answers), "question"),
    subtitle=describe_games,
    certainty=limits,
    caveats=caveats,
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
