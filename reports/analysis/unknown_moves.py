"""The message on an event that names no move of its game: whose move it is, and what to type."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from difflib import SequenceMatcher

from reports.analysis.owners_of_moves import find_owners
from reports.run.fairness import write_command
from reports.writing.wording import listed
from simulate.errors import SURELY, UsageError
from simulate.game import find_game
from simulate.play.event_names import READ_GAMES, UnknownMove, find_unknown_move, phrases_of
from simulate.play.events import SAME_SEAT, Event, standings_of
from simulate.strategy import Strategy
from simulate.study import Study

#: The number of events that a message suggests.
_SUGGESTED = 3


def refuse_unknown_moves(
    events: Sequence[Event], lineups: Sequence[tuple[Study, Sequence[Strategy]]]
) -> None:
    """Check that every move that an event names is legal at some moment of a few games.

    Parameters
    ----------
    events
        The events to check.
    lineups
        Studies, each with a strategy for each seat, of which a few games are played.

    Raises
    ------
    UsageError
        If no move has that name; the message says which bundled games have such a move, and
        suggests events of the game. Also if the game or a strategy does not compile.
    FathomError
        If the game or a strategy fails.
    """
    unknown = find_unknown_move(events, lineups)
    if not unknown:
        return
    study, _ = lineups[0]
    title = study.loaded_game.title
    lines = [f"{title} has no card or action {unknown.event.verb!r} (none in {READ_GAMES} games)"]
    if len(events) > 1 and not any(" " in event.verb for event in events):
        lines[0] += "; perhaps you left out the quotes around an event"
    else:
        lines += _describe_owners(unknown.event.verb, study)
    lines.append(f"  The nearest events of {title}:")
    seat = unknown.event.seat
    subject = "" if seat in (None, SAME_SEAT) else f"seat {seat + 1} "
    for phrase in _nearest(unknown, study):
        lines.append(f"    {write_command(study, 'when', subject + phrase)}")
    lines.append(f"  All events: {write_command(study, 'when', '--events')}")
    raise UsageError("\n".join(lines))


def _describe_owners(verb: str, study: Study) -> list[str]:
    """Return lines on the other bundled games that have a move; none if no game has it."""
    owners = find_owners(verb, study.game)
    if not owners:
        return []
    titles = listed([find_game(name).title for name in owners])
    lines = [f"  {titles} {'has' if len(owners) == 1 else 'have'} it:"]
    for name, event in owners.items():
        lines.append(f"    {shlex.join(['fathom', 'when', name, event])}")
    return lines


def _nearest(unknown: UnknownMove, study: Study) -> list[str]:
    """Return the events of the game that are most like an unknown move, the most similar first."""
    words = unknown.event.verb
    standings = [
        standing
        for standing in standings_of(study.loaded_game, study.players)
        if _likeness(words, standing) >= SURELY
    ]
    phrases = {*phrases_of(unknown.moves), *standings}
    return sorted(phrases, key=lambda phrase: (-_likeness(words, phrase), phrase))[:_SUGGESTED]


def _likeness(first: str, second: str) -> float:
    """Return how similar two texts are, from 0 to 1, in upper or lower case."""
    return SequenceMatcher(None, first.lower(), second.lower(), autojunk=False).ratio()
