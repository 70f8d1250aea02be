"""Find the bundled games that have a move with a given name, for messages about unknown moves.

A designer may type a move of another game. To find that game, a few games of each bundled game are
played with random moves. They are played by Python's interpreter, because compiling them would take
longer. If the compiler is on, this happens in another process, which gets the name of the move as
an argument and writes the names of the games to its output.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Set

import numpy as np

from simulate.child import child_command
from simulate.game import bundled_game_names, find_game
from simulate.kit import compiled
from simulate.play.action_names import kind_of
from simulate.play.arms import make_engine
from simulate.play.event_names import legal_moves, phrases_of
from simulate.play.events import mentions
from simulate.study import DEFAULT_SEED, Study
from strategies import find_strategy

#: The number of games that are played of each bundled game. They show nearly all kinds of moves.
_GAMES = 2
#: The number of seconds after which the search is given up.
_PATIENCE = 30


def find_owners(move: str, except_game: str) -> dict[str, str]:
    """Return the bundled games that have a move.

    Parameters
    ----------
    move
        Words from the name of the move, as in "plays Panic".
    except_game
        The name of a game that is not searched.

    Returns
    -------
    dict
        By the name of each game, in alphabetical order: the event that finds the move there. It is
        `move`, or the name of a move with the same card, as in "lays a shark" for "plays Shark".
        The result is empty if the search takes too long.
    """
    if not compiled.JIT:
        return _search(move, except_game)
    try:
        process = subprocess.run(
            child_command("reports.analysis.owners_of_moves", move, except_game),
            env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
            capture_output=True,
            timeout=_PATIENCE,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return {}
    return dict(json.loads(process.stdout))


def _search(move: str, except_game: str) -> dict[str, str]:
    """Return the bundled games that have a move, searched in this process."""
    owners = {}
    for name in bundled_game_names():
        event = "" if name == except_game else _find_event(_legal_moves(name), move)
        if event:
            owners[name] = event
    return owners


def _find_event(moves: Set[str], move: str) -> str:
    """Return the event that finds a move among the legal moves of a game, or ""."""
    if any(_is_named(move, legal) for legal in moves):
        return move
    card = re.sub(r"(?i)^\S+ (?:an? |the )?", "", move)
    if not re.search(r"[a-zA-Z]{3}", card):
        return ""
    return min(phrases_of(legal for legal in moves if mentions(card, legal)), default="")


def _is_named(words: str, move: str) -> bool:
    """Return True if words name a move, or if they differ from its name only in numbers.

    A verb with a number, such as "lays 3", is not enough for the latter, because many games have
    moves with that verb.
    """
    kind = kind_of(words)
    has_details = len(kind.replace("\N{HORIZONTAL ELLIPSIS}", " ").split()) > 1
    return mentions(words, move) or (has_details and mentions(kind, kind_of(move)))


def _legal_moves(name: str) -> set[str]:
    """Return the names of the moves that are legal at some moment of a few random games."""
    game = find_game(name)
    players = game.usual_players
    study = Study(
        game=name,
        variant=game.default_variant,
        players=players,
        games=_GAMES,
        seed=DEFAULT_SEED,
        lineup=("random",) * players,
    )
    engine = make_engine(study, [find_strategy("random", name)] * players)
    moves = set[str]()
    # The arithmetic of random numbers overflows on purpose, and only the interpreter warns of it.
    with np.errstate(over="ignore"):
        for number in range(_GAMES):
            moves = moves.union(*legal_moves(engine, number))
    return moves


if __name__ == "__main__":
    sys.stdout.write(json.dumps(_search(*sys.argv[1:])))
