"""Which styles survive in the long run, when players take up what wins."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

import numpy as np
from scipy.special import ndtri

from reports.figures.statistics import DealSums, Estimate, RatioSums, ratio
from reports.tournament import equilibrium
from reports.tournament.matrix import Matrix
from reports.tournament.mixed import Mixed

Numbers = np.ndarray[Any, np.dtype[np.float64]]

#: Resamples of the matrix, of which each gives shares of the styles.
RESAMPLES = 500
#: A style pays if it may have a larger share than this of the population in the long run.
LEAST_SHARE = 0.01


class LongRun:
    """What becomes of the styles, by the matrix and how sure it is.

    Parameters
    ----------
    matrix
        What each style wins where all others play another.
    mixed
        What it wins in mixed company, where a style can pay that the matrix tells nothing of.
    """

    def __init__(self, matrix: Matrix, mixed: Mixed) -> None:
        self.run = matrix.run
        self.confidence = matrix.confidence
        self.size = matrix.size
        self._matrix, self._mixed = matrix, mixed

    @cached_property
    def shares(self) -> list[Estimate]:
        """How common each strategy is in the long run when players take up what wins.

        All begin equally common. The intervals hold what else it can come to, by chance or
        because it began elsewhere, at the level of all of them together (Bonferroni), as the number
        of styles does and who beats whom.
        """
        found, lows, highs = self._intervals
        return [
            Estimate(value, low, high, RESAMPLES)
            for value, low, high in zip(found.tolist(), lows.tolist(), highs.tolist(), strict=True)
        ]

    @cached_property
    def effective_styles(self) -> Estimate:
        """How many equally common styles are as diverse as those shares.

        Of styles that are equally good, chance makes some look better in nearly every resample,
        so their number is hardly ever as high as it should be. Therefore the upper end
        is the largest number that the intervals of the shares allow.
        """
        found, low, high = self._intervals
        number = float(equilibrium.effective_number(found))
        # What is stable alone has no share in anything else that lasts (Bishop and Cannings, J.
        # Theoretical Biology 70, 1978).
        alone = self.stable_alone
        together = [place for place in range(self.size) if place not in alone]
        highest = 1.0
        if high[together].sum() >= 1:
            highest = equilibrium.most_diverse(low[together], high[together])
        lowest = float(np.quantile(self._numbers, (1 - self.confidence) / 2))
        return Estimate(number, min(lowest, number), max(highest, number), RESAMPLES)

    @cached_property
    def stable_alone(self) -> list[int]:
        """The strategies that stay if all play them: any other clearly gains less there."""
        everyone = range(self.size)
        return [
            one
            for one in everyone
            if all(
                self._matrix.against_fair[other, one].word == "below"
                for other in everyone
                if other != one
            )
        ]

    @cached_property
    def never_pays(self) -> list[int]:
        """The strategies below the fair share at every table, mixed or not, and without a share."""
        return [
            one
            for one in range(self.size)
            if self.shares[one].high < LEAST_SHARE
            and self._mixed.against_fair[one].word == "below"
            and all(
                self._matrix.against_fair[one, other].word == "below"
                for other in range(self.size)
                if other != one
            )
        ]

    @cached_property
    def _intervals(self) -> tuple[Numbers, Numbers, Numbers]:
        """The shares, and the ends of their intervals."""
        found, least, most = self._shares
        each = (1 - self.confidence) / 2 / self.size
        low = np.minimum(np.quantile(least, each, axis=0), found)
        return found, low, np.maximum(np.quantile(most, 1 - each, axis=0), found)

    @property
    def _shares(self) -> tuple[Numbers, Numbers, Numbers]:
        """The shares; and in each resample, the least and the most each can come to.

        Where all play a style that is stable alone, it stays, and all others are gone.
        """
        found, resampled, alone = self._outcomes
        others = alone.sum(axis=1, keepdims=True) - alone > 0
        return found, np.where(others, 0.0, resampled), np.where(alone, 1.0, resampled)

    @property
    def _numbers(self) -> Numbers:
        """The least effective number of each resample."""
        _, resampled, alone = self._outcomes
        return np.where(alone.any(axis=1), 1.0, equilibrium.effective_number(resampled))

    @cached_property
    def _outcomes(self) -> tuple[Numbers, Numbers, equilibrium.Booleans]:
        """The shares in the long run; and of resamples, the shares and which are stable alone."""
        values, draws = self._resampled
        found = equilibrium.shares(np.concatenate([values[None], draws]))
        return found[0], found[1:], equilibrium.stable_alone(draws)

    @cached_property
    def _resampled(self) -> tuple[Numbers, Numbers]:
        """The matrix of payoffs, and resamples of it."""
        size = self.size
        values = np.full((size, size), self._matrix.fair_share)
        rows, columns = (list(places) for places in zip(*self.run.tournament.cells, strict=True))
        values[rows, columns] = [payoff.value for payoff in self._payoffs]
        generator = np.random.default_rng(self.run.tournament.study.seed)
        errors = generator.multivariate_normal(
            np.zeros(len(rows)), self._cell_covariance, RESAMPLES, method="eigh"
        )
        draws = np.repeat(values[None], RESAMPLES, axis=0)
        draws[:, rows, columns] = np.clip(draws[:, rows, columns] + errors, 0.0, 1.0)
        return values, draws

    @cached_property
    def _payoffs(self) -> list[Estimate]:
        """The win rate of each cell's one per decided game.

        All strategies must be compared by the same measure, and what plays only against itself
        wins its fair share of the decided games.
        """
        found = []
        for played in self.run.cells:
            won, decided = played.wins[:, 0].astype(np.int64), played.wins.sum(1, dtype=np.int64)
            rotations, win = played.layout.rotations, played.layout.win
            part, whole = (
                DealSums(len(part), int(part.sum()), int(np.square(part).sum()), rotations, win)
                for part in (won, decided)
            )
            payoff = ratio(RatioSums(part, whole, int(won @ decided)), self._matrix.level)
            nothing = Estimate(self._matrix.fair_share, 0.0, 1.0, 0)
            found.append(nothing if math.isnan(payoff.value) else payoff)
        return found

    @property
    def _cell_covariance(self) -> Numbers:
        """The covariance of the payoffs of the cells, which share their deals.

        Errors are those of the cells' intervals, so that a cell without a win, in which
        no spread was seen, is not certain. Where some cells of a race played on, two hang together
        by the deals that both played.
        """
        wins = np.zeros((len(self.run.cells), max(len(played.wins) for played in self.run.cells)))
        for row, played, payoff in zip(wins, self.run.cells, self._payoffs, strict=True):
            surprise = played.wins[:, 0] - payoff.value * played.wins.sum(axis=1, dtype=np.float64)
            row[: len(surprise)] = surprise - surprise.mean()
        products = wins @ wins.T
        spread = np.sqrt(np.diag(products))
        scale = np.where(spread > 0, spread, 1.0)
        together = products / np.outer(scale, scale)
        np.fill_diagonal(together, 1.0)
        # The draws are normal, so that of few deals the error is as large as their intervals are;
        # and as much larger as those of a race are wider, which is looked at often: the ends of
        # 500 draws say nothing of rarer ones.
        reach = float(ndtri(0.5 + self.confidence / 2))
        errors = np.array([(found.high - found.low) / (2 * reach) for found in self._payoffs])
        return np.asarray(together * np.outer(errors, errors))
