"""Templates: games from which a player learns, and labels for the actions at their decisions.

A label is an estimate of an action's worth: its mean in simulated games, in worlds that agree with
what the seat sees. All actions of a decision are tried in the same worlds with the same random
numbers. The first teacher lets the base strategy play its simulated games to the end. The second
lets the learned player play all seats. It may stop at a later turn of the seat and use the
network's estimate there.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simulate.kit.chance import below, uniform, word
from simulate.kit.menu import action_at
from strategies.learned.brain import Brain
from strategies.learned.features import note_action, note_position
from strategies.learned.judging import choose_action, play_action
from strategies.learned.lookahead import complete_turn, finish_round
from strategies.learned.states import (
    ADVICE,
    AFTER,
    COMPLETION,
    DECISIONS,
    MOST_ESTIMATED,
    MOST_FEATURES,
    MOST_WORD_FEATURES,
    REAL,
    REAL_MENU,
    ROUND_END,
    SIMULATED,
    SIMULATED_MENU,
    SIMULATION,
    WORLD,
    Memory,
    act,
    act_as_base,
    ask_base,
    copy_state,
    deal_game,
    deal_world,
    goes_on,
    lead_of,
    offer_in,
    start_stream,
    state_of,
    summarise,
    width_of,
    worth_of,
)
from strategies.learned.words import Sample

#: The maximum number of labelled actions per decision. If there are more legal actions, a random
#: sample is labelled.
MOST_LABELLED = 16
#: The maximum number of features of a decision: of its position and its labelled actions.
MOST_OF_DECISION = MOST_WORD_FEATURES + MOST_LABELLED * MOST_FEATURES
#: The maximum number of games from which positions are sampled.
MOST_SAMPLED_GAMES = 20_000
#: The indices of `Examples.counts`: the numbers of decisions, of features and of actions.
DECIDED, FEATURES, ACTIONS = range(3)


#: The values of `Lesson.played_by`.
BASE, PLAYER = range(2)


class Examples(NamedTuple):
    """Decisions with labels, as compiled code writes and reads them."""

    #: The features of all positions and actions: rows of the network's table, and values.
    rows: Any
    values: Any
    #: For each decision, the first and the end of its position's features, then of its actions.
    decisions: Any
    #: For each action, the first and the end of its features.
    actions: Any
    #: The label of each action.
    labels: Any
    #: How many entries of these arrays are filled: see `DECIDED`.
    counts: Any


class Lesson(NamedTuple):
    """How games are played and labelled in a round."""

    #: Who plays the games and the simulated games: `BASE` or `PLAYER`.
    played_by: int
    #: The probability of a random action in a game.
    exploration: float
    #: The probability that a decision is labelled.
    share: float
    #: The number of worlds for each label.
    worlds: int
    #: The probability that a simulated game goes on at a later turn of the seat, if it is played
    #: by the player. Otherwise the network estimates the worth of the position there.
    going_on: float


def play_games(
    brain: Brain, memory: Memory, lesson: Lesson, seed: int, first: int, games: int, examples: Any
) -> None:
    """Play games with the player, or its base strategy, in all seats, and label some decisions.

    The player plays only if it does not ask its base strategy. `first` is the number of the first
    game. Decisions for which `examples` has no room are skipped.
    """
    chance = memory.streams[DECISIONS]
    for game in range(first, first + games):
        deal_game(memory, seed, game)
        while goes_on(memory, REAL):
            count = offer_in(memory, REAL, REAL_MENU)
            menu = memory.menus[REAL_MENU]
            # This is `PASS` if there is no action.
            action = action_at(menu, 0)
            if count > 1:
                if uniform(chance) < lesson.share and has_room(examples):
                    label_decision(brain, memory, lesson, examples)
                if uniform(chance) < lesson.exploration:
                    action = action_at(menu, below(chance, count))
                elif lesson.played_by == BASE:
                    action = ask_base(memory, REAL, REAL_MENU)
                else:
                    deal_world_of_mover(memory)
                    action = choose_action(brain, memory, WORLD, menu, chance, MOST_ESTIMATED)
            act(memory, REAL, action)


def deal_world_of_mover(memory: Memory) -> None:
    """Set the state `WORLD` to a world that agrees with what the seat to act sees."""
    real = state_of(memory, REAL)
    seat = real.table.seat
    deal_world(memory, real.table, real.own[seat], seat, memory.streams[DECISIONS])


def has_room(examples: Examples) -> bool:
    """Return True if there is room for another decision."""
    counts = examples.counts
    return (  # type: ignore[no-any-return]
        counts[DECIDED] < examples.decisions.shape[0]
        and counts[ACTIONS] + MOST_LABELLED <= examples.labels.shape[0]
        and counts[FEATURES] + MOST_OF_DECISION <= examples.rows.shape[0]
    )


def label_decision(brain: Brain, memory: Memory, lesson: Lesson, examples: Examples) -> None:
    """Add the decision in the state `REAL` with a label for each of its actions."""
    chance, counts = memory.streams[DECISIONS], examples.counts
    menu = memory.menus[REAL_MENU]
    count = menu.count
    actions = np.empty(count, np.int64)
    for place in range(count):
        actions[place] = action_at(menu, place)
    labelled = min(count, MOST_LABELLED)
    for place in range(labelled):
        other = place + below(chance, count - place)
        actions[place], actions[other] = actions[other], actions[place]
    if brain.settings[0].advice_row >= 0:
        memory.advised[0] = ask_base(memory, REAL, REAL_MENU)
        include(actions, labelled, memory.advised[0])
    deal_world_of_mover(memory)
    add_features(brain, memory, actions[:labelled], examples)
    totals = np.zeros(labelled)
    seat = memory.states[REAL].table[0].seat
    # The features come from a world of their own, as when the player decides. If a label were from
    # the same world, the player would trust in what it sees there too much.
    for _ in range(lesson.worlds):
        deal_world_of_mover(memory)
        seed, number = word(chance), word(chance)
        for place in range(labelled):
            copy_state(memory, SIMULATED, WORLD)
            start_stream(memory, SIMULATION, seed, number)
            start_stream(memory, ADVICE, seed, number)
            act(memory, SIMULATED, actions[place])
            totals[place] += play_on(brain, memory, lesson, seat)
    for place in range(labelled):
        examples.labels[counts[ACTIONS] - labelled + place] = totals[place] / lesson.worlds
    counts[DECIDED] += 1


def include(actions: Any, first: int, action: int) -> None:
    """Swap actions so that an action is among the `first` of them."""
    for place in range(first, len(actions)):
        if actions[place] == action:
            actions[place], actions[0] = actions[0], actions[place]


def add_features(brain: Brain, memory: Memory, actions: Any, examples: Examples) -> None:
    """Add the features of the position in the state `WORLD`, and of actions in it."""
    counts, chance = examples.counts, memory.streams[DECISIONS]
    seat = memory.states[WORLD].table[0].seat
    summarise(memory, WORLD, seat)
    decision = examples.decisions[counts[DECIDED]]
    decision[0] = counts[FEATURES]
    copy_features(memory, note_position(brain, memory, WORLD, seat), examples)
    decision[1] = counts[FEATURES]
    decision[2] = counts[ACTIONS]
    seed, number = word(chance), word(chance)
    for place in range(len(actions)):
        play_action(brain, memory, WORLD, actions[place], seed, number)
        noted = note_action(brain, memory, WORLD, seat, actions[place])
        examples.actions[counts[ACTIONS], 0] = counts[FEATURES]
        copy_features(memory, noted, examples)
        examples.actions[counts[ACTIONS], 1] = counts[FEATURES]
        counts[ACTIONS] += 1
    decision[3] = counts[ACTIONS]


def copy_features(memory: Memory, noted: int, examples: Examples) -> None:
    """Add the first features in the memory to the examples."""
    first = examples.counts[FEATURES]
    for place in range(noted):
        examples.rows[first + place] = memory.rows[place]
        examples.values[first + place] = memory.values[place]
    examples.counts[FEATURES] = first + noted


def play_on(brain: Brain, memory: Memory, lesson: Lesson, seat: int) -> float:
    """Play the simulated game on, and return its worth to a seat, from 0 to 1.

    The base strategy plays it to its end. The player stops at a later turn of the seat, with some
    probability, and estimates its worth there. It judges actions in copies of the simulated game
    itself, so its simulated seats act on cards that they cannot see. Dealing a world for each of
    these decisions would be slower.
    """
    settings, chance = brain.settings[0], memory.streams[SIMULATION]
    table = memory.states[SIMULATED].table[0]
    turns = table.turns
    while goes_on(memory, SIMULATED):
        if lesson.played_by == BASE:
            act_as_base(memory, SIMULATED, SIMULATED_MENU)
            continue
        count = offer_in(memory, SIMULATED, SIMULATED_MENU)
        menu = memory.menus[SIMULATED_MENU]
        action = action_at(menu, 0)
        if count > 1:
            action = choose_action(brain, memory, SIMULATED, menu, chance, settings.candidates)
            is_later_turn = table.seat == seat and table.turns > turns
            if is_later_turn and uniform(chance) >= lesson.going_on:
                return min(max(memory.estimate[0], 0.0), 1.0)  # type: ignore[no-any-return]
        act(memory, SIMULATED, action)
    return worth_of(settings, memory, SIMULATED, seat)


def sample_positions(
    memory: Memory, completions: int, seed: int, share: float, sample: Sample, played: Any
) -> None:
    """Play games at random until the arrays are full: a sample of positions and actions.

    The number of games is at most `MOST_SAMPLED_GAMES`, for games with hardly any decisions.

    Parameters
    ----------
    memory
        The memory.
    completions
        The number of random ways to complete a turn, as in a player's settings.
    seed
        The seed of the games.
    share
        The probability that a decision is part of the sample.
    sample
        The arrays to fill. Of the leads, the latest games are kept.
    played
        An array for the numbers of games, of their decisions between two or more actions, and of
        decisions in the sample.
    """
    chance = memory.streams[DECISIONS]
    sampled = game = decisions = 0
    while sampled < len(sample.seats) and game < MOST_SAMPLED_GAMES:
        deal_game(memory, seed, game)
        while goes_on(memory, REAL):
            count = offer_in(memory, REAL, REAL_MENU)
            action = action_at(memory.menus[REAL_MENU], below(chance, max(count, 1)))
            decisions += int(count > 1)
            if count > 1 and sampled < len(sample.seats) and uniform(chance) < share:
                sample_action(memory, completions, action, sample, sampled)
                sampled += 1
            act(memory, REAL, action)
        sample.leads[game % len(sample.leads)] = lead_of(memory, REAL, 0)
        game += 1
    played[0], played[1], played[2] = game, decisions, sampled


def sample_action(
    memory: Memory, completions: int, action: int, sample: Sample, place: int
) -> None:
    """Write a decision in the state `REAL`, with one of its actions, to a place in a sample."""
    width, chance = width_of(memory), memory.streams[DECISIONS]
    seat = memory.states[REAL].table[0].seat
    sample.seats[place], sample.actions[place] = seat, action
    summarise(memory, REAL, seat)
    copy_state(memory, AFTER, REAL)
    act(memory, AFTER, action)
    summarise(memory, AFTER, seat)
    seed, number = word(chance), word(chance)
    start_stream(memory, COMPLETION, seed, number)
    complete_turn(completions, memory, REAL, seat)
    sample.before[place, :] = memory.words[REAL * width : (REAL + 1) * width]
    sample.after[place, :] = memory.words[AFTER * width : (AFTER + 1) * width]
    if len(sample.later):
        start_stream(memory, ADVICE, seed, number)
        finish_round(memory, REAL, seat)
        sample.later[place, :] = memory.words[ROUND_END * width : (ROUND_END + 1) * width]
