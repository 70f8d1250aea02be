"""The chances to win throughout a game, and the value of its decisions.

Both are estimated by simulating games from some decisions of the game, the weighed decisions.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from reports.figures.statistics import Estimate
from simulate.play import rows as row
from simulate.play.walk import Moment
from strategies.weighing import WeighedDecision, WeighedGame

#: A difference is clear if it is larger than this number of standard errors. A game has hundreds of
#: differences; about one in four thousand is beyond 3.5 by chance alone (normal approximation,
#: one-sided).
CLEAR = 3.5
#: The half-width of a 95% interval in standard errors, from the normal distribution.
REACH = 1.96
#: A game is decided once the winner's chance stays above this.
DECIDED = 0.9
#: A decision matters if the best action wins more often than the second best by more than this.
MATTERS = 0.02
#: The maximum number of turning points in a replay, and also of poor choices.
MOST_LISTED = 5
#: The maximum number of rises of the winner's chance whose cause is examined.
MOST_RISES = 3
#: A change of a chance is the effect of a choice if the choice made at least this share of it.
CAUSED = 0.5


@dataclass(frozen=True)
class WinChance:
    """An estimated share of wins, or the difference of two shares.

    Attributes
    ----------
    value
        The estimate.
    error
        Its standard error.
    worlds
        The number of simulated games.
    """

    value: float
    error: float
    worlds: int

    @property
    def estimate(self) -> Estimate:
        """The share with a 95% interval."""
        half = REACH * self.error
        return Estimate(self.value, self.value - half, self.value + half, self.worlds)


def chance(shares: NDArray[np.float64]) -> WinChance:
    """Return the mean share of wins with its standard error.

    The variance has a lower bound of 1 / (4 n) for n worlds, because a few worlds with the same end
    do not show that all worlds have this end.

    Parameters
    ----------
    shares
        The share of the win in each world, or the difference of two shares: shape (worlds,). There
        is at least one world.
    """
    worlds = len(shares)
    variance = max(float(shares.var(ddof=1)) if worlds > 1 else 0.25, 0.25 / worlds)
    return WinChance(float(shares.mean()), math.sqrt(variance / worlds), worlds)


#: The answer to the question whether a decision mattered.
Mattered = Literal["yes", "no", "not clear"]


@dataclass(frozen=True)
class Decision:
    """The value of a decision to the seat that made it.

    Attributes
    ----------
    weighed
        The decision with the simulated games of each action.
    before
        The seat's chance to win before its choice.
    after
        The seat's chance to win with the action that it chose.
    best_other
        The action with the highest chance among the actions that the seat did not choose.
    gain
        The chance with `best_other` minus the chance with the chosen action, in the same worlds.
    lead
        The chance with the best of all actions minus the chance with the second best.
    """

    weighed: WeighedDecision
    before: WinChance
    after: WinChance
    best_other: int
    gain: WinChance
    lead: WinChance

    @property
    def is_poor(self) -> bool:
        """True if an action that was not chosen was clearly better than the chosen action."""
        return self.gain.value > CLEAR * self.gain.error

    @property
    def mattered(self) -> Mattered:
        """The verdict on whether the choice between the best two actions mattered.

        It is "yes" if the best action is clearly more than `MATTERS` better than the second best,
        and "no" if the difference is clearly less.
        """
        reach = CLEAR * self.lead.error
        if self.lead.value - reach > MATTERS:
            return "yes"
        return "no" if self.lead.value + reach < MATTERS else "not clear"


@dataclass(frozen=True)
class TurningPoint:
    """A step that clearly changed a seat's chance to win.

    Attributes
    ----------
    moment
        The step.
    turn
        The number of turns before it.
    seat
        The seat whose chance changed most, 0-based.
    before
        Its chance before the step.
    after
        Its chance before the next weighed decision, or its share of the win at the end.
    """

    moment: Moment
    turn: int
    seat: int
    before: WinChance
    after: WinChance

    @property
    def change(self) -> float:
        """The change of the chance; negative if it fell."""
        return self.after.value - self.before.value

    @property
    def is_clear(self) -> bool:
        """True if the change is too large to be an error of the estimates."""
        return abs(self.change) > CLEAR * math.hypot(self.before.error, self.after.error)


#: The cause of a change of a chance: the choice of the seat to act, or luck, such as drawn cards.
Cause = Literal["choice", "luck", "not clear"]


@dataclass(frozen=True)
class Rise:
    """A turning point at which the winner's chance rose, and the decision that may be its cause.

    Attributes
    ----------
    point
        The turning point.
    decision
        Its decision, from more simulated games than the chances of `point`.
    """

    point: TurningPoint
    decision: Decision

    @property
    def with_other(self) -> WinChance:
        """The winner's chance if the seat to act had chosen its best other action."""
        return chance(self._shares(self.decision.best_other))

    @property
    def effect(self) -> WinChance:
        """The winner's chance with the chosen action minus that with the best other action."""
        chosen = self.decision.weighed.moment.action
        return chance(self._shares(chosen) - self._shares(self.decision.best_other))

    def _shares(self, action: int) -> NDArray[np.float64]:
        """Return the winner's share of the win after an action in each world, shape (worlds,)."""
        weighed = self.decision.weighed
        return weighed.rival_shares[weighed.rivals.index(action), :, self.point.seat]

    @property
    def cause(self) -> Cause:
        """The cause of the rise.

        It is "choice" if the choice clearly made at least the share `CAUSED` of the rise, and
        "luck" if it clearly made less.
        """
        point = self.point
        error_of_half = CAUSED * math.hypot(point.before.error, point.after.error)
        reach = REACH * math.hypot(self.effect.error, error_of_half)
        missing = CAUSED * point.change - self.effect.value
        if abs(missing) <= reach:
            return "not clear"
        return "luck" if missing > 0 else "choice"


