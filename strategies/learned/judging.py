"""Templates: the network's estimates of actions."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.kit.chance import below, word
from simulate.kit.menu import action_at
from simulate.kit.vectors import add_scaled
from strategies.learned.brain import FIRST, Brain, finish_estimate
from strategies.learned.features import note_action, note_position
from strategies.learned.lookahead import complete_turn, finish_round
from strategies.learned.states import (
    AFTER,
    COMPLETION,
    MOST_ACTIONS,
    Memory,
    act,
    copy_state,
    start_stream,
    start_streams,
    state_of,
    summarise,
)


def choose_action(
    brain: Brain, memory: Memory, index: int, menu: Any, chance: Any, candidates: int
) -> int:
    """Return the best action on a menu in a state, for the seat to act.

    Each action is played in a copy of the state. If there are more than `candidates`, only that
    many are estimated, evenly spread over the menu from a random place on, and the action of the
    base strategy, which is in the memory. The estimate of the best action is left in the memory.
    """
    seat = memory.states[index].table[0].seat
    settings = brain.settings[0]
    settle_position(brain, memory, index, seat)
    count = min(menu.count, MOST_ACTIONS)
    tried, stride, place = count, 1, 0
    if count > candidates:
        tried, stride = candidates, count // candidates
        place = below(chance, count - stride * (tried - 1))
    first, second = word(chance), word(chance)
    best = action_at(menu, place)
    highest = estimate(brain, memory, index, seat, best, first, second)
    for _ in range(1, tried):
        place += stride
        action = action_at(menu, place)
        estimated = estimate(brain, memory, index, seat, action, first, second)
        if estimated > highest:
            best, highest = action, estimated
    advised = memory.advised[0]
    if settings.advice_row >= 0 and best != advised:
        estimated = estimate(brain, memory, index, seat, advised, first, second)
        if estimated + settings.margin >= highest:
            best, highest = advised, estimated
    memory.estimate[0] = highest
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
    """Play an action in a copy of a state, `AFTER`, and summarise it.

    If the player looks ahead, also play to the end of the round, in `ROUND_END`. All random events
    follow from the numbers `first` and `second`, and not from the streams of the copied state. So
    the player cannot foresee which cards are drawn.
    """
    copy_state(memory, AFTER, index)
    start_streams(state_of(memory, AFTER), first, second)
    act(memory, AFTER, action)
    summarise(memory, AFTER, seat)
    start_stream(memory, COMPLETION, first, second)
    complete_turn(brain.settings[0].completions, memory, index, seat)
    if brain.settings[0].advice_row >= 0:
        finish_round(memory, index, seat, first, second)


def estimate(
    brain: Brain, memory: Memory, index: int, seat: int, action: int, first: Any, second: Any
) -> Any:
    """Return the network's estimate of an action in a state, for a seat.

    All random events follow from the numbers `first` and `second`, as in `play_action`.
    """
    play_action(brain, memory, index, seat, action, first, second)
    features = note_action(brain, memory, index, seat, action)
    memory.first[:] = memory.base
    for place in range(features):
        add_scaled(memory.first, brain.weights, memory.rows[place], memory.values[place], FIRST)
    return finish_estimate(brain, memory.first, memory.second)
