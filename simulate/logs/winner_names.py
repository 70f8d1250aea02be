"""The winners and start players that cells name, among the players of a play."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from simulate.logs.plays import LoggedPlay, LoggedPlayer
from simulate.logs.result_words import NOBODY, is_tie
from simulate.logs.spellings import TEAM_WORDS, WINNER_MARKS, name_key

#: Matches a winner by number, such as ``Player 2`` or ``seat 1``.
NUMBERED_WINNER = re.compile(
    r"(?:player|seat|p|spieler|sitz|joueur|jugador|speler)?[\s_-]*#?\s*(\d{1,2})(?:\.0+)?"
    r"|(\d{1,2})(?:st|nd|rd|th)(?:\s+(?:player|seat))?",
    re.IGNORECASE,
)
_START_PLAYERS = {"first player", "start player", "starting player", "startspieler", "the starter"}


def mark_winners(play: LoggedPlay, starter: str) -> LoggedPlay:
    """Return a play whose winner and start player are marked, if they are among the players."""
    players = play.players
    if starter:
        first = find_players(starter, players)
        if len(first) == 1:
            players = tuple(
                replace(player, is_first=index in first) for index, player in enumerate(players)
            )
            play = replace(play, players=players)
    if not play.winner:
        return play
    has_single_winner = play.winner.casefold() not in NOBODY and not is_tie(play.winner)
    if starter and not players and has_single_winner:
        names = [name_key(name) for name in WINNER_MARKS.split(play.winner) if name]
        if len(names) == 1:
            return replace(play, starter_won=names[0] == name_key(starter))
    winners = find_players(play.winner, players)
    if not winners:
        return play
    marked = tuple(replace(player, won=index in winners) for index, player in enumerate(players))
    return replace(play, players=marked, winner="")


def find_players(text: str, players: Sequence[LoggedPlayer]) -> list[int]:
    """Return the indices of the players that a cell names.

    The list is empty if the cell also has words that name none of the players.
    """
    team = [
        index
        for index, player in enumerate(players)
        if player.team and name_key(player.team) == name_key(text)
    ]
    if team:
        return team
    is_name = any(name_key(player.name) == name_key(text) for player in players)
    words = _without_team_word(text)
    named = [
        index
        for index, player in enumerate(players)
        if words and _without_team_word(player.team) == words
    ]
    if named and not is_name:
        return named
    whole = _find_player(text, players)
    if whole is not None:
        return [whole]
    indices = [
        _find_player(part, players) for part in filter(None, WINNER_MARKS.split(text.strip()))
    ]
    winners = [index for index in indices if index is not None]
    return winners if len(winners) == len(indices) else []


def _without_team_word(text: str) -> str:
    """Return the words of a name such as "Team A" without the word for teams, for comparisons."""
    return " ".join(word for word in name_key(text).split() if word not in TEAM_WORDS)


def _find_player(text: str, players: Sequence[LoggedPlayer]) -> int | None:
    """Return the index of the only player with a name, role or number; None if there is not one."""
    word = text.strip().casefold()
    for attribute in ("name", "role"):
        for plain in (str.casefold, name_key):  # Accents count only if they distinguish players.
            matches = [
                index
                for index, player in enumerate(players)
                if word and plain(getattr(player, attribute)) == plain(word)
            ]
            if len(matches) == 1:
                return matches[0]
    if word in _START_PLAYERS:
        first = [index for index, player in enumerate(players) if player.is_first]
        return first[0] if len(first) == 1 else None
    match = NUMBERED_WINNER.fullmatch(word)
    if match:
        number = int(match[1] or match[2])
        seats = [player.seat for player in players]
        if any(seats):  # An app writes 0 for all players if nobody entered the seats.
            return seats.index(number) if number in seats else None
        return number - 1 if 1 <= number <= len(players) else None
    return None


def split_winners(texts: Sequence[str]) -> list[list[str]]:
    """Return the winners that are named in each cell, for a log that does not list the players.

    A cell such as "Ann & Bo" names two winners if another cell names one of them too. Otherwise it
    may be a single name. A number such as "2.0" is the number of a seat.

    Parameters
    ----------
    texts
        The cells, which are not empty.
    """
    whole = [re.sub(r"^(\d{1,2})\.0+$", r"\1", text.strip()) for text in texts]
    parts = [[part for part in WINNER_MARKS.split(text) if part] for text in whole]
    uses = Counter(name_key(part) for text in {*whole} for part in _parts(text))
    return [
        several if any(uses[name_key(part)] > 1 for part in several) else [text]
        for text, several in zip(whole, parts, strict=True)
    ]


def _parts(text: str) -> set[str]:
    """Return the different names in a cell that may list winners."""
    return {part for part in WINNER_MARKS.split(text) if part}
