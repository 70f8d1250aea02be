"""Simulated games, in which everything that a seat cannot see is dealt at random.

A *world* is a complete game state that agrees with everything that a seat can see. The functions
here are copied for each game, together with those of the strategy that uses them; see
`strategies.registry.specialised`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.game import Game
from simulate.kit.chance import SOURCE, start, word
from simulate.kit.menu import PASS, clear
from simulate.kit.read_only import copy_record, read_only
from simulate.kit.view import View
from simulate.play.kernel import seats_dtype

#: The value of `until` with which a simulated game is played to its end.
TO_THE_END = np.iinfo(np.int64).max

# Placeholders for functions and types of the game, and for the strategy that plays the simulated
# games. They are replaced in the copy of this module that `strategies.registry.specialised` makes
# for each game.
redeal: Any = None
offer_actions: Any = None
apply: Any = None
playout: Any = None
ROOM: Any = None


def room_dtype(game: Game) -> np.dtype[np.void]:
    """Return the NumPy type of a *room*: the memory in which a game is simulated."""
    fields = [
        # The rules.
        ("laws", game.rules_dtype, (1,)),
        # The tables of the view, of the world, and of the simulated game.
        ("tables", game.table.dtype, (3,)),
        # The hidden records of the world and of the simulated game, and one that stays 0.
        ("hiddens", game.hidden.dtype, (3,)),
        # A record for what only a seat sees; all its fields stay 0.
        ("blank", game.own.dtype, (1,)),
        # The seats' records of the world and of the simulated game.
        ("seats", seats_dtype(game), (2,)),
        # Chance and dice of the world, then of the simulated game.
        ("sources", SOURCE, (4,)),
        # The menu of the simulated game.
        ("menus", game.menu.dtype, (1,)),
    ]
    return np.dtype(fields, align=True)


def new_room(view: View) -> Any:
    """Return an array with one room (see `room_dtype`) that has the rules and table of a view.

    In compiled code a record does not keep its array alive. The caller must therefore keep the
    array, and pass it to every function that uses a state in the room.
    """
    rooms = np.zeros(1, ROOM)
    copy_record(rooms[0].laws[0], view.rules)
    copy_record(rooms[0].tables[0], view.table)
    return rooms


def deal_world(view: View, rooms: Any, world: Any, seat: int) -> None:
    """Set `world` to a random state that agrees with everything that the seat can see.

    `rooms` is the array that `new_room` returned for the same view. Random numbers are drawn from
    ``view.chance``, also to seed the streams of the strategies that play in the room.
    """
    room = rooms[0]
    rules = room.laws[0]
    copy_record(world.table, room.tables[0])
    copy_record(world.hidden, room.hiddens[2])
    for any_seat in range(rules.players):
        copy_record(world.own[any_seat], room.blank[0])
        start(room.seats[0].chance[any_seat], word(view.chance), word(view.chance), any_seat)
    copy_record(world.own[seat], view.own)
    for source in (world.chance, world.dice):
        source.seed = word(view.chance)
        source.deal = word(view.chance)
        start(source, source.seed, source.deal, 0)
    redeal(rules, world, seat)


def play_after(view: View, rooms: Any, world: Any, state: Any, action: int, until: int) -> None:
    """Copy `world` to `state`, apply an action to it (`PASS` for none), and continue the game.

    `until` is the number of standings after which the simulated game stops; see `play_on`.
    """
    room = rooms[0]
    copy_record(state.table, world.table)
    copy_record(state.hidden, world.hidden)
    copy_record(state.chance, world.chance)
    copy_record(state.dice, world.dice)
    for seat in range(room.laws[0].players):
        copy_record(state.own[seat], world.own[seat])
        copy_record(room.seats[1].chance[seat], room.seats[0].chance[seat])
    if action != PASS:
        act(room.laws[0], state, action)
    play_on(view, rooms, state, 1, until)


def play_on(view: View, rooms: Any, state: Any, which: int, until: int) -> None:
    """Continue a game in place, with the playout strategy for all seats.

    The game stops when it is over, has the maximum number of turns, or has taken standings `until`
    times since its beginning. `which` is the index of the room's seats that `state` uses: 0 for the
    world, 1 for the simulated game.
    """
    room, table = rooms[0], state.table
    rules, menu, streams = room.laws[0], room.menus[0], room.seats[which].chance
    while table.over == 0 and table.turns < rules.max_turns and table.checkpoints < until:
        clear(menu)
        offer_actions(rules, state, menu)
        action = PASS
        if menu.count > 0:
            seat = table.seat
            action = playout(
                View(
                    read_only(table),
                    read_only(state.own[seat]),
                    view.rules,
                    read_only(menu),
                    streams[seat],
                    view.parameters,
                    view.scratch,
                )
            )
        act(rules, state, action)


def act(rules: Any, state: Any, action: int) -> None:
    """Apply an action to a state.

    The game's ``apply`` is long. It is called only here, so that it is compiled once.
    """
    apply(rules, state, action)
