"""Teams that a log names as the roles or colors of players, such as "Team 1" of three players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from simulate.logs.plays import LoggedPlay, PlayLog


def with_teams(log: PlayLog) -> PlayLog:
    """Return a log in which players who share a role are a team, if they win and lose together.

    They do if the winners of every play are exactly the players with one of its roles, and some
    play has several winners. Other logs are returned unchanged, and so are logs that have teams.
    """
    plays = log.plays
    if any(player.team for play in plays for player in play.players):
        return log
    winners = [_winners(play) for play in plays]
    if not any(len(won) > 1 for won in winners):
        return log
    if not all(_are_role(play, won) for play, won in zip(plays, winners, strict=True) if won):
        return log
    return replace(log, plays=tuple(map(_with_teams, plays)))


def has_teams(play: LoggedPlay) -> bool:
    """Return True if the players of a play form two or more teams, one of them with two players."""
    teams = Counter(player.team for player in play.players if player.team)
    return len(teams) > 1 and max(teams.values()) > 1


def _winners(play: LoggedPlay) -> list[int]:
    """Return the indices of the players that are marked as winners."""
    return [index for index, player in enumerate(play.players) if player.won]


def _are_role(play: LoggedPlay, winners: Sequence[int]) -> bool:
    """Return True if the winners of a play are exactly those players who have one of its roles."""
    roles = [player.role.casefold() for player in play.players]
    role = roles[winners[0]]
    if not all(roles) or len(set(roles)) < 2:
        return False
    return [index for index, other in enumerate(roles) if other == role] == list(winners)


def _with_teams(play: LoggedPlay) -> LoggedPlay:
    """Return a play whose roles are its teams, if two of its players have the same role."""
    roles = Counter(player.role.casefold() for player in play.players)
    if "" in roles or max(roles.values(), default=0) < 2:
        return play
    players = tuple(replace(player, team=player.role, role="") for player in play.players)
    return replace(play, players=players)
