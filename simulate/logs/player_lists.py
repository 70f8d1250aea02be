"""Columns whose cells list the players of a game, or their scores, under any heading."""

from __future__ import annotations

from dataclasses import replace

from simulate.logs import headings
from simulate.logs.game_rows import listed_players
from simulate.logs.headings import Meaning
from simulate.logs.play_table import PlayTable, text_at
from simulate.logs.score_lists import split_scores
from simulate.logs.spellings import WINNER_MARKS, name_key
from simulate.logs.unreadable import are_too_many
from simulate.logs.values import whole_number_of
from simulate.sheets.cells import Row

#: The fewest games that show that a column lists players.
_ENOUGH = 2


def with_listed_players(table: PlayTable, notes: list[str]) -> PlayTable:
    """Return a table with one row per game, in which the column that lists players is marked.

    Nearly all cells of that column list the winner among other players. The table is unchanged if
    other columns have the players. A sentence on the column is added to `notes`. A column that
    lists the scores of listed players is marked too.
    """
    has_players = any(meaning.number for meaning in table.meanings.values())
    counts = all(whole_number_of(text) is not None for text in table.texts("players"))
    if has_players:
        return table
    if not counts:
        return _with_listed_scores(table)
    if not table.has("winner"):
        return table
    for index, heading in table.names.items():
        if index in table.meanings or index in table.own or not _lists_winners(table, index):
            continue
        notes.append(f"The column {heading} is read as the players of each game.")
        meanings = {
            column: meaning
            for column, meaning in table.meanings.items()
            if meaning != Meaning("players")
        }
        listed = replace(table, meanings={**meanings, index: Meaning("players")})
        return _with_listed_scores(listed)
    return table


def with_listed_results(table: PlayTable, notes: list[str]) -> PlayTable:
    """Return a table in which a column that lists players with their scores is marked.

    Its cells are such as "Ann 10, Bo 6". The table has one row per game, and is unchanged if other
    columns have the winners, scores or places. A sentence on the column is added to `notes`.
    """
    has_players = any(meaning.number for meaning in table.meanings.values())
    if has_players or any(table.has(name) for name in ("winner", "scores", "rank", "ranks")):
        return table
    for index, heading in table.names.items():
        meaning = table.meanings.get(index)
        may_list = meaning is None or meaning.name in ("players", "score", "won")
        if not may_list or index in table.own or not _lists_scores(table, index):
            continue
        if meaning != Meaning("players"):
            notes.append(f"The column {heading} is read as the players of each game, with scores.")
        meanings = {
            column: other
            for column, other in table.meanings.items()
            if other not in (Meaning("players"), meaning)
        }
        return replace(table, meanings={**meanings, index: Meaning("players")})
    return table


def _lists_scores(table: PlayTable, index: int) -> bool:
    """Return True if nearly all cells of a column list several players, each with a score."""
    texts = [text for row in table.rows if (text := text_at(row, index))]
    others = 0
    for text in texts:
        players = listed_players(text)
        names = {name_key(player.name) for player in players if player.score is not None}
        are_people = len(names) == len(players) > 1 and all(map(_has_letter, names))
        others += not are_people
    return bool(texts) and not (others and are_too_many(others, len(texts)))


def _has_letter(text: str) -> bool:
    """Return True if a text contains a letter."""
    return any(map(str.isalpha, text))


def _lists_winners(table: PlayTable, index: int) -> bool:
    """Return True if the cells of a column list the winners among other players."""
    games = 0
    without = 0
    for row in table.rows:
        winner = name_key(table.text(row, "winner"))
        text = text_at(row, index)
        if not winner or not text:
            continue
        names = [name_key(player.name) for player in listed_players(text)]
        winners = {winner} if winner in names else {*filter(None, WINNER_MARKS.split(winner))}
        games += 1
        without += len(names) < 2 or len(set(names)) < len(names) or not winners <= set(names)
    return games >= _ENOUGH and not (without and are_too_many(without, games))


def _with_listed_scores(table: PlayTable) -> PlayTable:
    """Return a table in which the column that lists the scores of players, if any, is marked."""
    if table.has("scores"):
        return table
    for index, heading in table.names.items():
        first_word = headings.words_of(heading).split()[:1]
        meaning = headings.find_meaning(" ".join(first_word))
        if index in table.meanings or index in table.own or meaning != Meaning("score"):
            continue
        filled = [row for row in table.rows if text_at(row, index)]
        others = sum(not _has_a_score_per_player(table, row, index) for row in filled)
        if not (others and are_too_many(others, len(filled))):
            return replace(table, meanings={**table.meanings, index: Meaning("scores")})
    return table


def _has_a_score_per_player(table: PlayTable, row: Row, index: int) -> bool:
    """Return True if a cell lists a number for each listed player."""
    players = listed_players(table.text(row, "players"))
    return bool(split_scores(text_at(row, index), len(players)))
