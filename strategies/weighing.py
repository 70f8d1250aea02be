"""Weighing the choices of a game that was played: what each seat's chance to win was, and why.

Nothing here knows more than a seat could: what it does not see is dealt anew, by chance, in each
world that is played on from (`strategies.reckoning`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import joblib
import numpy as np
from numpy.typing import NDArray

from simulate.errors import UsageError
from simulate.game import Snapshot
from simulate.kit.menu import PASS
from simulate.play import kernel
from simulate.play.engine import Engine
from simulate.play.rows import Integers
from simulate.play.walk import Moment
from simulate.strategy import Strategy
from strategies.reckoning import compile_reckoning
from strategies.registry import find_strategy, usual_player

#: How much of the win each seat got: shape (worlds, players), or one such for each action.
Shares = NDArray[np.float64]
#: Games played on for each action unless it is said otherwise, and the most.
ROLLOUTS, MOST_ROLLOUTS = 64, 4096
#: So many times as many worlds for the actions that are compared closely.
CLOSER = 4
#: The actions compared closely besides the one that was chosen.
RIVALS = 2
#: Streams that a step may need: one a seat, and one for looking at all actions.
_STREAMS = 8


@dataclass(frozen=True)
class Weighed:
    """What playing on from one decision gave.

    Attributes
    ----------
    moment
        The decision.
    turn
        How many turns had ended before it.
    tried
        For each of the moment's actions, in the same worlds; empty if they were not weighed.
    rivals
        The actions that were compared closely: the chosen one, then those that did best in
        `tried`, best first.
    closely
        For each of `rivals`, in the same worlds, other ones than those of `tried`.
    seats
        For each seat, without an action given: in worlds that this seat holds for possible.
        Those of the seat that decides are the worlds of `closely`, if there are any.
    """

    moment: Moment
    turn: int
    tried: Shares
    rivals: tuple[int, ...]
    closely: Shares
    seats: tuple[Shares, ...]


class Scales:
    """Weighs moments of one study's games.

    Parameters
    ----------
    engine
        What plays the study.
    playout
        Who plays on, in every seat; the game's usual strategy unless it is said.

    Raises
    ------
    UsageError
        Nobody can think ahead in this game, or `playout` thinks itself.
    """

    def __init__(self, engine: Engine, playout: Strategy | None = None) -> None:
        game = engine.game
        if game.redeal is None:
            raise UsageError(
                f"{game.name} does not say how to deal anew what a player cannot know (redeal), so "
                "chances to win cannot be found by playing on"
            )
        self.playout = playout or find_strategy(usual_player(game), game.typed)
        if self.playout.players:
            raise UsageError(
                f"{self.playout.name} cannot play on in thought, for it thinks itself; choose "
                "another strategy"
            )
        self._engine = engine
        self._players = len(engine.lineup)
        self._reckon = compile_reckoning(game, self.playout)

    def reckon(
        self,
        snapshot: Snapshot,
        seat: int,
        actions: Sequence[int],
        worlds: int,
        stream: tuple[int, int],
    ) -> Shares:
        """Play on after each action, as far as a seat can know.

        Parameters
        ----------
        snapshot
            The moment; of what is hidden from the seat nothing is looked at.
        seat
            Who reckons, 0-based.
        actions
            Legal ones, or `simulate.kit.menu.PASS` for playing on from here.
        worlds
            How many worlds.
        stream
            The game's number and one's own, which fix all chance.

        Returns
        -------
        array of float64, shape (actions, worlds, players)
        """
        work = kernel.workspace(self._engine.game)
        work["table"][0] = snapshot.table
        work["seats"]["own"][0, seat] = snapshot.own[seat]
        vector = self.playout.vector
        work["seats"]["parameters"]["value"][0, 0, : len(vector)] = vector
        won = np.zeros((len(actions), worlds, self._players))
        # Interpreted, the streams' arithmetic on 64-bit words warns of every overflow.
        with np.errstate(over="ignore"):
            self._reckon(
                self._engine.rules,
                *work.values(),
                seat,
                np.array(actions, np.int64),
                self._engine.seed,
                *stream,
                won,
            )
        return won

    def weigh(self, moment: Moment, number: int, rollouts: int) -> Weighed:
        """Weigh every action of a decision, and look at the best ones more closely.

        Parameters
        ----------
        moment
            A decision among several actions.
        number
            The game's number.
        rollouts
            Worlds for each action; there are `CLOSER` times as many for those compared closely.
        """
        seat, actions, first = moment.seat, moment.actions, moment.step * _STREAMS
        at = moment.snapshot
        tried = self.reckon(at, seat, actions, rollouts, (number, first + self._players))
        means = tried[:, :, seat].mean(axis=1)
        best = [actions[place] for place in np.argsort(-means, kind="stable")]
        others = [action for action in best if action != moment.action][:RIVALS]
        rivals = (moment.action, *others)
        worlds = CLOSER * rollouts
        closely = self.reckon(at, seat, (PASS, *rivals), worlds, (number, first + seat))
        seats = [
            closely[0] if one == seat else self._alone(moment, number, one, worlds)
            for one in range(self._players)
        ]
        return Weighed(moment, _turn(moment), tried, rivals, closely[1:], tuple(seats))

    def glance(self, moment: Moment, number: int, worlds: int) -> Weighed:
        """Reckon each seat's chance at a moment, without a look at its actions."""
        seats = [self._alone(moment, number, one, worlds) for one in range(self._players)]
        none = np.zeros((0, worlds, self._players))
        return Weighed(moment, _turn(moment), none, (), none, tuple(seats))

    def _alone(self, moment: Moment, number: int, seat: int, worlds: int) -> Shares:
        stream = (number, moment.step * _STREAMS + seat)
        found: Shares = self.reckon(moment.snapshot, seat, (PASS,), worlds, stream)[0]
        return found


