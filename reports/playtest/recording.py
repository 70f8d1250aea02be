"""Write an empty log for a playtest, and add games to a log with the help of prompts."""

from __future__ import annotations

import csv
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from reports.analysis import selection as selections
from reports.playtest.log import check_columns, check_row, columns_for
from reports.writing.wording import counted
from simulate.command_options import Selection
from simulate.errors import StoppedError, UsageError
from simulate.game import Game
from simulate.input_files import read_file
from simulate.output.messages import print_error, print_notice, print_text
from simulate.sheets.cells import escape_formula
from simulate.sheets.delimited import csv_rows
from simulate.sheets.files import CSV
from simulate.sheets.headings import plain_name
from simulate.sheets.limits import TABLE_LIMITS
from simulate.study import Study

#: The name of the command, and of its table in study files.
COMMAND = "playtest"


def _resolve(selection: Selection) -> tuple[Study, Game, list[str]]:
    """Return the study that a log is for, its game, and the names of the log's columns.

    Raises
    ------
    UsageError
        If the options or the study file are invalid.
    FathomError
        If an installed game or a strategy cannot be loaded.
    """
    fields = selections.fields_for_command(selection.source, COMMAND)
    study, _ = selections.resolve_fields(fields, selection)
    game = study.loaded_game
    return study, game, columns_for(game, study.players, study.values)


def write_template(selection: Selection, path: Path) -> None:
    """Write a CSV file with the names of a log's columns and no games.

    Raises
    ------
    UsageError
        If the file exists, or the options or the study file are invalid.
    OSError
        If the file cannot be written.
    FathomError
        If an installed game or a strategy cannot be loaded.
    """
    *_, columns = _resolve(selection)
    try:
        with path.open("x", encoding="utf-8", newline="") as file:
            file.write(",".join(columns) + "\n")
    except FileExistsError:
        raise UsageError(f"{path} already exists; choose another name, or move it away") from None
    print_text(
        f"Wrote an empty log, {path}. Fill in one row per game, and leave unknown cells empty."
    )


@dataclass(frozen=True)
class _LogStart:
    """The state of a log before a game is added to it.

    Attributes
    ----------
    columns
        The names of its columns.
    separator
        The character between cells.
    next_row
        The number of the row that the game gets, from 1.
    missing
        The text to write before that row: the heading of a new log, a line break if the last line
        has none, or an empty text.
    """

    columns: Sequence[str]
    separator: str
    next_row: int
    missing: str


def _log_start(path: Path, columns: Sequence[str]) -> _LogStart:
    """Return the state of a log before a game is added to it.

    Parameters
    ----------
    path
        The log.
    columns
        The names of its columns if the file is missing or empty.

    Raises
    ------
    UsageError
        If the file is not CSV in UTF-8, or its columns do not all have different names.
    """
    content = read_file(path, "log", CSV, TABLE_LIMITS.file_bytes) if path.exists() else b""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError(f"{path} is not UTF-8; save its sheet as 'CSV UTF-8'") from None
    sheet = csv_rows(content, str(path))
    unfinished = "" if text.endswith("\n") or not text else "\n"
    if not sheet.rows:
        heading = f"{unfinished}{','.join(columns)}\n"
        return _LogStart(columns, ",", sheet.last + 2, heading)
    names = [plain_name(name) for name in sheet.rows[0][1]]
    for name in names:
        if not name:
            raise UsageError(f"{path} has a column without a name; give it one")
        if names.count(name) > 1:
            raise UsageError(f"{path} has two columns {name}; give one of them another name")
    return _LogStart(names, sheet.separator, sheet.last + 1, unfinished)


def record_game(selection: Selection, log: str | None) -> None:
    """Prompt for the results of a game that people played, and add a row with them to a log.

    Invalid answers are reported on stderr, and all values are prompted for again.

    Parameters
    ----------
    selection
        The options that select the study.
    log
        The path of the log, a CSV file, which is created if it is missing. None if the user named
        no log, which is an error.

    Raises
    ------
    UsageError
        If `log` is None, if the log is not a CSV file with valid columns, or if the options name no
        valid study.
    OSError
        If the log cannot be written.
    StoppedError
        If the user stopped the prompts. The log is then unchanged.
    FathomError
        If an installed game or a strategy cannot be loaded.
    """
    if log is None:
        raise UsageError("name the log that --record adds to, for example log.csv")
    study, game, columns = _resolve(selection)
    path = Path(log)
    start = _log_start(path, columns)
    rules = "; ".join(study.changes)
    fixed = {"players": str(study.players), "variant": study.variant, "rules": rules}
    cells = {column: fixed.get(column, "") for column in start.columns}
    check_columns(path, cells, game)
    seats = range(study.players + 1, game.seats[1] + 1)
    idle = {*fixed, *(f"{column}_{seat}" for column in ("seat", "score") for seat in seats)}
    players = counted(study.players, "player")
    print_notice(f"adding a game of {players} to {path}; press Enter for unknown values.")
    while True:
        _prompt(cells, idle)
        try:
            check_row(path, start.next_row, {**cells, **fixed}, game, fixed)
            break
        except UsageError as error:
            print_error(f"{error}; correct it, and press Enter to keep the other values")
    with path.open("a", encoding="utf-8", newline="") as file:
        file.write(start.missing)
        writer = csv.writer(file, delimiter=start.separator, lineterminator="\n")
        writer.writerow(map(escape_formula, cells.values()))
    print_notice(f"added the game to {path}, in row {start.next_row}.")


def _prompt(cells: dict[str, str], idle: Collection[str]) -> None:
    """Prompt for the text of each cell, and put the answers into `cells`.

    Parameters
    ----------
    cells
        The texts of the cells by column, which are the defaults of the prompts.
    idle
        The columns that are not prompted for.

    Raises
    ------
    StoppedError
        If the user stopped the prompts, for example with Ctrl-C.
    """
    for column, text in cells.items():
        if column in idle:
            continue
        prompt = column.removeprefix("counts.").replace("_", " ")
        try:
            cells[column] = typer.prompt(prompt, text, show_default=bool(text), err=True)
        except typer.Abort:
            raise StoppedError("stopped; no game was added") from None
