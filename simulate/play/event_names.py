"""Collect the names of moves from a few games, and find events that name an unknown move."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from simulate.play.action_names import kind_of
from simulate.play.arms import make_engine
from simulate.play.engine import Engine
from simulate.play.events import Event, mentions
from simulate.strategy import Strategy
from simulate.study import Study

#: The number of games that are played to collect the names of moves.
READ_GAMES = 40
#: The words after which the name of a kind of move only has details.
_DETAILS = re.compile(r" (?:and|at|from|on seat|to|where)\b|[:(]")


def read_actions(study: Study, lineup: Sequence[Strategy]) -> list[set[str]]:
    """Play the first games of a study, and return the names of the actions chosen in each game.

    At most `READ_GAMES` games are played.

    Raises
    ------
    UsageError
        If the game or a strategy does not compile.
    FathomError
        If the game or a strategy fails.
    """
    engine = make_engine(study, lineup)
    games = map(engine.record, range(min(READ_GAMES, study.games)))
    return [set(map(game.describe_action, range(len(game.tables)))) for game in games]


@dataclass(frozen=True)
class UnknownMove:
    """A move that an event names and that no game had."""

    #: The event.
    event: Event
    #: The names of the legal moves in the games that were played.
    moves: frozenset[str]


def find_unknown_move(
    events: Sequence[Event], lineups: Sequence[tuple[Study, Sequence[Strategy]]]
) -> UnknownMove | None:
    """Return the first event that names a move that is never legal in a few games.

    Parameters
    ----------
    events
        The events to check.
    lineups
        Studies, each with a strategy for each seat. The first `READ_GAMES` games of each are played
        until every name was found.

    Returns
    -------
    UnknownMove or None
        None if every move was legal at some moment. A name that differs from a legal move only in
        numbers counts as found, as the move may be rare.

    Raises
    ------
    UsageError
        If the game or a strategy does not compile.
    FathomError
        If the game or a strategy fails.
    """
    unknown = [event for event in events if event.kind == "action"]
    if not unknown:
        return None
    names = set[str]()
    for legal in _legal_names(lineups):
        for name in legal - names:
            names.add(name)
            unknown = [event for event in unknown if not _is_named(event.verb, name)]
        if not unknown:
            return None
    return UnknownMove(unknown[0], frozenset(names))


def _is_named(words: str, move: str) -> bool:
    """Return True if words from an event name a move, or a move that differs only in numbers."""
    return mentions(words, move) or mentions(kind_of(words), kind_of(move))


def _legal_names(lineups: Sequence[tuple[Study, Sequence[Strategy]]]) -> Iterator[set[str]]:
    """Yield the names of the legal actions at each moment of the first games of line-ups.

    Raise `FathomError` if the game or a strategy cannot be loaded or fails.
    """
    for study, lineup in lineups:
        engine = make_engine(study, lineup)
        for number in range(READ_GAMES):
            yield from legal_moves(engine, number)


def legal_moves(engine: Engine, number: int) -> Iterator[set[str]]:
    """Yield the names of the legal actions at each moment of a game.

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
    tell = engine.game.teller.action
    rules = engine.rules[0]
    for moment in engine.walk(number):
        table = moment.snapshot.table
        yield {tell(rules, table, action) for action in moment.actions}


def phrases_of(moves: Iterable[str]) -> set[str]:
    """Return short events, each for a kind of moves, as in "plays Panic" or "lays red …".

    Parameters
    ----------
    moves
        The names of moves, as in "plays Panic and says 30".

    Returns
    -------
    set of str
        The phrases. A phrase that would fit every move of its verb, as "plays …" does, is left out,
        unless there is no other phrase.
    """
    phrases = {_DETAILS.split(kind_of(move))[0].strip(" ,") for move in moves}
    return {phrase for phrase in phrases if not re.fullmatch(r"\S+ …", phrase)} or phrases