class Thoughts:
    """The estimated chances to win throughout a game, and its evaluated decisions.

    Parameters
    ----------
    game
        The game, with the games that were simulated from its decisions.
    team
        The name of the dealt team whose seats are the winners; empty for none. With a team, a
        chance is the share of games that the seat's team wins. Otherwise, it is the mean share of
        the win, in which seats that win together have equal parts.
    """

    def __init__(self, game: WeighedGame, team: str = "") -> None:
        if team:
            game = _count_team_wins(game)
        self.game = game
        self.team = team
        self.players = game.players
        #: The chance of each seat at each weighed decision.
        self.chances: list[list[WinChance]] = []
        values = []
        for decision in game.weighed:
            chances = [chance(shares[:, seat]) for seat, shares in enumerate(decision.seat_shares)]
            self.chances.append(chances)
            values.append([seat_chance.value for seat_chance in chances])
        #: The values of `chances`: shape (decisions, seats).
        self.seats = np.array(values, np.float64).reshape(len(values), game.players)

    @property
    def turns(self) -> int:
        """The number of turns of the whole game."""
        return int(self.game.row[row.TURNS])

    @property
    def winners(self) -> list[int]:
        """The seats that won, 0-based; empty if the game was not decided."""
        won = int(self.game.row[row.WINNERS])
        return [seat for seat in range(self.players) if won >> seat & 1]

    @property
    def is_lost_by_all(self) -> bool:
        """True if the game ended, and nobody won."""
        return bool(self.game.row[row.FINISHED]) and not self.winners

    @property
    def winner(self) -> int | None:
        """The seat whose chance is the winner's, 0-based; None if there is none.

        It is the seat that won alone or, if a team won, the first seat of the team.
        """
        return self.winners[0] if len(self.winners) == 1 or self.team else None

    @property
    def winner_name(self) -> str:
        """The name of the seat or team that won alone; empty if there is none."""
        if self.winner is None:
            return ""
        return f"team {self.team}" if self.team else f"seat {self.winner + 1}"

    def share_at_end(self, seat: int) -> float:
        """Return the share of the win that a seat got; 1 for each seat of a team that won."""
        if seat not in self.winners:
            return 0.0
        return 1.0 if self.team else 1 / len(self.winners)

    @cached_property
    def times(self) -> list[float]:
        """The time of each weighed decision in turns, shape (weighed decisions,).

        Decisions in the same turn are spread evenly over it.
        """
        turns = [decision.turn for decision in self.game.weighed]
        times = []
        for place, turn in enumerate(turns):
            place_in_turn = place - turns.index(turn)
            times.append(turn + place_in_turn / turns.count(turn))
        return times

    @cached_property
    def choices(self) -> list[Decision]:
        """The decisions whose actions were compared, in their order in the game."""
        return [evaluate_decision(weighed) for weighed in self.game.weighed if weighed.rivals]

    @cached_property
    def turning_points(self) -> list[TurningPoint]:
        """The largest clear changes of a seat's chance, in their order in the game.

        There are at most `MOST_LISTED`, and none if no actions were compared or if nobody won.
        """
        clear = []
        for decision, before, after in self._steps():
            # Changes are rounded, so that the first of several seats with equal changes is chosen.
            changes = [
                round(abs(later.value - earlier.value), 9)
                for earlier, later in zip(before, after, strict=True)
            ]
            seat = changes.index(max(changes))
            point = TurningPoint(decision.moment, decision.turn, seat, before[seat], after[seat])
            if point.is_clear:
                clear.append(point)
        largest = sorted(clear, key=lambda point: -abs(point.change))[:MOST_LISTED]
        return sorted(largest, key=lambda point: point.moment.step)

    @cached_property
    def rising_points(self) -> list[TurningPoint]:
        """The largest clear rises of the only winner's chance, in their order in the game.

        There are at most `MOST_RISES`, all at decisions whose actions were compared, and none if
        there is not exactly one winner.
        """
        seat = self.winner
        if seat is None:
            return []
        rises = []
        for decision, before, after in self._steps():
            point = TurningPoint(decision.moment, decision.turn, seat, before[seat], after[seat])
            if decision.rivals and point.is_clear and point.change > 0:
                rises.append(point)
        largest = sorted(rises, key=lambda point: -point.change)[:MOST_RISES]
        return sorted(largest, key=lambda point: point.moment.step)

    def _steps(self) -> Iterator[tuple[WeighedDecision, list[WinChance], list[WinChance]]]:
        """Yield each weighed decision with the chances of all seats before it and after it.

        The chances after it are those at the next weighed decision, or the shares of the win at the
        end. Nothing is yielded if no actions were compared or if nobody won.
        """
        if not self.choices or not self.winners:
            return
        end = [WinChance(self.share_at_end(seat), 0, 1) for seat in range(self.players)]
        pairs = pairwise([*self.chances, end])
        for decision, (before, after) in zip(self.game.weighed, pairs, strict=True):
            yield decision, before, after

    @cached_property
    def decided_after(self) -> int | None:
        """The number of turns after which the winner's chance to win stayed above `DECIDED`.

        None if the chance was lower at the last weighed decision, if nobody won alone, or if no
        decision was weighed.
        """
        if self.winner is None or not len(self.seats):
            return None
        below = np.flatnonzero(self.seats[:, self.winner] <= DECIDED)
        first = int(below[-1]) + 1 if len(below) else 0
        return self.game.weighed[first].turn if first < len(self.game.weighed) else None

    @property
    def lowest(self) -> tuple[int, WinChance] | None:
        """The number of turns after which the winner's chance was lowest, and that chance.

        None if nobody won alone, or if no decision was weighed.
        """
        if self.winner is None or not len(self.seats):
            return None
        place = int(self.seats[:, self.winner].argmin())
        return self.game.weighed[place].turn, self.chances[place][self.winner]

    @cached_property
    def poor(self) -> list[Decision]:
        """The decisions with `Decision.is_poor`, the decision with the largest `gain` first."""
        poor = [decision for decision in self.choices if decision.is_poor]
        return sorted(poor, key=lambda decision: -decision.gain.value)

    def count(self, mattered: Mattered) -> int:
        """Return the number of decisions whose `Decision.mattered` is the given word."""
        return sum(decision.mattered == mattered for decision in self.choices)


