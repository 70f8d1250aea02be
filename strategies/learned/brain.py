"""The numbers of a learned player, in arrays that compiled code reads.

The player estimates how much each legal action is worth with a small network. The first of its two
hidden layers is a sum of rows of a table: each feature of the position and of the action adds its
row, times the value of the feature. A position has the same features for all actions, so their sum
is computed once per decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulate.kit.compiled import compiled
from simulate.kit.layout import SEATS as MOST_PLAYERS
from simulate.kit.vectors import add_scaled, dot, keep_positive

#: The number of units of the first and of the second hidden layer. Both are powers of two.
FIRST_UNITS, SECOND_UNITS = 64, 32

#: The kinds of words: a number; a number from a short range, with a row for each value; and a set,
#: with a row for each member.
NUMBER, TABLE, SET = 0, 1, 2
#: How words are made relative to the seat that decides: not at all; as the number of a seat; as a
#: set of seats.
PLAIN, SEAT, SEATS = 0, 1, 2
#: The number of groups of 64 actions that have rows of their own, in games with so many actions
#: that not every action has a row.
GROUP_ROWS = 256

#: The margin with which a player always takes the action of its base strategy.
ALWAYS_BASE = 1.0

#: The settings of a player.
SETTINGS = np.dtype(
    [
        ("players", np.int64),
        # The number of features: of rows of the table.
        ("features", np.int64),
        # 1 if every action has a row, 0 if the group of an action and its member have rows.
        ("by_action", np.int64),
        # The lowest action and the number of actions that have rows.
        ("lowest_action", np.int64),
        ("actions", np.int64),
        # The first rows for actions and for meanings of actions.
        ("action_row", np.int64),
        ("meaning_row", np.int64),
        # The row for the action of the base strategy, or -1 if the player ignores it. Only a
        # player with this row looks ahead: after each action, the base strategy plays to the end of
        # the round.
        ("advice_row", np.int64),
        # The number of random ways to complete a turn that are tried after an action.
        ("completions", np.int64),
        # The maximum number of actions that are estimated at a decision in a simulated game.
        ("candidates", np.int64),
        # The number of seats that win together, as a side.
        ("side_size", np.int64),
        # The share of the final lead in the worth of a game; the rest is the share of the win.
        ("lead_weight", np.float64),
        # The factor that makes leads comparable between games.
        ("lead_scale", np.float64),
        # By how much an action must seem better than that of the base strategy to replace it, up to
        # `ALWAYS_BASE`.
        ("margin", np.float64),
    ],
    align=True,
)
#: The description of a word of the game's state.
WORD = np.dtype(
    [
        # `NUMBER`, `TABLE` or `SET`.
        ("kind", np.int64),
        # `PLAIN`, `SEAT` or `SEATS`.
        ("transform", np.int64),
        # The common divisor of all values, by which the values of a table are divided.
        ("step", np.int64),
        # The lowest and the highest value of a table, after the division.
        ("low", np.int64),
        ("high", np.int64),
        # The members of a set that have rows, as a set.
        ("members", np.int64),
        # The first row for the value before an action.
        ("before_row", np.int64),
        # The first row for the value after an action that changes it.
        ("after_row", np.int64),
        # The row for the change of a number.
        ("change_row", np.int64),
        # The first row for the value at the end of the round if it has changed by then, and the
        # row for that change of a number; -1 if the player does not look ahead.
        ("later_row", np.int64),
        ("later_change_row", np.int64),
        ("mean", np.float64),
        # The inverse standard deviations of the value, and of its changes by an action and until
        # the end of the round.
        ("scale", np.float64),
        ("change_scale", np.float64),
        ("later_scale", np.float64),
    ],
    align=True,
)
#: The number of sizes at the beginning of a packed player, and the lengths of the records, all in
#: 64-bit integers.
SIZES, SETTINGS_LENGTH, WORD_LENGTH = 3, SETTINGS.itemsize // 8, WORD.itemsize // 8
#: The number of entries at the beginning of a strategy's numbers: for each number of players, the
#: place where the player for it begins; 0 if there is none.
INDEX = MOST_PLAYERS + 1


class Brain(NamedTuple):
    """A learned player."""

    #: An array with one record of the type `SETTINGS`.
    settings: Any
    #: The words that the player reads: records of the type `WORD`.
    words: Any
    #: The index of each word in a state, for each seat that can decide: shape (seats, words).
    places: NDArray[np.int64]
    #: All weights of the network, layer by layer (see `count_weights`).
    weights: NDArray[np.float32]


def count_weights(features: int) -> int:
    """Return the number of weights of a network with a number of features.

    They are the table of the first layer and its biases, the table of the second layer and its
    biases, and the weights and the bias of the output.
    """
    return (features + 1) * FIRST_UNITS + (FIRST_UNITS + 1) * SECOND_UNITS + SECOND_UNITS + 1


def random_weights(features: int, seed: int) -> NDArray[np.float32]:
    """Return random weights to begin with.

    The rows of features begin close to 0, so that rare features have no effect until examples show
    one. The biases of the first layer differ, so that its units do.
    """
    random = np.random.default_rng(seed)

    def layer(rows: int, width: int, deviation: float) -> NDArray[np.float32]:
        numbers = random.standard_normal((rows, width), np.float32)
        return (np.float32(deviation) * numbers).reshape(-1)

    return np.concatenate(
        [
            layer(features, FIRST_UNITS, 0.001),
            layer(1, FIRST_UNITS, 0.3),
            layer(FIRST_UNITS, SECOND_UNITS, (2 / FIRST_UNITS) ** 0.5),
            np.zeros(SECOND_UNITS, np.float32),
            layer(1, SECOND_UNITS, 0.3 / SECOND_UNITS**0.5),
            np.zeros(1, np.float32),
        ]
    )


def pack(brain: Brain) -> NDArray[np.int64]:
    """Return all numbers of a player as one array of int64.

    It begins with the number of words, of seats and of weights (`SIZES`). `unpack` divides it.
    """
    sizes = np.array([len(brain.words), len(brain.places), len(brain.weights)], np.int64)
    weights = np.zeros(len(brain.weights) + len(brain.weights) % 2, np.float32)
    weights[: len(brain.weights)] = brain.weights
    parts = (sizes, brain.settings, brain.words, brain.places, weights)
    return np.concatenate([np.ascontiguousarray(part).reshape(-1).view(np.int64) for part in parts])


def pack_all(brains: Sequence[Brain]) -> NDArray[np.int64]:
    """Return all numbers of a strategy that has a player for some numbers of players.

    The array begins with an index (see `INDEX`). The packed players follow.
    """
    index = np.zeros(INDEX, np.int64)
    parts = [index]
    for brain in brains:
        index[brain.settings["players"][0]] = sum(map(len, parts))
        parts.append(pack(brain))
    return np.concatenate(parts)


@compiled
def count_numbers(words: int, seats: int, weights: int) -> int:
    """Return the length of a packed player from its sizes."""
    return SIZES + SETTINGS_LENGTH + words * (WORD_LENGTH + seats) + (weights + 1) // 2


@compiled
def unpack(numbers: Any) -> Brain:
    """Return the player in an array that `pack` returned. Its arrays are views of `numbers`."""
    words, seats, weights = numbers[0], numbers[1], numbers[2]
    first = SIZES + SETTINGS_LENGTH
    places = first + words * WORD_LENGTH
    rest = places + seats * words
    return Brain(
        numbers[SIZES:first].view(SETTINGS),
        numbers[first:places].view(WORD),
        numbers[places:rest].reshape((seats, words)),
        numbers[rest:].view(np.float32)[:weights],
    )


@compiled
def add_rows(sums: Any, weights: Any, rows: Any, values: Any, start: int, end: int) -> None:
    """Add the rows of the features from `start` to `end`, times their values, to sums."""
    for feature in range(start, end):
        add_scaled(sums, weights, rows[feature], values[feature], FIRST_UNITS)


@compiled
def finish_estimate(brain: Brain, first_layer: Any, second_layer: Any) -> Any:
    """Return the network's estimate from the sums of the first layer.

    The values of both hidden layers are left in `first_layer`, which holds the sums before, and in
    `second_layer`.
    """
    keep_positive(first_layer, FIRST_UNITS)
    weights = brain.weights[(brain.settings[0].features + 1) * FIRST_UNITS :]
    second_layer[:] = weights[FIRST_UNITS * SECOND_UNITS : (FIRST_UNITS + 1) * SECOND_UNITS]
    for unit in range(FIRST_UNITS):
        if first_layer[unit] != 0.0:
            add_scaled(second_layer, weights, unit, first_layer[unit], SECOND_UNITS)
    keep_positive(second_layer, SECOND_UNITS)
    output = weights[(FIRST_UNITS + 1) * SECOND_UNITS :]
    return dot(second_layer, output, SECOND_UNITS) + output[SECOND_UNITS]
