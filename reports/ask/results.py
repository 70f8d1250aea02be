"""The results of the analysis `ask`: the cost of each handicap, with intervals and verdicts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from reports.analysis.contest_results import ContestResults, decided_share, win_sums
from reports.ask.play import HandicapQuestion, QuestionRun
from reports.figures.differences import unpaired_difference
from reports.figures.statistics import DealSums, Estimate, rate
from simulate.play.intervals import compared_interval
from simulate.play.run import Run
from simulate.strategy import Strategy

#: A handicap is "free" if it changes the win rate by at most this much, as a share of games.
MARGIN = 0.02
#: The effect of a handicap, as JSON and tables name it; see `effect_of`.
Effect = Literal["costs", "free", "helps", "not clear"]


@dataclass(frozen=True)
class HandicapResult:
    """The result of a question: the cost of its handicap, and the verdict on the cost."""

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
    """The results of all questions. All intervals hold jointly (Bonferroni correction)."""

    @property
    def confidence_each(self) -> float:
        """The confidence of each single interval, such that all intervals hold jointly."""
        return 1 - (1 - self.confidence) / len(self.design.questions)

    @cached_property
    def unhindered_rate(self) -> Estimate | None:
        """The win rate of all players together without a handicap.

        None if players or sides are rivals.
        """
        unhindered = self.run.unhindered
        return rate(win_sums(unhindered), self.confidence_each) if unhindered else None

    @property
    def expected(self) -> float:
        """The win rate without a handicap: `unhindered_rate`, or the fair share among rivals."""
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
        """Return the result of a question from its games.

        Raise `ZeroDivisionError` if no game was played.
        """
        run = question_run.run
        if self.unhindered_rate:
            win_rate = rate(win_sums(run), self.confidence_each)
            cost = unpaired_difference(win_rate, self.unhindered_rate).estimate
            if run.tally.id == self.run.unhindered.tally.id:
                # All games are the same as without the handicap.
                cost = Estimate(0.0, 0.0, 0.0, win_rate.n)
        else:
            # A game without a winner is a win of no player, so it reduces the fair share.
            fair = self.fair_share * decided_share(run)
            win_rate = hindered_rate(win_sums(run), fair, self.confidence_each)
            cost = win_rate.negated().shifted(fair)
        return HandicapResult(
            question_run.question, question_run.player, run, win_rate, cost, effect_of(cost)
        )


def hindered_rate(sums: DealSums, fair: float, confidence: float) -> Estimate:
    """Return the estimated win rate of a player with a handicap against the same player without.

    Parameters
    ----------
    sums
        The sums over deals of the wins of the player with the handicap.
    fair
        The win rate if the handicap changes nothing, as a share of games.
    confidence
        The confidence of the interval.

    Notes
    -----
    Without an effect of the handicap, every deal gives exactly the fair share over all its
    rotations. So the variance comes only from deals in which the handicap has an effect; see
    `simulate.play.intervals.compared_interval`.
    """
    value = sums.mean
    low, high = compared_interval(
        value - fair, sums.variance_of_mean, sums.deals, confidence, -fair, 1 - fair
    )
    return Estimate(value, max(0.0, fair + low), min(1.0, fair + high), sums.n)


def effect_of(cost: Estimate) -> Effect:
    """Return the effect of a handicap, given the interval of its cost.

    It is "free" if the whole interval is within `MARGIN` of 0. Otherwise it is "costs" or "helps"
    if the interval is above or below 0, and "not clear" if it includes 0.
    """
    if cost.low >= -MARGIN and cost.high <= MARGIN:
        return "free"
    if cost.low > 0:
        return "costs"
    return "helps" if cost.high < 0 else "not clear"
