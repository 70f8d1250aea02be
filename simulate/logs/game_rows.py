"""Plays in a table with one row per game, in which players have columns such as "Player 1"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from simulate.errors import UsageError
from simulate.logs import headings
from simulate.logs.cell_values import (
    UNKNOWN,
    invalid_cell,
    minutes_in,
    number_in,
    own_texts,
    seat_in,
    whole_in,
    won_in,
)
from simulate.logs.headings import Meaning
from simulate.logs.name_marks import split_place
from simulate.logs.play_table import PlayTable, text_at
from simulate.logs.plays import LoggedPlay, LoggedPlayer
from simulate.logs.score_lists import split_scores
from simulate.logs.spellings import LIST_MARKS, WINNER_MARKS, name_key
from simulate.logs.values import number_of, place_of, truth_of, whole_number_of
from simulate.logs.winner_names import NUMBERED_WINNER, find_players, mark_winners
from simulate.sheets.cells import Row

#: Separates the players in a cell that lists them, if it has no other marks between them.
_PAIR_MARKS = re.compile(r"\s*[&+]\s*|\s+(?:e|i|og|och|u\.)\s+")
#: Matches a player with a score in a cell that lists players, such as ``Ann (12)`` or ``Bo: 9``.
_WITH_SCORE = re.compile(
    r"(.+?)\s*(?:\(\s*([-+\d.]+)\s*\)|(?:[:=]|\s[-\u2013\u2014]\s)\s*([-+\d.]+))"
)
#: Separates the teams in a cell that lists the players of a game.
_VERSUS = re.compile(r"\s+(?:vs|v|versus|gegen|contre|contra|tegen)\.?\s+", re.IGNORECASE)
#: Matches a player with a score after a space, such as ``Ann 12``.
_NAME_AND_NUMBER = re.compile(r"(.*[^\W\d_]\.?)\s+([-+]?\d+(?:\.\d+)?)")
#: Colors and sides of players, in English, German, French, Spanish and Dutch.
ROLE_HEADINGS = frozenset(
    {*("red", "blue", "green", "yellow", "black", "white", "purple", "orange", "pink", "brown")}
    | {*("rot", "blau", "gr\u00fcn", "gelb", "schwarz", "wei\u00df", "lila", "braun")}
    | {*("rouge", "bleu", "vert", "jaune", "noir", "blanc", "violet", "rose", "marron")}
    | {*("rojo", "azul", "verde", "amarillo", "negro", "blanco", "morado", "naranja")}
    | {*("rood", "blauw", "groen", "geel", "zwart", "wit", "paars", "oranje")}
    | {*("attacker", "defender", "attackers", "defenders", "offense", "defense", "hunter", "prey")}
    | {*("seeker", "hider", "overlord", "heroes", "villain", "villains", "traitor", "dealer")}
    | {*("angreifer", "verteidiger", "attaquant", "d\u00e9fenseur", "atacante", "defensor")}
    | {*("aanvaller", "verdediger", "north", "south", "east", "west", "nord", "s\u00fcd")}
)


def without_lone_columns(table: PlayTable) -> PlayTable:
    """Return a table with one row per game without the columns of players that have no number.

    A column "won" is kept, and so is a column "score" if its cells list the scores of all players.
    A column "score" is also kept if the table has no players and no winners, because it then is the
    score of the only player, or of all players together.
    """
    meanings = {}
    kept = {"won", "score"} if _lists_nobody(table) else {"won"}
    for index, meaning in table.meanings.items():
        is_of_player = meaning.name in headings.OF_PLAYERS and not meaning.number
        texts = [text for row in table.rows if (text := text_at(row, index))]
        if meaning.name == "score" and is_of_player and _are_lists_of_scores(texts):
            meanings[index] = Meaning("scores")
        elif meaning.name == "rank" and is_of_player and texts and all(map(_is_list, texts)):
            meanings[index] = Meaning("ranks")
        elif not is_of_player or meaning.name in kept:
            meanings[index] = meaning
    return replace(table, meanings=meanings)


def _are_lists_of_scores(texts: Sequence[str]) -> bool:
    """Return True if most cells of a column of scores are no numbers, as in "31, 24, 18"."""
    numbers = sum(number_of(text) is not None for text in texts)
    return 2 * numbers < len(texts)


def _is_list(text: str) -> bool:
    """Return True if a cell lists several values."""
    return len(LIST_MARKS.split(text)) > 1


def _lists_nobody(table: PlayTable) -> bool:
    """Return True if a table names neither players nor winners."""
    names_players = any(any(map(str.isalpha, text)) for text in table.texts("players"))
    return not (table.has("winner") or table.numbered_columns or names_players)


def check_games(table: PlayTable) -> None:
    """Check that each row is a game: no two rows have the same game, unless rows name winners.

    Raises
    ------
    UsageError
        If two rows have the same number of the game, or if a column "winner" only contains yes and
        no. Each row is then probably a player.
    """
    winners = table.texts("winner")
    is_marked = all(truth_of(text) is not None for text in winners)
    if any(meaning.number for meaning in table.meanings.values()) or (winners and not is_marked):
        return
    if {truth_of(text) for text in winners} == {True, False} and not table.has("players"):
        raise UsageError(
            f"{table.label} does not show who each row is about; name the column with the players, "
            "with --columns player=HEADING"
        )
    first_rows: dict[tuple[str, str], int] = {}
    for row in table.rows:
        key = table.text(row, "play"), table.text(row, "game")
        if key[0] and key in first_rows:
            raise UsageError(
                f"{table.place(row).name('play')} is {key[0]!r}, as in row {first_rows[key]}; if "
                "each row is a player, name the column of players with --columns player=HEADING"
            )
        first_rows[key] = row[0]


def with_seats_for_places(table: PlayTable, notes: list[str]) -> PlayTable:
    """Return a table in which columns such as "Platz 1" are seats, if they cannot be final places.

    They cannot if the player in the first column does not always win. A sentence that says so is
    added to `notes`.
    """
    ranked = {i: meaning for i, meaning in table.meanings.items() if meaning.name == "ranked"}
    may_be_seats = all(headings.may_name_seat(table.names[index]) for index in ranked)
    if (
        len(ranked) < 2
        or not may_be_seats
        or not any(_first_lost(table, row) for row in table.rows)
    ):
        words = [table.names[index] for index in ranked if headings.ordinal_of(table.names[index])]
        if words:
            notes.append(f"Read as final places: {', '.join(words)}.")
        return table
    seats = {
        index: Meaning("name", meaning.number, is_seat=True) for index, meaning in ranked.items()
    }
    names = ", ".join(table.names[index] for index in ranked)
    notes.append(f"Read as seats, because the first is not always the winner: {names}.")
    return replace(table, meanings={**table.meanings, **seats})


def _first_lost(table: PlayTable, row: Row) -> bool:
    """Return True if the player in the column of the first place did not win the game of a row."""
    names = [name_key(table.text(row, "ranked", number)) for number in table.numbered_columns]
    winner = name_key(table.text(row, "winner"))
    if winner:
        return winner in names and winner != name_key(table.text(row, "ranked", 1))
    scores = [
        number_of(table.text(row, "score", number), table.decimal)
        for number in table.numbered_columns
    ]
    known = [score for score in scores if score is not None]
    return len(known) > 2 and known[0] not in (min(known), max(known))


def play_of_row(table: PlayTable, row: Row) -> LoggedPlay:
    """Return the play of a row; raise `UsageError` if a cell is invalid."""
    players = [
        player for number in table.numbered_columns for player in _wide_players(table, row, number)
    ]
    size = 0
    listed = table.text(row, "players")
    if listed:
        if whole_number_of(listed) is not None:
            size = whole_in(table, row, "players")
        elif not players:
            players = listed_players(listed)
    loser = table.text(row, "loser")
    may_list_seats = not _are_places_or_people(table)
    if loser and table.text(row, "winner") and not players:
        texts = [table.text(row, "winner"), loser]
        people = [name for text in texts for name in WINNER_MARKS.split(text)]
        players = [LoggedPlayer(name) for name in people if name]
        may_list_seats = False
    numbers = [part for part in WINNER_MARKS.split(table.text(row, "winner")) if part]
    if not players and size and numbers and all(map(NUMBERED_WINNER.fullmatch, numbers)):
        players = [LoggedPlayer(seat=seat) for seat in range(1, size + 1)]
    winner = table.text(row, "winner")
    if winner and any(player.rank for player in players) and not find_players(winner, players):
        # As in "Winner", "2nd", "3rd".
        first = [LoggedPlayer(name, rank=1) for name in names_at_place(table, winner)]
        players = [*first, *players]
    scores = split_scores(table.text(row, "scores"), len(players))
    if scores:
        players = [
            replace(player, score=score) for player, score in zip(players, scores, strict=True)
        ]
    ranks = [place_of(text) for text in LIST_MARKS.split(table.text(row, "ranks"))]
    if len(ranks) == len(players):
        players = [
            replace(player, rank=rank or 0) for player, rank in zip(players, ranks, strict=True)
        ]
    if size and len(players) > size:
        raise invalid_cell(
            table,
            row,
            "players",
            0,
            listed,
            f"at least {len(players)}, the number of players with a name",
        )
    if any(player.won for player in players):
        players = [replace(player, won=bool(player.won)) for player in players]
    if not players and table.text(row, "won") == UNKNOWN:
        # An empty cell may mean that the game was lost, but here the result is unknown.
        place = table.place(row).name("won")
        raise UsageError(f"{place} does not say whether the game was won; write yes or no if known")
    is_marked = bool(players) and players[0].won is not None
    won = None if table.has("winner") or is_marked else won_in(table, row, "won")
    play = LoggedPlay(
        table.place(row),
        game=table.text(row, "game"),
        date=table.text(row, "date"),
        players=tuple(players),
        may_list_seats=may_list_seats,
        size=size or len(players),
        winner=table.text(row, "winner"),
        won=won,
        score=number_in(table, row, "score"),
        minutes=minutes_in(table, row),
        rounds=number_in(table, row, "rounds") or None,
        turns=number_in(table, row, "turns") or None,
        texts=own_texts(table, row),
    )
    return mark_winners(play, table.text(row, "starter"))


def names_at_place(table: PlayTable, text: str) -> list[str]:
    """Return the players in a cell of a column of final places or winners.

    A cell such as "Ann & Bo" is a place that Ann and Bo share if one of them is alone at a place
    elsewhere. Otherwise it may be the name of a team.
    """
    names = [name for name in WINNER_MARKS.split(text.strip()) if name]
    if len(names) > 1 and any(name_key(name) in table.names_in_places for name in names):
        return names
    return [text]


def note_shared_places(table: PlayTable) -> list[str]:
    """Return a sentence on the cells of final places with several players; empty without any."""
    shared = 0
    for index, meaning in table.meanings.items():
        if meaning.name == "ranked":
            cells = [text_at(row, index) for row in table.rows]
            shared += sum(len(names_at_place(table, text)) > 1 for text in cells)
    if not shared:
        return []
    subject = (
        "1 cell of a final place has" if shared == 1 else f"{shared:,} cells of final places have"
    )
    return [f"{subject} several names, which are read as players who share the place."]


def shifted_players(table: PlayTable) -> list[str]:
    """Return a note on the games whose columns of players have a gap; empty if there are none."""
    if _are_places_or_people(table):
        return []
    games = 0
    for row in table.rows:
        filled = [
            any(text_at(row, index) for index in columns)
            for columns in table.numbered_columns.values()
        ]
        games += filled != sorted(filled, reverse=True)
    if not games:
        return []
    subject = "1 game has" if games == 1 else f"{games:,} games have"
    return [
        f"{subject} an empty player before another one; the later players were moved up, so their "
        "seats may be wrong."
    ]


def _are_places_or_people(table: PlayTable) -> bool:
    """Return True if players have columns by final place, such as "1st", by person or by team."""
    names = ("ranked", "score of", "rank of", "won of", "player of", "team of")
    return any(meaning.name in names for meaning in table.meanings.values())


def lists_places(table: PlayTable) -> bool:
    """Return True if all cells that list players list them by place, as in "1st Ann, 2nd Bo"."""
    lists = [[player.rank for player in listed_players(text)] for text in table.texts("players")]
    return bool(lists) and all(ranks and all(ranks) and ranks == sorted(ranks) for ranks in lists)


def _wide_players(table: PlayTable, row: Row, number: int) -> list[LoggedPlayer]:
    """Return the players of a row in the columns with a number; empty if all cells are empty.

    They are several if the columns are about a team. Raise `UsageError` if a cell is invalid.
    """
    columns = table.numbered_columns[number]
    if not any(text_at(row, index) for index in columns):
        return []
    by_name = {table.meanings[index].name: index for index in columns}
    if "team of" in by_name:
        index = by_name["team of"]
        player = _wide_player(table, row, number)
        return members_of(player, text_at(row, index), table.names[index])
    if not by_name.keys().isdisjoint(("score of", "rank of", "won of", "player of")):
        [index] = columns
        return [_player_of_column(table, row, index)]
    if "ranked" in by_name:
        score = number_in(table, row, "score", number)
        names = names_at_place(table, table.text(row, "ranked", number))
        return [LoggedPlayer(name, rank=number, score=score) for name in names]
    return [_wide_player(table, row, number)]


def _player_of_column(table: PlayTable, row: Row, index: int) -> LoggedPlayer:
    """Return the player of a cell below the name of a person or of a role.

    Raise `UsageError` if the cell is an invalid result.
    """
    heading, cell = table.names[index], text_at(row, index)
    meaning = table.meanings[index]
    if meaning.name == "score of":
        return LoggedPlayer(heading, score=number_of(cell, table.decimal))
    if meaning.name == "rank of":
        return LoggedPlayer(heading, rank=whole_in(table, row, "rank of", meaning.number))
    if meaning.name == "won of":
        return LoggedPlayer(heading, won=won_in(table, row, "won of", meaning.number))
    if heading.casefold() in ROLE_HEADINGS:
        return LoggedPlayer(cell, role=heading)
    return LoggedPlayer(heading, role=cell)


def members_of(player: LoggedPlayer, text: str, team: str) -> list[LoggedPlayer]:
    """Return the players that a cell lists, each with a team and the other values of `player`.

    Several players cannot have the seat of `player`, so their seats are unknown.
    """
    names = team_members(text)
    seat = player.seat if len(names) == 1 else None
    return [replace(player, name=name, seat=seat, team=team) for name in names]


def _wide_player(table: PlayTable, row: Row, number: int) -> LoggedPlayer:
    """Return the player in the columns with a number; raise `UsageError` if a cell is invalid."""
    meanings = [table.meanings[index] for index in table.numbered_columns[number]]
    is_seat = any(meaning.is_seat for meaning in meanings)
    starts = any(meaning.is_starter for meaning in meanings)
    return LoggedPlayer(
        name=table.text(row, "name", number),
        seat=number if is_seat else seat_in(table, row, number),
        score=number_in(table, row, "score", number),
        rank=whole_in(table, row, "rank", number),
        won=won_in(table, row, "won", number),
        role=table.text(row, "role", number),
        team=table.text(row, "team", number),
        is_first=starts or bool(won_in(table, row, "first", number)),
    )


def team_members(text: str) -> list[str]:
    """Return the players in a cell that lists the players of a team, such as "Ann & Bo"."""
    names = [name for part in LIST_MARKS.split(text.strip()) for name in WINNER_MARKS.split(part)]
    return [name for name in names if name]


def listed_players(text: str) -> list[LoggedPlayer]:
    """Return the players in a cell such as ``Ann, Bo``, ``Ann (12), Bo (9)`` or ``1st Ann 9``.

    The players of a cell such as ``Ann+Bo vs Cy+Di`` are in teams with the names "Ann+Bo" and
    "Cy+Di".
    """
    sides = [side for side in _VERSUS.split(text.strip()) if side]
    if len(sides) > 1 and all(len(team_members(side)) > 1 for side in sides):
        return [LoggedPlayer(name, team=side) for side in sides for name in team_members(side)]
    parts = [part for part in LIST_MARKS.split(text.strip()) if part]
    if len(parts) == 1:
        pair = [part for part in _PAIR_MARKS.split(text.strip()) if part]
        parts = pair if all(any(map(str.isalpha, part)) for part in pair) else parts
    players = [_listed_player(part) for part in parts]
    spaced = [_NAME_AND_NUMBER.fullmatch(player.name) for player in players]
    names = {match[1].casefold() for match in spaced if match}
    if len(names) == len(parts) > 1:  # "Player 1, Player 2" are names without scores.
        return [
            replace(player, name=match[1], score=number_of(match[2]))
            for player, match in zip(players, spaced, strict=True)
            if match is not None
        ]
    return players


def _listed_player(text: str) -> LoggedPlayer:
    """Return a player of a list such as ``1st Ann (12)``."""
    text, place = split_place(text)
    match = _WITH_SCORE.fullmatch(text)
    score = number_of(match[2] or match[3]) if match else None
    name = match[1] if match and score is not None else text
    name, last_place = split_place(name)
    return LoggedPlayer(name, score=score, rank=place_of(place or last_place) or 0)
