"""A log of real games: a spreadsheet with a row a game, in which cells may be missing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import nan
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from reports.figures.figure import COUNTS, MINUTES
from reports.playtest.games import Columns, make_columns
from reports.writing.words import listed
from simulate.errors import UsageError, unknown
from simulate.game import Game
from simulate.kit.seats import highest_scorers
from simulate.rules.spreadsheets import Sheet, read_sheet

#: The most games that are read, whose like are drawn many times, and the largest number in a cell.
MOST_LOGGED, _MOST = 300, 1_000_000


@dataclass(frozen=True)
class Log:
    """Games of one number of players; who they were is not kept."""

    players: int
    games: int
    columns: Columns = field(repr=False)
    #: The sheet, by column, with seats in place of names.
    nameless: Sequence[Mapping[str, str]] = field(default=(), repr=False)
    #: Which games were left out and why, in a sentence; empty for none.
    left_out: str = ""


def columns_for(game: Game, players: int, values: Mapping[str, Any] | None = None) -> list[str]:
    """Return the columns that a log of so many players can have, by rules with these values."""
    seats = [f"seat_{seat}" for seat in range(1, players + 1)]
    idle = {f"{COUNTS}.{one.name}" for one in game.counts if values and not one.applies(values)}
    return ["date", *seats, "winner", *(one for one in _numbers(game, players) if one not in idle)]


def _numbers(game: Game, players: int) -> dict[str, tuple[float, float, int]]:
    """Return of each column of numbers the least, the most, and into how many parts 1 goes."""
    scores = (-_MOST, _MOST, game.score_parts)
    signed = {one.name: -_MOST * one.signed for one in game.counts}
    return {
        "players": (*game.seats, 1),
        **{f"score_{seat}": scores for seat in range(1, players + 1)},
        **dict.fromkeys(("turns", "rounds"), (1, _MOST, 1)),
        "minutes": (0.1, _MOST, 0),
        **{f"{COUNTS}.{one.name}": (signed[one.name], _MOST, one.parts) for one in game.counts},
    }


def read_log(path: Path, game: Game, players: int | None, usual: int) -> Log:
    """Read a log, for so many `players`, or as many as most games had; `usual` if none says.

    `UsageError` names the cell that is wrong and what is allowed there.
    """
    sheet = read_sheet(path, each="game", example="winner,turns,minutes")
    known = columns_for(game, game.seats[1])
    for column in sheet.columns:
        if column not in known:
            raise unknown("column", column, known, f" in {path}")
    if len(sheet.rows) > MOST_LOGGED:
        raise UsageError(f"{path} has {len(sheet.rows):,} games; give at most {MOST_LOGGED:,}")
    rows = [_Row(sheet, number, cells, game) for number, cells in sheet.rows]
    sizes = Counter(row.players for row in rows if row.players) or {usual: 1}
    table = players or max(sizes, key=lambda size: sizes[size])
    kept = [row for row in rows if row.fits(table)]
    if not kept:
        raise UsageError(f"{path} has no game of {table} players; say --players, or log one")
    seats = range(1, table + 1)
    won = [[seat in row.winners if row.winners else nan for seat in seats] for row in kept]
    scores = [[row.values[f"score_{seat}"] for seat in seats] for row in kept]
    single = {name: np.array([row.values[name] for row in kept]) for name in rows[0].values}
    found = make_columns(game, single["turns"], single["rounds"], won, scores)
    found |= {MINUTES: single["minutes"]}
    found |= {name: one for name, one in single.items() if name.startswith(COUNTS)}
    columns = {figure: values for figure, values in found.items() if np.isfinite(values).any()}
    if not columns:
        raise UsageError(
            f"{path} says nothing that can be compared; fill in winner, all scores, turns, rounds "
            "or minutes"
        )
    others = [str(row.number) for row in rows if row not in kept]
    where = f"row{'s' * (len(others) > 1)} {listed(others)}"
    left_out = f"Left out, not of {table} players: {where} of the log." if others else ""
    return Log(table, len(kept), columns, [row.nameless(table) for row in kept], left_out)


class _Row:
    """What a row says; `players` is 0 where that is not known."""

    def __init__(self, sheet: Sheet, number: int, cells: Sequence[str], game: Game) -> None:
        self.number, self._sheet, (fewest, most) = number, sheet, game.seats
        self._texts = {column: cells[place] for column, place in sheet.columns.items()}
        columns = _numbers(game, most).items()
        self.values = {column: self._number(column, *allowed) for column, allowed in columns}
        seats, texts = range(1, most + 1), self._texts
        there = [n for n in seats if texts.get(f"seat_{n}") or texts.get(f"score_{n}")] or [0]
        said = self.values["players"]
        size = int(np.nan_to_num(said, nan=there[-1]))
        if there[-1] > size:
            self._refuse("players", f"{there[-1]} or more, for seat {there[-1]} is filled in")
        self.winners = self._winners(size or most)
        self.players = size if size >= fewest else 0
        scores = [self.values[f"score_{seat}"] for seat in range(1, self.players + 1)]
        told = bool(scores) and game.winners is highest_scorers and np.isfinite(scores).all()
        if told and any(scores[seat - 1] < max(scores) for seat in self.winners):
            self._refuse("winner", f"who has most points, {max(scores):g}")

    def fits(self, players: int) -> bool:
        """Tell whether so many may have played."""
        return self.players in (0, players) and max(self.winners, default=0) <= players

    def nameless(self, players: int) -> dict[str, str]:
        """Return the texts by column, without names."""
        kept = {one: text for one, text in self._texts.items() if not one.startswith("seat_")}
        return {**kept, "players": str(players), "winner": "+".join(map(str, self.winners))}

    def _refuse(self, column: str, allowed: str) -> NoReturn:
        where = self._sheet.cell(column, self.number)
        raise UsageError(f"{where} is {self._texts[column]!r}; allowed: {allowed}")

    def _number(self, column: str, least: float, most: float, parts: int) -> float:
        text = self._texts.get(column, "").replace("\N{MINUS SIGN}", "-")
        try:
            value = float(text or "nan")
        except ValueError:
            value = nan
        if text and (not least <= value <= most or (parts and value * parts % 1)):
            what = "whole numbers" if parts == 1 else "numbers, as 7.5,"
            self._refuse(column, f"{what} from {least:,g} to {most:,g}; nothing if not known")
        return value

    def _winners(self, players: int) -> list[int]:
        """Return the seats that won, each named by its number or by who sat there."""
        seats = {n: self._texts.get(f"seat_{n}", "") for n in range(1, players + 1)}
        names = {name.casefold(): seat for seat, name in seats.items() if name}
        for seat, name in seats.items():
            if name and names[name.casefold()] != seat:
                self._refuse(f"seat_{seat}", "a name that no other seat has")
        text = self._texts.get("winner", "").casefold()
        parts = [text] if text in names else re.split(" *[+&/] *", text) if text else []
        found = [names.get(part) or (int(part) if part.isdecimal() else 0) for part in parts]
        if not all(1 <= seat <= players for seat in found):
            told = listed([*filter(None, seats.values())] or ["who sat there"], "or")
            self._refuse("winner", f"a seat from 1 to {players}, or {told}; 1+3 share a win")
        return found
