"""How strong a learned player is: its share of wins among other strategies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from simulate.game import Game
from simulate.kit.bits import has, size
from simulate.play import rows as row
from simulate.play.engine import Engine
from simulate.play.executor import in_threads
from simulate.rules.kinds import Value
from simulate.strategy import Strategy
from strategies.learned.brain import Brain
from strategies.learned.compiling import strategy_of

#: The half width of a confidence interval of 95%, in standard errors.
CONFIDENT = 1.96
#: The number of deals that a thread plays at a time. Ctrl-C waits for the end of these games.
_BLOCK = 20


@dataclass(frozen=True)
class Strength:
    """A share of wins. Players who tie share the win."""

    #: The share, from 0 to 1.
    share: float
    #: Its standard error.
    error: float
    #: The number of deals. Each was played once in every rotation of the seats.
    deals: int

    @property
    def margin(self) -> float:
        """Half the width of its confidence interval of 95%."""
        return CONFIDENT * self.error

    @property
    def low(self) -> float:
        """The lower end of this interval."""
        return max(0.0, self.share - self.margin)

    @property
    def high(self) -> float:
        """The upper end of this interval."""
        return min(1.0, self.share + self.margin)


@dataclass(frozen=True)
class Exam:
    """Games of one learned player among fixed strategies, always on the same deals."""

    game: Game
    #: The values of the rules by name.
    values: Mapping[str, Value]
    #: The strategies at the other seats.
    others: Sequence[Strategy]
    #: The number of deals, at least 2.
    deals: int = 500
    #: The seed of the deals. It has to differ from that of the learner.
    seed: int = 9_999

    def measure(self, brain: Brain, base: Strategy, jobs: int = 1) -> Strength:
        """Return the strength of a player with a base strategy. `jobs` is the number of threads.

        Raises
        ------
        FathomError
            If the game or a strategy fails.
        """
        lineup = [strategy_of(self.game, brain, base), *self.others]
        players = len(lineup)
        engine = Engine(self.game, self.values, lineup, players, self.seed)
        blocks = in_threads(
            lambda first: engine.play(first * players, min(_BLOCK, self.deals - first) * players),
            range(0, self.deals, _BLOCK),
            jobs,
        )
        rows = np.concatenate(list(blocks))
        shares = np.zeros(len(rows))
        for number, result in enumerate(rows):
            seat = -int(result[row.ROTATION]) % players
            winners = int(result[row.WINNERS])
            if has(np.int64(winners), seat):
                shares[number] = 1 / size(winners)
        by_deal = shares.reshape(self.deals, players).mean(axis=1)
        error = float(by_deal.std(ddof=1)) / sqrt(self.deals)
        return Strength(float(by_deal.mean()), error, self.deals)
