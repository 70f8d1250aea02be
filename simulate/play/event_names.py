"""Collect the names of moves from a few games, and reject events that name an unknown move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from simulate.errors import UsageError
from simulate.play.arms import make_engine
from simulate.play.events import HOW_TO_LIST, Event, mentions, standings_of
from simulate.play.kinds import kind_of
from simulate.strategy import Strategy
from simulate.study import Study

#: The number of games that are played to collect the names of moves.
READ_GAMES = 40


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


def check_move_names(
    events: Sequence[Event], lineups: Sequence[tuple[Study, Sequence[Strategy]]]
) -> None:
    """Check that every move that an event names is legal at some moment of a few games.

    A name that differs from a legal move only in numbers passes too, as the move may be rare.

    Parameters
    ----------
    events
        The events to check.
    lineups
        Studies, each with a strategy for each seat. The first `READ_GAMES` games of each are played
        until every name was found.

    Raises
    ------
    UsageError
        If no move has that name; the message suggests similar names. Also if the game or a strategy
        does not compile.
    FathomError
        If the game or a strategy fails.
    """
    unknown = [event.verb for event in events if event.kind == "action"]
    if not unknown:
        return
    names = set[str]()
    kinds = set[str]()
    for legal in _legal_names(lineups):
        for name in legal - names:
            names.add(name)
            kind = kind_of(name)
            kinds.add(kind)
            unknown = [
                verb
                for verb in unknown
                if not (mentions(verb, name) or mentions(kind_of(verb), kind))
            ]
        if not unknown:
            return
    raise _unknown_move(unknown[0], kinds, events, lineups[0][0])


def _legal_names(lineups: Sequence[tuple[Study, Sequence[Strategy]]]) -> Iterator[set[str]]:
    """Yield the names of the legal actions at each moment of the first games of line-ups.

    Raise `FathomError` if the game or a strategy cannot be loaded or fails.
    """
    for study, lineup in lineups:
        engine = make_engine(study, lineup)
        tell = engine.game.teller.action
        rules = engine.rules[0]
        for number in range(READ_GAMES):
            for moment in engine.walk(number):
                table = moment.snapshot.table
                yield {tell(rules, table, action) for action in moment.actions}


def _unknown_move(verb: str, kinds: set[str], events: Sequence[Event], study: Study) -> UsageError:
    """Return the error for an event with an unknown move, with a hint.

    `verb` is the unknown move, `kinds` are the kinds of legal moves in the games that were played,
    and `events` are all events that the user gave.
    """
    game = study.loaded_game
    if len(events) > 1 and not any(" " in event.verb for event in events):
        hint = "perhaps you left out the quotes around an event; "
    else:
        near = get_close_matches(
            verb, sorted(_phrases(verb, kinds)) + standings_of(game, study.players), 1
        )
        hint = f"did you mean {near[0]!r}? " if near else ""
    return UsageError(
        f"unknown event {verb!r}: {READ_GAMES} games of {game.name} had no move with that name; "
        f"{hint}{HOW_TO_LIST.format(game.name_or_file)}"
    )


def _phrases(verb: str, kinds: set[str]) -> set[str]:
    """Return all phrases in `kinds` that are as long as `verb`, or one word longer or shorter.

    `verb` is a name of a move as a user wrote it; `kinds` are kinds of moves.
    """
    length = len(verb.split())
    phrases: set[str] = set()
    for kind in kinds:
        words = kind.split()
        for size in (length - 1, length, length + 1):
            phrases |= {" ".join(words[at : at + size]) for at in range(len(words))}
    return phrases
