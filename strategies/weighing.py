"""Chances to win at the decisions of a game, estimated by simulating how the game continues.

The estimates use only what a seat can see. Everything else is dealt at random in each world from
which a simulated game starts (see `strategies.worlds`). All actions of a decision are tried in the
same worlds with the same random numbers, so differences between actions have a smaller error than
the chances.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from simulate.errors import UsageError
from simulate.game import Game, Snapshot
from simulate.kit.bits import has, size
from simulate.kit.chance import label, start
from simulate.kit.compiled import Instance
from simulate.kit.layout import SEATS
from simulate.kit.menu import PASS
from simulate.kit.read_only import closed, read_only
from simulate.kit.view import View
from simulate.play import kernel
from simulate.play.engine import Engine
from simulate.play.executor import in_threads
from simulate.play.forbidden_copy import keep_to_rules
from simulate.play.kernel import State
from simulate.play.rows import Integers
from simulate.play.walk import Moment
from simulate.strategy import Strategy
from strategies.registry import find_strategy, specialised, usual_player
from strategies.worlds import TO_THE_END, deal_world, new_room, play_after

#: Each player's share of the win, of shape (worlds, players) or (actions, worlds, players). A sole
#: winner has 1, and tied winners share 1.
Shares = NDArray[np.float64]
#: The default and maximum number of simulated games for each action.
ROLLOUTS, MOST_ROLLOUTS = 16, 4096
#: The number of simulated games for an action that is compared closely, as a multiple of the number
#: for other actions.
CLOSER = 4
#: The number of actions that are compared closely with the chosen one.
RIVALS = 2
#: The number of random streams reserved for a step: one for each seat, and one for all actions.
#: Games with fewer than `_STREAMS` seats reserve `_STREAMS`, and all others `_MANY_STREAMS`.
_STREAMS, _MANY_STREAMS = 8, SEATS + 1
#: The purpose of these streams, an argument of `simulate.kit.chance.label`. Games do not use this
#: number, so simulated games do not change the chance of the game itself.
_THOUGHTS = 1 << 20
#: The arrays of the kernel's workspace that the compiled function takes, after the rules.
_ARRAYS = ("table", "seats", "menu", "scratch")

# A placeholder for the game's function, which is replaced in each game's copy of this module.
winners: Any = None


@dataclass(frozen=True)
class WeighedDecision:
    """Estimates of the shares of the win at a decision, from simulated games."""

    #: The decision.
    moment: Moment
    #: The number of completed turns before it.
    turn: int
    #: The shares of the win after each of the moment's actions, shape (actions, worlds, players).
    #: There are 0 actions if none was tried.
    action_shares: Shares
    #: The actions compared closely: the chosen one, then the best others by `action_shares`.
    rivals: tuple[int, ...]
    #: The shares after each of `rivals`, in other worlds than `action_shares`.
    rival_shares: Shares
    #: For each seat, the shares of the win in worlds that agree with what the seat sees, shape
    #: (worlds, players). In these worlds the playout strategy plays from this decision on. For the
    #: seat to act, the worlds are the same as in `rival_shares`.
    seat_shares: tuple[Shares, ...]


class Scales:
    """Estimates chances to win at moments of a study's games.

    Parameters
    ----------
    engine
        The engine that plays the study's games.
    playout
        The strategy that plays all seats in simulated games (default: `usual_player`).

    Raises
    ------
    UsageError
        If the game defines no ``redeal``, or `playout` simulates games itself.
    FathomError
        If the strategy that plays by default cannot be loaded.
    """

    def __init__(self, engine: Engine, playout: Strategy | None = None) -> None:
        game = engine.game
        if game.redeal is None:
            raise UsageError(
                f"{game.name} does not define how to deal the cards that a player cannot see "
                "(redeal), so chances to win cannot be estimated"
            )
        self.playout = playout or find_strategy(usual_player(game), game.name_or_file)
        if self.playout.thinks_with:
            raise UsageError(
                f"{self.playout.name} cannot play simulated games, because it simulates games "
                "itself; choose another strategy"
            )
        self._engine = engine
        self._players = len(engine.lineup)
        self.playout.check_players(self._players, game.name_or_file)
        self._streams = _STREAMS if self._players < _STREAMS else _MANY_STREAMS
        decide = keep_to_rules(self.playout, game).decide
        self._fill_shares = _compile_fill_shares(
            game, decide, self.playout.code, len(self.playout.parameters)
        )

    def estimate_shares(
        self,
        snapshot: Snapshot,
        seat: int,
        actions: Sequence[int],
        worlds: int,
        stream: tuple[int, int],
    ) -> Shares:
        """Return the shares of the win in games simulated after each action.

        Parameters
        ----------
        snapshot
            The state of the game.
        seat
            The seat whose information the worlds agree with.
        actions
            Legal actions. For `simulate.kit.menu.PASS`, the playout strategy decides.
        worlds
            The number of worlds.
        stream
            The number of the game and the number of a stream of random numbers, which determine
            all worlds and simulated games.

        Returns
        -------
        Shares
            Shape (actions, worlds, players).
        """
        work = kernel.workspace(self._engine.game)
        work["table"][0] = snapshot.table
        work["seats"]["own"][0, seat] = snapshot.own[seat]
        vector = self.playout.vector
        parameters = work["seats"]["parameters"]
        parameters["value"][0, 0, : len(vector)] = vector
        if self.playout.numbers is not None:
            parameters["address"][0, 0] = self.playout.numbers.ctypes.data
        won = np.zeros((len(actions), worlds, self._players))
        # When interpreted, the arithmetic of streams on 64-bit words warns of every overflow.
        with np.errstate(over="ignore"):
            arrays = (self._engine.rules, *(work[name] for name in _ARRAYS))
            numbers = np.array(actions, np.int64)
            self._fill_shares(arrays, seat, numbers, self._engine.seed, *stream, won)
        return won

    def weigh(self, moment: Moment, number: int, rollouts: int) -> WeighedDecision:
        """Return a decision with the shares of the win after every action.

        The decision also has the shares from the view of each seat, before the action. The chosen
        action and the best others, at most `RIVALS`, are estimated more closely.

        Parameters
        ----------
        moment
            The decision.
        number
            The number of its game.
        rollouts
            The number of worlds for each action. The best actions are compared again in `CLOSER`
            times as many worlds.
        """
        snapshot, seat, actions = moment.snapshot, moment.seat, moment.actions
        first = moment.step * self._streams
        stream = (number, first + self._players)
        action_shares = self.estimate_shares(snapshot, seat, actions, rollouts, stream)
        means = action_shares[:, :, seat].mean(axis=1)
        best_first = [actions[index] for index in np.argsort(-means, kind="stable")]
        alternatives = [action for action in best_first if action != moment.action]
        rivals = (moment.action, *alternatives[:RIVALS])
        worlds = CLOSER * rollouts
        shares = self.estimate_shares(
            snapshot, seat, (PASS, *rivals), worlds, (number, first + seat)
        )
        own_shares, rival_shares = shares[0], shares[1:]
        seat_shares = tuple(
            own_shares if player == seat else self._seat_shares(moment, number, player, worlds)
            for player in range(self._players)
        )
        return WeighedDecision(
            moment, int(snapshot.table.turns), action_shares, rivals, rival_shares, seat_shares
        )

    def estimate_chances(self, moment: Moment, number: int, worlds: int) -> WeighedDecision:
        """Return a decision with each seat's estimated shares of the win, without trying actions.

        The arguments are as for `weigh`, with `worlds` for the number of worlds of each seat.
        """
        seat_shares = tuple(
            self._seat_shares(moment, number, seat, worlds) for seat in range(self._players)
        )
        empty = np.zeros((0, worlds, self._players))
        turns = int(moment.snapshot.table.turns)
        return WeighedDecision(moment, turns, empty, (), empty, seat_shares)

    def _seat_shares(self, moment: Moment, number: int, seat: int, worlds: int) -> Shares:
        """Return the shares in worlds that agree with what a seat sees, shape (worlds, players).

        `number` is the number of the game.
        """
        stream = (number, moment.step * self._streams + seat)
        return self.estimate_shares(moment.snapshot, seat, (PASS,), worlds, stream)[0]  # type: ignore[no-any-return]


@dataclass(frozen=True)
class WeighedGame:
    """A game with estimates of the shares of the win at its decisions."""

    #: The number of the game.
    number: int
    #: The counts of the game (`simulate.play.rows`).
    row: Integers
    #: The number of players.
    players: int
    #: The number of decisions between two or more actions.
    decisions: int
    #: The decisions with estimates, in the order of play.
    weighed: tuple[WeighedDecision, ...]
    #: The number of worlds behind each chance to win.
    worlds: int
    #: The spec of the strategy that played the simulated games.
    playout: str


def weigh_game(
    engine: Engine,
    number: int,
    rollouts: int = ROLLOUTS,
    *,
    most_decisions: int = 0,
    playout: Strategy | None = None,
    jobs: int = 1,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> WeighedGame:
    """Return a game of a study with estimates of the chances to win at its decisions.

    Parameters
    ----------
    engine
        The engine that plays the study's games.
    number
        The number of the game.
    rollouts
        The number of worlds for each action.
    most_decisions
        If above 0, the maximum number of decisions, evenly spread over the game, at which chances
        are estimated by `Scales.estimate_chances`, without trying the actions. If 0, chances are
        estimated at every decision by `Scales.weigh`.
    playout
        The strategy that plays all seats in simulated games (default: `usual_player`).
    jobs
        The number of threads, which does not change the results.
    progress
        Called after each decision with the number of finished decisions and the number of all.

    Raises
    ------
    UsageError
        If the game defines no ``redeal``, or `playout` simulates games itself.
    FathomError
        If the game or a strategy fails.
    """
    scales = Scales(engine, playout)
    walk = engine.walk(number)
    moments = [moment for moment in walk if len(moment.actions) > 1]
    row = walk.finish().copy()
    decisions = len(moments)
    if most_decisions:
        indices = np.linspace(0, decisions - 1, min(most_decisions, decisions)).astype(int)
        moments = [moments[index] for index in np.unique(indices)]
    estimate = scales.estimate_chances if most_decisions else scales.weigh
    weighed: list[WeighedDecision] = []
    for decision in in_threads(lambda moment: estimate(moment, number, rollouts), moments, jobs):
        weighed.append(decision)
        progress(len(weighed), len(moments))
    return WeighedGame(
        number=number,
        row=row,
        players=len(engine.lineup),
        decisions=decisions,
        weighed=tuple(weighed),
        worlds=rollouts if most_decisions else CLOSER * rollouts,
        playout=scales.playout.spec,
    )


def weigh_moments(
    engine: Engine,
    number: int,
    moments: Sequence[Moment],
    rollouts: int,
    *,
    playout: Strategy | None = None,
    jobs: int = 1,
) -> list[WeighedDecision]:
    """Return some decisions of a game with the shares of the win after every action.

    Parameters
    ----------
    engine
        The engine that plays the study's games.
    number
        The number of the game.
    moments
        The decisions.
    rollouts
        The number of worlds for each action.
    playout
        The strategy that plays all seats in simulated games (default: `usual_player`).
    jobs
        The number of threads, which does not change the results.

    Raises
    ------
    UsageError
        If the game defines no ``redeal``, or `playout` simulates games itself.
    FathomError
        If the game or a strategy fails.
    """
    scales = Scales(engine, playout)
    weighed = in_threads(lambda moment: scales.weigh(moment, number, rollouts), moments, jobs)
    return list(weighed)


# Simulated games ----------------------------------------------------------------


def _fill_shares(
    work: Any, seat: int, actions: Any, seed: int, game: int, stream: int, won: Any
) -> None:
    """Fill `won` with each seat's share of the win: shape (actions, worlds, seats).

    `work` has the rules and the arrays named in `_ARRAYS`. Only the table and what `seat` sees are
    set in them. For the action `simulate.kit.menu.PASS`, the playout strategy decides.
    """
    laws, tables, records, menus, scratches = work
    rules, seats = laws[0], records[0]
    chance = seats.chance[seat]
    start(chance, np.uint64(seed), np.uint64(game), label(_THOUGHTS, stream))
    view = View(
        read_only(tables[0]),
        read_only(seats.own[seat]),
        read_only(rules),
        read_only(menus[0]),
        chance,
        read_only(seats.parameters[0]),
        closed(scratches[0]),
    )
    rooms = new_room(view)
    room = rooms[0]
    own, sources = room.seats[0].own, room.sources
    world = State(room.tables[1], own, room.hiddens[0], sources[0], sources[1])
    state = State(room.tables[2], room.seats[1].own, room.hiddens[1], sources[2], sources[3])
    for number in range(won.shape[1]):
        deal_world(view, rooms, world, seat)
        for place in range(len(actions)):
            play_after(view, rooms, world, state, actions[place], TO_THE_END)
            _share(rules, state, won[place, number])


def _share(rules: Any, state: Any, won: Any) -> None:
    """Set the entries of the winners in `won` to their share, if the game is over."""
    if state.table.over != 0:
        winning = winners(rules, state)
        for seat in range(rules.players):
            if has(winning, seat):
                won[seat] = 1.0 / size(winning)


@cache
def _compile_fill_shares(game: Game, decide: Any, code: str, parameters: int) -> Any:
    """Return `_fill_shares` compiled for a game and a playout strategy.

    `decide`, `code` and `parameters` are the playout strategy's function, the key of its machine
    code, and the number of its parameters.
    """
    arrays = kernel.workspace(game)
    to_numba: Any = numba.from_dtype
    dtypes = (game.rules_dtype, *(arrays[name].dtype for name in _ARRAYS))
    signature = types.void(
        types.Tuple([types.Array(to_numba(dtype), 1, "C") for dtype in dtypes]),  # type: ignore[no-untyped-call]
        types.int64,
        types.Array(types.int64, 1, "C"),
        *[types.int64] * 3,
        types.Array(types.float64, 3, "C"),
    )
    specialised_function = specialised(_fill_shares, game, ("playout", decide, 0, parameters))
    function = getattr(specialised_function, "py_func", specialised_function)
    return Instance(function, f"reckon_{code}_{game.name}", signature, {}).compile()
