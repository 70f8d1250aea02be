"""Weighing the choices of a game that was played: what each seat's chance to win was, and why.

Nothing here knows more than a seat could: what it does not see is dealt anew, by chance, in each
world that is played on from. All actions meet the same worlds with the same chance, so that their
difference is known better than each of them.
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
from simulate.kit.menu import PASS
from simulate.kit.read_only import closed, read_only
from simulate.kit.view import View
from simulate.play import kernel
from simulate.play.engine import Engine
from simulate.play.executor import in_threads
from simulate.play.kernel import State
from simulate.play.rows import Integers
from simulate.play.walk import Moment
from simulate.strategy import Strategy
from strategies.registry import find_strategy, specialised, usual_player
from strategies.worlds import TO_THE_END, deal_world, new_room, play_after

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
#: What the streams of worlds are for, far from a game's own purposes (`simulate.kit.chance.label`).
_THOUGHTS = 1 << 20
#: What of the kernel's workspace is reckoned with, besides the rules.
_WORKED_ON = ("table", "seats", "menu", "scratch")

# Of the game: each game's copy has its own.
winners: Any = None


@dataclass(frozen=True)
class WeighedDecision:
    """What playing on from one decision gave."""

    #: The decision.
    moment: Moment
    #: How many turns had ended before it.
    turn: int
    #: For each of the moment's actions, in the same worlds; empty if they were not weighed.
    action_shares: Shares
    #: The actions compared closely: the chosen one, then those with the highest `action_shares`.
    rivals: tuple[int, ...]
    #: For each of `rivals`, in the same worlds, other ones than those of `action_shares`.
    rival_shares: Shares
    #: For each seat, without an action given: in worlds that this seat holds for possible. Those
    #: of the seat that decides are the worlds of `rival_shares`, if there are any.
    seat_shares: tuple[Shares, ...]


class Scales:
    """Weighs moments of one study's games by playing on from them.

    In every seat `playout` plays on, the game's usual strategy unless it is said. `UsageError` if
    nobody can think ahead in this game, or `playout` thinks itself.
    """

    def __init__(self, engine: Engine, playout: Strategy | None = None) -> None:
        game = engine.game
        if game.redeal is None:
            raise UsageError(
                f"{game.name} does not say how to deal anew what a player cannot know (redeal), so "
                "chances to win cannot be found by playing on"
            )
        self.playout = playout or find_strategy(usual_player(game), game.name_or_file)
        if self.playout.players:
            raise UsageError(
                f"{self.playout.name} cannot play on in thought, for it thinks itself; choose "
                "another strategy"
            )
        self._engine = engine
        self._players = len(engine.lineup)
        self._reckon = _compile_reckoning(
            game, self.playout.decide, self.playout.code, len(self.playout.parameters)
        )

    def estimate_shares(
        self,
        snapshot: Snapshot,
        seat: int,
        actions: Sequence[int],
        worlds: int,
        stream: tuple[int, int],
    ) -> Shares:
        """Play on in so many worlds after each action, as far as a seat can know.

        An action is a legal one, or `simulate.kit.menu.PASS` for playing on from here. `stream` is
        the game's number and one's own, which fix all chance. Returns (actions, worlds, players).
        """
        work = kernel.workspace(self._engine.game)
        work["table"][0] = snapshot.table
        work["seats"]["own"][0, seat] = snapshot.own[seat]
        vector = self.playout.vector
        work["seats"]["parameters"]["value"][0, 0, : len(vector)] = vector
        won = np.zeros((len(actions), worlds, self._players))
        # Interpreted, the streams' arithmetic on 64-bit words warns of every overflow.
        with np.errstate(over="ignore"):
            arrays = (self._engine.rules, *(work[name] for name in _WORKED_ON))
            tried = np.array(actions, np.int64)
            self._reckon(arrays, seat, tried, self._engine.seed, *stream, won)
        return won

    def weigh(self, moment: Moment, number: int, rollouts: int) -> WeighedDecision:
        """Weigh every action of a decision of game `number`, the best ones more closely.

        `rollouts` are the worlds for each action; there are `CLOSER` times as many more closely.
        """
        at, seat, actions = moment.snapshot, moment.seat, moment.actions
        first = moment.step * _STREAMS
        tried = self.estimate_shares(at, seat, actions, rollouts, (number, first + self._players))
        means = tried[:, :, seat].mean(axis=1)
        best = [actions[place] for place in np.argsort(-means, kind="stable")]
        others = [action for action in best if action != moment.action][:RIVALS]
        rivals = (moment.action, *others)
        worlds = CLOSER * rollouts
        closely = self.estimate_shares(at, seat, (PASS, *rivals), worlds, (number, first + seat))
        seats = [
            closely[0] if one == seat else self._alone(moment, number, one, worlds)
            for one in range(self._players)
        ]
        return WeighedDecision(
            moment, int(at.table.turns), tried, rivals, closely[1:], tuple(seats)
        )

    def glance(self, moment: Moment, number: int, worlds: int) -> WeighedDecision:
        """Reckon each seat's chance at a moment, without a look at its actions."""
        seats = [self._alone(moment, number, one, worlds) for one in range(self._players)]
        none = np.zeros((0, worlds, self._players))
        return WeighedDecision(
            moment, int(moment.snapshot.table.turns), none, (), none, tuple(seats)
        )

    def _alone(self, moment: Moment, number: int, seat: int, worlds: int) -> Shares:
        stream = (number, moment.step * _STREAMS + seat)
        return self.estimate_shares(moment.snapshot, seat, (PASS,), worlds, stream)[0]  # type: ignore[no-any-return]


