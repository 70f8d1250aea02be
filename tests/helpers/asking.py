"""Choices of a strategy of any game, for a view that is made as the kernel makes it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types

from simulate.game import Game, Snapshot
from simulate.kit.chance import STREAM, start
from simulate.kit.compiled import Instance
from simulate.kit.read_only import closed, read_only
from simulate.kit.view import View, scratch_dtype
from simulate.play import kernel
from simulate.play.arms import make_engine
from simulate.rules.kinds import Value
from simulate.strategy import Strategy
from strategies import find_strategy
from tests.helpers.kept_calls import offer_actions
from tests.helpers.studies import lineup_of, make_study, moment_at


class Seen(NamedTuple):
    """The records of a position that a strategy sees."""

    table: Any
    own: Any
    rules: Any
    menu: Any


def answers(game: Game, spec: str, seen: Seen, times: int = 1, seed: int = 1) -> Counter[int]:
    """Count the actions that a strategy chooses in a position, with `times` choices in a row.

    All choices use the same stream of random numbers.
    """
    return _asked(game, spec, seen, times, seed)[0]


def noted(game: Game, spec: str, seen: Seen, fields: np.dtype[np.void]) -> Any:
    """Return what a strategy wrote into its working memory while it chose.

    `fields` is the layout in which it uses the memory.
    """
    return _asked(game, spec, seen, 1, 1)[1].memory[: fields.itemsize // 8].view(fields)[0]


def _asked(game: Game, spec: str, seen: Seen, times: int, seed: int) -> tuple[Counter[int], Any]:
    strategy, choose = _found(game, spec)
    stream, vector = _record(STREAM), _record(_parameters(game))
    scratch = _record(scratch_dtype(game.groups))
    vector.value[: len(strategy.vector)] = strategy.vector
    with np.errstate(over="ignore"):
        start(stream, np.uint64(seed), np.uint64(0), 0)
        chosen = np.zeros(times, np.int64)
        _asker(game)(seen, stream, vector, scratch, choose, chosen)
        return Counter(chosen.tolist()), scratch


def tallied(spec: str, position: Any, times: int = 1, seed: int = 1) -> Counter[Any]:
    """Count a strategy's choices in a position made by hand, and check that they are legal.

    There are `times` choices, with the same stream of random numbers.
    """
    legal = set(position.legal())
    seen = Seen(position.table, position.own[position.table.seat], position.rules, position._menu)
    chosen = answers(position.game, spec, seen, times, seed)
    counts = Counter({position.action_of(action): count for action, count in chosen.items()})
    assert legal.issuperset(counts), f"{spec} chose {set(counts) - legal}"
    return counts


def choice(spec: str, position: Any, seed: int = 1) -> Any:
    """Return the action that a strategy chooses in a position made by hand."""
    return next(iter(tallied(spec, position, 1, seed)))


#: A function that translates an action for a test, given the action's number, the seat to act and
#: the number of players.
Tell = Callable[[int, int, int], Any]


@dataclass(frozen=True)
class Moment:
    """A moment of a game in which the players can be moved to other seats.

    `by_seat` names the fields of the table with a value per seat, and `sets` those that are sets of
    seats. Both are rotated together with the seats.
    """

    game: Game
    snapshot: Snapshot
    players: int
    rules: Any
    tell: Tell
    by_seat: Sequence[str]
    sets: Sequence[str] = ()

    def chosen(self, spec: str, shift: int = 0, seed: int = 1) -> Any:
        """Return a strategy's choice, translated by `tell`, with all players `shift` seats on."""
        work = kernel.workspace(self.game)
        table, own, menu = work["table"][0], work["seats"]["own"][0][0], work["menu"][0]
        # A snapshot has the same fields as the kernel's record, so their values are copied.
        for name in table.dtype.names:
            table[name] = self.snapshot.table[name]
        for name in own.dtype.names:
            own[name] = self.snapshot.own[int(table.seat)][name]
        for name in self.by_seat:
            table[name][: self.players] = np.roll(table[name][: self.players], shift, axis=0)
        for name in self.sets:
            turned = int(table[name]) << shift
            table[name] = (turned | turned >> self.players) & ((1 << self.players) - 1)
        table.seat = (table.seat + shift) % self.players
        offer_actions(self.game, self.rules, work)
        [action] = answers(self.game, spec, Seen(table, own, self.rules, menu), 1, seed)
        return self.tell(action, int(table.seat), self.players)


def moments_of(
    game: Game,
    lineup: Sequence[str],
    steps: Sequence[int],
    *seated: Any,
    variant: str,
    rules: Mapping[str, Value],
) -> list[Moment]:
    """Return moments with a choice: from one game per step in `steps`, the moment at that step.

    The games are played for each number of players, from two to the length of `lineup`. `seated`
    are the last fields of each `Moment`, from `tell` on.
    """
    moments = []
    for players in range(2, len(lineup) + 1):
        specs = tuple(lineup[:players])
        study = make_study(game.name, players, variant, lineup=specs, rules=dict(rules))
        engine = make_engine(study, lineup_of(study))
        for number, step in enumerate(steps):
            moment = moment_at(engine, number, step)
            if moment and len(moment.actions) > 1:
                moments.append(Moment(game, moment.snapshot, players, engine.rules[0], *seated))
    return moments


def _ask(seen: Any, stream: Any, vector: Any, scratch: Any, choose: Any, chosen: Any) -> None:
    records = (read_only(seen.table), read_only(seen.own), read_only(seen.rules))
    for time in range(len(chosen)):
        chosen[time] = choose(
            View(*records, read_only(seen.menu), stream, read_only(vector), closed(scratch))
        )


@cache
def _asker(game: Game) -> Any:
    dtypes = (game.table.dtype, game.own.dtype, game.rules_dtype, game.menu.dtype)
    seen = types.NamedTuple([*map(numba.from_dtype, dtypes)], Seen)  # type: ignore[no-untyped-call]
    others = map(numba.from_dtype, (STREAM, _parameters(game), scratch_dtype(game.groups)))
    choice: Any = types.FunctionType(kernel.strategy_signature(game))
    signature = types.void(seen, *others, choice, types.int64[::1])
    return Instance(_ask, f"ask_{game.name}", signature, {}).compile()


@cache
def _found(game: Game, spec: str) -> tuple[Strategy, Any]:
    strategy = find_strategy(spec, game.name)
    parameters = len(strategy.parameters)
    thinks_with = strategy.functions[1:]
    choose = kernel.compile_strategy(strategy.decide, strategy.code, parameters, game, thinks_with)
    return strategy, choose


def _parameters(game: Game) -> Any:
    return kernel.seats_dtype(game)["parameters"].base


def _record(dtype: np.dtype[np.void]) -> Any:
    return np.zeros(1, dtype).view(np.recarray)[0]
