"""Read the log of a playtest: a sheet of games that people played, where cells may be empty."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import nan
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn

import numpy as np

from reports.figures.figure import COUNTS
from reports.playtest.foreign import NO_SEATS, ONLY_FIRST, SEATING, ForeignRow, read_foreign_log
from reports.playtest.games import (
    BY_SCORE,
    LENGTHS,
    Columns,
    Values,
    make_columns,
    say_winners_by_score,
    win_paths,
)
from reports.playtest.reading import LogReading
from reports.writing.wording import counted, listed
from simulate.errors import UsageError, unknown
from simulate.game import Game
from simulate.kit.seats import lowest_scorers
from simulate.logs.cell_values import UNKNOWN
from simulate.logs.reading import is_table
from simulate.logs.result_words import NOBODY
from simulate.logs.unreadable import are_too_many, name_some
from simulate.rules.kinds import Choice, Option, Real, Whole
from simulate.rules.spreadsheets import Sheet, read_sheet
from simulate.rules.values import assignments_of, combine_changes, parse_assignment
from simulate.sheets.cells import Tab
from simulate.sheets.files import read_tabs, split_tab
from simulate.sheets.headings import plain_name
from simulate.sheets.limits import LOG_LIMITS

#: The maximum number of games in a log. Thousands of tables with this number of games are drawn
#: from the simulated games, which takes time and memory.
MOST_LOGGED = 300
#: The largest number allowed in a cell.
_MOST = 1_000_000
#: The largest number of rows that a sentence names.
_MOST_NAMED = 12
#: The number of players of a row that does not show the number.
_ANY_NUMBER = 0
#: The beginnings of the names of columns in which an invalid cell leaves out the whole row.
_OF_SETUP = ("players", "variant", "rules", "seat_")
#: The texts in the column `won`, each with True if the group won. Logs of games in which all seats
#: play together against the game have this column.
_WON = dict.fromkeys(("yes", "y", "true", "won", "1"), True)
_WON |= dict.fromkeys(("no", "n", "false", "lost", "0"), False)


def _is_group(game: Game) -> bool:
    """Return True if all seats play together against the game."""
    return max(game.side_of(game.seats[1])) == 0


def _seat_by_side(game: Game, players: int) -> dict[str, int]:
    """Return the first seat of each side by the name of the side, as in {"side 1": 1, "side 2": 2}.

    Empty if every seat plays for itself.
    """
    sides = game.side_of(players)
    if len({*sides}) == players:
        return {}
    return {f"side {side + 1}": sides.index(side) + 1 for side in {*sides}}


@dataclass(frozen=True)
class PlaytestLog:
    """Games of people, all with the same number of players, variant and rules, without names.

    Attributes
    ----------
    games
        The number of games.
    columns
        The figures of the games, by path, each of shape (games,); NaN where a value is not known.
        Figures that no game shows are missing.
    nameless
        For each row, the texts of its cells by column, with seat numbers in place of names.
    left_out
        A text of sentences on the rows that were left out or read as lost; empty if there are none.
    fields
        The players, variant and rules of the games. A field that the study sets is missing.
    path
        The path of the file, as the user named it; empty if that is not known.
    reading
        A summary of what was read, for a log whose columns or format differ from a template's.
    are_winners_unseated
        True if winners are known, but in no game the seat of a winner.
    """

    games: int
    columns: Columns = field(repr=False)
    nameless: Sequence[Mapping[str, str]] = field(default=(), repr=False)
    left_out: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict)
    path: str = ""
    reading: LogReading | None = None
    are_winners_unseated: bool = False

    def column(self, path: str) -> Values:
        """Return the values of a figure, shape (games,); NaN where a value is not known.

        Parameters
        ----------
        path
            The path of the figure, which the log need not show.
        """
        return self.columns.get(path, np.full(self.games, nan))


def columns_for(game: Game, players: int, values: Mapping[str, Any] | None = None) -> list[str]:
    """Return the names of the columns that a log can have.

    Parameters
    ----------
    game
        The game.
    players
        The largest number of players.
    values
        The values of the game's rules, by name. Columns of counts that do not apply with these
        values are omitted. None includes the columns of all counts.
    """
    idle = set()
    if values:
        idle = {f"{COUNTS}.{count.name}" for count in game.counts if not count.applies(values)}
    seats = [f"seat_{seat}" for seat in range(1, players + 1)]
    won = ["won"] if _is_group(game) else []
    kinds = [column for column in _kinds(game, players) if column not in idle]
    return ["date", *seats, "winner", *won, "rules", *kinds]


def _kinds(game: Game, players: int) -> dict[str, Option]:
    """Return an option for each column with numbers or the variant, by the name of the column.

    These options are not rules of the game. They only parse and check the texts of cells.
    """

    def number(least: float, most: float = _MOST, parts: int = 1) -> Option:
        """Return an option for numbers from `least` to `most`.

        It accepts only whole numbers if `parts` (the parts into which a point or an event is
        divided) is 1, and otherwise real numbers.
        """
        kind: Any = Whole if parts == 1 else Real
        return kind(meaning="", default=least, minimum=least, maximum=most)  # type: ignore[no-any-return]

    variants = tuple(game.variants)
    score = number(-_MOST, parts=game.score_parts)
    return {
        "variant": Choice(meaning="", default=variants[0], choices=variants),
        "players": number(*game.seats),
        **{f"score_{seat}": score for seat in range(1, players + 1)},
        "turns": number(1),
        "rounds": number(1),
        "minutes": number(0.1, parts=0),
        **{
            f"{COUNTS}.{count.name}": number(-_MOST if count.signed else 0, parts=count.parts)
            for count in game.counts
        },
    }


def read_log(
    path: Path,
    game: Game,
    study_fields: Mapping[str, Any],
    usual_players: int,
    chosen: Mapping[str, str] = MappingProxyType({}),
) -> PlaytestLog:
    """Return the games of a log that have the players, variant and rules of a study.

    Parameters
    ----------
    path
        A CSV or Excel file, or another log that `read_log_file` can read.
    game
        The game.
    study_fields
        The players, variant and rules that the study sets, by name. A row without variant or rules
        has those of the study. A field that the study does not set has its most common value in
        the log.
    usual_players
        The number of players if neither the study nor the log shows it.
    chosen
        The headings of columns that the user chose, by meaning; see `read_log_file`.

    Raises
    ------
    UsageError
        If the file is missing or is not a log, a chosen column is unknown, many cells of a column
        are invalid, there are more than `MOST_LOGGED` games, no game has the players, variant and
        rules of the study, or the games have no value that can be compared.
    """
    reading = None
    notes: list[str] = []
    if not chosen and _is_like_template(path, game):
        sheet = read_sheet(path, row_name="game", example="winner,turns,minutes")
        _check_number(path, len(sheet.rows))
        makers = [_sheet_row_maker(sheet, row, game, study_fields) for row in sheet.rows]
    else:
        foreign_rows, reading, notes = read_foreign_log(path, game, chosen)
        _check_number(path, len(foreign_rows))
        makers = [_play_row_maker(row, game, study_fields) for row in foreign_rows]
    all_rows = _readable_rows(makers, notes)
    rows, setup = _select(all_rows, game, study_fields, usual_players)
    if not rows:
        values = [counted(setup["players"], "player"), setup["variant"], *setup["rules"]]
        raise UsageError(
            f"{path} has no game with {', '.join(values)}; add one to the log, or choose players, "
            "variant and rules that the log has"
        )
    columns = _known_columns(rows, game, setup["players"])
    if not columns and any(row.has_winner for row in rows):
        raise UsageError(
            f"{path} names winners, but not their seats, so they cannot be compared with simulated "
            "games; add a column Start player, or leave out the game to compare who won"
        )
    if not columns:
        raise UsageError(
            f"{path} has no value that can be compared; fill in the winner, all scores, turns, "
            "rounds or minutes of at least one game"
        )
    fields = {name: value for name, value in setup.items() if not study_fields.get(name)}
    if "rules" in fields:
        fields["rules"] = _changes(game, fields["rules"])
    return PlaytestLog(
        len(rows),
        columns,
        [row.nameless(setup["players"]) for row in rows],
        " ".join([*notes, *_left_out(all_rows, rows, game)]),
        fields,
        reading=reading,
        are_winners_unseated=any(row.has_winner for row in rows)
        and not set(win_paths(game, setup["players"])) & columns.keys(),
    )


def _is_like_template(path: Path, game: Game) -> bool:
    """Return True if a log is a sheet whose columns all have names of a template's columns.

    Raise `UsageError` if the file cannot be read.
    """
    file, tab_or_game = split_tab(path)
    if tab_or_game or not is_table(file):
        return False
    tabs = read_tabs(file, str(path), LOG_LIMITS)
    [*_, tab] = [tab for tab in tabs if tab.is_open] or [Tab("", ())]
    if not tab.rows:
        return True
    known_columns = [*columns_for(game, game.seats[1]), SEATING]
    (_, headings), *body = tab.rows
    names = [plain_name(cell.text) for cell in headings]
    if "players" in names:
        # Other logs list the names of the players in this column.
        index = names.index("players")
        texts = [cells[index].text for _, cells in body if index < len(cells)]
        if any(any(map(str.isalpha, text)) for text in texts):
            return False
    return all(_full_name(name, game) in known_columns for name in names if name)


def _check_number(path: Path, games: int) -> None:
    """Raise `UsageError` if a log has too many games."""
    if games > MOST_LOGGED:
        raise UsageError(
            f"{path} has {games:,} games; give at most {MOST_LOGGED:,}, or leave out the game, as "
            f"in 'fathom playtest {path.name}', to compare who won only"
        )


def _select(
    rows: Sequence[_Row], game: Game, study_fields: Mapping[str, Any], usual_players: int
) -> tuple[list[_Row], dict[str, Any]]:
    """Return the rows of games with the variant, rules and number of players of the study.

    A setting that the study lacks has its most common value in the log.

    Parameters
    ----------
    rows
        All rows of the log.
    game
        The game.
    study_fields
        The players, variant and rules that the study sets, by name.
    usual_players
        The number of players if neither the study nor the log shows it.

    Returns
    -------
    selected, setup
        The rows, and the three settings of their games, by the keys "variant", "rules" and
        "players".
    """
    defaults = {"variant": game.default_variant, "rules": (), "players": usual_players}
    selected = list(rows)
    setup: dict[str, Any] = {}
    for name, default in defaults.items():
        known_values = Counter(
            row.setup[name] for row in selected if row.setup[name] != _ANY_NUMBER
        )
        most_common = known_values.most_common(1)[0][0] if known_values else default
        value = study_fields.get(name) or most_common
        setup[name] = value
        selected = [row for row in selected if row.fits(name, value)]
    return selected, setup


def _known_columns(rows: Sequence[_Row], game: Game, players: int) -> Columns:
    """Return the columns of rows, without columns that have no known value."""
    seats = range(1, players + 1)
    won = []
    scores = []
    for row in rows:
        won.append([seat in row.winners if row.has_winner else nan for seat in seats])
        scores.append([row.values[f"score_{seat}"] for seat in seats])
    single = {}
    for name in rows[0].values:
        if name in LENGTHS or name.startswith(COUNTS):
            single[name] = [row.values[name] for row in rows]
    columns = make_columns(game, single, won, scores)
    for seat, path in enumerate(win_paths(game, players), 1):
        is_known = np.array([row.is_known_seat(seat) for row in rows])
        columns[path] = np.where(is_known, columns[path], nan)
    return {path: values for path, values in columns.items() if np.isfinite(values).any()}


def _left_out(all_rows: Sequence[_Row], rows: Sequence[_Row], game: Game) -> list[str]:
    """Return sentences on rows that were left out, read as lost, or won by the best score.

    Empty if there are no such rows.
    """
    sentences = []
    left_out = [row.name for row in all_rows if row not in rows]
    if left_out:
        sentences.append(f"Left out (other players or rules): {_name_rows(left_out)} of the log.")
    blank = [row.name for row in rows if row.is_blank_loss]
    if blank:
        sentences.append(
            f"Counted as lost, because no winner is named: {_name_rows(blank)} of the log."
        )
    scored = sum(row.is_won_by_score for row in rows)
    if scored:
        sentences.append(say_winners_by_score(game, scored))
    return sentences


def _name_rows(names: Sequence[str]) -> str:
    """Return a text such as "rows 3 and 5" for the names "row 3" and "row 5".

    Only the number of rows is returned if there are many.
    """
    noun = names[0].split()[0]
    if len(names) == 1:
        return names[0]
    if len(names) > _MOST_NAMED:
        return f"{len(names):,} {noun}s"
    return f"{noun}s {listed([name.split()[1] for name in names])}"


def check_columns(path: Path, columns: Iterable[str], game: Game) -> None:
    """Check that a log of a game can have all of the named columns.

    Parameters
    ----------
    path
        The log, for the message.
    columns
        The names of its columns. A count may be named without the prefix of its path.
    game
        The game.

    Raises
    ------
    UsageError
        If a column is unknown.
    """
    known_columns = columns_for(game, game.seats[1])
    for column in columns:
        if _full_name(column, game) not in known_columns:
            raise unknown("column", column, known_columns, f" in {path}")


def _full_name(column: str, game: Game) -> str:
    """Return the full name of a log's column.

    For a count of the game, this is the path of the count. Other names are returned unchanged.
    """
    is_count = column in {count.name for count in game.counts}
    return f"{COUNTS}.{column}" if is_count else column


def check_row(
    path: Path,
    number: int,
    cells: Mapping[str, str],
    game: Game,
    study_fields: Mapping[str, Any],
) -> None:
    """Check the cells of a row before it is added to a log.

    Parameters
    ----------
    path
        The log, for messages.
    number
        The number that the row will have, counted from 1 as in a spreadsheet.
    cells
        The texts of the cells, by column. Empty cells are valid.
    game
        The game.
    study_fields
        The players, variant and rules of the study, by name.

    Raises
    ------
    UsageError
        If a cell is invalid. The message names the cell and the allowed values.
    """
    columns = {column: place for place, column in enumerate(cells)}
    sheet = Sheet(str(path), columns, (), ())
    maker = _sheet_row_maker(sheet, (number, tuple(cells.values())), game, study_fields)
    maker.make(maker.texts)


@dataclass(frozen=True)
class _RowMaker:
    """Makes a row of a log from its texts.

    Attributes
    ----------
    name
        The row in words, such as "row 5".
    texts
        The texts of its cells by column.
    make
        Returns the row with given texts of cells; raises `_CellError` if one is invalid.
    """

    name: str
    texts: Mapping[str, str]
    make: Callable[[Mapping[str, str]], _Row]


def _sheet_row_maker(
    sheet: Sheet, row: tuple[int, Sequence[str]], game: Game, study_fields: Mapping[str, Any]
) -> _RowMaker:
    """Return the maker of a row, for a sheet with the columns of a template."""
    number, cells = row
    texts = {_full_name(column, game): cells[place] for column, place in sheet.columns.items()}
    names = {_full_name(column, game): column for column in sheet.columns}

    def name_cell(column: str) -> str:
        """Return the place of a cell in the sheet."""
        return sheet.cell(names[column], number)

    name = f"row {number}"
    return _RowMaker(name, texts, lambda cells: _Row(name, cells, name_cell, game, study_fields))


def _play_row_maker(row: ForeignRow, game: Game, study_fields: Mapping[str, Any]) -> _RowMaker:
    """Return the maker of a row, for a play of another kind of log."""
    texts = {_full_name(column, game): text for column, text in row.texts.items()}
    return _RowMaker(
        row.name, texts, lambda cells: _Row(row.name, cells, row.name_cell, game, study_fields)
    )


def _readable_rows(makers: Sequence[_RowMaker], notes: list[str]) -> list[_Row]:
    """Return the rows of a log, without their invalid cells.

    A row is left out if its players, variant or rules are invalid, as it may be of other games.
    Sentences on these cells and rows are added to `notes`.

    Raises
    ------
    UsageError
        If too many cells of a column are invalid.
    """
    rows = []
    errors: list[_CellError] = []
    left_out: list[_CellError] = []
    for maker in makers:
        texts = dict(maker.texts)
        row = None
        while row is None:
            try:
                row = maker.make(texts)
            except _CellError as error:
                errors.append(error)
                if error.column.startswith(_OF_SETUP):
                    left_out.append(error)
                    break
                if error.column == "winner":
                    texts["winner"] = UNKNOWN
                else:
                    del texts[error.column]
        if row is not None:
            rows.append(row)
    for column, invalid in Counter(error.column for error in errors).items():
        filled = sum(bool(maker.texts.get(column)) for maker in makers)
        if are_too_many(invalid, filled):
            raise next(error for error in errors if error.column == column)
    cells = [error.cell for error in errors if error not in left_out]
    if cells:
        subject = "1 cell is" if len(cells) == 1 else f"{len(cells):,} cells are"
        notes.append(f"{subject} not valid, so unknown: {name_some(cells)}.")
    if left_out:
        cells = [error.cell for error in left_out]
        notes.append(f"Left out, because a cell is not valid: {_name_games(cells)}.")
    return rows


def _name_games(cells: Sequence[str]) -> str:
    """Return a text with the number of games left out and, in brackets, their invalid cells."""
    return f"{counted(len(cells), 'game')} ({name_some(cells)})"


def _changes(game: Game, texts: Iterable[str]) -> dict[str, Any]:
    """Return the changed rules and their values, from texts such as ``hand_size=4``.

    Raises
    ------
    UsageError
        If a text does not name a rule of the game and a value that the rule allows.
    """
    changes: dict[str, Any] = {}
    for text in texts:
        name, value = parse_assignment(game.options, text, game.name)
        changes = combine_changes(game.options, changes, {name: value})
    return changes


class _CellError(UsageError):
    """An error for an invalid cell, with the column's name and a text without people's names."""

    def __init__(self, message: str, column: str, cell: str) -> None:
        super().__init__(message)
        self.column = column
        self.cell = cell


class _Row:
    """A row of a log: the record of one game, parsed and checked.

    Attributes
    ----------
    name
        The row in words, such as "row 5".
    values
        The number or variant in each column of `_kinds`; None where the cell is empty.
    winners
        The seats that won. A winning side is represented by its first seat.
    has_winner
        True if it is known who won, or that nobody did.
    is_won_by_score
        True if the winners are those with the best score, because the row names none.
    is_blank_loss
        True if the game counts as lost because all seats play together and no winner is named.
    setup
        The values of "variant", "rules" and "players" by these names. "rules" is a tuple of texts
        such as ``hand_size=4``, and "players" is `_ANY_NUMBER` if the row does not show it.

    Raises
    ------
    UsageError
        If a cell is invalid. The message names the cell and the allowed values.
    """

    def __init__(
        self,
        name: str,
        texts: Mapping[str, str],
        name_cell: Callable[[str], str],
        game: Game,
        study_fields: Mapping[str, Any],
    ) -> None:
        self.name = name
        self._texts = texts
        self._name_cell = name_cell
        kinds = _kinds(game, game.seats[1])
        self.values = {column: self._value(column, kind) for column, kind in kinds.items()}
        players = self._players(game)
        self.winners = self._winners(game, players or game.seats[1])
        result = self._texts.get("won", "") or self._texts.get("winner", "")
        self.is_blank_loss = _is_group(game) and not result and "winner" in self._texts
        self.is_won_by_score = False
        if not result and not _is_group(game):
            self.winners = self._best_scorers(game, players)
            self.is_won_by_score = bool(self.winners)
        is_known = bool(result) and result != UNKNOWN
        self.has_winner = is_known or self.is_blank_loss or self.is_won_by_score
        self.setup: dict[str, Any] = {
            "variant": self.values["variant"] or study_fields.get("variant", game.default_variant),
            "rules": self._rules(game) or study_fields.get("rules", ()),
            "players": players,
        }
        self._check_winner(game, players)
        self._seating = self._texts.get(SEATING, "")
        if self._seating not in ("", NO_SEATS, ONLY_FIRST):
            self._refuse(SEATING, f"{NO_SEATS}, {ONLY_FIRST} or an empty cell")

    def is_known_seat(self, seat: int) -> bool:
        """Return True if it is known who had a seat, or who was on a side."""
        return not self._seating or (self._seating == ONLY_FIRST and seat == 1)

    def _players(self, game: Game) -> int:
        """Return the number of players, or `_ANY_NUMBER` if the row does not show it.

        Raises
        ------
        UsageError
            If it is smaller than the number of a seat with a name or a score.
        """
        last = 0
        for seat in range(1, game.seats[1] + 1):
            if self._texts.get(f"seat_{seat}") or self._texts.get(f"score_{seat}"):
                last = seat
        players: int = self.values["players"] or (last if last >= game.seats[0] else _ANY_NUMBER)
        if 0 < players < last:
            allowed = f"{last} or more, because seat {last} has a name or a score"
            self._refuse("players", allowed)
        return players

    def _check_winner(self, game: Game, players: int) -> None:
        """Check that the winners have the best known score, if the best score wins the game.

        Raises
        ------
        UsageError
            If the score of a winner is worse than another score.
        """
        if game.winners not in BY_SCORE:
            return
        best_of = min if game.winners is lowest_scorers else max
        seats = range(1, game.seats[1] + 1)[:players]
        scores = {seat: self.values[f"score_{seat}"] for seat in seats}
        known = {seat: score for seat, score in scores.items() if score is not None}
        for seat in self.winners:
            if seat in known and known[seat] != best_of(known.values()):
                self._refuse_score(seat, known[seat], best_of(known.values()))

    def _best_scorers(self, game: Game, players: int) -> list[int]:
        """Return the seats with the best score; empty if scores do not decide who wins.

        It is also empty if the score of a player is unknown.
        """
        scores = [self.values[f"score_{seat}"] for seat in range(1, players + 1)]
        if not scores or None in scores or game.winners not in BY_SCORE:
            return []
        best = min(scores) if game.winners is lowest_scorers else max(scores)
        return [seat for seat, score in enumerate(scores, 1) if score == best]

    def fits(self, name: str, value: Any) -> bool:
        """Return True if the game was, or may have been, played with a given value.

        Parameters
        ----------
        name
            "variant", "rules" or "players".
        value
            The variant, the changed rules as in `setup`, or the number of players.
        """
        if name == "players":
            # The column `won` names no seats, so a row with it fits every number of players.
            named_seats = [] if self._texts.get("won") else self.winners
            if max(named_seats, default=0) > value:
                return False
        return self.setup[name] in (_ANY_NUMBER, value)

    def nameless(self, players: int) -> dict[str, str]:
        """Return the texts of the cells by column, with seat numbers in place of names.

        The variant and the rules are omitted, because they are the same in all selected rows.

        Parameters
        ----------
        players
            The number of players of the selected rows.
        """
        removed = ("seat_", "variant", "rules", "won")
        cells = {
            column: text for column, text in self._texts.items() if not column.startswith(removed)
        }
        winners = [str(seat) for seat in self.winners if seat <= players]
        winner = "+".join(winners)
        if not winners and self.has_winner:
            winner = "0"
        return {**cells, "players": str(players), "winner": winner}

    def _refuse(self, column: str, allowed: str) -> NoReturn:
        """Raise `_CellError` with the name of a cell, its text and the allowed values."""
        place = self._name_cell(column)
        text = repr(self._texts[column])
        cell = place.rpartition(": ")[2].removeprefix("cell ")
        if not column.startswith(("winner", "seat_")):  # Reports do not store names of players.
            cell += f" {text}"
        raise _CellError(f"{place} is {text}; allowed: {allowed}", column, cell)

    def _refuse_score(self, winner: int, score: float, best: float) -> NoReturn:
        """Raise `_CellError` for a winner, given by the number of the seat, with a worse score."""
        place = self._name_cell("winner").removesuffix(" (winner)")
        cell = place.rpartition(": ")[2].removeprefix("cell ")
        raise _CellError(
            f"{place}: the winner (player {winner}) has {score:g} points, but another player has "
            f"{best:g}, which would win; correct the winner or the scores",
            "winner",
            f"{cell}, where another player than the winner has the best score",
        )

    def _value(self, column: str, kind: Option) -> Any:
        """Return the value of a cell, or None if it is empty.

        Raises
        ------
        UsageError
            If the value is not allowed in the column.
        """
        text = self._texts.get(column, "").replace("\N{MINUS SIGN}", "-")
        text = re.sub(r"(?<=\d)\.0+$", "", text)  # Spreadsheets may write 9 as 9.0.
        if not text:
            return None
        try:
            return kind.parse(text)
        except UsageError:
            allowed = kind.allowed
            if isinstance(kind, Real):
                allowed += ", with a decimal point as in 7.5"
            self._refuse(column, f"{allowed}; leave the cell empty if unknown")

    def _rules(self, game: Game) -> tuple[str, ...]:
        """Return the changed rules as texts such as ``hand_size=4``, in the order of the game.

        Raises
        ------
        UsageError
            If a text does not name a rule and a value that the rule allows.
        """
        texts = filter(None, re.split(" *; *", self._texts.get("rules", "")))
        try:
            return tuple(assignments_of(game.options, _changes(game, texts)))
        except UsageError as error:
            self._refuse("rules", f"changed rules, separated by semicolons ({error})")

    def _has_won(self) -> bool:
        """Return True if the group won according to the column `won`.

        Raises
        ------
        UsageError
            If the cell is not in `_WON`.
        """
        text = self._texts["won"].casefold()
        if text not in _WON:
            self._refuse("won", "yes or no")
        return _WON[text]

    def _winners(self, game: Game, players: int) -> list[int]:
        """Return the numbers of the seats that won; empty if nobody won or that is not known.

        A cell names them by number, player or side. For a side, the first seat is returned.

        Raises
        ------
        UsageError
            If a name is unknown, or two seats have the same name.
        """
        player_by_seat = {
            seat: self._texts.get(f"seat_{seat}", "") for seat in range(1, players + 1)
        }
        seat_by_player = {
            player.casefold(): seat for seat, player in player_by_seat.items() if player
        }
        for seat, player in player_by_seat.items():
            if player and seat_by_player[player.casefold()] != seat:
                self._refuse(f"seat_{seat}", "a name that no other seat has")
        if self._texts.get("won"):
            return list(player_by_seat) if self._has_won() else []

        text = self._texts.get("winner", "").casefold()
        if text in ("", UNKNOWN) or (text in NOBODY and text not in seat_by_player):
            return []
        typed_winners = [text] if text in seat_by_player else re.split(" *[+&/] *", text)
        sides = _seat_by_side(game, players)
        numbers = {str(seat): seat for seat in player_by_seat}
        seat_by_name = {**numbers, **sides, **seat_by_player}
        winners = [seat_by_name.get(part, 0) for part in typed_winners]
        if 0 in winners:
            named = [*sides, *filter(None, player_by_seat.values())]
            names = listed(named or ["a name in a seat column"], "or")
            allowed = f"a seat from 1 to {players}, or {names}; write a shared win as 1+3"
            self._refuse("winner", allowed)
        return winners
