"""Watching games: how long seats wait, what is forced, whether who has lost picks the winner."""

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

#: Who picks the winner has a chance below `OWN` whatever it does, and another seat one that its
#: moves change by `APART`. What is clearly above the one, or below the other, is soon told.
OWN, APART = 0.02, 0.1
_ABOVE, _BELOW = 5 * OWN, APART / 2
#: A choice is weighed in one of so many games: in these worlds without a move given, in these
#: after all moves, and in these others after the best and the worst, which would look too good and
#: too bad in those in which they were found.
EVERY, _FEW, _SOME, _MANY = 10, 32, 64, 512


def watch(arm: CompiledStudy) -> Callable[[RecordedGame], Any]:
    """Make what watches a game: it returns what `count` and `weigh` do.

    Nothing is weighed where no three play against one another, or nobody can play on in thought.
    """
    game, players = arm.engine.game, arm.study.players
    rivals = game.number_of_sides(players) == players > 2
    scales = Scales(arm.engine) if rivals and game.redeal else None

    def one(game: RecordedGame) -> Any:
        number = int(game.row[DEAL]) * arm.layout.rotations + int(game.row[ROTATION])
        # Of games that follow one another each in turn, and so of all rotations.
        due = number % EVERY == number // EVERY % EVERY and (game.steps[:, -1] > 1).any()
        return (*count(game), weigh(scales, arm, game, number) if scales and due else [])

    return one


def count(game: RecordedGame) -> tuple[list[list[int]], list[list[int]]]:
    """Count by seat, and list waits: seat, turns between two in which it acts, and how often.

    Counts, five for each seat, are turns in which it acts, and those of them with nothing to
    choose; decisions, and those with one action; and turns that begin while it is out.
    """
    turns, seats, choices = game.tables["turns"], game.tables["seat"], game.steps[:, -1]
    active = game.tables["active"][np.unique(turns, return_index=True)[1]]
    counts, waits = [], []
    for seat in range(game.rules.players):
        mine = seats == seat
        own, free = np.unique(turns[mine]), np.unique(turns[mine & (choices > 1)])
        any_, some = ((choices[mine] > least).sum() for least in (0, 1))
        out = (active >> seat & 1 == 0).sum()
        counts.append(list(map(int, (len(own), len(own) - len(free), any_, any_ - some, out))))
        found = np.unique(np.diff(own) - 1, return_counts=True)
        waits += [[seat, *one] for one in np.column_stack(found).tolist()]
    return counts, waits


def weigh(scales: Scales, arm: CompiledStudy, game: RecordedGame, number: int) -> list[float]:
    """Weigh one choice of a game, drawn by the seed.

    Returns its turn, how many choices the game has, who moves, with which chance at best, and
    another seat with its chances after the move worst for it, and after the best.
    """
    steps = np.flatnonzero(game.steps[:, -1] > 1).tolist()
    walk = arm.engine.walk(number)
    walk.skip(steps[int(digest([arm.study.seed, number]), 16) % len(steps)])
    moment = next(walk)
    seat, at = moment.seat, moment.snapshot

    def reckon(stage: int, actions: Sequence[int], worlds: int) -> Shares:
        stream = (number, 3 * moment.step + stage)
        found: Shares = scales.estimate_shares(at, seat, actions, worlds, stream).mean(axis=1)
        return found

    # Who plays on does one of these actions, so that the best of them does no worse.
    own, other, low, high = reckon(0, (PASS,), _FEW)[0, seat], seat, 0.0, 0.0
    if own <= _ABOVE:
        tried = reckon(1, moment.actions, _SOME)
        own, apart = tried[:, seat].max(), np.delete(np.ptp(tried, axis=0), seat)
        if own <= _ABOVE and apart.max() >= _BELOW:
            ends = np.array([tried.argmin(axis=0), tried.argmax(axis=0)])
            chosen, where = np.unique(ends, return_inverse=True)
            found = reckon(2, [moment.actions[place] for place in chosen], _MANY)
            lows, highs = found[where.reshape(ends.shape), range(len(ends[0]))]
            apart = highs - lows
            apart[seat] = -1
            own, other = highs[seat], int(apart.argmax())
            low, high = lows[other], highs[other]
    chances = (own, other, low, high)
    return [int(at.table.turns) + 1, len(steps), seat, *(float(one) for one in chances)]
