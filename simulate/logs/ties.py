"""Ties that a log names as such, and the players who share the highest or the lowest score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from simulate.logs.plays import LoggedPlay, PlayLog
from simulate.logs.result_words import is_tie
from simulate.logs.spellings import name_key

#: The lowest score is taken to win if it won at least this many games, and never lost.
_ENOUGH = 2


def with_ties(log: PlayLog) -> PlayLog:
    """Return a log with the winners of ties, and with `lowest_wins` set if named winners show it.

    If each named winner has the lowest score, the lowest score wins, and a sentence says so.
    """
    plays = log.plays
    notes = log.notes
    games = _count_lowest_winners(plays)
    if games:
        plays = tuple(replace(play, lowest_wins=True) for play in plays)
        notes = (*notes, f"The lowest score wins, as in {games:,} games that name a winner.")
    return replace(log, plays=tuple(map(_with_tie, plays)), notes=notes)


def _count_lowest_winners(plays: Sequence[LoggedPlay]) -> int:
    """Return the number of games whose single winner has the lowest score.

    The result is 0 if there are fewer such games than `_ENOUGH`, if a single winner does not have
    the lowest score, or if the log itself says whether the lowest score wins.
    """
    games = 0
    for play in plays:
        scores = [player.score for player in play.players if player.score is not None]
        winners = [player for player in play.players if player.won or player.rank == 1]
        is_complete = len(scores) == len(play.players) and len(set(scores)) > 1
        if play.lowest_wins is not None:
            return 0
        if len(winners) != 1 or not is_complete:
            continue
        if winners[0].score != min(scores):
            return 0
        games += 1
    return games if games >= _ENOUGH else 0


def _with_tie(play: LoggedPlay) -> LoggedPlay:
    """Return a tied play with its winners: the players with the best score, or both of two players.

    If there are more players and no scores, or the players are not listed, the winners are unknown,
    and the play is marked as a draw. A tie is returned unchanged if
    a single player has the best score, which contradicts it. Plays that are not ties are returned
    unchanged too.
    """
    names = [name_key(player.name) for player in play.players]
    if not is_tie(play.winner) or name_key(play.winner) in names:
        return play
    known = [player.score for player in play.players if player.score is not None]
    is_complete = bool(known) and len(known) == len(play.players)
    best = None
    if is_complete:
        best = min(known) if play.lowest_wins else max(known)
    if best is not None and known.count(best) > 1:
        players = tuple(replace(player, won=player.score == best) for player in play.players)
        return replace(play, players=players, winner="")
    if play.size == 2 and len(play.players) == 2:
        players = tuple(replace(player, won=True) for player in play.players)
        return replace(play, players=players, winner="")
    return play if is_complete else replace(play, winner="", is_draw=True)
