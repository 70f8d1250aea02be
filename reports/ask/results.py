"""What a handicap costs: the fair share less what a player with it wins."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from reports.contest.results import ContestResults, decided, wins_of
from reports.figures.differences import few_differ
from reports.figures.statistics import DealSums, Estimate, rate, student_quantile
from simulate.play.asking import Asked

#: Up to so much a handicap is practically free.
MARGIN = 0.02
#: What a handicap does; as the JSON object and the tables say it.
Word = Literal["costs", "free", "helps", "not clear"]


@dataclass(frozen=True)
class Answered:
    """What came of a question."""

    #: The question, who played it, and its games.
    asked: Asked
    #: Of the player with the handicap, and how much below the fair share that is.
    win_rate: Estimate
    cost: Estimate
    #: What that allows to say, with all questions together.
    word: Word


class AskResults(ContestResults):
    """All that some questions found; all intervals hold together (Bonferroni)."""

    @property
    def each(self) -> float:
        """The confidence of each interval, so that all hold together."""
        return 1 - (1 - self.confidence) / len(self.run.design.questions)

    @cached_property
    def answers(self) -> list[Answered]:
        """What came of each question, what costs most first."""
        found = [self._answer(asked) for asked in self.run.asked]
        return sorted(found, key=lambda one: -one.cost.value)

    @property
    def estimates(self) -> dict[str, Estimate]:
        """What each handicap costs, by the question's name."""
        return {one.asked.question.name: one.cost for one in self.answers}

    def _answer(self, asked: Asked) -> Answered:
        # Unfinished games count for nobody, so the fair share is that of the decided games.
        fair = self.fair_share * decided(asked.run)
        wins = won(wins_of(asked.run), fair, self.each)
        cost = wins.negated().shifted(fair)
        return Answered(asked, wins, cost, verdict(cost))


def won(sums: DealSums, fair: float, confidence: float) -> Estimate:
    """Estimate the win rate of one among others who are all alike.

    Without a handicap each deal, in all its rotations, gives just the fair share: so deals in which
    the handicap changes nothing have no spread, and what is left is a difference, of which few
    deals tell little (see `reports.figures.differences`). Wilson's interval is for rates near 0.
    Either may be too narrow where the other holds, so the wider end counts.
    """
    value, variance, deals = sums.mean, sums.variance_of_mean, sums.deals
    found = rate(sums, confidence)
    if deals < 2:
        return found
    error = math.sqrt(variance + few_differ(variance, fair - value, deals))
    half = student_quantile(deals, confidence) * error
    low, high = max(0.0, value - half), min(1.0, value + half)
    if variance == 0 and math.isclose(value, fair):
        return Estimate(value, low, high, sums.n)
    return Estimate(value, min(low, found.low), max(high, found.high), sums.n)


def verdict(cost: Estimate) -> Word:
    """Say by its interval what a handicap does: nothing that matters, or what is clear."""
    if cost.low >= -MARGIN and cost.high <= MARGIN:
        return "free"
    if cost.low > 0:
        return "costs"
    return "helps" if cost.high < 0 else "not clear"
