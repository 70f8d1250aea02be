"""Templates: the network's estimates of actions."""

from __future__ import annotations

from typing import Any

from simulate.kit.chance import below, word
from simulate.kit.menu import action_at
from strategies.learned.brain import FIRST_UNITS, Brain, add_rows, finish_estimate
from strategies.learned.features import note_action, note_position
from strategies.learned.lookahead import complete_turn, finish_round
from strategies.learned.states import (
    ADVICE,
    AFTER,
    COMPLETION,
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
    sum_position(brain, memory, index, seat)
    tried, start = menu.count, 0
    if menu.count > candidates:
        tried, start = candidates, below(chance, menu.count)
    seed, number = word(chance), word(chance)
    best = action_at(menu, start)
    highest = estimate(brain, memory, index, best, seed, number)
    for candidate in range(1, tried):
        action = action_at(menu, spread(candidate, tried, start, menu.count))
        estimated = estimate(brain, memory, index, action, seed, number)
        if estimated > highest:
            best, highest = action, estimated
    advised = memory.advised[0]
    if settings.advice_row >= 0 and best != advised:
        estimated = estimate(brain, memory, index, advised, seed, number)
        if estimated + settings.margin >= highest:
            best, highest = advised, estimated
    memory.estimate[0] = highest
    return best


def spread(candidate: int, candidates: int, start: int, count: int) -> int:
    """Return the index of a candidate, from 0, among `count` actions.

    The candidates are evenly spread, and the first of them has the index `start`.
    """
    return (start + candidate * count // candidates) % count


def sum_position(brain: Brain, memory: Memory, index: int, seat: int) -> None:
    """Compute the sums of the first layer for the position of a seat in a state."""
    summarise(memory, index, seat)
    features = note_position(brain, memory, index, seat)
    biases = brain.settings[0].features * FIRST_UNITS
    memory.position_sums[:] = brain.weights[biases : biases + FIRST_UNITS]
    add_rows(memory.position_sums, brain.weights, memory.rows, memory.values, 0, features)


def play_action(
    brain: Brain, memory: Memory, index: int, action: int, seed: Any, number: Any
) -> None:
    """Play an action of the seat to act in a copy of a state, `AFTER`, and summarise it.

    If the player looks ahead, also play to the end of the round, in `ROUND_END`. All random events
    follow from `seed` and `number`, and not from the streams of the copied state. So the player
    cannot foresee which cards are drawn.
    """
    seat = memory.states[index].table[0].seat
    copy_state(memory, AFTER, index)
    start_streams(state_of(memory, AFTER), seed, number)
    act(memory, AFTER, action)
    summarise(memory, AFTER, seat)
    start_stream(memory, COMPLETION, seed, number)
    complete_turn(brain.settings[0].completions, memory, index, seat)
    if brain.settings[0].advice_row >= 0:
        start_stream(memory, ADVICE, seed, number)
        finish_round(memory, index, seat)


def estimate(brain: Brain, memory: Memory, index: int, action: int, seed: Any, number: Any) -> Any:
    """Return the network's estimate of an action in a state, for the seat to act.

    All random events follow from `seed` and `number`, as in `play_action`.
    """
    seat = memory.states[index].table[0].seat
    play_action(brain, memory, index, action, seed, number)
    features = note_action(brain, memory, index, seat, action)
    memory.first_layer[:] = memory.position_sums
    add_rows(memory.first_layer, brain.weights, memory.rows, memory.values, 0, features)
    return finish_estimate(brain, memory.first_layer, memory.second_layer)