def _count_team_wins(game: WeighedGame) -> WeighedGame:
    """Return a game in whose simulated games each seat of a team that wins has a whole win."""
    return replace(game, weighed=tuple(map(count_team_wins, game.weighed)))


def count_team_wins(weighed: WeighedDecision) -> WeighedDecision:
    """Return a decision in whose simulated games each seat of a team that wins has a whole win."""
    return replace(
        weighed,
        action_shares=_whole_wins(weighed.action_shares),
        rival_shares=_whole_wins(weighed.rival_shares),
        seat_shares=tuple(map(_whole_wins, weighed.seat_shares)),
    )


def _whole_wins(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return 1 for each share of a win above 0, and 0 for all others, in the same shape."""
    return (shares > 0).astype(np.float64)


def evaluate_decision(weighed: WeighedDecision) -> Decision:
    """Return the value of a decision to the seat that made it, from the games simulated from it.

    `weighed` must have rivals: at least two actions, the chosen one first, that were all tried in
    the same worlds.
    """
    seat = weighed.moment.seat
    # The chosen action is the first of the rivals.
    shares = weighed.rival_shares[:, :, seat]
    order = np.argsort(-shares.mean(axis=1), kind="stable")
    best_other = next(int(place) for place in order if place != 0)
    return Decision(
        weighed,
        before=chance(weighed.seat_shares[seat][:, seat]),
        after=chance(shares[0]),
        best_other=weighed.rivals[best_other],
        gain=chance(shares[best_other] - shares[0]),
        lead=chance(shares[order[0]] - shares[order[1]]),
    )
