"""How likely each seat was to win, all through a game, and what its choices were worth."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from reports.figures.statistics import Estimate
from simulate.play import rows as row
from simulate.play.walk import Moment
from strategies.weighing import WeighedDecision, WeighedGame

#: So many standard errors make a difference clear: a game has hundreds of them, and at 3.5 one in
#: four thousand seems clear by chance.
CLEAR = 3.5
#: Standard errors to either side that an estimate is written with: 95% of a normal distribution.
REACH = 1.96
#: A game is decided from when on the winner's chance stays above this.
DECIDED = 0.9
#: A choice matters if the best action wins this much more often than the second best.
MATTERS = 0.02
#: The most turning points, and the most poor choices, that are told.
MOST_TOLD = 5


@dataclass(frozen=True)
class WinChance:
    """A share of wins, or a difference of two, as playing on in thought gave it."""

    value: float
    error: float
    worlds: int

    @property
    def estimate(self) -> Estimate:
        """The same as a figure with a 95% interval."""
        half = REACH * self.error
        return Estimate(self.value, self.value - half, self.value + half, self.worlds)


def chance(shares: NDArray[np.float64]) -> WinChance:
    """Estimate the mean of what each world gave.

    However alike a few worlds are, others might show one more: the variance is taken as at least
    that of half a win in one of them.
    """
    worlds = len(shares)
    variance = max(float(shares.var(ddof=1)) if worlds > 1 else 0.25, 0.25 / worlds)
    return WinChance(float(shares.mean()), math.sqrt(variance / worlds), worlds)


#: Whether a choice mattered.
Word = Literal["yes", "no", "not clear"]


@dataclass(frozen=True)
class Decision:
    """What one decision among several actions was worth to the seat that made it."""

    weighed: WeighedDecision
    #: Its chance to win if it had played on as usual.
    before: WinChance
    after: WinChance
    other: int
    #: How much more that one would have won, in the same worlds; below 0 if less.
    gain: WinChance
    #: How much more the best of all actions wins than the second best.
    lead: WinChance

    @property
    def is_poor(self) -> bool:
        """Whether another action was clearly better than the one that was chosen."""
        return self.gain.value > CLEAR * self.gain.error

    @property
    def mattered(self) -> Word:
        """Whether the best action is more than `MATTERS` better than the second best."""
        reach = CLEAR * self.lead.error
        if self.lead.value - reach > MATTERS:
            return "yes"
        return "no" if self.lead.value + reach < MATTERS else "not clear"


@dataclass(frozen=True)
class TurningPoint:
    """A step after which a seat's chance to win was clearly another."""

    moment: Moment
    turn: int
    #: Whose chance changed most, 0-based.
    seat: int
    #: Its chance before this step and before the next one that was weighed, or its share of the win
    #: in the end.
    before: WinChance
    after: WinChance

    @property
    def change(self) -> float:
        """By how much the chance rose; below 0 if it fell."""
        return self.after.value - self.before.value


class Thoughts:
    """What is known of a game whose choices were weighed."""

    def __init__(self, game: WeighedGame) -> None:
        self.game = game
        self.players = game.players
        self.chances: list[list[WinChance]] = [
            [chance(shares[:, seat]) for seat, shares in enumerate(one.seat_shares)]
            for one in game.weighed
        ]
        values = [[one.value for one in chances] for chances in self.chances]
        self.seats = np.array(values, np.float64).reshape(len(values), game.players)

    @property
    def turns(self) -> int:
        """Turns of the whole game."""
        return int(self.game.row[row.TURNS])

    @property
    def winners(self) -> list[int]:
        """The seats that won, 0-based; none if the game was not decided."""
        won = int(self.game.row[row.WINNERS])
        return [seat for seat in range(self.players) if won >> seat & 1]

    @property
    def winner(self) -> int | None:
        """The seat that won alone, 0-based."""
        return self.winners[0] if len(self.winners) == 1 else None

    @cached_property
    def times(self) -> list[float]:
        """When each moment was, in turns: those of one turn are spread over it."""
        turns = [one.turn for one in self.game.weighed]
        return [t + (place - turns.index(t)) / turns.count(t) for place, t in enumerate(turns)]

    @cached_property
    def choices(self) -> list[Decision]:
        """The decisions whose actions were weighed."""
        return [_choice(one) for one in self.game.weighed if one.rivals]

    @cached_property
    def turning_points(self) -> list[TurningPoint]:
        """The largest clear changes of a seat's chance, in order, if every decision was weighed."""
        if not self.choices or not self.winners:
            return []
        won = [
            WinChance(one in self.winners and 1 / len(self.winners), 0, 1)
            for one in range(self.players)
        ]
        found, steps = [], pairwise([*self.chances, won])
        for one, (before, after) in zip(self.game.weighed, steps, strict=True):
            # Rounded, so that of two seats that change alike it is the first.
            changes = [
                round(abs(later.value - earlier.value), 9)
                for earlier, later in zip(before, after, strict=True)
            ]
            seat = changes.index(max(changes))
            error = math.hypot(before[seat].error, after[seat].error)
            turning = TurningPoint(one.moment, one.turn, seat, before[seat], after[seat])
            if abs(turning.change) > CLEAR * error:
                found.append(turning)
        largest = sorted(found, key=lambda turning: -abs(turning.change))[:MOST_TOLD]
        return sorted(largest, key=lambda turning: turning.moment.step)

    @cached_property
    def decided_after(self) -> int | None:
        """After how many turns the winner's chance stayed above `DECIDED`, if it ever did."""
        if self.winner is None or not len(self.seats):
            return None
        below = np.flatnonzero(self.seats[:, self.winner] <= DECIDED)
        first = int(below[-1]) + 1 if len(below) else 0
        return self.game.weighed[first].turn if first < len(self.game.weighed) else None

    @property
    def lowest(self) -> tuple[int, WinChance] | None:
        """After how many turns the winner's chance was lowest, and how low."""
        if self.winner is None or not len(self.seats):
            return None
        place = int(self.seats[:, self.winner].argmin())
        return self.game.weighed[place].turn, self.chances[place][self.winner]

    @cached_property
    def poor(self) -> list[Decision]:
        """The choices that were clearly poor, the costliest first."""
        found = [choice for choice in self.choices if choice.is_poor]
        return sorted(found, key=lambda choice: -choice.gain.value)

    def count(self, word: Word) -> int:
        """Return how many choices mattered, did not, or are not clear."""
        return sum(choice.mattered == word for choice in self.choices)


def _choice(weighed: WeighedDecision) -> Decision:
    seat = weighed.moment.seat
    won = weighed.rival_shares[:, :, seat]
    order = np.argsort(-won.mean(axis=1), kind="stable")
    rival = next(int(place) for place in order if place)
    return Decision(
        weighed,
        chance(weighed.seat_shares[seat][:, seat]),
        chance(won[0]),
        weighed.rivals[rival],
        chance(won[rival] - won[0]),
        chance(won[order[0]] - won[order[1]]),
    )
