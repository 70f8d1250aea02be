"""The results of `ask`: the cost of each handicap, with intervals and verdicts."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from reports.analysis.contest_results import ContestResults, decided_share, win_sums
from reports.ask.play import HandicapQuestion, QuestionRun
from reports.figures.differences import rare_difference_variance, unpaired_difference
from reports.figures.statistics import DealSums, Estimate, rate, student_quantile
from simulate.play.run import Run
from simulate.strategy import Strategy

#: A handicap is practically free if it costs no larger share of games than this.
MARGIN = 0.02
#: The effect of a handicap, as the JSON object and the tables have it.
Effect = Literal["costs", "free", "helps", "not clear"]


@dataclass(frozen=True)
class HandicapResult:
    """The result of a question."""

    question: HandicapQuestion
    #: The strategy that has the handicap.
    player: Strategy
    run: Run
    #: The win rate of the player with the handicap.
    win_rate: Estimate
    #: The win rate expected without the handicap, minus `win_rate`.
    cost: Estimate
    #: The verdict on the cost.
    effect: Effect


class AskResults(ContestResults):
    """The results of all questions; all intervals hold together (Bonferroni)."""

    @property
    def confidence_each(self) -> float:
        """The confidence of each interval, chosen so that all hold together."""
        return 1 - (1 - self.confidence) / len(self.design.questions)

    @cached_property
    def unhindered_rate(self) -> Estimate | None:
        """The win rate of a group without a handicap; None if players or sides are rivals."""
        unhindered = self.run.unhindered
        return rate(win_sums(unhindered), self.confidence_each) if unhindered else None

    @property
    def expected(self) -> float:
        """The win rate without a handicap: that of a group, or the fair share."""
        return self.unhindered_rate.value if self.unhindered_rate else self.fair_share

    @cached_property
    def answers(self) -> list[HandicapResult]:
        """The result of each question, the most costly handicap first."""
        answers = [self._answer(question_run) for question_run in self.run.question_runs]
        return sorted(answers, key=lambda answer: -answer.cost.value)

    @property
    def estimates(self) -> dict[str, Estimate]:
        """The cost of each handicap, by the name of the question."""
        return {answer.question.name: answer.cost for answer in self.answers}

    def _answer(self, question_run: QuestionRun) -> HandicapResult:
        """Return the result of a question."""
        run = question_run.run
        if self.unhindered_rate:
            win_rate = rate(win_sums(run), self.confidence_each)
            cost = unpaired_difference(win_rate, self.unhindered_rate).estimate
            if run.tally.id == self.run.unhindered.tally.id:  # every game went the same
                cost = Estimate(0.0, 0.0, 0.0, win_rate.n)
        else:
            # Games without a winner count for nobody.
            fair = self.fair_share * decided_share(run)
            win_rate = hindered_rate(win_sums(run), fair, self.confidence_each)
            cost = win_rate.negated().shifted(fair)
        return HandicapResult(
            question_run.question, question_run.player, run, win_rate, cost, effect_of(cost)
        )


def hindered_rate(sums: DealSums, fair: float, confidence: float) -> Estimate:
    """Estimate the win rate of a player with a handicap among equal players without it.

    Parameters
    ----------
    sums
        The sums of its wins over deals.
    fair
        Its win rate if the handicap changes nothing.
    confidence
        The confidence of the interval.

    Notes
    -----
    Without a handicap each deal, over all its rotations, gives exactly the fair share. So deals in
    which the handicap changes nothing have no spread. What is left is a difference, and a few
    deals tell little about it (see `reports.figures.differences`). Wilson's interval is for rates
    near 0.
    Either interval may be too narrow where the other holds, so the wider end of both is taken.
    """
    value, variance, deals = sums.mean, sums.variance_of_mean, sums.deals
    wilson = rate(sums, confidence)
    if deals < 2:
        return wilson
    error = math.sqrt(variance + rare_difference_variance(variance, fair - value, deals))
    half = student_quantile(deals, confidence) * error
    low = max(0.0, value - half)
    high = min(1.0, value + half)
    if variance == 0 and math.isclose(value, fair):
        return Estimate(value, low, high, sums.n)
    return Estimate(value, min(low, wilson.low), max(high, wilson.high), sums.n)


def effect_of(cost: Estimate) -> Effect:
    """Return the effect of a handicap by the interval of its cost.

    "free" if the whole interval is within `MARGIN` of 0, else "costs" or "helps" if it excludes 0.
    """
    if cost.low >= -MARGIN and cost.high <= MARGIN:
        return "free"
    if cost.low > 0:
        return "costs"
    return "helps" if cost.high < 0 else "not clear"
