"""Sentences on what was left out of a log, on what was assumed, and on what it cannot show."""

from __future__ import annotations

from collections.abc import Sequence

from reports.playtest.wins import LogWins
from reports.writing.wording import counted
from simulate.logs.unreadable import name_some


def list_caveats(
    wins: LogWins, notes: Sequence[str], seat_note: str, confidence: float
) -> list[str]:
    """Return the sentences on a log.

    Parameters
    ----------
    wins
        The wins in the log.
    notes
        The sentences on how the file was read.
    seat_note
        The sentence on how seats are known; empty for none.
    confidence
        The confidence of intervals.
    """
    sentences = list(notes)
    is_solo = all(play.size == 1 for play in wins.plays)
    if wins.is_together and not is_solo and not any(play.players for play in wins.plays):
        sentences.append(
            "Games are taken to be won or lost by all players together; if these are the results "
            "of one player among others, name the winner of each game instead."
        )
    if not wins.is_together:
        if seat_note:
            sentences.append(seat_note)
        sentences += _left_out(wins)
        if wins.is_score_assumed:
            sentences.append("Where no winner is named, the highest score is taken to win.")
    if wins.assumed_lost:
        games = counted(wins.assumed_lost, "game")
        sentences.append(f"Counted as lost, because no winner is named: {games}.")
    level = f"{100 * confidence:g}%"
    sentences.append(
        f"Ranges have {level} confidence. Wins of a player also show how well it plays."
    )
    return sentences


def _left_out(wins: LogWins) -> list[str]:
    """Return sentences on the games that were left out of all comparisons."""
    sentences = []
    if wins.of_teams:
        games = counted(wins.of_teams, "game")
        sentences.append(
            f"Seats and single players are not compared in {games} of teams, because the players "
            "of a team win together."
        )
    if wins.ties:
        sentences.append(f"Left out: {counted(wins.ties, 'game')} with shared wins or draws.")
    if wins.nobody:
        sentences.append(f"Left out: {counted(wins.nobody, 'game')} that nobody won.")
    if 0 < wins.unknown < len(wins.plays):
        sentences.append(f"Left out: {counted(wins.unknown, 'game')} without a winner.")
    if wins.strangers:
        games = counted(len(wins.strangers), "game")
        named = name_some([repr(winner) for winner in dict.fromkeys(wins.strangers)])
        sentences.append(f"Left out: {games} whose winner is not one of the players ({named}).")
    if wins.doubtful_ties:
        games = counted(len(wins.doubtful_ties), "game")
        sentences.append(
            f"Left out: {games} with {wins.doubtful_ties[0]!r} as the winner, although a single "
            "player has the best score; name the winner, or correct the scores."
        )
    if wins.sizeless_starts:
        games = counted(wins.sizeless_starts, "game")
        sentences.append(
            f"The start player of {games} is not compared, because the number of players is "
            "missing; add a column Players."
        )
    sentences += _without_names(wins)
    if wins.namesakes:
        [(name, number)] = wins.namesakes.most_common(1)
        sentences.append(
            f"{name} is listed more than once in {counted(number, 'game')}; people with the "
            "same name are counted as one."
        )
    if wins.sizes_without_names:
        sentences.append(
            "Winners are not compared with each other, because the log does not list who played."
        )
    if wins.seats and wins.first_player:
        size = len(wins.seats.rivals)
        first = wins.first_player
        sentences.append(
            f"The seats are those of games with {size} players. In all games together, the first "
            f"player won {first.wins:,} of {first.games:,}; {first.fair * first.games:.1f} would "
            f"be fair. By chance, this happens in {frequency(first.p)}."
        )
    if wins.winners_only:
        count = len(wins.winners_only.rivals)
        nouns = "seats" if wins.winners_only.noun == "seat" else "winners"
        sentences.append(
            f"All {count} {nouns} are taken to have played in every game, because the log does not "
            "list who played."
        )
    return sentences


def _without_names(wins: LogWins) -> list[str]:
    """Return sentences on the games that name no players, or too few to compare them."""
    sentences = []
    if wins.without_players:
        games = counted(wins.without_players, "game")
        sentences.append(f"Left out: {games} in which neither players nor their number are logged.")
    if wins.hardly_named:
        games = counted(wins.hardly_named, "game")
        sentences.append(f"Players are not compared in {games} with fewer than two named players.")
    return sentences


def frequency(p: float) -> str:
    """Return a probability in words, as in "1 of 341 logs" or "most logs"."""
    if p > 0.5:
        return "most logs"
    odds = 1 / max(p, 1e-9)
    if odds < 10:
        return f"{max(1, round(10 * p))} of 10 logs"
    return f"1 of {odds:,.0f} logs"
