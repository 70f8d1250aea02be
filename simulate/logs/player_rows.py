"""Reading plays from tables with a row per player of each game, and a column that numbers games."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from simulate.errors import UsageError
from simulate.logs import headings
from simulate.logs.cell_values import (
    invalid_cell,
    minutes_in,
    number_in,
    own_texts,
    seat_in,
    whole_in,
    won_in,
)
from simulate.logs.column_meanings import is_outcome
from simulate.logs.game_columns import names_game
from simulate.logs.game_rows import members_of
from simulate.logs.headings import Meaning
from simulate.logs.play_table import PlayTable, text_at
from simulate.logs.plays import LoggedPlay, LoggedPlayer
from simulate.logs.unreadable import read_plays
from simulate.logs.values import whole_number_of
from simulate.logs.winner_names import mark_winners
from simulate.sheets.cells import Row

#: Headings of columns that may number the rows of a table instead of its games.
_ROW_NUMBERS = ("id", "no", "nr", "#")
#: Meanings that may be filled in only one of the rows of a play.
_ONCE = ("game", "date", "rounds", "turns", "starter")


def plays_of_players(table: PlayTable, notes: list[str]) -> list[LoggedPlay]:
    """Return the plays of a table with one row per player.

    Raise `UsageError` if a cell is invalid or games cannot be distinguished. If no column
    numbers the games, a sentence on how they were distinguished is added to `notes`.
    """
    if table.has("play"):
        groups: dict[tuple[str, ...], list[Row]] = {}
        last: tuple[str, ...] | None = None
        for row in table.rows:
            text = table.text(row, "play")
            if not text and last is None:
                place = table.place(row).name("play")
                raise UsageError(f"{place} is empty; write the number of the game")
            # Merged cells leave the number of the game only in its first row.
            last = (text, table.text(row, "game")) if text else last
            groups.setdefault(last or ("", ""), []).append(row)
        return read_plays(list(groups.values()), partial(_numbered_play, table), notes)
    keys = [name for name in ("date", "game") if table.has(name)]
    advice = _advise_to_number_games(table)
    if "date" not in keys:
        raise UsageError(advice)
    plays = []
    rows_by_key: dict[tuple[str, ...], list[Row]] = {}
    for row in table.rows:
        # The rows of a game need not follow each other.
        rows_by_key.setdefault(tuple(table.text(row, key) for key in keys), []).append(row)
    for rows in rows_by_key.values():
        play = _long_play(table, rows)
        people = [player.name for player in play.players]
        winners = [player for player in play.players if player.won or player.rank == 1]
        is_shared = len(winners) == len(people) or _best_count(play.players) == len(winners)
        is_team = len({player.team for player in winners}) == 1 and bool(winners[0].team)
        is_contradictory = len(winners) > 1 and not is_shared and not is_team
        if len(set(people)) < len(people) or is_contradictory:
            raise UsageError(f"{advice}. {play.place.play.capitalize()} starts two games or more")
        plays.append(play)
    notes.append(
        "Rows with the same date were read as one game; number the games if two have the same date."
    )
    return plays


def _advise_to_number_games(table: PlayTable) -> str:
    """Return the message for a table with one row per player whose games have no numbers."""
    advice = f"{table.label} has one row per player, and no column that numbers the games; add one"
    free = [i for i in table.names if i not in table.meanings and i not in table.own]
    named = [i for i, meaning in table.meanings.items() if meaning == Meaning("game")]
    candidates = [i for i in (*free, *named) if _may_number_games(table, i)]
    if candidates:
        heading = table.names[candidates[0]] if len(candidates) == 1 else "HEADING"
        advice += f", or name its column with --columns {shlex.quote(f'play={heading}')}"
    if sum(names_game(table.names[index]) for index in free) > 1:
        advice += (
            ". If each column is a game, swap rows and columns (paste special, transpose), and "
            "call the first column Date"
        )
    return advice


def _may_number_games(table: PlayTable, index: int) -> bool:
    """Return True if a column may tell which rows of players belong to the same game.

    Its cells are all filled and not all equal, and at least two players share one. The rows of a
    game follow each other, or the cells are the numbers from 1 to the number of games. No game has
    a player twice.
    """
    texts = [text_at(row, index) for row in table.rows]
    games = {*texts}
    players = {(text, table.text(row, "name")) for text, row in zip(texts, table.rows, strict=True)}
    if "" in games or len(games) in (1, len(texts)) or len(players) < len(texts):
        return False
    changes = sum(first != second for first, second in pairwise(texts))
    is_numbering = {whole_number_of(text) for text in games} == {*range(1, len(games) + 1)}
    return changes == len(games) - 1 or is_numbering


def _numbered_play(table: PlayTable, rows: Sequence[Row]) -> LoggedPlay:
    """Return the play of rows with the same number; raise `UsageError` if they are invalid."""
    play = _long_play(table, rows)
    _check_names(play)
    return play


def _check_names(play: LoggedPlay) -> None:
    """Raise `UsageError` if a play has a player twice, as its rows then belong to several plays."""
    names = [player.name for player in play.players if player.name]
    repeated = [name for name in names if names.count(name) > 1]
    if repeated and "anonym" not in repeated[0].casefold():
        raise UsageError(
            f"{play.place.name('play')}: the game has {repeated[0]} in two rows; give each game a "
            "number of its own, or name the column with it with --columns play=HEADING"
        )


def without_row_numbers(table: PlayTable) -> PlayTable:
    """Return a table without a column "id" or "no" that numbers its rows instead of its games."""
    texts = table.texts("play")
    kept = {}
    for index, meaning in table.meanings.items():
        words = headings.words_of(table.names[index])
        is_numbering = meaning == Meaning("play") and words in _ROW_NUMBERS
        if not (is_numbering and len({*texts}) == len(texts) == len(table.rows)):
            kept[index] = meaning
    return replace(table, meanings=kept)


def _best_count(players: Sequence[LoggedPlayer]) -> int:
    """Return the number of players with the highest score; 0 if a score is missing."""
    scores = [player.score for player in players if player.score is not None]
    return scores.count(max(scores)) if len(scores) == len(players) else 0


def _long_play(table: PlayTable, rows: Sequence[Row]) -> LoggedPlay:
    """Return the play in rows of players; raise `UsageError` if a cell is invalid."""
    players = [_long_player(table, row) for row in rows]
    may_list_seats = True
    if all(player.team for player in players):  # A row may list all players of its team.
        members = [members_of(player, player.name, player.team) for player in players]
        may_list_seats = all(len(team) == 1 for team in members)
        rows = [row for row, team in zip(rows, members, strict=True) for _ in team]
        players = [player for team in members for player in team]
    size = table.text(rows[0], "players")
    if size and whole_number_of(size) not in (None, len(rows)):
        allowed = f"{len(rows)}, the number of rows of this game"
        raise invalid_cell(table, rows[0], "players", 0, size, allowed)
    names = {name for row in rows if (name := table.text(row, "winner"))}
    winner = ""
    if names:
        if all(is_outcome(name) for name in names):
            players = [
                replace(player, won=won_in(table, row, "winner"))
                for player, row in zip(players, rows, strict=True)
            ]
        else:
            winner = " + ".join(sorted(names))
    if any(player.won for player in players):  # If any cell marks a win, an empty cell is a loss.
        players = [replace(player, won=bool(player.won)) for player in players]
    first = rows[0]
    # The values of a play may be in only one of its rows.
    filled = {name: next((row for row in rows if table.text(row, name)), first) for name in _ONCE}
    times = [row for name in headings.TIMES for row in rows if table.text(row, name)]
    play = LoggedPlay(
        table.place(first),
        game=table.text(filled["game"], "game"),
        date=table.text(filled["date"], "date"),
        players=tuple(players),
        may_list_seats=may_list_seats,
        size=len(players),
        minutes=minutes_in(table, times[0] if times else first),
        rounds=number_in(table, filled["rounds"], "rounds") or None,
        turns=number_in(table, filled["turns"], "turns") or None,
        winner=winner,
        texts=own_texts(table, first),
    )
    return mark_winners(play, table.text(filled["starter"], "starter"))


def _long_player(table: PlayTable, row: Row) -> LoggedPlayer:
    """Return the player of a row; raise `UsageError` if a cell is invalid."""
    return LoggedPlayer(
        name=table.text(row, "name"),
        seat=seat_in(table, row),
        score=number_in(table, row, "score"),
        rank=whole_in(table, row, "rank"),
        won=won_in(table, row, "won"),
        role=table.text(row, "role"),
        team=table.text(row, "team"),
        is_first=bool(won_in(table, row, "first")),
    )