@dataclass(frozen=True)
class WeighedGame:
    """A game with its choices weighed."""

    number: int
    #: What came of it (`simulate.play.rows`).
    row: Integers
    players: int
    #: How many decisions among several actions it had.
    decisions: int
    #: Those that were weighed, or glanced at, in their order.
    weighed: tuple[WeighedDecision, ...]
    #: Worlds behind each chance to win.
    worlds: int
    #: Who played on.
    playout: str


def weigh_game(
    engine: Engine,
    number: int,
    rollouts: int = ROLLOUTS,
    *,
    glances: int = 0,
    playout: Strategy | None = None,
    jobs: int = 1,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> WeighedGame:
    """Weigh every decision of a game among several actions, as `Scales.weigh` does.

    With `glances`, at most so many of them, evenly spread, as `Scales.glance` does. `jobs` are
    threads, which change the speed only; `progress` is called with how many decisions are done, and
    of how many.
    """
    scales = Scales(engine, playout)
    walk = engine.walk(number)
    moments = [moment for moment in walk if len(moment.actions) > 1]
    decisions, row = len(moments), walk.finish().copy()
    if glances:
        places = np.linspace(0, decisions - 1, min(glances, decisions)).astype(int)
        moments = [moments[place] for place in np.unique(places)]
    look = scales.glance if glances else scales.weigh
    weighed: list[WeighedDecision] = []
    for one in in_threads(lambda moment: look(moment, number, rollouts), moments, jobs):
        weighed.append(one)
        progress(len(weighed), len(moments))
    worlds = rollouts if glances else CLOSER * rollouts
    players, spec = len(engine.lineup), scales.playout.spec
    return WeighedGame(number, row, players, decisions, tuple(weighed), worlds, spec)


# Playing on ---------------------------------------------------------------------


def _reckon(
    work: Any, seat: int, actions: Any, seed: int, game: int, stream: int, won: Any
) -> None:
    """Fill `won` with how much of the win each seat gets: shape (actions, worlds, seats).

    Of `work`, the rules and `_WORKED_ON`, the table is known, and of what seats alone see the
    record of `seat`; the other records are empty. `simulate.kit.menu.PASS` among the actions
    stands for playing on from here.
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
    then = State(room.tables[2], room.seats[1].own, room.hiddens[1], sources[2], sources[3])
    for number in range(won.shape[1]):
        deal_world(view, rooms, world, seat)
        for place in range(len(actions)):
            play_after(view, rooms, world, then, actions[place], TO_THE_END)
            _share(rules, then, won[place, number])


def _share(rules: Any, state: Any, won: Any) -> None:
    """Share the win among those who have it; nobody wins a game that was not decided."""
    if state.table.over != 0:
        winning = winners(rules, state)
        for seat in range(rules.players):
            if has(winning, seat):
                won[seat] = 1.0 / size(winning)


@cache
def _compile_reckoning(game: Game, decide: Any, code: str, parameters: int) -> Any:
    arrays = kernel.workspace(game)
    record: Any = numba.from_dtype
    worked_on = (game.rules_dtype, *(arrays[name].dtype for name in _WORKED_ON))
    signature = types.void(
        types.Tuple([types.Array(record(each), 1, "C") for each in worked_on]),  # type: ignore[no-untyped-call]
        types.int64,
        types.Array(types.int64, 1, "C"),
        *[types.int64] * 3,
        types.Array(types.float64, 3, "C"),
    )
    made = specialised(_reckon, game, ("playout", decide, 0, parameters))
    reckon = getattr(made, "py_func", made)
    return Instance(reckon, f"reckon_{code}_{game.name}", signature, {}).compile()
