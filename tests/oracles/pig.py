"""Pig from its rules alone, importing nothing of the project: solved, and played plainly.

On a turn a die is rolled as often as its player likes, at least once. Holding scores the sum of the
rolls; one face, usually the 1, ends the turn with nothing. Whoever reaches the goal first wins. All
players hold at the same sum, or when that wins.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

FACES = range(1, 7)


@dataclass(frozen=True)
class Solved:
    """What is exactly so of Pig for two.

    Attributes
    ----------
    first_wins
        How likely the first player wins.
    turns
        The mean number of turns.
    """

    first_wins: float
    turns: float


@dataclass(frozen=True)
class Outcome:
    """What became of one game."""

    scores: list[int]
    turns: int
    rolls: int
    holds: int
    lost: list[int]


def turn_from(score: int, least: int, goal: int, losing: int) -> tuple[float, dict[int, float]]:
    """Return how likely a turn is lost, and how likely it brings each sum that is held at."""
    wanted = min(least, goal - score)
    reached = [1.0] + [0.0] * (wanted - 1)
    lost, held = 0.0, dict.fromkeys(range(wanted, wanted + 6), 0.0)
    for points, likely in enumerate(reached):
        for face in FACES:
            if face == losing:
                lost += likely / 6
            elif points + face >= wanted:
                held[points + face] += likely / 6
            else:
                reached[points + face] += likely / 6
    return lost, held


def solve(least: int, goal: int = 100, losing: int = 1) -> Solved:
    """Solve the chain of two players who hold at `least`, from the last scores to the first.

    A turn raises the mover's score or, if it is lost, changes who moves: so each pair of scores and
    its mirror image are two equations in two unknowns, and all else in them has a higher sum.
    """
    turn = [turn_from(score, least, goal, losing) for score in range(goal)]
    wins = [[0.0] * goal for _ in range(goal)]
    turns = [[0.0] * goal for _ in range(goal)]

    def beyond(mine: int, other: int) -> tuple[float, float]:
        """Return wins and further turns of the mover, without those after a lost turn."""
        won = more = 0.0
        for sum_held, likely in turn[mine][1].items():
            if mine + sum_held >= goal:
                won += likely
            else:
                won += likely * (1 - wins[other][mine + sum_held])
                more += likely * turns[other][mine + sum_held]
        return won, more

    for total in reversed(range(2 * goal - 1)):
        for mine in range(max(0, total - goal + 1), min(goal - 1, total) + 1):
            other = total - mine
            my_loss, other_loss = turn[mine][0], turn[other][0]
            my_wins, my_turns = beyond(mine, other)
            other_wins, other_turns = beyond(other, mine)
            both = 1 - my_loss * other_loss
            wins[mine][other] = (my_wins + my_loss * (1 - other_wins - other_loss)) / both
            turns[mine][other] = (1 + my_turns + my_loss * (1 + other_turns)) / both
    return Solved(wins[0][0], turns[0][0])


def play(
    source: random.Random, players: int, least: int, goal: int = 100, losing: int = 1
) -> Outcome:
    """Play one game; the last to have moved has won."""
    scores, lost = [0] * players, [0] * players
    turns = rolls = holds = 0
    while True:
        player = turns % players
        turns += 1
        points = 0
        while points < least and scores[player] + points < goal:
            rolled = source.randint(1, 6)
            rolls += 1
            if rolled == losing:
                lost[player] += 1
                break
            points += rolled
        else:
            holds += 1
            scores[player] += points
            if scores[player] >= goal:
                return Outcome(scores, turns, rolls, holds, lost)
