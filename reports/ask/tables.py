"""The table of questions to a game, tidy, and their JSON object: what other programs read."""

from __future__ import annotations

from typing import Any

import pandas as pd

from reports.ask.results import MARGIN, Answered, AskResults
from reports.ask.sentences import asks, yes_or_no
from reports.figures.statistics import plain
from reports.run.tables import as_tables
from simulate.play.asking import asking_id

#: What every column of every table means; `fathom schema --tables` prints this.
COLUMNS: dict[str, dict[str, str]] = {
    "questions": {
        "name": "the question's name: without or only a kind of action, or what is missing",
        "question": "the question in words",
        "answer": "its answer in a word or two",
        "verdict": "what the handicap does if that is clear: costs, free or helps, else not clear",
        "player": "who has the handicap, to be typed after -s",
        "others": "who plays all other seats",
        "games": "games played",
        "win_rate": "share of the games won with the handicap; shared by k players it counts 1/k",
        "win_rate_low": "lower end of the interval of win_rate; all intervals hold together",
        "win_rate_high": "upper end of the interval of win_rate",
        "fair_share": "1 / number of players, or of sides",
        "cost": "fair share of the games decided, less win_rate",
        "cost_low": "lower end of the interval of cost",
        "cost_high": "upper end of the interval of cost",
        "offered": "choices read where that kind of action and another one were offered",
        "chosen": "at how many of these the others' player chose it",
        "unfinished": "games that reached the safety cap on turns undecided",
    },
}


def make_ask_tables(results: AskResults) -> dict[str, pd.DataFrame]:
    """Return the tables by name; the columns are those of `COLUMNS`."""
    return as_tables({"questions": [_row(results, one) for one in results.answers]}, COLUMNS)


def _row(results: AskResults, answer: Answered) -> dict[str, Any]:
    return {
        **_what(answer),
        "others": results.asking.others.spec,
        "games": answer.asked.run.games,
        "win_rate": answer.win_rate.value,
        "win_rate_low": answer.win_rate.low,
        "win_rate_high": answer.win_rate.high,
        "fair_share": results.fair_share,
        "cost": answer.cost.value,
        "cost_low": answer.cost.low,
        "cost_high": answer.cost.high,
        **_used(answer),
    }


def _what(answer: Answered) -> dict[str, Any]:
    return {
        "name": answer.asked.question.name,
        "question": asks(answer.asked).question,
        "answer": yes_or_no(answer),
        "verdict": answer.word,
        "player": answer.asked.player.spec,
    }


def _used(answer: Answered) -> dict[str, Any]:
    kind = answer.asked.question.kind
    return {
        "offered": kind.offered if kind else None,
        "chosen": kind.chosen if kind else None,
        "unfinished": answer.unfinished,
    }


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
        "questions": [
            {
                **_what(one),
                "games": one.asked.run.games,
                **_rate(one),
                "cost": plain(one.cost),
                **_used(one),
            }
            for one in results.answers
        ],
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


def _rate(answer: Answered) -> dict[str, float | None]:
    found = plain(answer.win_rate)
    return {"win_rate": found.pop("value"), **found}
