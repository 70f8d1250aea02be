"""Wishes of a designer, such as "30 to 45 minutes", as targets of figures with their verdicts."""

from __future__ import annotations

import math
from typing import Any

from reports.figures import figure as fig
from reports.figures.statistics import Estimate, Verdict, judge
from reports.run.results import RunResults
from reports.writing import wording
from simulate.explore.design import Wishes

#: The states of a wish on the page, by the word of its verdict.
_STATES = {"meets": "met", "misses": "missed", "undecided": "unclear"}
_NOT_CLEAR = "not clear yet"


def targets_of(wishes: Wishes) -> dict[str, dict[str, float]]:
    """Return the targets of a study that the wishes stand for, by the path of the figure."""
    targets: dict[str, dict[str, float]] = {}
    if wishes.fair is not None:
        targets[fig.SEAT_SPREAD] = {"max": wishes.fair / 100}
    if wishes.long is not None:
        shortest, longest = wishes.long
        bounds = {"min": shortest, "max": longest}
        if not shortest:
            del bounds["min"]
        if math.isinf(longest):
            del bounds["max"]
        targets[fig.USUAL_MINUTES] = bounds
    return targets


def name_fairness(fair: float) -> str:
    """Return a wish for fairness in words, such as "within 1 point"."""
    return f"within {fair:g} {'point' if fair == 1 else 'points'}"


def name_length(bounds: tuple[float, float]) -> str:
    """Return a wish for the usual length in words, such as "usually 30 to 45 minutes"."""
    shortest, longest = bounds
    if not shortest:
        return f"usually at most {longest:g} minutes"
    if math.isinf(longest):
        return f"usually at least {shortest:g} minutes"
    return f"usually {shortest:g} to {longest:g} minutes"


def judge_fairness(results: RunResults, wishes: Wishes) -> dict[str, Any] | None:
    """Return the state of the wish for fairness, and words for it; None without this wish."""
    if wishes.fair is None:
        return None
    spread = results.estimate(fig.SEAT_SPREAD)
    verdict = judge(spread, 0.0, wishes.fair / 100, results.run.games)
    distance = f"{wording.round_half_up(100 * spread.value, 1)} off"
    return _describe(name_fairness(wishes.fair), verdict, distance)


def judge_length(results: RunResults, wishes: Wishes) -> dict[str, Any] | None:
    """Return the state of the wish for the usual length, and words for it; None without it."""
    if wishes.long is None:
        return None
    shortest, longest = wishes.long
    usual = results.estimate(fig.USUAL_MINUTES)
    verdict = judge(usual, shortest, longest, results.run.games)
    return _describe(name_length(wishes.long), verdict, _miss_of_length(usual, shortest, longest))


def _miss_of_length(usual: Estimate, shortest: float, longest: float) -> str:
    """Return words for the distance of the usual length from its bounds, such as "12 too long"."""
    if usual.value > longest:
        return f"{_minutes(usual.value - longest)} too long"
    return f"{_minutes(shortest - usual.value)} too short"


def _minutes(minutes: float) -> str:
    """Return a number of minutes: whole from 1 on, else with one decimal."""
    return wording.round_half_up(minutes, 0 if minutes >= 1 else 1)


def _describe(name: str, verdict: Verdict, miss: str) -> dict[str, Any]:
    """Return the state of a wish with words for it, such as "within 1 point: 2.1 off"."""
    words = {"meets": "met", "misses": miss, "undecided": _NOT_CLEAR}[verdict.word]
    return {"state": _STATES[verdict.word], "text": f"{name}: {words}"}
