"""Notices on stderr of what a designer should check in a sheet of cards."""

from __future__ import annotations

from collections.abc import Iterable
from contextvars import ContextVar

from simulate.game import Game
from simulate.output.messages import print_notice
from simulate.rules.kinds import CardTable

#: The maximum number of notices about a sheet.
_MOST = 5
#: The notices that this command has printed, because it may read a sheet several times.
_printed: ContextVar[frozenset[str]] = ContextVar("printed", default=frozenset())


def print_doubts_of_game(game: Game, *, important: bool = False) -> None:
    """Print what a designer should check in the sheets of a game's cards, once per command.

    Parameters
    ----------
    game
        The game.
    important
        True to print only what could make a difference to games.
    """
    for option in game.options:
        if isinstance(option, CardTable):
            print_doubts(option.important_doubts if important else option.doubts)


def print_doubts(doubts: Iterable[str]) -> None:
    """Print sentences on a sheet, once per command, unless messages are suppressed.

    After the first `_MOST` sentences, it prints only the number of the others.

    Parameters
    ----------
    doubts
        Sentences that begin with the name of the file.
    """
    new = [doubt for doubt in doubts if doubt not in _printed.get()]
    _printed.set(_printed.get() | set(new))
    for doubt in new[:_MOST]:
        print_notice(doubt)
    if len(new) > _MOST:
        file = new[0].partition(":")[0]
        print_notice(f"{len(new) - _MOST} more; 'fathom data {file}' lists all")
