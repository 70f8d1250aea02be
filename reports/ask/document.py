"""What questions to a game found, as the parts of a document."""

from __future__ import annotations

from reports.ask import sentences
from reports.ask.charts import charts_of
from reports.ask.results import Answered, AskResults, Word
from reports.figures.figure import POINTS, SHARE
from reports.run.document import title
from reports.writing import numbers
from reports.writing.document import (
    Answer,
    Cell,
    Column,
    Findings,
    Item,
    Section,
    Table,
    Text,
    Tone,
)
from simulate.play.asking import Topic

#: What the first page asks, and the questions that answer it.
_HEADINGS: dict[Topic, str] = {
    "without": "Which actions must you use?",
    "only": "Is one kind of action enough?",
    "able": "What must a player be able to do?",
}
_TONES: dict[Word, Tone] = {"costs": "more", "free": "", "helps": "less", "not clear": ""}


def find(results: AskResults) -> Findings:
    """Say what some questions found."""
    answers = [
        Answer(heading, [Item(sentences.sentence(results, one)) for one in _on(results, topic)])
        for topic, heading in _HEADINGS.items()
        if _on(results, topic)
    ]
    return Findings(
        f"Questions to {title(results.study)}",
        [sentences.played(results)],
        [Answer("What matters most?", [Item(sentences.most(results), main=True)]), *answers],
        [],
        sentences.known(results),
        [
            Section(
                "found",
                "What each handicap costs",
                [
                    *charts_of(results),
                    ranking(results),
                    Text(sentences.meaning(results), "note"),
                ],
            )
        ],
        [
            "Every question is played on the same deals, each deal in every rotation; intervals "
            "are made from the differences between deals, not between games.",
            "Where several players could answer a question, who do differently what is left to "
            "them, the best of them in other games plays it.",
        ],
    )


def _on(results: AskResults, topic: Topic) -> list[Answered]:
    return [one for one in results.answers if one.asked.question.topic == topic]


def ranking(results: AskResults) -> Table:
    """Show what each handicap costs, the dearest first."""
    level = numbers.level(results.confidence)
    return Table(
        f"What each handicap costs, with intervals that hold together at {level.split(' int')[0]}",
        [
            Column("one player", numeric=False),
            Column("wins"),
            Column("cost, points"),
            Column("verdict", numeric=False),
            Column("used", spare=True),
        ],
        [_row(one) for one in results.answers],
    )


def _row(answer: Answered) -> list[Cell]:
    kind, cost = answer.asked.question.kind, answer.cost
    used = numbers.percent(kind.chosen / kind.offered, 0) if kind else ""
    return [
        Cell(sentences.asks(answer.asked).short, below=f"played by {answer.asked.player.spec}"),
        Cell(numbers.value(answer.win_rate, SHARE), answer.win_rate.value),
        Cell(
            f"{numbers.number(cost.value, (cost.high - cost.low) / 2, POINTS)} "
            f"({numbers.ends(cost, POINTS)})",
            cost.value,
        ),
        Cell(answer.word, tone=_TONES[answer.word]),
        Cell(used, kind.chosen / kind.offered if kind else -1.0),
    ]