def _turn(moment: Moment) -> int:
    return int(moment.snapshot.table.turns)


@dataclass(frozen=True)
class WeighedGame:
    """A game with its choices weighed.

    Attributes
    ----------
    number
        The game's number.
    row
        What came of it (`simulate.play.rows`).
    players
        Seats at the table.
    decisions
        How many decisions among several actions it had.
    weighed
        Those that were weighed, or glanced at, in their order.
    worlds
        Worlds behind each chance to win.
    playout
        Who played on.
    """

    number: int
    row: Integers
    players: int
    decisions: int
    weighed: tuple[Weighed, ...]
    worlds: int
    playout: str


Progress = Callable[[int, int], None]


def weigh_game(
    engine: Engine,
    number: int,
    rollouts: int = ROLLOUTS,
    *,
    playout: Strategy | None = None,
    jobs: int = 1,
    progress: Progress = lambda done, of: None,
) -> WeighedGame:
    """Weigh every decision of a game among several actions.

    Parameters
    ----------
    engine
        What plays the study.
    number
        The game's number.
    rollouts
        Worlds for each action; see `Scales.weigh`.
    playout
        As of `Scales`.
    jobs
        Threads; they change the speed only.
    progress
        Called with how many decisions are done, and of how many.

    Raises
    ------
    UsageError
        As of `Scales`.
    """
    scales = Scales(engine, playout)
    moments, row = _decisions(engine, number)
    parts = (joblib.delayed(scales.weigh)(moment, number, rollouts) for moment in moments)
    weighed = _all(parts, len(moments), jobs, progress)
    return WeighedGame(
        number,
        row,
        len(engine.lineup),
        len(moments),
        weighed,
        CLOSER * rollouts,
        scales.playout.spec,
    )


def glance_at_game(
    engine: Engine,
    number: int,
    worlds: int,
    most: int,
    *,
    playout: Strategy | None = None,
    jobs: int = 1,
) -> WeighedGame:
    """Reckon each seat's chance at some moments of a game, without a look at the actions.

    Parameters
    ----------
    engine, number, playout, jobs
        As for `weigh_game`.
    worlds
        Worlds for each seat at each moment.
    most
        The most moments; of more decisions so many are looked at, evenly spread.
    """
    scales = Scales(engine, playout)
    moments, row = _decisions(engine, number)
    places = np.unique(np.linspace(0, len(moments) - 1, min(most, len(moments))).astype(int))
    parts = (joblib.delayed(scales.glance)(moments[place], number, worlds) for place in places)
    weighed = _all(parts, len(places), jobs, lambda done, of: None)
    return WeighedGame(
        number, row, len(engine.lineup), len(moments), weighed, worlds, scales.playout.spec
    )


def _decisions(engine: Engine, number: int) -> tuple[list[Moment], Integers]:
    """Return the moments of a game at which there are several actions, and its row."""
    walk = engine.walk(number)
    moments = [moment for moment in walk if len(moment.actions) > 1]
    return moments, walk.finish().copy()


def _all(parts: Iterator[Any], of: int, jobs: int, progress: Progress) -> tuple[Weighed, ...]:
    """Weigh moments in several threads; they come in their order."""
    found: list[Weighed] = []
    parallel = joblib.Parallel(n_jobs=jobs, backend="threading", return_as="generator")
    for weighed in parallel(parts):
        found.append(weighed)
        progress(len(found), of)
    return tuple(found)
