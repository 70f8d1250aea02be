"""Plays that all players win or lose together."""

from __future__ import annotations

from collections.abc import Sequence

from simulate.logs.plays import LoggedPlay
from simulate.logs.result_words import NOBODY


def result_of(play: LoggedPlay) -> bool | None:
    """Return True if all players won a play together, and False if they all lost.

    The result is None if the log does not show it.
    """
    if play.won is not None:
        return play.won
    if play.winner.casefold() in NOBODY:
        return False
    marks = {player.won for player in play.players if player.won is not None}
    return marks.pop() if len(marks) == 1 else None


def are_together(plays: Sequence[LoggedPlay]) -> bool:
    """Return True if all players of every play won or lost together.

    If players are marked as winners, the log must have both won games and lost games, which mark no
    winner, and no scores.
    """
    marked = [play for play in plays if is_marked(play)]
    if not marked or any(_names_a_winner(play) for play in plays):
        return False
    if any(play.won is None and len(play.players) > 1 for play in marked):
        results = {result_of(play) for play in marked}
        if len(marked) < len(plays):
            results.add(False)
        has_score = any(player.score is not None for play in plays for player in play.players)
        if has_score or not {True, False} <= results:
            return False
    return all(result_of(play) is not None for play in marked)


def is_marked(play: LoggedPlay) -> bool:
    """Return True if a play says who won or lost, for all players together or for any of them."""
    if play.won is not None or play.winner.casefold() in NOBODY:
        return True
    return any(player.won is not None for player in play.players)


def _names_a_winner(play: LoggedPlay) -> bool:
    """Return True if a play names a winner but lists no players."""
    is_named = bool(play.winner) and play.winner.casefold() not in NOBODY
    return is_named and not play.players
