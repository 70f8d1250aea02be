"""Columns of a table with one row per game whose cells list the players of a team: "Ann, Bo"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from simulate.logs import headings
from simulate.logs.game_rows import ROLE_HEADINGS, team_members
from simulate.logs.headings import Meaning
from simulate.logs.play_table import PlayTable, text_at
from simulate.logs.spellings import TEAM_WORDS, name_key
from simulate.logs.unreadable import name_some
from simulate.logs.values import number_of

#: The smallest number of columns of teams.
_FEWEST_TEAMS = 2


def with_team_columns(table: PlayTable, notes: list[str]) -> PlayTable:
    """Return a table in which columns that list the players of a team, and their scores, are known.

    Their headings name the team, as in "Team A" or "Red team", and at least half of their cells
    list several players. A sentence on these columns is added to `notes`. A sentence also says if
    the columns of single players list several.
    """
    columns = [index for index in table.names if _may_be_team(table, index)]
    cells = [text_at(row, index) for index in columns for row in table.rows]
    filled = [text for text in cells if text]
    lists = [text for text in filled if len(team_members(text)) > 1]
    if len(columns) < _FEWEST_TEAMS or 2 * len(lists) < len(filled):
        notes += _note_shared_cells(table)
        return _with_named_teams(table, columns)
    meanings = dict(table.meanings)
    for number, index in enumerate(columns, 1):
        known = table.meanings.get(index)
        meanings[index] = Meaning("team of", known.number if known else number)
    scores = _scores_of_teams(table, {index: meanings[index].number for index in columns})
    named = name_some([table.names[index] for index in columns])
    notes.append(f"Each cell of these columns is read as the players of one team: {named}.")
    return replace(table, meanings={**meanings, **scores})


def _with_named_teams(table: PlayTable, columns: Sequence[int]) -> PlayTable:
    """Return a table in which the columns of numbered teams have the names of the players.

    A team such as "Sharks", of which no players are known, is compared like a player.
    """
    names = {
        index: Meaning("name", table.meanings[index].number)
        for index in columns
        if index in table.meanings
    }
    return replace(table, meanings={**table.meanings, **names})


def _may_be_team(table: PlayTable, index: int) -> bool:
    """Return True if a heading names a team, and no other column has the names of its players."""
    meaning = table.meanings.get(index)
    if index in table.own:
        return False
    if meaning is not None:
        numbered = (Meaning("name", meaning.number), Meaning("name", meaning.number, is_seat=True))
        has_names = any(name in table.meanings.values() for name in numbered)
        return meaning.name == "team" and meaning.number > 0 and not has_names
    if table.names[index].casefold() in ROLE_HEADINGS:
        return True
    words = set(headings.words_of(table.names[index]).split())
    is_of_score = any(headings.find_meaning(word) == Meaning("score") for word in words)
    return not is_of_score and len(words) > 1 and not words.isdisjoint(TEAM_WORDS)


def _scores_of_teams(table: PlayTable, teams: dict[int, int]) -> dict[int, Meaning]:
    """Return the meanings, by index, of the columns with the scores of teams: "Team A score".

    `teams` has the numbers of the teams by the index of their columns.
    """
    scores = {}
    for index, heading in table.names.items():
        words = headings.words_of(heading).split()
        rest = [word for word in words if headings.find_meaning(word) != Meaning("score")]
        if index in table.meanings or index in table.own or len(rest) == len(words):
            continue
        texts = [text for row in table.rows if (text := text_at(row, index))]
        if not texts or any(number_of(text) is None for text in texts):
            continue
        for team, number in teams.items():
            if _without_team_words(table.names[team]) == [
                word for word in rest if word not in TEAM_WORDS
            ]:
                scores[index] = Meaning("score", number)
    return scores


def describe_seats_of_teams(table: PlayTable) -> list[str]:
    """Return a sentence on seats that cells give for several players of a team; or an empty list.

    The table has one row per game, or one row per player or team.
    """
    rows = 0
    for row in table.rows:
        cells = [(table.text(row, "name"), table.text(row, "team"), table.text(row, "seat"))]
        for number in table.numbered_columns:
            members = table.text(row, "team of", number)
            cells.append((members, members, table.text(row, "seat", number)))
        rows += any(seat and team and len(team_members(text)) > 1 for text, team, seat in cells)
    if not rows:
        return []
    subject = "1 row has" if rows == 1 else f"{rows:,} rows have"
    return [
        f"{subject} a seat for several players of a team, so the seats of these players are "
        "unknown; to compare seats, write each player in a row or column of its own."
    ]


def _without_team_words(heading: str) -> list[str]:
    """Return the words of a heading such as "Team A", without the word for teams."""
    return [word for word in headings.words_of(heading).split() if word not in TEAM_WORDS]


def _note_shared_cells(table: PlayTable) -> list[str]:
    """Return a sentence on cells of single players that seem to list several; or an empty list.

    Some of the names in them are also in cells with other names.
    """
    texts: dict[str, int] = {}
    for index, meaning in table.meanings.items():
        if meaning.name == "name" and meaning.number:
            for row in table.rows:
                text = text_at(row, index)
                if len(team_members(text)) > 1:
                    texts.setdefault(text, index)
    partners: dict[str, set[str]] = {}
    for text in texts:
        for name in team_members(text):
            partners.setdefault(name_key(name), set()).add(name_key(text))
    if not _are_mixed(list(partners.values())):
        return []
    text, index = next(iter(texts.items()))
    heading = table.names[index]
    number = re.sub(r"\D", "", heading) or "1"
    return [
        f"Cells of {heading} such as {text!r} are read as one player; if they are teams, name the "
        f"columns, as in --columns 'team_{number}={heading}'."
    ]


def _are_mixed(partners: Sequence[set[str]]) -> bool:
    """Return True if most names are in several different cells."""
    mixed = sum(len(cells) > 1 for cells in partners)
    return bool(partners) and 2 * mixed > len(partners)
