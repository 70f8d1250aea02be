"""Questions to a game as a contest: what each handicap costs, and what that answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matplotlib.figure import Figure as Drawing

from reports.ask import sentences
from reports.ask.results import MARGIN, Answered, AskResults, Word
from reports.ask.sentences import handicap, question, yes_or_no
from reports.contest.contest import Contest, Question, frame
from reports.contest.results import unfinished
from reports.figures.figure import POINTS, SHARE
from reports.writing import numbers
from reports.writing.chart_frame import Sheet
from reports.writing.columns import Column, shown
from reports.writing.document import Cell, Tone
from reports.writing.forest import Row, draw_forest
from simulate.play.asking import Topic

_TONES: dict[Word, Tone] = {"costs": "more", "free": "", "helps": "less", "not clear": ""}


def _used(answer: Answered) -> Cell:
    kind = answer.asked.question.kind
    share = kind.chosen / kind.offered if kind else -1.0
    return Cell(numbers.percent(share, 0) if kind else "", share)


#: The columns of the table; rows are `reports.ask.results.Answered`.
COLUMNS = (
    Column(
        "name",
        "the question's name: without or only a kind of action, or what is missing",
        lambda one: one.asked.question.name,
    ),
    Column("question", "the question in words", lambda one: question(one.asked)),
    Column("answer", "its answer in a word or two", yes_or_no),
    Column(
        "verdict",
        "what the handicap does if that is clear: costs, free or helps, else not clear",
        lambda one: one.word,
    ),
    Column(
        "player",
        "who has the handicap, to be typed after -s",
        lambda one: one.asked.player.spec,
        heading="a player",
        shown=lambda one: Cell(handicap(one.asked), below=f"played by {one.asked.player.spec}"),
        numeric=False,
    ),
    Column("games", "games played", lambda one: one.asked.run.games),
    Column(
        "win_rate",
        "share of the games won with the handicap; shared by k players it counts 1/k",
        interval=True,
        heading="wins",
        shown=lambda one: Cell(numbers.value(one.win_rate, SHARE), one.win_rate.value),
    ),
    Column(
        "cost",
        "fair share of the games decided, less win_rate",
        interval=True,
        heading="cost, points",
        shown=lambda one: Cell(cost(one), one.cost.value, tone=_TONES[one.word]),
    ),
    Column(
        "offered",
        "choices read where that kind of action and another one were offered",
        lambda one: one.asked.question.kind and one.asked.question.kind.offered,
    ),
    Column(
        "chosen",
        "at how many of these the others' player chose it",
        lambda one: one.asked.question.kind and one.asked.question.kind.chosen,
        heading="used",
        shown=_used,
        spare=True,
    ),
    Column(
        "unfinished",
        "games that reached the safety cap on turns undecided",
        lambda one: unfinished(one.asked.run),
    ),
)


def cost(answer: Answered) -> str:
    """Write what a handicap costs, and what that means."""
    found = answer.cost
    told = numbers.number(found.value, (found.high - found.low) / 2, POINTS)
    return f"{told} ({numbers.ends(found, POINTS)}) {answer.word}"


def _draw(sheet: Sheet, results: AskResults) -> Drawing:
    rows = [
        Row(
            handicap(one.asked),
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


def _of_topic(topic: Topic, asks: str) -> Question:
    """Return what all questions of a topic answer together."""

    def answer(results: AskResults) -> list[str]:
        some = [one for one in results.answers if one.asked.question.topic == topic]
        return [sentences.sentence(results, one) for one in some]

    return Question(name=topic, asks=asks, answer=answer)


COSTS = Question(
    name="questions",
    asks="What does each handicap cost?",
    answer=sentences.most,
    columns=COLUMNS,
    rows=lambda results: results.answers,
    table=lambda results: shown("What each handicap costs", COLUMNS, results.answers),
    notes=lambda results: [sentences.meaning(results)],
    draw=_draw,
)


def _summary(results: AskResults, tables: Mapping[str, list[Any]]) -> dict[str, Any]:
    kinds = results.run.design.kinds
    return {
        "player": results.run.design.others.spec,
        "games_per_question": results.run.played[0].games,
        "fair_share": results.fair_share,
        "margin": MARGIN,
        "questions": tables["questions"],
        "not_asked": {"rare": list(kinds.rare), "mixed": list(kinds.mixed)},
    }


def _caveats(results: AskResults) -> list[str]:
    return [
        "Where several players could answer a question, who do differently what is left to them, "
        "the best of them in other games plays it. Used: at how many of the choices that offer "
        f"such an action and another kind {results.run.design.others.quick.spec} takes it.",
    ]


CONTEST = Contest(
    questions=(
        COSTS,
        _of_topic("without", "Which actions must you use?"),
        _of_topic("only", "Is one kind of action enough?"),
        _of_topic("able", "What must a player be able to do?"),
    ),
    heading=lambda results: numbers.counted(len(results.answers), "question"),
    played=sentences.played,
    known=sentences.known,
    caveats=_caveats,
    summary=_summary,
    has_targets=False,
)
