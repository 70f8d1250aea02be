"""Waiting times, forced turns and kingmakers in recorded games.

A kingmaker is a seat that can hardly win, but whose choice decides which other seat wins.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from simulate.kit.menu import PASS
from simulate.play.arms import CompiledStudy
from simulate.play.rows import DEAL, ROTATION
from simulate.play.tally import digest
from simulate.play.walk import RecordedGame
from strategies.weighing import Scales, Shares

#: A seat is a kingmaker if its own chance to win is below `OWN` with each of its actions, and the
#: chance of another seat differs by at least `APART` between these actions.
OWN, APART = 0.02, 0.1
#: The estimation stops early if the seat's own chance is above `_ABOVE`, or if no other seat's
#: chance differs by `_BELOW` or more between the actions.
_ABOVE, _BELOW = 5 * OWN, APART / 2
#: One of `EVERY` games is searched for a kingmaker, at a single choice.
EVERY = 10
#: The numbers of worlds in three stages. The first tries no actions, the second all actions, and
#: the third the best and the worst. The third uses new worlds, because an action that is selected
#: as extreme looks too extreme in the worlds by which it was selected.
_FIRST_STAGE, _SECOND_STAGE, _THIRD_STAGE = 32, 64, 512


def watch(arm: CompiledStudy) -> Callable[[RecordedGame], Any]:
    """Return a function that takes a recorded game of an arm and returns three lists.

    The first two lists are the result of `count`, and the third is the result of `weigh`. The third
    list is filled only in one of `EVERY` games, and only if three or more seats play each for
    itself and the game defines ``redeal``. Otherwise it is empty.

    Raises
    ------
    FathomError
        If the strategy that plays simulated games cannot be loaded.
    """
    game, players = arm.engine.game, arm.study.players
    each_plays_alone = game.number_of_sides(players) == players > 2
    scales = Scales(arm.engine) if each_plays_alone and game.redeal else None

    def watch_game(game: RecordedGame) -> Any:
        number = int(game.row[DEAL]) * arm.layout.rotations + int(game.row[ROTATION])
        # Of every `EVERY` consecutive games, one is chosen. Its position moves on by one each time,
        # so that games of all rotations are chosen.
        is_chosen = number % EVERY == number // EVERY % EVERY
        has_choice = (game.steps[:, -1] > 1).any()
        weighed: list[float] = []
        if scales and is_chosen and has_choice:
            weighed = weigh(scales, arm, game, number)
        return (*count(game), weighed)

    return watch_game


def count(game: RecordedGame) -> tuple[list[list[int]], list[list[int]]]:
    """Return the numbers of turns and decisions of each seat, and its waiting times.

    Returns
    -------
    counts
        Five numbers for each seat: turns in which it acts; such turns without a choice; decisions;
        decisions with only one action; turns that begin while it is out.
    waits
        Lists of three numbers: a seat, a length, and how often this number of turns passes between
        two turns in which the seat acts.
    """
    turns, seats, choices = game.tables["turns"], game.tables["seat"], game.steps[:, -1]
    active = game.tables["active"][np.unique(turns, return_index=True)[1]]
    counts, waits = [], []
    for seat in range(game.rules.players):
        is_own = seats == seat
        own_turns = np.unique(turns[is_own])
        turns_with_choice = np.unique(turns[is_own & (choices > 1)])
        decisions = (choices[is_own] > 0).sum()
        decisions_with_choice = (choices[is_own] > 1).sum()
        turns_out = (active >> seat & 1 == 0).sum()
        numbers = (
            len(own_turns),
            len(own_turns) - len(turns_with_choice),
            decisions,
            decisions - decisions_with_choice,
            turns_out,
        )
        counts.append([int(number) for number in numbers])
        lengths, frequencies = np.unique(np.diff(own_turns) - 1, return_counts=True)
        for length, frequency in zip(lengths.tolist(), frequencies.tolist(), strict=True):
            waits.append([seat, length, frequency])
    return counts, waits


def weigh(scales: Scales, arm: CompiledStudy, game: RecordedGame, number: int) -> list[float]:
    """Return estimates of the chances to win after each action at one choice of a game.

    The choice is drawn at random by the study's seed. `number` is the number of the game, which
    must have a choice.

    Returns
    -------
    list
        The turn of the choice, from 1; the number of choices in the game; the seat to act; its
        chance to win with its best action; the other seat whose chance differs most between the
        actions; the lowest and the highest chance of that seat. If the estimation stops early, the
        "other" seat is the seat to act, and its two chances are 0.

    Raises
    ------
    FathomError
        If the game or a strategy fails.
    """
    steps = np.flatnonzero(game.steps[:, -1] > 1).tolist()
    walk = arm.engine.walk(number)
    walk.skip(steps[int(digest([arm.study.seed, number]), 16) % len(steps)])
    moment = next(walk)
    seat, snapshot = moment.seat, moment.snapshot

    def chances_after(actions: Sequence[int], stage: int, worlds: int) -> Shares:
        """Return each seat's chance to win after each action, shape (actions, seats).

        The actions are tried at `moment`, in `worlds` worlds. Different values of `stage` give
        different worlds.
        """
        stream = (number, 3 * moment.step + stage)
        chances: Shares = scales.estimate_shares(snapshot, seat, actions, worlds, stream)
        return chances.mean(axis=1)  # type: ignore[no-any-return]

    # The best action wins at least as often as the action that the playout strategy takes.
    own_chance = chances_after((PASS,), 0, _FIRST_STAGE)[0, seat]
    other_seat, low, high = seat, 0.0, 0.0
    if own_chance <= _ABOVE:
        chances = chances_after(moment.actions, 1, _SECOND_STAGE)
        own_chance = chances[:, seat].max()
        differences = np.delete(np.ptp(chances, axis=0), seat)
        if own_chance <= _ABOVE and differences.max() >= _BELOW:
            extremes = np.array([chances.argmin(axis=0), chances.argmax(axis=0)])
            places, inverse = np.unique(extremes, return_inverse=True)
            actions = [moment.actions[place] for place in places]
            new_chances = chances_after(actions, 2, _THIRD_STAGE)
            lows, highs = new_chances[inverse.reshape(extremes.shape), range(len(extremes[0]))]
            differences = highs - lows
            differences[seat] = -1
            own_chance, other_seat = highs[seat], int(differences.argmax())
            low, high = lows[other_seat], highs[other_seat]
    estimates = [float(own_chance), float(other_seat), float(low), float(high)]
    return [int(snapshot.table.turns) + 1, len(steps), seat, *estimates]
