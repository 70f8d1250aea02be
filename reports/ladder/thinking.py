"""Does more thinking pay? Every two budgets compared, on the same deals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

import numpy as np

from reports.analysis.contest import Question
from reports.analysis.contest_results import AdjustedComparison, Side, compare_all
from reports.figures.differences import Difference, difference
from reports.figures.figure import POINTS
from reports.figures.statistics import DealSums, Estimate, half_width, two_digits
from reports.writing import wording
from reports.writing.columns import Column
from simulate.play.lineups import LineupRun

#: More thinking stops paying where no larger budget can be better by more than this.
MARGIN = 0.02

Word = Literal["stops", "still pays", "not told"]


@dataclass(frozen=True)
class BudgetStep:
    """Two budgets of rollouts, and by how much more wins, sure for all steps together."""

    fewer: int
    more: int
    difference: Estimate
    compared: AdjustedComparison


@dataclass(frozen=True)
class ThinkingResults:
    """What more thinking brings."""

    #: Every two budgets.
    steps: Sequence[BudgetStep]
    #: ``"stops"`` if from `budget` on no larger one can be better by more than `MARGIN`; ``"still
    #: pays"`` if each budget but the largest is clearly beaten by a larger one; ``"not told"``
    #: where there are too few games for either.
    word: Word
    #: The first budget from which no larger one is clearly better, and the steps from it.
    budget: int
    beyond: Sequence[BudgetStep]


def compare_budgets(
    budgets: Sequence[int], played: Sequence[LineupRun], confidence: float
) -> ThinkingResults | None:
    """Compare every two budgets, in rising order; all intervals and verdicts are sure together."""
    pairs = list(combinations(range(len(budgets)), 2))
    if not pairs:
        return None
    together = 1 - (1 - confidence) / len(pairs)
    found = [differ(played[one], played[other], together) for one, other in pairs]
    values = [one.estimate.value for one in found]
    compared = compare_all(values, [one.p_value for one in found], confidence)
    steps = [
        BudgetStep(budgets[one], budgets[other], differ.estimate, verdict)
        for (one, other), differ, verdict in zip(pairs, found, compared, strict=True)
    ]
    beaten = {step.fewer for step in steps if step.compared.word == "above"}
    budget = next(one for one in budgets if one not in beaten)
    beyond = [step for step in steps if step.fewer == budget]
    word: Word = "not told"
    if not beyond:
        word = "still pays"
    elif all(step.difference.high <= MARGIN for step in beyond):
        word = "stops"
    return ThinkingResults(steps, word, budget, beyond)


def differ(first: LineupRun, second: LineupRun, confidence: float) -> Difference:
    """Estimate the difference of two line-ups' win rates on the deals that both played.

    Parameters
    ----------
    first, second
        Line-ups that play the same deals; one may play more of them. The wins are those of their
        first strategies.
    confidence
        The confidence of the interval.

    Returns
    -------
    Difference
        The win rate of the second line-up minus that of the first, with a paired interval.
    """
    deals = min(len(first.wins), len(second.wins))
    wins_before, wins_after = (
        played.wins[:deals, 0].astype(np.int64) for played in (first, second)
    )
    before, after = (
        DealSums(
            deals,
            int(wins.sum()),
            int((wins * wins).sum()),
            played.layout.rotations,
            played.layout.win,
        )
        for wins, played in ((wins_before, first), (wins_after, second))
    )
    products = int((wins_before * wins_after).sum())
    return difference(before, after, products, confidence, kind="rate")


def _answer(results: Any) -> list[str]:
    thinking: ThinkingResults | None = results.thinking
    if not thinking:
        return []
    if thinking.word == "still pays":
        step = thinking.steps[-1]
        return [
            f"More thinking still pays at {step.more} rollouts: with them the win rate is "
            f"{wording.size(step.difference, POINTS)} percentage points "
            f"({wording.ends(step.difference, POINTS)}) higher than with {step.fewer}."
        ]
    most = max(thinking.beyond, key=lambda step: step.difference.high)
    margin = f"{100 * MARGIN:g} percentage points"
    ends = wording.ends(most.difference, POINTS)
    if thinking.word == "stops":
        return [
            f"More thinking stops paying at {thinking.budget} rollouts: no larger budget is "
            f"clearly better, and none by more than {margin} (with {most.more}: {ends})."
        ]
    known = math.isfinite(half_width(most.difference))  # not after a deal or two
    games = games_for_margin(most, results.climbing[0].games) if known else 0
    wanted = f"about {wording.about(games)}" if known else "more"
    return [
        "Where more thinking stops paying is not clear with so few games: from "
        f"{thinking.budget} rollouts on no larger budget is clearly better, but {most.more} may "
        f"be ({ends} points). It takes {wanted} games of each budget "
        f"(--slow-games) to tell that to within {margin}."
    ]


def games_for_margin(step: BudgetStep, games: int) -> int:
    """Return what to ask for so that a step is known to within the margin."""
    return two_digits(games * (half_width(step.difference) / MARGIN) ** 2)


_WORDS: dict[Side, str] = {"above": "better", "below": "worse", "not told": "not clear"}

THINKING = Question(
    name="thinking",
    asks="Does more thinking pay?",
    answer=_answer,
    #: Rows are `BudgetStep`.
    columns=(
        Column("fewer", "rollouts", heading="rollouts"),
        Column("more", "more rollouts", heading="more rollouts", short="more"),
        Column(
            "value",
            "by how much the win rate is higher with more, on the same deals; the intervals of all "
            "rows hold together",
            lambda step: step.difference,
            interval=True,
            heading="difference",
            unit=POINTS,
        ),
        Column(
            "p_value",
            "how likely so large a difference is by chance where there is none",
            lambda step: step.compared.p_value,
        ),
        Column(
            "p_holm", "p_value corrected for all rows (Holm)", lambda step: step.compared.p_holm
        ),
        Column(
            "verdict",
            "above if more is clearly better, below if it is clearly worse, else not told",
            lambda step: step.compared.word,
            heading="is",
            display=lambda step: _WORDS[step.compared.word],
            numeric=False,
        ),
    ),
    rows=lambda results: results.thinking.steps,
    caption="What more rollouts add to the win rate",
    notes=lambda results: [
        "Every two budgets on the same deals. More is clearly better or worse if chance alone "
        "would hardly give so large a difference, corrected for the number of rows."
    ],
)
