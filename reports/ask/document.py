"""What each handicap costs, as the parts of a document."""

from __future__ import annotations

from matplotlib.figure import Figure as Drawing

from reports.ask import sentences
from reports.ask.results import AskResults
from reports.ask.tables import TABLES, cost
from reports.run.document import title
from reports.writing.chart_frame import Sheet, make_chart
from reports.writing.columns import shown
from reports.writing.contest import frame
from reports.writing.document import Answer, Chart, Findings, Item, Part, Section, Text
from reports.writing.forest import Row, draw_forest
from simulate.play.asking import Topic

QUESTION = "What does each handicap cost?"
#: The names of all charts, which are the stems of their files.
CHARTS = ("costs",)
#: What the first page asks, and the questions that answer it.
_HEADINGS: dict[Topic, str] = {
    "without": "Which actions must you use?",
    "only": "Is one kind of action enough?",
    "able": "What must a player be able to do?",
}


def find(results: AskResults) -> Findings:
    """Say what some questions found."""
    answers = [Answer("What matters most?", [Item(sentences.most(results), main=True)])]
    for topic, heading in _HEADINGS.items():
        some = [one for one in results.answers if one.asked.question.topic == topic]
        if some:
            items = [Item(sentences.sentence(results, one)) for one in some]
            answers.append(Answer(heading, items))
    table = shown("What each handicap costs", TABLES["questions"], results.answers)
    parts: list[Part] = [
        *charts_of(results),
        table,
        Text(sentences.meaning(results), "note"),
    ]
    return Findings(
        f"Questions to {title(results.study)}",
        [sentences.played(results)],
        answers,
        [],
        sentences.known(results),
        [Section("found", QUESTION, parts)],
        [
            "Every question is played on the same deals, each deal in every rotation; intervals "
            "are made from the differences between deals, not between games.",
            "Where several players could answer a question, who do differently what is left to "
            "them, the best of them in other games plays it. Used: at how many of the choices that "
            f"offer such an action and another kind {results.asking.others.quick.spec} takes it.",
        ],
    )


def charts_of(results: AskResults) -> list[Chart]:
    """Return the charts of some questions, each of them of `CHARTS`."""
    words = "; ".join(f"{sentences.handicap(one.asked)} {cost(one)}" for one in results.answers)
    told = f"In percentage points, the dearest first, a player {words}."
    return [make_chart(CHARTS[0], sentences.dearest(results), QUESTION, told, _draw, results)]


def _draw(sheet: Sheet, results: AskResults) -> Drawing:
    rows = [
        Row(
            sentences.handicap(one.asked),
            cost(one),
            [one.cost.scaled(100)],
            one.word in ("costs", "helps"),
        )
        for one in results.answers
    ]
    games, notes = sentences.games_each(results), [sentences.meaning(results)]
    return draw_forest(
        sheet,
        lambda height: frame(results, sheet, games, height, notes),
        rows,
        "cost in percentage points",
        (0.0, ""),
    )
