"""The table of questions to a game, tidy, and their JSON object: what other programs read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from reports.ask.results import MARGIN, AskResults
from reports.ask.sentences import asks, yes_or_no
from reports.writing.columns import Column, frames, plain_rows
from simulate.play.asking import asking_id

#: The tables' columns; rows are `reports.ask.results.Answered`.
TABLES: dict[str, Sequence[Column]] = {
    "questions": (
        Column(
            "name",
            "the question's name: without or only a kind of action, or what is missing",
            lambda one: one.asked.question.name,
        ),
        Column("question", "the question in words", lambda one: asks(one.asked).question),
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
        ),
        Column("games", "games played", lambda one: one.asked.run.games),
        Column(
            "win_rate",
            "share of the games won with the handicap; shared by k players it counts 1/k",
            interval=True,
        ),
        Column("cost", "fair share of the games decided, less win_rate", interval=True),
        Column(
            "offered",
            "choices read where that kind of action and another one were offered",
            lambda one: one.asked.question.kind and one.asked.question.kind.offered,
        ),
        Column(
            "chosen",
            "at how many of these the others' player chose it",
            lambda one: one.asked.question.kind and one.asked.question.kind.chosen,
        ),
        Column("unfinished", "games that reached the safety cap on turns undecided"),
    ),
}


def make_ask_tables(results: AskResults) -> dict[str, pd.DataFrame]:
    """Return the tables by name; the columns are those of `TABLES`."""
    return frames(TABLES, {"questions": results.answers})


def summarise(results: AskResults) -> dict[str, Any]:
    """Return everything that was found as plain values that JSON can hold.

    Rates and costs are shares of 1; an end of an interval that is not known is ``None``.
    """
    run, study, kinds = results.run, results.study, results.asking.kinds
    return {
        "game": study.called,
        "variant": study.variant,
        "rules": study.values,
        "players": study.players,
        "seed": study.seed,
        "confidence": results.confidence,
        "player": results.asking.others.spec,
        "games": run.games,
        "games_per_question": results.games_each,
        "fair_share": results.fair_share,
        "margin": MARGIN,
        "questions": plain_rows(TABLES["questions"], results.answers),
        "not_asked": {"rare": list(kinds.rare), "mixed": list(kinds.mixed)},
        "unfinished": results.unfinished,
        "interrupted": run.interrupted,
        "study_id": asking_id(study, results.asking.others),
        "played_study_id": asking_id(study, results.asking.others),
        "tally_id": run.tally_id,
        "jobs": run.jobs,
        "elapsed_s": round(run.elapsed, 4),
        "games_per_s": round(run.games / run.elapsed, 1),
    }
