"""Pig from its rules alone, importing nothing of the project: solved, and played plainly.

On a turn a die is rolled as often as its player likes, at least once. Holding scores the sum of the
rolls; one face, usually the 1, ends the turn with nothing. Whoever reaches the goal first wins.
Players hold at a sum, or when that wins.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

FACES = range(1, 7)


@dataclass(frozen=True)
class Solved:
    """How likely the first of two players wins Pig, and the mean number of turns."""

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


def solve(
    least: int,
    goal: int = 100,
    losing: int = 1,
    *,
    second_least: int | None = None,
    second_ahead: int = 0,
) -> Solved:
    """Solve the chain of two players, from the last scores to the first.

    Both hold at `least`, or the second at `second_least`, who begins `second_ahead`. A turn raises
    the mover's score or, if it is lost, changes who moves only: so for each two scores there are
    two equations in two unknowns, one for each mover, and all else in them has a higher sum.
    """
    leasts = (least, least if second_least is None else second_least)
    wins, turns = tables(leasts, goal, losing)
    return Solved(wins[0][0][second_ahead], turns[0][0][second_ahead])


def leader_wins(least: int, goal: int = 100, losing: int = 1) -> float:
    """Return how often who is alone ahead when each of two had a turn wins at last."""
    wins, _ = tables((least, least), goal, losing)
    lost, held = turn_from(0, least, goal, losing)
    after = {0: lost, **held}
    led = won = 0.0
    for first, likely in after.items():
        for second, as_likely in after.items():
            if first != second:
                led += likely * as_likely
                own_wins = wins[0][first][second]
                won += likely * as_likely * (own_wins if first > second else 1 - own_wins)
    return won / led


#: By who moves, the mover's score and the other's.
Table = list[list[list[float]]]


def tables(leasts: tuple[int, int], goal: int, losing: int) -> tuple[Table, Table]:
    """Return how likely the mover wins, and the mean number of turns still to come."""
    turn = [[turn_from(score, held, goal, losing) for score in range(goal)] for held in leasts]
    wins, turns = ([[[0.0] * goal for _ in range(goal)] for _ in leasts] for _ in range(2))

    def beyond(mover: int, own: int, other: int) -> tuple[float, float, float]:
        """Return wins and turns of the mover without those after a lost turn, and such a loss."""
        lost, held = turn[mover][own]
        won, more = 0.0, 1.0
        for points, likely in held.items():
            if own + points >= goal:
                won += likely
            else:
                won += likely * (1 - wins[1 - mover][other][own + points])
                more += likely * turns[1 - mover][other][own + points]
        return won, more, lost

    for total in reversed(range(2 * goal - 1)):
        for own_points in range(max(0, total - goal + 1), min(goal - 1, total) + 1):
            scores = (own_points, total - own_points)
            both = [beyond(mover, scores[mover], scores[1 - mover]) for mover in range(2)]
            for mover, (won, more, lost) in enumerate(both):
                other_won, other_more, other_lost = both[1 - mover]
                part = 1 - lost * other_lost
                own, other = scores[mover], scores[1 - mover]
                wins[mover][own][other] = (won + lost * (1 - other_won - other_lost)) / part
                turns[mover][own][other] = (more + lost * other_more) / part
    return wins, turns


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
