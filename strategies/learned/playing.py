"""Template: the learned player as a strategy."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.kit.addresses import numbers_at
from simulate.kit.chance import STREAM
from simulate.kit.menu import PASS, action_at, legal_or_random
from simulate.kit.read_only import copy_record
from simulate.kit.view import View
from strategies.learned.brain import (
    ALWAYS_BASE,
    FIRST_UNITS,
    INDEX,
    SECOND_UNITS,
    SIZES,
    Brain,
    count_numbers,
    unpack,
)
from strategies.learned.judging import choose_action
from strategies.learned.states import (
    MENUS,
    MOST_ESTIMATED,
    MOST_FEATURES,
    STATES,
    STREAMS,
    WORLD,
    Memory,
    deal_world,
)

# Placeholders for the types of the game's records.
RULES: Any = None
STATE: Any = None
MENU: Any = None
SEATS_RECORD: Any = None
SCRATCH: Any = None
# A placeholder for the base strategy.
base: Any = None


def learned(view: View) -> int:
    """Plays like its base strategy, except where another action seems better to a network.

    The network was trained on simulated games. The player sees only what its seat may see, and
    lets its base play to the end of the round to judge an action.
    """
    if view.menu.count == 1:
        return action_at(view.menu, 0)
    brain = brain_at(view.parameters.address, view.rules.players)
    advised = PASS
    if brain.settings[0].advice_row >= 0:
        advised = legal_or_random(view.menu, base(view), view.chance)
        if brain.settings[0].margin >= ALWAYS_BASE:
            return advised
    # Parts that no game sets, such as the cards of empty seats, have to be the same in every call.
    states = np.zeros(STATES, STATE)
    memory = Memory(
        np.empty(1, RULES),
        states,
        states.view(np.int64),
        np.empty(MENUS, MENU),
        np.empty(STREAMS, STREAM),
        np.empty(MOST_FEATURES, np.int64),
        np.empty(MOST_FEATURES, np.float32),
        np.empty(1, np.float32),
        np.empty(1, np.int64),
        np.empty(1, SEATS_RECORD),
        np.zeros(1, SCRATCH),
        np.empty(FIRST_UNITS, np.float32),
        np.empty(FIRST_UNITS, np.float32),
        np.empty(SECOND_UNITS, np.float32),
    )
    copy_record(memory.laws[0], view.rules)
    # The parameters of the base strategy, which plays on until the end of the round.
    copy_record(memory.records[0].parameters[0], view.parameters)
    deal_world(memory, view.table, view.own, view.table.seat, view.chance)
    memory.advised[0] = advised
    return choose_action(brain, memory, WORLD, view.menu, view.chance, MOST_ESTIMATED)


def brain_at(address: int, players: int) -> Brain:
    """Return the player for a number of players from the numbers of a strategy at an address.

    `strategies.learned.brain.pack_all` describes the numbers. They must have such a player.
    """
    first = address + 8 * numbers_at(address, INDEX)[players]
    sizes = numbers_at(first, SIZES)
    length = count_numbers(sizes[0], sizes[1], sizes[2])
    return unpack(numbers_at(first, length))
