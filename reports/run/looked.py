"""What it costs to play a study again with more games, because it was undecided."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.special import ndtr, ndtri

from reports.run.results import Results
from reports.writing import numbers
from reports.writing.numbers import counted
from simulate.study import MOST_GAMES, UNTIL_DECIDED

#: Points at which an integral over the first look is reckoned: far more than are told.
_POINTS = 2_001


def error_of_two_looks(share: float, confidence: float) -> float:
    """Return how often the truth is outside at one of two looks, or at both.

    The second look is at all games, the first at a `share` of them. Exact for a normal figure whose
    spread is known (Armitage, McPherson and Rowe, J. Royal Statistical Society A 132, 1969).
    """
    reach = float(ndtri(0.5 + confidence / 2))
    together, apart = math.sqrt(share), math.sqrt(1 - share)
    first = np.linspace(-reach, reach, _POINTS)
    ends = [ndtr((end - together * first) / apart) for end in (-reach, reach)]
    density = np.exp(-(first**2) / 2) / math.sqrt(2 * math.pi)
    return 1 - float(np.trapezoid(density * (ends[1] - ends[0]), first))


def summarise_earlier(results: Results, earlier: Results) -> dict[str, Any] | None:
    """Return what an earlier look that left targets open costs, as plain values for JSON."""
    judged, games = earlier.judged(), earlier.run.games
    left = [one.target.figure for one in judged if one.verdict.word == "undecided"]
    if not left or games >= results.run.games:
        return None
    error = error_of_two_looks(games / results.run.games, results.confidence)
    return {"games": games, "undecided": left, "error": error}


def looked_before(results: Results, earlier: Results, source: str) -> list[str]:
    """Say the same, and what to type instead with the study file."""
    before, run = summarise_earlier(results, earlier), results.run
    if before is None:
        return []
    error, left = 1 - results.confidence, before["undecided"]
    what = "a target was" if len(left) == 1 else f"{len(left)} targets were"
    most = min(UNTIL_DECIDED * run.study.games, MOST_GAMES)
    return [
        f"Looked at twice, for {what} undecided after {counted(before['games'], 'game')}: at one "
        f"look or the other {numbers.level(results.confidence)}s leave out the truth in "
        f"{100 * before['error']:.1f} % of studies, not {100 * error:g} % (exact for two looks at "
        f"a normal figure). 'fathom run {source} --until-decided --games {most}' may be looked at "
        f"any time, and keeps to {100 * error:g} %."
    ]
