"""Comebacks: how far the winner of each game of a study was once behind its best rival."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulate.play import rows as row
from simulate.play.arms import make_engine
from simulate.play.engine import Engine
from simulate.play.executor import in_threads
from simulate.play.rows import Integers
from simulate.play.walk import RecordedGame
from simulate.strategy import Strategy
from simulate.study import Study

#: The smallest number of stretches (such as rounds) of a game after which its scores are compared.
#: In games with fewer stretches, they are compared after every turn.
LEAST_STRETCHES = 3
#: The number of deals that a thread plays at a time.
_BLOCK = 25
#: A score that is lower than any real score.
_LOWEST = -(2**62)


@dataclass(frozen=True, eq=False)
class Course:
    """How far the winner of a game was behind, and how fast a distance can change.

    Attributes
    ----------
    deficit
        The largest distance by which the only winner was behind its best rival, in parts of a
        point. It is 0 if the winner was never behind, or if the game has not exactly one winner.
    turns
        The number of turns of the game.
    is_in_stretches
        True if scores were compared after each stretch of the game, False if after each turn.
    largest_gain
        The most that a side gained on its best rival within one stretch or one turn, in parts of a
        point.
    """

    deficit: int
    turns: int
    is_in_stretches: bool
    largest_gain: int


@dataclass(frozen=True, eq=False)
class Comebacks:
    """The comebacks in the first games of a study.

    Attributes
    ----------
    deficits
        The deficit of each game's only winner, as in `Course`: shape (deals, rotations).
    turns
        The number of turns of each game: shape (deals, rotations).
    largest_gains
        The largest gain of each game, as in `Course`: shape (deals, rotations).
    are_in_stretches
        True if the scores of most games were compared after each stretch, False if after each turn.
    """

    deficits: Integers
    turns: Integers
    largest_gains: Integers
    are_in_stretches: bool

    @property
    def games(self) -> int:
        """The number of games."""
        return int(self.deficits.size)

    @property
    def greatest_deficit(self) -> int:
        """The largest deficit of all games; 0 if no winner was ever behind."""
        return int(self.deficits.max())

    @property
    def usual_gain(self) -> int:
        """The gain that some side makes within one stretch or turn in at least half of the games.

        It is in parts of a point.
        """
        gains = np.sort(self.largest_gains, axis=None)
        return int(gains[len(gains) // 2])

    @property
    def greatest(self) -> int | None:
        """The number of the game with the greatest comeback; None if no winner was ever behind.

        Of equal comebacks, it is the one in the shortest game, and then the first.
        """
        if not self.greatest_deficit:
            return None
        places = np.flatnonzero(self.deficits.ravel() == self.greatest_deficit)
        return int(min(places, key=lambda place: (self.turns.ravel()[place], place)))


def measure_comebacks(
    study: Study,
    lineup: Sequence[Strategy],
    jobs: int,
    most: int,
    progress: Callable[[int], None] = lambda games: None,
) -> Comebacks:
    """Play the first games of a study, and return their comebacks.

    Parameters
    ----------
    study, lineup
        The study, and the strategies of its seats.
    jobs
        The number of threads.
    most
        The largest number of games to play. At least the games of one deal are played.
    progress
        Called with the number of games already played. It may raise an exception to stop.

    Raises
    ------
    UsageError
        If the game cannot be loaded, or the game or a strategy does not compile.
    FathomError
        If the game or a strategy fails.
    """
    engine = make_engine(study, lineup)
    rotations = study.rotations
    games = max(1, min(study.deals, most // rotations)) * rotations
    size = _BLOCK * rotations
    blocks = [range(first, min(first + size, games)) for first in range(0, games, size)]
    courses: list[Course] = []
    with closing(in_threads(lambda block: _measure_block(engine, block), blocks, jobs)) as measured:
        for block in measured:
            courses += block
            progress(len(courses))
    in_stretches = sum(course.is_in_stretches for course in courses)

    def by_deal(numbers: Sequence[int]) -> Integers:
        return np.array(numbers, np.int64).reshape(-1, rotations)

    return Comebacks(
        by_deal([course.deficit for course in courses]),
        by_deal([course.turns for course in courses]),
        by_deal([course.largest_gain for course in courses]),
        2 * in_stretches >= len(courses),
    )


def _measure_block(engine: Engine, numbers: range) -> list[Course]:
    """Return the courses of games, by number; raise `FathomError` if one fails."""
    return [measure_course(engine, number) for number in numbers]


def measure_course(engine: Engine, number: int) -> Course:
    """Return how far the winner of a game was behind.

    Scores are compared after each stretch of the game (such as a round) but the last, or after each
    turn if the game has fewer than `LEAST_STRETCHES` stretches. Rivals that are out do not count.
    In a game with sides, the scores of sides are compared.

    Parameters
    ----------
    engine
        The engine that plays the game.
    number
        The number of the game.

    Raises
    ------
    FathomError
        If the game or a strategy fails.
    """
    recorded = engine.record(number)
    # The table before a step is the table after the step before it.
    after_stretches = 1 + np.flatnonzero(np.diff(recorded.tables.checkpoints) > 0)
    after_turns = 1 + np.flatnonzero(np.diff(recorded.tables.turns) > 0)
    is_in_stretches = len(after_stretches) + 1 >= LEAST_STRETCHES
    moments = after_stretches if is_in_stretches else after_turns
    side_of = engine.game.side_of(len(engine.lineup))
    distances, still_in = _distances(engine, recorded, moments, side_of)
    return Course(
        _greatest_deficit(distances[1:-1], _only_winner(recorded.row, side_of)),
        int(recorded.row[row.TURNS]),
        is_in_stretches,
        _largest_gain(distances, still_in),
    )


def _distances(
    engine: Engine, recorded: RecordedGame, moments: Integers, side_of: Sequence[int]
) -> tuple[Any, Any]:
    """Return the distance of each side to its best rival, and which sides were in the game.

    Both have the shape (moments + 2, sides): at the start, at the moments, and at the end. A
    distance is negative if the side is behind. It is NaN if no rival is in the game.
    """
    players = len(side_of)
    at = np.concatenate([[0], moments])
    scores = recorded.steps[at, 1 : 1 + players]
    final_scores = recorded.row[row.SCORES : row.SCORES + players]
    totals = row.sums_by_side(np.vstack([scores, final_scores]), side_of)
    totals = engine.game.standing(1) * totals
    # Seats that go out with the last step are compared once more.
    active = recorded.tables.active[[*at, -1]]
    seats_in = active[:, np.newaxis] >> np.arange(players) & 1
    still_in = row.sums_by_side(seats_in, side_of) > 0
    distances = np.full(totals.shape, np.nan)
    for side in range(totals.shape[1]):
        rivals = np.where(still_in, totals, _LOWEST)
        rivals[:, side] = _LOWEST
        best = rivals.max(axis=1)
        has_rival = best > _LOWEST
        distances[has_rival, side] = (totals[:, side] - best)[has_rival]
    return distances, still_in


def _only_winner(result: Integers, side_of: Sequence[int]) -> int | None:
    """Return the side that won a game alone; None if there is no such side."""
    winners = int(result[row.WINNERS])
    sides = {side for seat, side in enumerate(side_of) if winners >> seat & 1}
    return sides.pop() if len(sides) == 1 else None


def _greatest_deficit(distances: Any, winner: int | None) -> int:
    """Return the largest distance by which a side was behind; 0 if it never was, or for None."""
    if winner is None:
        return 0
    known = distances[~np.isnan(distances[:, winner]), winner]
    return max(0, -int(known.min(initial=0)))


def _largest_gain(distances: Any, still_in: Any) -> int:
    """Return the most that a side gained on its best rival from one moment to the next.

    Moments between which a side went out are left out, as the best rival may be another then.
    """
    same = np.all(still_in[1:] == still_in[:-1], axis=1)
    gains = np.diff(distances, axis=0)[same]
    known = gains[~np.isnan(gains)]
    return max(0, int(known.max(initial=0)))
