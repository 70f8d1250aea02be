"""How often each seat wins after each of several actions, as far as one seat can know.

What a seat sees is played on from, in worlds that it holds for possible; all actions meet the same
worlds with the same chance, so that their difference is known better than each of them.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numba
import numpy as np
from numba import types

from simulate.game import Game
from simulate.kit.bits import has, size
from simulate.kit.chance import label, start
from simulate.kit.compiled import instantiate, ships_with_fathom
from simulate.kit.menu import PASS
from simulate.kit.read_only import closed, copy_record, read_only
from simulate.kit.view import View
from simulate.play import kernel
from simulate.play.kernel import State
from simulate.strategy import Strategy
from strategies.registry import specialised
from strategies.worlds import SOURCES, STREAMS, TO_THE_END, act, imagine, play_on

#: What the streams of worlds are for, far from a game's own purposes (`simulate.kit.chance.label`).
THOUGHTS = 1 << 20

# Of the game: each game's copy has its own.
winners: Any = None
TABLE: Any = None
OWN: Any = None
HIDDEN: Any = None


def _reckon(
    rules_: Any,
    tables: Any,
    seats_: Any,
    hiddens: Any,
    chances: Any,
    dice_: Any,
    menus: Any,
    scratches: Any,
    traces: Any,
    seat: int,
    actions: Any,
    seed: int,
    game: int,
    stream: int,
    won: Any,
) -> None:
    """Fill `won` with how much of the win each seat gets: shape (actions, worlds, seats).

    Of the table `tables` is known, and of what seats alone see the record of `seat`; the other
    records are empty. `simulate.kit.menu.PASS` among the actions stands for playing on from here.
    """
    rules, table, seats = rules_[0], tables[0], seats_[0]
    chance = seats.chance[seat]
    start(chance, np.uint64(seed), np.uint64(game), label(THOUGHTS, stream))
    view = View(
        read_only(table),
        read_only(seats.own[seat]),
        read_only(rules),
        read_only(menus[0]),
        chance,
        read_only(seats.parameters[0]),
        closed(scratches[0]),
    )
    # As in `strategies.search`, each array is used until the end of the loop.
    worlds, empty = np.zeros(2, TABLE), np.zeros(3, HIDDEN)
    players = rules.players
    owns, own_worlds, blank = np.zeros(players, OWN), np.zeros(players, OWN), np.zeros(1, OWN)
    sources = np.zeros(4, SOURCES)
    streams, kept = np.zeros(players, STREAMS), np.zeros(players, STREAMS)
    known = State(table, blank, empty[2], sources[0], sources[1])
    world = State(worlds[0], own_worlds, empty[0], sources[0], sources[1])
    going_on = State(worlds[1], owns, empty[1], sources[2], sources[3])
    for number in range(won.shape[1]):
        imagine(view, rules, world, known, kept, seat)
        for place in range(len(actions)):
            copy_record(worlds[1], worlds[0])
            copy_record(empty[1], empty[0])
            for other in range(players):
                copy_record(owns[other], own_worlds[other])
                copy_record(streams[other], kept[other])
            copy_record(sources[2], sources[0])
            copy_record(sources[3], sources[1])
            if actions[place] != PASS:
                act(rules, going_on, actions[place])
            play_on(view, rules, going_on, menus[0], streams, TO_THE_END)
            _share(rules, going_on, won[place, number])


def _share(rules: Any, state: Any, won: Any) -> None:
    """Share the win among those who have it; nobody wins a game that was not decided."""
    if state.table.over != 0:
        winning = winners(rules, state)
        for seat in range(rules.players):
            if has(winning, seat):
                won[seat] = 1.0 / size(winning)


# Replaced in each copy by the function above, made for a game and a strategy.
reckon: Any = None


def _entrance(
    rules_: Any,
    tables: Any,
    seats_: Any,
    hiddens: Any,
    chances: Any,
    dice_: Any,
    menus: Any,
    scratches: Any,
    traces: Any,
    seat: int,
    actions: Any,
    seed: int,
    game: int,
    stream: int,
    won: Any,
) -> None:
    reckon(
        rules_,
        tables,
        seats_,
        hiddens,
        chances,
        dice_,
        menus,
        scratches,
        traces,
        seat,
        actions,
        seed,
        game,
        stream,
        won,
    )


def compile_reckoning(game: Game, playout: Strategy) -> Any:
    """Compile the reckoning for a game and for who plays on in it, or fetch it from the cache."""
    return _compiled(game, playout.decide, playout.code, len(playout.parameters))


@cache
def _compiled(game: Game, decide: Any, code: str, parameters: int) -> Any:
    records = [game.rules_dtype, *(array.dtype for array in kernel.workspace(game).values())]
    signature = types.void(
        *(types.Array(numba.from_dtype(record), 1, "C") for record in records),
        types.int64,
        types.Array(types.int64, 1, "C"),
        *[types.int64] * 3,
        types.Array(types.float64, 3, "C"),
    )
    return instantiate(
        _entrance,
        f"reckon_{code}_{game.name}",
        signature,
        {"reckon": specialised(_reckon, game, ("playout", decide, 0, parameters))},
        keep=kernel.ships(game) and ships_with_fathom(decide),
    )
