"""The table of questions to a game, and their JSON object: what other programs read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reports.ask.results import MARGIN, Answered, AskResults, Word
from reports.ask.sentences import handicap, question, yes_or_no
from reports.figures.figure import POINTS, SHARE
from reports.writing import numbers
from reports.writing.columns import Column, plain_rows
from reports.writing.contest import summarise as summarise_contest
from reports.writing.document import Cell, Tone
from simulate.play.asking import asking_id

_TONES: dict[Word, Tone] = {"costs": "more", "free": "", "helps": "less", "not clear": ""}


def _used(answer: Answered) -> Cell:
    kind = answer.asked.question.kind
    share = kind.chosen / kind.offered if kind else -1.0
    return Cell(numbers.percent(share, 0) if kind else "", share)


#: The tables' columns; rows are `reports.ask.results.Answered`.
TABLES: dict[str, Sequence[Column]] = {
    "questions": (
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
        Column("unfinished", "games that reached the safety cap on turns undecided"),
    ),
}


def cost(answer: Answered) -> str:
    """Write what a handicap costs, and what that means."""
    found = answer.cost
    told = numbers.number(found.value, (found.high - found.low) / 2, POINTS)
    return f"{told} ({numbers.ends(found, POINTS)}) {answer.word}"


def rows(results: AskResults) -> Mapping[str, Sequence[Any]]:
    """Return the rows of each table."""
    return {"questions": results.answers}


def summarise(results: AskResults) -> dict[str, Any]:
    """Return everything that was found as plain values that JSON can hold.

    Rates and costs are shares of 1; an end of an interval that is not known is ``None``.
    """
    kinds, others = results.asking.kinds, results.asking.others
    study_id = asking_id(results.study, others)
    found = {
        "player": others.spec,
        "games_per_question": results.run.asked[0].run.games,
        "fair_share": results.fair_share,
        "margin": MARGIN,
        "questions": plain_rows(TABLES["questions"], results.answers),
        "not_asked": {"rare": list(kinds.rare), "mixed": list(kinds.mixed)},
        "unfinished": results.unfinished,
    }
    return summarise_contest(results, study_id, study_id, found)
