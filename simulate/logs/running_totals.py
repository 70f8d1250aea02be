"""Scores that only rise from game to game, as the running totals of a league or a campaign do."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from simulate.errors import UsageError
from simulate.logs.plays import LoggedPlay
from simulate.logs.round_rows import chance_of_rising

#: Scores of games are taken as running totals if they only rise by chance with at most this
#: probability.
_CHANCE = 0.001


def without_running_totals(
    plays: Sequence[LoggedPlay], label: str, chosen: Collection[str], notes: list[str]
) -> list[LoggedPlay]:
    """Return plays without scores if these are running totals of several players.

    A sentence on them is added to `notes`. Scores of one player may rise because the player learns,
    so they are kept, with a sentence.

    Parameters
    ----------
    plays
        The plays in the order of the log.
    label
        The name that messages use for the file.
    chosen
        The meanings that the user chose columns for. Chosen columns of scores are not questioned.
    notes
        The list for sentences.

    Raises
    ------
    UsageError
        If the scores are running totals, and decide who won.
    """
    sequences = _scores_of_players(plays)
    chance = chance_of_rising([list(sequences.values())])
    is_rising = all(scores[-1] > scores[0] for scores in sequences.values())
    if (
        any(key.strip().lower().startswith("score") for key in chosen)
        or not is_rising
        or chance is None
        or chance > _CHANCE
    ):
        return list(plays)
    if len(sequences) == 1:
        notes.append(
            "The scores never fall from game to game. If they are running totals, write the score "
            "of each game instead."
        )
        return list(plays)
    if not all(_has_winner(play) for play in plays):
        raise UsageError(
            f"{label}: no player's score ever falls from game to game, so the scores look like "
            "running totals; write the score of each game or who won it, or keep only the last row "
            "if the rows are rounds of a game. If they are the scores of games, name their column, "
            "as in --columns score=Points"
        )
    notes.append(
        "The scores are left out, because no player's score ever falls from game to game, as in "
        "running totals. Write the score of each game instead."
    )
    return [
        replace(play, players=tuple(replace(player, score=None) for player in play.players))
        for play in plays
    ]


def _scores_of_players(plays: Sequence[LoggedPlay]) -> dict[str, list[float]]:
    """Return the scores of each player in the order of the plays.

    The scores of plays without players are those of a player without a name.
    """
    sequences: dict[str, list[float]] = {}
    for play in plays:
        if play.score is not None and not play.players:
            sequences.setdefault("", []).append(play.score)
        for place, player in enumerate(play.players):
            if player.score is not None:
                sequences.setdefault(player.name or str(place), []).append(player.score)
    return sequences


def _has_winner(play: LoggedPlay) -> bool:
    """Return True if a play says who won, or that nobody did, without its scores."""
    marked = any(player.won is not None or player.rank for player in play.players)
    return marked or bool(play.winner) or play.is_draw or play.won is not None
