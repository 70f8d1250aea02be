"""Templates: the network's estimates of actions."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.kit.chance import below, start, word
from simulate.kit.menu import action_at
from simulate.kit.vectors import add_scaled
from strategies.learned.brain import FIRST, Brain, finish_estimate
from strategies.learned.features import complete_turn, note_action, note_position
from strategies.learned.states import (
    AFTER,
    COMPLETION,
    MOST_ACTIONS,
    Memory,
    act,
    copy_state,
    start_streams,
    state_of,
    summarise,
)


def choose_action(
    brain: Brain, memory: Memory, index: int, menu: Any, chance: Any, candidates: int
) -> int:
    """Return the place on a menu of the best action in a state, for the seat to act.

    Each action is played in a copy of the state. If there are more than `candidates`, only that
    many are estimated, evenly spread over the menu from a random place on.
    """
    seat = memory.states[index].table[0].seat
    settle_position(brain, memory, index, seat)
    count = min(menu.count, MOST_ACTIONS)
    tried, stride, place = count, 1, 0
    if count > candidates:
        tried, stride = candidates, count // candidates
        place = below(chance, count - stride * (tried - 1))
    first, second = word(chance), word(chance)
    best = place
    for _ in range(tried):
        play_action(brain, memory, index, seat, action_at(menu, place), first, second)
        features = note_action(brain, memory, index, seat, action_at(menu, place))
        memory.estimates[place] = estimate(brain, memory, features)
        if memory.estimates[place] > memory.estimates[best]:
            best = place
        place += stride
    return best


def settle_position(brain: Brain, memory: Memory, index: int, seat: int) -> None:
    """Compute the sums of the first layer for the position of a seat in a state."""
    summarise(memory, index, seat)
    features = note_position(brain, memory, index, seat)
    memory.base[:] = np.float32(0.0)
    add_scaled(memory.base, brain.weights, brain.settings[0].features, np.float32(1.0), FIRST)
    for place in range(features):
        add_scaled(memory.base, brain.weights, memory.rows[place], memory.values[place], FIRST)


def play_action(
    brain: Brain, memory: Memory, index: int, seat: int, action: int, first: Any, second: Any
) -> None:
    """Play an action in a copy of a state, the state `AFTER`, and summarise it.

    All its chance is determined by the numbers `first` and `second`, and not by the streams of the
    copied state, so that a player does not foresee the cards that are drawn.
    """
    copy_state(memory, AFTER, index)
    start_streams(state_of(memory, AFTER), first, second)
    act(memory, AFTER, action)
    summarise(memory, AFTER, seat)
    start(memory.streams[COMPLETION], first, second, 2)
    complete_turn(brain.settings[0].completions, memory, index, seat)


def estimate(brain: Brain, memory: Memory, features: int) -> Any:
    """Return the network's estimate of an action from its features and the position's sums."""
    first, second = memory.first, memory.second
    first[:] = memory.base
    for place in range(features):
        add_scaled(first, brain.weights, memory.rows[place], memory.values[place], FIRST)
    return finish_estimate(brain, first, second)
