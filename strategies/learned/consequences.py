"""What the legal actions of a decision change, as far as the seat that decides can know.

Each action is tried in a few worlds that agree with everything that the seat sees. The worlds
depend only on what the seat sees, so positions that look alike to it have the same consequences.
"""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulate.game import Game
from simulate.kit.bits import size
from simulate.strategy import Strategy
from strategies.learned.compiling import compiled_call
from strategies.learned.states import (
    AFTER,
    SIMULATION,
    WORLD,
    Memory,
    act,
    copy_state,
    deal_world,
    new_memory,
    start_stream,
    summarise,
    width_of,
)

#: The number of worlds in which each action is tried.
WORLDS = 3


class Decisions(NamedTuple):
    """Decisions with their legal actions, as arrays."""

    #: The record that everybody sees, and the record that the seat sees: shape (decisions,).
    tables: Any
    owns: Any
    #: The seat that decides: shape (decisions,).
    seats: NDArray[np.int64]
    #: The legal actions of all decisions: shape (actions,).
    actions: NDArray[np.int64]
    #: The index in `actions` of the first action of each decision, then the number of all actions:
    #: shape (decisions + 1,).
    starts: NDArray[np.int64]


class StateWords(NamedTuple):
    """The words of a state that are read (see `strategies.learned.words`)."""

    #: The index of each word in a state, for each seat that can decide: shape (seats, words).
    places: NDArray[np.int64]
    #: 1 for words that are read as the size of a set, else 0: shape (words,).
    sets: NDArray[np.int64]


def note_changes(
    memory: Memory,
    decisions: Decisions,
    words: StateWords,
    seeds: Any,
    before: Any,
    changes: Any,
) -> None:
    """Add up the words before each decision and their changes by each action, in `WORLDS` worlds.

    Parameters
    ----------
    memory
        The memory for the worlds.
    decisions, words
        The decisions whose actions are tried, and the words to read.
    seeds
        The seed of the worlds of each decision, of the type ``uint64``: shape (decisions,).
    before, changes
        Arrays of zeros that receive the sums: shapes (decisions, words) and (actions, words).
    """
    chance = memory.streams[SIMULATION]
    world = WORLD * width_of(memory)
    after = AFTER * width_of(memory)
    for decision in range(len(decisions.seats)):
        seat = decisions.seats[decision]
        start_stream(memory, SIMULATION, seeds[decision], seeds[decision])
        for _ in range(WORLDS):
            deal_world(memory, decisions.tables[decision], decisions.owns[decision], seat, chance)
            summarise(memory, WORLD, seat)
            for word in range(len(words.sets)):
                before[decision, word] += read_word(memory, words, world, seat, word)
            for action in range(decisions.starts[decision], decisions.starts[decision + 1]):
                copy_state(memory, AFTER, WORLD)
                act(memory, AFTER, decisions.actions[action])
                summarise(memory, AFTER, seat)
                for word in range(len(words.sets)):
                    value = read_word(memory, words, after, seat, word)
                    value -= read_word(memory, words, world, seat, word)
                    changes[action, word] += value


def read_word(memory: Memory, words: StateWords, first: int, seat: int, word: int) -> int:
    """Return a word of the state that begins at index `first`, or the size of the set there."""
    value = memory.words[first + words.places[seat, word]]
    return size(value) if words.sets[word] != 0 else value  # type: ignore[no-any-return]


def find_changes(
    game: Game, rules: Any, base: Strategy, decisions: Decisions, words: StateWords
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the words before each decision, and the changes that each action makes.

    Both are means over `WORLDS` worlds, of shapes (decisions, words) and (actions, words).

    Parameters
    ----------
    game, rules
        The game, which defines ``redeal``, and an array with its rules record.
    base
        Any strategy of the game. Compiling needs it, but it does not play.
    decisions, words
        The decisions whose actions are tried, and the words to read.
    """
    before = np.zeros((len(decisions.seats), len(words.sets)), np.int64)
    changes = np.zeros((len(decisions.actions), len(words.sets)), np.int64)
    seeds = np.array(
        [
            _seed_of(decisions.tables[place], decisions.owns[place])
            for place in range(len(decisions.seats))
        ],
        np.uint64,
    )
    memory = new_memory(game, rules, base)
    compiled_call(game, note_changes, base, memory, decisions, words, seeds, before, changes)
    return before / WORLDS, changes / WORLDS


def _seed_of(table: Any, own: Any) -> int:
    """Return a number below 2**64 that follows from what a seat sees: both of its records."""
    digest = hashlib.sha256(table.tobytes() + own.tobytes()).digest()
    return int.from_bytes(digest[:8], "little")
