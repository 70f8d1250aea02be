"""Worlds that a seat holds for possible, and playing on in them: what all who think ahead share.

These functions are copied for each game together with those of whoever thinks; see
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

#: Further ahead than any game goes.
TO_THE_END = np.iinfo(np.int64).max

# Of the game, and the strategy that plays on: each game's copy has its own.
redeal: Any = None
offer_actions: Any = None
apply: Any = None
playout: Any = None
ROOM: Any = None


def room_dtype(game: Game) -> np.dtype[np.void]:
    """Make the type of room for what is known, a world that fits it, and how that goes on."""
    fields = [
        ("laws", game.rules_dtype, (1,)),
        # What is known, the world, and how it goes on.
        ("tables", game.table.dtype, (3,)),
        # Of the world, of how it goes on, and empty.
        ("hiddens", game.hidden.dtype, (3,)),
        ("blank", game.own.dtype, (1,)),
        # Of the world, and of how it goes on; chance and dice of each.
        ("seats", seats_dtype(game), (2,)),
        ("sources", SOURCE, (4,)),
        ("menus", game.menu.dtype, (1,)),
    ]
    return np.dtype(fields, align=True)


def new_room(view: View) -> Any:
    """Return a room, in an array, in which is known what the view shows to all.

    A record does not keep the array that it lies in, which is freed after its last use: whoever
    thinks makes the states of what lies there, and gives the array to all that play in them.
    """
    rooms = np.zeros(1, ROOM)
    copy_record(rooms[0].laws[0], view.rules)
    copy_record(rooms[0].tables[0], view.table)
    return rooms


def deal_world(view: View, rooms: Any, world: Any, seat: int) -> None:
    """Make a world that the seat holds for possible: all that is known, and the rest dealt."""
    room = rooms[0]
    rules = room.laws[0]
    copy_record(world.table, room.tables[0])
    copy_record(world.hidden, room.hiddens[2])
    for other in range(rules.players):
        copy_record(world.own[other], room.blank[0])
        start(room.seats[0].chance[other], word(view.chance), word(view.chance), other)
    copy_record(world.own[seat], view.own)
    for source in (world.chance, world.dice):
        source.seed = word(view.chance)
        source.deal = word(view.chance)
        start(source, source.seed, source.deal, 0)
    redeal(rules, world, seat)


def play_after(view: View, rooms: Any, world: Any, then: Any, action: int, until: int) -> None:
    """Make of `then` how a world goes on after an action, or from where it is at `PASS`."""
    room = rooms[0]
    copy_record(then.table, world.table)
    copy_record(then.hidden, world.hidden)
    copy_record(then.chance, world.chance)
    copy_record(then.dice, world.dice)
    for other in range(room.laws[0].players):
        copy_record(then.own[other], world.own[other])
        copy_record(room.seats[1].chance[other], room.seats[0].chance[other])
    if action != PASS:
        act(room.laws[0], then, action)
    play_on(view, rooms, then, 1, until)


def play_on(view: View, rooms: Any, state: Any, which: int, until: int) -> None:
    """Play on, until the standings were taken so often or the game is over.

    `which` seats of the room play: 0 of the world, 1 of how it goes on.
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
    """Apply an action; the game's function, which is long, is compiled here and nowhere else."""
    apply(rules, state, action)
