"""Tables that count the games that each player won, and list no games."""

from __future__ import annotations

from simulate.errors import UsageError
from simulate.logs import headings
from simulate.logs.play_table import PlayTable, text_at
from simulate.logs.plays import LoggedPlay, LoggedPlayer, PlayLog
from simulate.logs.values import whole_number_of

#: The format in words.
KIND = "wins per player"
_GAMES = frozenset(
    {*("games", "played", "plays", "gamesplayed", "totalgames", "matches", "partien", "spiele")}
    | {*("parties", "partidas", "partijen", "gespielt", "jouees", "jugadas", "gespeeld")}
)
_LOSSES = frozenset(
    {*("losses", "lost", "loss", "defeats", "niederlagen", "verloren", "defaites", "derrotas")}
)


def no_games(label: str) -> UsageError:
    """Return the error for a table or JSON file that only counts the wins of each player."""
    return UsageError(
        f"{label} counts the wins of each player, but lists no games; write a row per game with "
        "its players and winner, as in player_1,player_2,winner, or, if all played in every game, "
        "a column Games with the number of games"
    )


def read_counted_wins(table: PlayTable) -> PlayLog | None:
    """Return the games of a table with the wins of each player; None for other tables.

    The number of games has to be known, and everybody has to have played in every game: then the
    wins of all players add up to the games.

    Raises
    ------
    UsageError
        If the table counts wins, but the players of the games are unknown.
    """
    wins = _wins(table)
    if wins is None:
        return None
    games = _games(table, wins)
    if games is None or sum(wins.values()) != games:
        raise no_games(table.label)
    plays = []
    for winner, number in wins.items():
        players = tuple(LoggedPlayer(name, won=name == winner) for name in wins)
        place = table.place(table.rows[0])
        play = LoggedPlay(place, players=players, may_list_seats=False, size=len(players))
        plays += [play] * number
    notes = (
        f"The log counts wins. All {len(wins)} players are taken to have played in each of the "
        f"{games:,} games, because their wins add up to {games:,}.",
    )
    read = {"name", "won"}
    unread = tuple(
        name
        for index, name in table.names.items()
        if getattr(table.meanings.get(index), "name", "") not in read and not _is_count(name)
    )
    return PlayLog(table.label, KIND, tuple(plays), unread, notes)


def _is_count(heading: str) -> bool:
    """Return True for the headings of numbers of games and losses."""
    return _compact(heading) in _GAMES | _LOSSES


def _compact(heading: str) -> str:
    """Return the words of a heading without spaces."""
    return headings.words_of(heading).replace(" ", "")


def _wins(table: PlayTable) -> dict[str, int] | None:
    """Return the number of wins of each player; None if the table does not count wins."""
    if not table.has("won") or not table.has("name") or table.has("play") or table.has("date"):
        return None
    names = [table.text(row, "name") for row in table.rows]
    counts = [whole_number_of(table.text(row, "won")) for row in table.rows]
    if None in counts or len(set(names)) < len(names) or "" in names:
        return None
    wins = {name: count or 0 for name, count in zip(names, counts, strict=True)}
    return wins if max(wins.values()) > 1 else None


def _games(table: PlayTable, wins: dict[str, int]) -> int | None:
    """Return the number of games in which each player took part; None if unknown or different."""
    numbers = set()
    for index, heading in table.names.items():
        compact = _compact(heading)
        if compact not in _GAMES | _LOSSES:
            continue
        for row, won in zip(table.rows, wins.values(), strict=True):
            number = whole_number_of(text_at(row, index))
            if number is None:
                return None
            numbers.add(number if compact in _GAMES else number + won)
    return numbers.pop() if len(numbers) == 1 else None
