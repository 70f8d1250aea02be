"""Winners whose scores are worse than those of other players of the game."""

from __future__ import annotations

from collections.abc import Sequence

from simulate.logs.plays import LoggedPlay, LoggedPlayer
from simulate.logs.reading import known_winners
from simulate.logs.unreadable import name_some


def describe_outscored_winners(plays: Sequence[LoggedPlay]) -> list[str]:
    """Return a sentence on the games whose named winner has a worse score than another player.

    The list is empty without such games. A higher score is better unless the log shows that the
    lowest score wins.
    """
    sentences = []
    for lowest_wins in (False, True):
        chosen = [play for play in plays if bool(play.lowest_wins) == lowest_wins]
        outscored = [play for play in chosen if _is_winner_outscored(play)]
        if not outscored:
            continue
        games = "1 game" if len(outscored) == 1 else f"{len(outscored):,} games"
        places = name_some([play.place.play for play in outscored])
        comparison = "more points" if lowest_wins else "fewer points"
        end = "although the lowest score wins" if lowest_wins else "and counts as the winner"
        text = f"In {games} the winner has {comparison} than another player, {end} ({places})."
        if not lowest_wins and any(play.lowest_wins is None for play in outscored):
            text += " If the lowest score wins, name the winner of every game."
        sentences.append(text)
    return sentences


def _is_winner_outscored(play: LoggedPlay) -> bool:
    """Return True if each winner of a play has a worse score than some player who did not win.

    The players of a team have the score of their team: the best and the sum of its scores.
    """
    winners = known_winners(play) or []
    teams = {play.players[index].team for index in winners} - {""}
    is_winner = [
        index in winners or player.team in teams for index, player in enumerate(play.players)
    ]
    won = [player for player, has_won in zip(play.players, is_winner, strict=True) if has_won]
    lost = [player for player, has_won in zip(play.players, is_winner, strict=True) if not has_won]
    best_won = _scores(won, lowest_wins=bool(play.lowest_wins))
    best_lost = _scores(lost, lowest_wins=bool(play.lowest_wins))
    if not best_won or not best_lost:
        return False
    if teams and sum(best_won) >= sum(best_lost):
        return False
    return max(best_won) < max(best_lost)


def _scores(players: Sequence[LoggedPlayer], *, lowest_wins: bool) -> list[float]:
    """Return the known scores of players; with the opposite sign if the lowest score wins."""
    sign = -1 if lowest_wins else 1
    return [sign * player.score for player in players if player.score is not None]
