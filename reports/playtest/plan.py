"""Real games beside those simulated with each playing style in all seats."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, ClassVar, cast

import typer

from reports.analysis import selection as selections
from reports.analysis.contest_plan import ContestPlan
from reports.analysis.execution import Execution
from reports.playtest.games import (
    SimulatedGames,
    check_columns,
    check_row,
    columns_for,
    read_log,
)
from reports.playtest.results import (
    AND,
    FEWEST,
    PlaytestDesign,
    PlaytestResults,
    PlaytestRun,
    called,
)
from reports.writing.wording import counted
from simulate.command_options import Selection
from simulate.errors import StoppedError, UsageError
from simulate.game import Game
from simulate.input_files import read_file
from simulate.output.messages import print_error, print_notice, print_text
from simulate.play.extra_runs import with_lineup
from simulate.play.run import Run, play, require_finished
from simulate.rules.spreadsheets import CSV, MOST_BYTES, csv_rows, escape_formula, plain_name
from simulate.strategy import Strategy
from simulate.study import Study
from simulate.study.fields import StudyFields
from strategies import find_strategy, strategies_for

#: Games of each playing style unless said; and which part of these two in turn have.
GAMES, PART = 2_000, 4


def _chosen(selection: Selection) -> tuple[Study, Game, list[str]]:
    """Return the study that a log is for, its game, and the columns that the log can have."""
    fields = selections.fields_for_command(selection.source, PlaytestPlan.command)
    study, _ = selections.resolve_fields(fields, selection)
    game = study.loaded_game
    return study, game, columns_for(game, study.players, study.values)


def write_template(selection: Selection, path: Path) -> None:
    """Write an empty sheet for a log; `UsageError` if there is such a file."""
    *_, columns = _chosen(selection)
    try:
        with path.open("x", encoding="utf-8", newline="") as file:
            file.write(",".join(columns) + "\n")
    except FileExistsError:
        raise UsageError(f"{path} is there already; choose another name, or move it away") from None
    print_text(f"{path}: a sheet for your games, a row each; leave empty what you do not know")


@dataclass(frozen=True)
class _LogStart:
    """A log as it is before a game is added to it."""

    columns: Sequence[str]
    separator: str
    #: The number of the row that the game gets.
    next_row: int
    #: The text to write before it: the first row of a new log, or the end of an unfinished line.
    missing: str


def _log_start(path: Path, columns: Sequence[str]) -> _LogStart:
    """Return the start of a log; if the file is missing or empty, that of a log with `columns`.

    Raises
    ------
    UsageError
        If it is not a CSV file in UTF-8 with a name for every column.
    """
    content = read_file(path, "log", CSV, MOST_BYTES) if path.exists() else b""
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
    """Prompt for the facts of a real game, and add it to a log.

    Raises
    ------
    UsageError
        If the log is missing, or cannot take the game.
    """
    if log is None:
        raise UsageError("name the log that --record adds to, as in log.csv")
    study, game, columns = _chosen(selection)
    path = Path(log)
    start = _log_start(path, columns)
    rules = "; ".join(study.changes)
    fixed = {"players": str(study.players), "variant": study.variant, "rules": rules}
    cells = {column: fixed.get(column, "") for column in start.columns}
    check_columns(path, cells, game)
    seats = range(study.players + 1, game.seats[1] + 1)
    idle = {*fixed, *(f"{what}_{seat}" for what in ("seat", "score") for seat in seats)}
    players = counted(study.players, "player")
    print_notice(f"a game of {players} is added to {path}; press Enter for what is not known.")
    wrong = "nothing is typed yet"
    while wrong:
        for column in (name for name in cells if name not in idle):
            prompt = column.removeprefix("counts.").replace("_", " ")
            is_known = bool(cells[column])
            try:
                cells[column] = typer.prompt(prompt, cells[column], show_default=is_known, err=True)
            except typer.Abort:
                raise StoppedError("stopped; no game was added") from None
        try:
            check_row(path, start.next_row, {**cells, **fixed}, game, fixed)
            wrong = ""
        except UsageError as error:
            print_error(wrong := f"{error}; once more, Enter keeps what you typed")
    with path.open("a", encoding="utf-8", newline="") as file:
        file.write(start.missing)
        writer = csv.writer(file, delimiter=start.separator, lineterminator="\n")
        writer.writerow(map(escape_formula, cells.values()))
    print_notice(f"{path} has it now, in row {start.next_row}.")


class PlaytestPlan(ContestPlan):
    """A `log`, and the study whose games it may be of, or `UsageError`."""

    command: ClassVar[str] = "playtest"
    refused_fields: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("precision", "until_decided", "ranges"), "each style has so many games"),
        "targets": "playtest judges none",
    }
    design: PlaytestDesign

    def __init__(self, selection: Selection, log: str | None = None) -> None:
        planned = "plan" in selections.file_fields(selection.source)
        # The games of a run's study are not those of each style.
        self._says_games = planned or selection.games is not None
        # A log that is typed is where the user is; that of a study lies beside it.
        super().__init__(selection, log=log and str(Path.cwd() / log if selection.file else log))

    def make_design(
        self, asked: selections.StudyRequest, options: Mapping[str, Any]
    ) -> PlaytestDesign:
        if "log" not in options:
            raise UsageError("name the log of your games, a CSV or Excel file; see --template")
        if not self._says_games:
            asked.fields.pop("games", None)
        place, fields = Path(self.source), asked.fields
        usual, lineup = selections.complete_study(fields, asked.game)
        fields.pop("lineup", None)  # of as many as usual; here each plays all seats
        path = (place if place.is_dir() else place.parent) / options["log"]
        said = {**fields, "rules": tuple(usual.changes)}
        log = read_log(path, asked.game, said, usual.players)
        fields.update(cast(StudyFields, log.table))
        named = [
            find_strategy(one, asked.game.name_or_file) for one in options.get("strategies", ())
        ]
        styles = [*strategies_for(asked.game.name_or_file).values(), *lineup, *named]
        styles = list({one.spec: one for one in styles}.values())
        return PlaytestDesign(self.complete_study(asked, GAMES), styles, log)

    def strategies_of(self, design: PlaytestDesign) -> Sequence[Strategy]:
        return design.styles

    def file_options(self, played: PlaytestDesign) -> Mapping[str, Any]:
        return {"log": "log.csv", "strategies": [one.full_spec for one in played.styles]}

    def play_design(self, playing: Execution) -> PlaytestResults:
        study, styles, players = self.study, self.design.styles, self.study.players
        game, alike = study.loaded_game, [([one] * players, study.games) for one in styles]
        # Real players differ, so two styles may be there in turn.
        fewer = max(FEWEST, study.games // PART)
        mixed = [([*pair * players][:players], fewer) for pair in combinations(styles, 2)]
        played, columns = list[Run](), []
        for lineup, games in [*alike, *mixed]:
            asked, kept = with_lineup(study, lineup, games), SimulatedGames()
            playing.live.begin(f"{game.title}: {called(asked)}", total=games)
            played.append(
                require_finished(play(asked, lineup, playing.jobs, watchers={"playtest": kept}))
            )
            columns.append(kept.columns(game, players))
        elapsed = sum(run.elapsed for run in played)
        design, jobs = self.design, playing.jobs
        run = PlaytestRun(design, tuple(played), elapsed, jobs, False, tuple(columns))
        results = PlaytestResults(run, playing.confidence)
        if not results.kinds:
            raise UsageError(f"no playing style ends {FEWEST} games; give more --games")
        best = results.ranked[0].split(AND)[0]
        self.base_strategy = next(style for style in styles if style.spec == best)
        return results
