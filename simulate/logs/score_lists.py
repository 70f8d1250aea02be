"""Cells that list the scores of the players of a game, such as "31, 24, 18" and "31-24"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from simulate.logs.play_table import PlayTable
from simulate.logs.plays import LoggedPlay
from simulate.logs.spellings import LIST_MARKS
from simulate.logs.unreadable import name_some
from simulate.logs.values import number_of
from simulate.sheets.cells import letters

#: Separates scores without a sign, as in "31-24", "31 : 24" and "31 24".
_BETWEEN_SCORES = re.compile(r"(?<=\d)(?:\s*[-:\u2013\u2014]\s*|\s+)(?=\d)")


def split_scores(text: str, players: int) -> list[float]:
    """Return the scores in a cell; empty unless it has exactly one number per player.

    Parameters
    ----------
    text
        The cell.
    players
        The number of players in the game.
    """
    for marks in (LIST_MARKS, _BETWEEN_SCORES):
        scores = [number_of(part) for part in marks.split(text.strip())]
        numbers = [score for score in scores if score is not None]
        if len(numbers) == len(scores) == players:
            return numbers
    return []


def describe_unread_lists(table: PlayTable, plays: Sequence[LoggedPlay]) -> list[str]:
    """Return a sentence on cells that should list scores, but not one per player; or an empty list.

    Parameters
    ----------
    table
        A table with one row per game.
    plays
        The plays in its rows.
    """
    index = next((i for i, meaning in table.meanings.items() if meaning.name == "scores"), None)
    if index is None:
        return []
    unscored = {
        play.place.row
        for play in plays
        if play.players and all(player.score is None for player in play.players)
    }
    cells = [
        f"{letters(index)}{row[0]} ({table.names[index]}) {text!r}"
        for row in table.rows
        if row[0] in unscored and (text := table.text(row, "scores"))
    ]
    if not cells:
        return []
    subject = "1 cell does" if len(cells) == 1 else f"{len(cells):,} cells do"
    return [
        f"{subject} not list a score per player, so these scores are unknown: {name_some(cells)}."
    ]


def describe_unread_scores(texts: Sequence[str]) -> list[str]:
    """Return a sentence on the scores of an app that are no numbers; or an empty list.

    `texts` has these scores with their places, such as "'5 chips' (play 3)".
    """
    if not texts:
        return []
    subject = "1 score is" if len(texts) == 1 else f"{len(texts):,} scores are"
    return [f"{subject} not readable, so unknown: {name_some(texts)}."]
