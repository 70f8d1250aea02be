"""The tables of a ladder, and its JSON object: what other programs read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reports.ladder import luck, rungs, skill, thinking
from reports.ladder.results import LadderResults
from reports.writing.columns import Column, plain_rows
from reports.writing.contest import summarise as summarise_contest
from reports.writing.target_table import TARGETS, judged_rows

#: The tables' columns.
TABLES: dict[str, Sequence[Column]] = {
    "rungs": rungs.COLUMNS,
    "thinking": thinking.COLUMNS,
    "skill": skill.COLUMNS,
    "luck": luck.COLUMNS,
    "targets": TARGETS,
}


def rows(results: LadderResults) -> dict[str, Sequence[Any]]:
    """Return the rows of each table."""
    return {
        "rungs": results.rungs,
        "thinking": results.thinking.steps if results.thinking else (),
        "skill": [results] if results.skill else (),
        "luck": luck.rows(results.luck) if results.luck else (),
        "targets": judged_rows(results.judged()),
    }


def summarise(results: LadderResults) -> dict[str, Any]:
    """Return everything a ladder found as plain values that JSON can hold.

    Rates are shares of 1; what is not known is ``None``.
    """
    run, found = results.run, results.thinking
    told = {name: plain_rows(TABLES[name], some) for name, some in rows(results).items()}
    more = {
        "reference": results.reference,
        "rungs": told["rungs"],
        "thinking": found
        and {"verdict": found.word, "rollouts": found.budget, "differences": told["thinking"]},
        "skill": next(iter(told["skill"]), None),
        "luck": told["luck"],
        **({"targets": told["targets"]} if results.study.targets else {}),
        "unfinished": run.unfinished,
    }
    return summarise_contest(results, results.ladder.id, run.as_played.id, more)
