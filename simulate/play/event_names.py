"""Read the names of moves from a few games, and reject events that name no move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from simulate.errors import UsageError
from simulate.play.arms import make_engine
from simulate.play.events import HOW_TO_LIST, Event, mentions, standings_of
from simulate.play.extra_runs import kind_of
from simulate.strategy import Strategy
from simulate.study import Study

#: The number of games whose actions are read.
READ_GAMES = 40


def read_actions(study: Study, lineup: Sequence[Strategy]) -> list[set[str]]:
    """Return the names of the actions that were chosen in each of the first games of a study."""
    engine = make_engine(study, lineup)
    games = map(engine.record, range(min(READ_GAMES, study.games)))
    return [set(map(game.describe_action, range(len(game.tables)))) for game in games]


def check_move_names(
    events: Sequence[Event], lineups: Sequence[tuple[Study, Sequence[Strategy]]]
) -> None:
    """Check that each event that names a move names one that is legal in the first games.

    Numbers in the words are not compared, as an action with a certain number may be rare.

    Raises
    ------
    UsageError
        If no move has such a name. The message suggests similar names.
    """
    unknown = [event.verb for event in events if event.kind == "action"]
    if not unknown:
        return
    names, kinds = set[str](), set[str]()
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
    """Yield the names of the legal actions at each moment of the first games of line-ups."""
    for study, lineup in lineups:
        engine = make_engine(study, lineup)
        tell, rules = engine.game.teller.action, engine.rules[0]
        for number in range(READ_GAMES):
            for moment in engine.walk(number):
                table = moment.snapshot.table
                yield {tell(rules, table, action) for action in moment.actions}


def _unknown_move(verb: str, kinds: set[str], events: Sequence[Event], study: Study) -> UsageError:
    """Return the error for words that name no move, with a hint."""
    game = study.loaded_game
    if len(events) > 1 and not any(" " in event.verb for event in events):
        hint = "perhaps you left out the quotes around an event; "
    else:
        near = get_close_matches(
            verb, sorted(_phrases(verb, kinds)) + standings_of(game, study.players), 1
        )
        hint = f"did you mean {near[0]!r}? " if near else ""
    return UsageError(
        f"unknown event {verb!r}: no move is called that in {READ_GAMES} games of "
        f"{game.name}; {hint}{HOW_TO_LIST.format(game.name_or_file)}"
    )


def _phrases(verb: str, kinds: set[str]) -> set[str]:
    """Return all phrases in the kinds of moves that have about as many words as an event."""
    length = len(verb.split())
    phrases: set[str] = set()
    for kind in kinds:
        words = kind.split()
        for size in (length - 1, length, length + 1):
            phrases |= {" ".join(words[at : at + size]) for at in range(len(words))}
    return phrases
