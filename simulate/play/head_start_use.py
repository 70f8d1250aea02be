"""Find out whether head starts change games, and why they do not.

Every game with open scores has the rule head_start, whose points are added to the scores after the
set-up. They change nothing if the game's code later sets scores with ``=``, or if something else
than scores decides who wins. The code alone does not show this. So a few hundred games are played
with and without the points. Players choose at random in them: other players may react to scores,
and games would change although the rules ignore the points.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulate.errors import FathomError
from simulate.game import Game
from simulate.game_files import contents_of
from simulate.kit.seats import highest_scorers, lowest_scorers
from simulate.play import rows as row
from simulate.play.engine import Engine
from simulate.play.rows import Integers
from simulate.rules.kinds import HalfPoints
from simulate.rules.values import HEAD_START

#: The number of games that are played with each head start.
GAMES = 200
#: The number of games that are played first. Most effects show in these games.
FIRST_GAMES = 20
#: A head start that outweighs everything else in nearly every game: the largest that is allowed.
MOST_POINTS = 1_000
#: The columns of rows that show how long a game was and who won it, but not its scores.
_PLAY = (row.FINISHED, row.WINNERS, row.TURNS, row.ROUNDS, row.DECISIONS, row.DECIDED)

#: Returns the engine of random players in which a seat, numbered from 1, begins with a number of
#: points. It raises `UsageError` if the game rejects these points.
MakeWithHeadStart = Callable[[int, float], Engine]


@dataclass(frozen=True)
class UselessHeadStart:
    """The reason why a head start changes no game, and the remedy."""

    #: A clause such as "apply (reef.py, line 12) sets scores with =, so the points are lost".
    cause: str
    #: An imperative for the author of the game's code.
    remedy: str
    #: True if the game's code loses the points, False if points do not decide who wins.
    points_are_lost: bool


def find_useless_head_start(
    game: Game, players: int, seat: int, points: float, make: MakeWithHeadStart
) -> UselessHeadStart | None:
    """Return why a head start of a seat changes no game; None if it changes games.

    The result is also None if the games cannot show whether it does: if none of them ends, if the
    code fails, or if scores are so far apart that no head start matters.

    Parameters
    ----------
    game
        The game.
    players
        The number of players.
    seat
        The seat, numbered from 1.
    points
        Its head start, as `counted_head_starts` returns it.
    make
        A function that returns the engine with a head start.
    """
    for games in (FIRST_GAMES, GAMES):
        try:
            plain = make(seat, 0).play(0, games)
        except FathomError:  # The calling command plays the same games, and reports the error.
            return None
        tried: list[Integers] = []
        for rows in _play_with(make, seat, points, games):
            if _is_changed(plain, rows):
                return None
            tried.append(rows)
    if not tried or not plain[:, row.FINISHED].any():
        return None
    score = row.SCORES + seat - 1
    if all(np.array_equal(rows[:, score], plain[:, score]) for rows in tried):
        # Half a point that only decides ties is never in the scores, so it cannot be lost.
        only_decides_ties = points < 1 and game.score_parts % 2 == 1
        return None if only_decides_ties else _explain_lost_points(game)
    if _scores_may_decide(game, players, plain, make):
        return None
    remedy = "count head_start_of(rules, seat) in wins"
    if game.winners in (highest_scorers, lowest_scorers):  # Only one seat is left at the end.
        remedy = "add a rule to the game that gives the seat more of what keeps it in the game"
    return UselessHeadStart("points do not decide who wins", remedy, points_are_lost=False)


def _scores_may_decide(game: Game, players: int, plain: Integers, make: MakeWithHeadStart) -> bool:
    """Return False if these games show that scores do not decide who wins, else True.

    Scores may not matter even if the active seat with the highest score wins: in some games only
    one seat is left at the end.

    `plain` has the rows of games without a head start; the other arguments are those of
    `find_useless_head_start`.
    """
    scores = plain[:, row.SCORES : row.SCORES + players]
    if np.ptp(scores, axis=1).max() >= MOST_POINTS * game.score_parts:
        return True  # Scores are further apart than any head start.
    # All seats are tried, because one seat may win or lose all these games with any head start.
    return any(
        _is_changed(plain, rows)
        for seat in range(1, players + 1)
        for rows in _play_with(make, seat, MOST_POINTS, GAMES)
    )


def _play_with(make: MakeWithHeadStart, seat: int, points: float, games: int) -> Iterator[Integers]:
    """Yield the rows of some games with a head start of `points`, and then of `MOST_POINTS`.

    Points with which the code fails, or which the game rejects, are left out.
    """
    for number in dict.fromkeys((points, MOST_POINTS)):
        try:
            yield make(seat, number).play(0, games)
        except FathomError:
            continue


def _is_changed(plain: Integers, rows: Integers) -> bool:
    """Return True if anything but scores and leads differs between two sets of games."""
    columns = [*_PLAY, *range(row.COUNTS, plain.shape[1])]
    return not np.array_equal(plain[:, columns], rows[:, columns])


def _explain_lost_points(game: Game) -> UselessHeadStart:
    """Return the explanation for a game whose code sets scores with ``=``."""
    place = next(_score_assignments(game), "its code")
    return UselessHeadStart(
        f"{place} sets scores with =, so points from the start are lost",
        "write scores[seat] = ... + head_start_of(rules, seat)",
        points_are_lost=True,
    )


def _score_assignments(game: Game) -> Iterator[str]:
    """Yield the places in the files of a game that set scores, such as "apply (reef.py, line 12)".

    The set-up is left out, because head starts are added after it. So are assignments that use the
    scores themselves. Nothing is yielded for a game without a file.
    """
    for name, content in contents_of(game).items():
        if not name.endswith(".py"):
            continue
        code = ast.parse(content)
        set_up = _set_up_functions(code)
        for function in ast.walk(code):
            if not isinstance(function, ast.FunctionDef) or function.name in set_up:
                continue
            for step in ast.walk(function):
                if isinstance(step, ast.Assign) and _sets_scores(step):
                    yield f"{function.name} ({name}, line {step.lineno})"


def _set_up_functions(code: ast.Module) -> set[str]:
    """Return the names of the functions that set up a game: ``deal``, and those given as deal=."""
    arguments = [part for part in ast.walk(code) if isinstance(part, ast.keyword)]
    return {"deal"} | {
        argument.value.id
        for argument in arguments
        if argument.arg == "deal" and isinstance(argument.value, ast.Name)
    }


def _sets_scores(step: ast.Assign) -> bool:
    """Return True if an assignment replaces entries of an array called ``scores``."""
    targets = [part for target in step.targets for part in ast.walk(target)]
    is_entry = any(isinstance(part, ast.Subscript) and _is_scores(part.value) for part in targets)
    return is_entry and not any(map(_is_scores, ast.walk(step.value)))


def _is_scores(part: ast.AST) -> bool:
    """Return True if a part of code is ``scores`` or ends in ``.scores``."""
    name = part.id if isinstance(part, ast.Name) else getattr(part, "attr", "")
    return name == "scores"


def counted_head_starts(game: Game, values: Mapping[str, Any]) -> dict[int, float]:
    """Return the head starts: the points by seat, from 1.

    Half a point that only decides ties is left out beside whole points.

    Parameters
    ----------
    game
        The game.
    values
        The values of its rules by name.
    """
    options = [option for option in game.options if option.name == HEAD_START]
    points_by_seat: dict[int, float] = {}
    for option in options:
        if isinstance(option, HalfPoints):  # A game may use the name for a rule of its own.
            head_starts: Any = values[HEAD_START]
            for seat, points in head_starts.items():
                whole = int(points) or points
                points_by_seat[int(seat)] = whole if option.breaks_ties else points
    return {seat: points for seat, points in points_by_seat.items() if points > 0}
