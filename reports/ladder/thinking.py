"""The value of more thinking: each pair of budgets of rollouts, compared on the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np

from reports.analysis.contest_results import AdjustedComparison, compare_all
from reports.figures.differences import Difference, difference
from reports.figures.statistics import DealSums, Estimate, half_width, two_digits
from simulate.play.lineups import LineupRun

#: More thinking does not pay if it cannot raise the win rate by more than this.
MARGIN = 0.02
#: The verdict on more thinking; see `ThinkingResults.verdict`.
ThinkingVerdict = Literal["stops", "still pays", "not told"]


@dataclass(frozen=True)
class BudgetStep:
    """Two budgets of rollouts, and the difference of their win rates."""

    #: The smaller number of rollouts.
    fewer: int
    #: The larger number of rollouts.
    more: int
    #: The win rate with more rollouts minus that with fewer. The intervals of all steps hold
    #: together.
    difference: Estimate
    #: The comparison of `difference` with 0: "above" if more rollouts are clearly better.
    compared: AdjustedComparison


@dataclass(frozen=True)
class ThinkingResults:
    """The comparisons of all pairs of budgets."""

    #: The comparison of each pair of budgets.
    steps: Sequence[BudgetStep]
    #: ``"stops"`` if no budget above `budget` can be better by more than `MARGIN`; ``"still pays"``
    #: if each budget but the largest is clearly beaten by a larger one; ``"not told"`` if there are
    #: too few games for either.
    verdict: ThinkingVerdict
    #: The smallest budget that no larger one clearly beats.
    budget: int
    #: The steps from this budget to larger ones.
    beyond: Sequence[BudgetStep]


def compare_budgets(
    budgets: Sequence[int], runs: Sequence[LineupRun], confidence: float
) -> ThinkingResults | None:
    """Return the comparisons of all pairs of budgets.

    Parameters
    ----------
    budgets
        Numbers of rollouts, in rising order.
    runs
        The games of each budget, on common deals.
    confidence
        The confidence with which all intervals, and all verdicts, hold together.

    Returns
    -------
    ThinkingResults or None
        None if there are fewer than two budgets.
    """
    pairs = list(combinations(range(len(budgets)), 2))
    if not pairs:
        return None
    confidence_each = 1 - (1 - confidence) / len(pairs)
    differences = [paired_difference(runs[a], runs[b], confidence_each) for a, b in pairs]
    comparisons = compare_all(
        [gap.estimate.value for gap in differences],
        [gap.p_value for gap in differences],
        confidence,
    )
    steps = [
        BudgetStep(budgets[a], budgets[b], gap.estimate, comparison)
        for (a, b), gap, comparison in zip(pairs, differences, comparisons, strict=True)
    ]
    beaten = {step.fewer for step in steps if step.compared.word == "above"}
    budget = next(budget for budget in budgets if budget not in beaten)
    beyond = [step for step in steps if step.fewer == budget]
    verdict: ThinkingVerdict = "not told"
    if not beyond:
        verdict = "still pays"
    elif all(step.difference.high <= MARGIN for step in beyond):
        verdict = "stops"
    return ThinkingResults(steps, verdict, budget, beyond)


def paired_difference(first: LineupRun, second: LineupRun, confidence: float) -> Difference:
    """Return the difference of the win rates of two line-ups on the deals that both played.

    Parameters
    ----------
    first, second
        The games of line-ups that play the same deals; one may play more of them. The win rates
        are those of their first strategies.
    confidence
        The confidence of the interval.

    Returns
    -------
    Difference
        The win rate of the second line-up minus that of the first, with a paired interval.
    """
    deals = min(len(first.wins), len(second.wins))
    first_wins = first.wins[:deals, 0].astype(np.int64)
    second_wins = second.wins[:deals, 0].astype(np.int64)
    products = int((first_wins * second_wins).sum())
    return difference(
        _deal_sums(first, first_wins),
        _deal_sums(second, second_wins),
        products,
        confidence,
        kind="rate",
    )


def _deal_sums(run: LineupRun, wins: np.ndarray[tuple[int], np.dtype[np.int64]]) -> DealSums:
    """Return the sums over deals of the given wins of a line-up, shape (deals,)."""
    layout = run.layout
    return DealSums(
        len(wins), int(wins.sum()), int((wins * wins).sum()), layout.rotations, layout.win
    )


def games_for_margin(step: BudgetStep, games: int) -> int:
    """Return about how many games per budget would measure a step to within `MARGIN`.

    Parameters
    ----------
    step
        A step whose difference has a finite interval.
    games
        The number of games per budget that were played.
    """
    return two_digits(games * (half_width(step.difference) / MARGIN) ** 2)
