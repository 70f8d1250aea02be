"""Kept games counted again from their file alone: the rows that were played, and their tally."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from simulate.game import Game, find_game
from simulate.play import rows as row
from simulate.play.arms import layout_of
from simulate.play.counting import tally_rows
from simulate.play.rows import Integers
from simulate.play.tally import Tally
from simulate.study import Study


def recount(path: Path, study: Study) -> Tally:
    """Return the tally of the games in a Parquet file, which are all of some deals.

    Parameters
    ----------
    path
        As `reports.run.kept_games.KeptGames` writes it.
    study
        What was played.
    """
    game = find_game(study.game)
    layout, tally = layout_of(study, game), Tally()
    rest = np.zeros((0, row.width(len(game.counts))), np.int64)
    with pq.ParquetFile(path) as file:
        for group in range(file.num_row_groups):
            rest = np.concatenate([rest, rows_of(file.read_row_group(group), study.players, game)])
            whole = len(rest) - len(rest) % study.rotations
            tally += tally_rows(layout, rest[:whole])
            rest = rest[whole:]
    return tally


def rows_of(table: pa.Table, players: int, game: Game) -> Integers:
    """Return the rows from which kept games were made: see `simulate.play.rows`."""
    made = np.zeros((len(table), row.width(len(game.counts))), np.int64)
    made[:, row.DEAL], made[:, row.ROTATION] = table["deal"], table["rotation"]
    made[:, row.FINISHED] = table["finished"]
    for name in ("turns", "rounds", "decisions", "lead_changes"):
        made[:, getattr(row, name.upper())] = table[name]
    for index, count in enumerate(game.counts):
        made[:, row.COUNTS + index] = _whole(table[count.name], count.parts)
    for seat in range(players):
        won = np.asarray(table[f"win_share_seat_{seat + 1}"]) > 0
        made[:, row.WINNERS] |= won.astype(np.int64) << seat
        for name, place in _SCORES.items():
            column = table[f"{name}_seat_{seat + 1}"]
            made[:, place + seat] = _whole(column.fill_null(0), game.score_parts)
            if place in _STILL_IN:
                made[:, _STILL_IN[place]] |= np.asarray(column.is_valid()).astype(np.int64) << seat
    made[:, row.LAST_AT_HALF] = _last_at_half(made, players, game)
    return made


_SCORES = {
    "score": row.SCORES,
    "first_score": row.FIRST_SCORES,
    "half_score": row.HALF_SCORES,
}
_STILL_IN = {row.FIRST_SCORES: row.FIRST_SEATS, row.HALF_SCORES: row.HALF_SEATS}


def _whole(column: pa.ChunkedArray, parts: int) -> Any:
    return np.asarray(column) if parts == 1 else np.rint(np.asarray(column) * parts)


def _last_at_half(made: Integers, players: int, game: Game) -> Integers:
    """Return who was last at half-time of each game, as a set; nobody where all were level."""
    bits = 1 << np.arange(players)
    still_in = made[:, [row.HALF_SEATS]] & bits != 0
    standing = game.standing(1) * made[:, row.HALF_SCORES : row.HALF_SCORES + players]
    worst = np.where(still_in, standing, np.iinfo(np.int64).max).min(axis=1, keepdims=True)
    last = (still_in & (standing == worst)) @ bits
    level = last == made[:, row.HALF_SEATS]
    return np.where(level | (made[:, row.FINISHED] == 0), 0, last)
