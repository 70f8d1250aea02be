"""How strong a learned player is: its share of wins, and the share with which it is compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.game import Game
from simulate.kit.bits import has
from simulate.play import rows as row
from simulate.play.engine import Engine
from simulate.play.executor import in_threads
from simulate.play.intervals import compared_interval
from simulate.rules.kinds import Value
from simulate.strategy import Strategy
from strategies.learned.brain import Brain
from strategies.learned.compiling import strategy_of
from strategies.learned.steps import MEASURING, Report, report_nothing

#: The default confidence of intervals.
CONFIDENCE = 0.95
#: The number of deals that a thread plays at a time. Ctrl-C waits for the end of these games.
_BLOCK = 20


@dataclass(frozen=True)
class Strength:
    """A share of wins, and the share with which it is compared.

    Sides that tie share the win. If players compete, the player is compared with an equal share. If
    all win or lose together, it is compared with its rival, which wins another share of the same
    deals.
    """

    #: The share of the player, from 0 to 1.
    share: float
    #: The share with which it is compared, from 0 to 1.
    compared_with: float
    #: Both ends of the confidence interval of the difference between these two, from -1 to 1.
    low: float
    high: float
    #: The number of deals. If players compete, each was played once in every rotation of the seats.
    deals: int

    @property
    def difference(self) -> float:
        """The share of the player minus the share with which it is compared."""
        return self.share - self.compared_with

    @property
    def half_width(self) -> float:
        """The distance from the difference to the farther end of its confidence interval."""
        return max(self.high - self.difference, self.difference - self.low)

    @property
    def is_stronger(self) -> bool:
        """True if the whole confidence interval of the difference is above 0."""
        return self.low > 0

    @property
    def is_weaker(self) -> bool:
        """True if the whole confidence interval of the difference is below 0."""
        return self.high < 0


@dataclass(frozen=True)
class Exam:
    """Games of a strategy and a rival, always on the same deals.

    If players compete, the rival plays at all other seats. If all win or lose together, or there is
    only one player, each of the two plays alone, at all seats.
    """

    game: Game
    #: The values of the rules by name.
    values: Mapping[str, Value]
    players: int
    rival: Strategy
    #: The number of deals, at least 2.
    deals: int
    #: The seed of the deals. It has to differ from that of the learner.
    seed: int
    #: The wins of the rival at all seats, once they were played.
    _rival_wins: list[NDArray[np.float64]] = field(
        default_factory=list, init=False, repr=False, compare=False
    )

    def measure(
        self, brain: Brain, base: Strategy, jobs: int = 1, report: Report = report_nothing
    ) -> Strength:
        """Return the strength of a learned player with a base strategy.

        The other arguments are those of `measure_strategy`.

        Raises
        ------
        FathomError
            If the game or a strategy fails.
        """
        return self.measure_strategy(strategy_of(self.game, brain, base), jobs, report)

    def measure_strategy(
        self, strategy: Strategy, jobs: int = 1, report: Report = report_nothing
    ) -> Strength:
        """Return the strength of a strategy.

        The arguments are those of `play`.

        Raises
        ------
        FathomError
            If the game or a strategy fails.
        """
        return self.judge(self.play(strategy, jobs, report), jobs)

    def play(
        self, strategy: Strategy, jobs: int = 1, report: Report = report_nothing
    ) -> NDArray[np.float64]:
        """Return the share of wins of a strategy in each deal, from 0 to 1: shape (deals,).

        `jobs` is the number of threads, and `report` is called with the number of deals that the
        strategy has played.

        Raises
        ------
        FathomError
            If the game or a strategy fails.
        """
        if self.game.is_won_together(self.players):
            return self._play([strategy] * self.players, 1, jobs, report)
        lineup = [strategy, *[self.rival] * (self.players - 1)]
        return self._play(lineup, self.players, jobs, report)

    def judge(
        self, shares: NDArray[np.float64], jobs: int = 1, confidence: float = CONFIDENCE
    ) -> Strength:
        """Return the strength of a strategy from what `play` returned.

        Raises
        ------
        FathomError
            If the game or the rival fails.
        """
        if self.game.is_won_together(self.players):
            return compare(shares, self._wins_of_rival(jobs), confidence)
        return compare(shares, self.game.fair_share(self.players), confidence)

    def _wins_of_rival(self, jobs: int) -> NDArray[np.float64]:
        """Return the wins of the rival at all seats, for a game that all win or lose together.

        Its games are played once, however many strategies are measured.
        """
        if not self._rival_wins:
            self._rival_wins.append(self.play(self.rival, jobs))
        return self._rival_wins[0]

    def _play(
        self, lineup: Sequence[Strategy], rotations: int, jobs: int, report: Report
    ) -> NDArray[np.float64]:
        """Return the share of wins of the first strategy of a line-up in each deal."""
        engine = Engine(self.game, self.values, lineup, rotations, self.seed)
        blocks = in_threads(
            lambda first: engine.play(
                first * rotations, min(_BLOCK, self.deals - first) * rotations
            ),
            range(0, self.deals, _BLOCK),
            jobs,
        )
        parts = []
        report(MEASURING, 0, self.deals)
        for part in blocks:
            parts.append(part)
            report(MEASURING, min(self.deals, _BLOCK * len(parts)), self.deals)
        rows = np.concatenate(parts)
        side_of = self.game.side_of(self.players)
        shares = np.array([share_of_win(result, side_of) for result in rows])
        by_deal: NDArray[np.float64] = shares.reshape(self.deals, rotations).mean(axis=1)
        return by_deal


def share_of_win(result: Any, side_of: Sequence[int]) -> float:
    """Return the share of the win in a row that the first strategy of the line-up gets.

    `side_of` is the side of each seat.
    """
    seat = -int(result[row.ROTATION]) % len(side_of)
    winners = np.int64(result[row.WINNERS])
    winning = {side for place, side in enumerate(side_of) if has(winners, place)}
    return 1 / len(winning) if side_of[seat] in winning else 0.0


def compare(
    shares: NDArray[np.float64],
    others: NDArray[np.float64] | float,
    confidence: float = CONFIDENCE,
) -> Strength:
    """Return a strength from shares of wins in at least two deals.

    Parameters
    ----------
    shares
        The share of the player in each deal, shape (deals,).
    others
        What it is compared with: the share of a rival in each deal, shape (deals,), or the share
        that is expected in all deals.
    confidence
        The confidence of the interval.
    """
    differences = shares - others
    compared_with = float(np.mean(others))
    lowest, highest = -1.0, 1.0
    if isinstance(others, float):
        lowest, highest = -others, 1 - others
    deals = len(shares)
    variance = float(differences.var(ddof=1)) / deals
    low, high = compared_interval(
        float(differences.mean()), variance, deals, confidence, lowest, highest
    )
    return Strength(float(shares.mean()), compared_with, low, high, deals)
