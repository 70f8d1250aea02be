"""Worlds that a seat holds for possible, and playing on in them: what all who think ahead share.

These functions are copied for each game together with those of whoever thinks; see
`strategies.registry.specialised`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.kit.chance import SOURCE, STREAM, start, word
from simulate.kit.menu import PASS, clear
from simulate.kit.read_only import copy_record, read_only
from simulate.kit.view import View

# Interpreted, fields are attributes of such records only.
SOURCES, STREAMS = np.dtype((np.record, SOURCE)), np.dtype((np.record, STREAM))
#: Further ahead than any game goes.
TO_THE_END = np.iinfo(np.int64).max

# Of the game, and the strategy that plays on: each game's copy has its own.
redeal: Any = None
offer_actions: Any = None
apply: Any = None
playout: Any = None


def imagine(view: View, rules: Any, world: Any, known: Any, streams: Any, seat: int) -> None:
    """Make a world that the seat holds for possible: all that is `known`, and the rest dealt."""
    copy_record(world.table, known.table)
    copy_record(world.hidden, known.hidden)
    for other in range(rules.players):
        copy_record(world.own[other], known.own[0])
        start(streams[other], word(view.chance), word(view.chance), other)
    copy_record(world.own[seat], view.own)
    for source in (world.chance, world.dice):
        source.seed = word(view.chance)
        source.deal = word(view.chance)
        start(source, source.seed, source.deal, 0)
    redeal(rules, world, seat)


def play_on(view: View, rules: Any, state: Any, menu: Any, streams: Any, until: int) -> None:
    """Play on, until the standings were taken so often or the game is over."""
    table = state.table
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
