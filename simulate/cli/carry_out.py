"""Carry out a plan: play it, keep its games in a journal, write the results and print them."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.analysis.compiling import announce_compiling
from reports.analysis.execution import Execution, Machine, OtherPlayersDepth, made_with
from reports.analysis.plan import Plan, Result
from reports.analysis.selection import resolve_study
from reports.robust.stronger_player import explain_unusable_player
from reports.run.plan import RunPlan
from reports.writing import terminal
from reports.writing.chart_frame import save_chart
from reports.writing.progress import ProgressDisplay
from reports.writing.workload import CHART_SECONDS, CHARTS, ExpectedStep
from simulate.cli.earlier_version import find_earlier_version
from simulate.command_options import OutputOptions, Selection
from simulate.errors import ExitCode, FathomError, StoppedError, UsageError
from simulate.output import folder as folders
from simulate.output.json_text import json_text
from simulate.output.messages import (
    is_quiet,
    print_error,
    print_message,
    print_notice,
    print_text,
)
from simulate.play.journal import NO_WATCHERS, Journal, use_journal
from simulate.play.run import find_journaled_ranges
from simulate.play.signals import is_stop_pending, shielded
from simulate.rules.kinds import written as as_typed
from simulate.strategy import Strategy
from simulate.study import Study
from simulate.study.ranges import (
    Ranges,
    count_deals,
    describe_ranges,
    find_gaps,
    format_ranges,
    merge_ranges,
)
from simulate.study.text import copy_code

if TYPE_CHECKING:
    import pandas as pd

    from reports.run.kept_games import KeptGames

#: The maximum number of significant digits in CSV files. No two floating-point numbers agree in 17
#: digits.
MOST_DIGITS = 17


def carry_out(
    plan: Plan,
    machine: Machine,
    output: OutputOptions,
    other_players: OtherPlayersDepth | None = None,
    *,
    keep_games: Sequence[str] = (),
    journals: Sequence[Journal] = (),
) -> ExitCode:
    """Play a plan, write and print the results, and return the exit code of the command.

    All files but the charts are written before anything is printed, so that an error while printing
    loses no results. If the files cannot be written, the results are printed nevertheless. Charts
    are drawn last, because nobody needs to wait for them to read the results.

    Parameters
    ----------
    plan
        The plan.
    machine
        The threads or the cluster that play the games.
    output
        The options for the printed output and the written files.
    other_players
        The thoroughness of the check with other players; None for no check.
    keep_games
        The names of the files to write with one row per game.
    journals
        Journals of other folders. Their games of this plan are not played again.

    Raises
    ------
    UsageError
        If an option is invalid, or the folder contains anything that must not be replaced.
    StoppedError
        On Ctrl-C while games are played, if finished games were kept and there are no results yet.
    KeyboardInterrupt
        On Ctrl-C, if no games were finished.
    FathomError
        If the game or a strategy fails, or the files cannot be written.
    """
    folder = _output_folder(plan, output, keep_games)
    path = folder.path
    if not output.as_json:
        load_display_modules()
    with folder:
        with ProgressDisplay(is_quiet()) as live:
            journal = _journal_in(folder, plan, output, journals)
            kept_games = _games_writer(plan, folder, keep_games, output.digits)
            execution = Execution(
                machine.jobs,
                output.confidence,
                live,
                {"games": kept_games} if kept_games else NO_WATCHERS,
                other_players=other_players,
            )
            with kept_in(journal, f"in {path}"):
                result = play_with_progress(plan, execution, machine.cluster)
            write = partial(_write_files, result, output, kept_games, journal)
            files = _shielded_writing(
                partial(folder.put, write, partial=bool(result.interrupted)),
                "while files were written",
            )
            if not files.is_done:
                journal.flush()
        charts, interruption = _present(result, output, folder, files)
    code = _finish(result, path, files, charts, interruption)
    if path and plan.command == "run" and code is not ExitCode.INTERRUPTED:
        _offer_comparison(path)
    return code


def _offer_comparison(path: Path) -> None:
    """Print how to compare a run with the last run of another version of the game's file."""
    earlier = find_earlier_version(path)
    if earlier:
        command = shlex.join(["fathom", "compare", str(earlier), str(path)])
        print_notice(f"the game's file has changed since an earlier run; to compare: {command}")


@dataclass(frozen=True)
class _Writing:
    """The outcome of writing files."""

    #: True if the files were written.
    is_done: bool = False
    #: The error that prevented writing; None if there was none.
    error: FathomError | None = None
    #: A clause on when Ctrl-C was pressed, such as "while files were written"; empty if it was not.
    interruption: str = ""


def _shielded_writing(write: Callable[[], bool], period: str) -> _Writing:
    """Write files without being stopped by Ctrl-C, and return the outcome.

    `write` writes the files, and returns True if it did. `period` is a clause on when this is, such
    as "while files were written".
    """
    is_done = False
    failure = None
    try:
        with shielded():
            try:
                is_done = write()
            except FathomError as error:
                failure = error
    except KeyboardInterrupt:  # `shielded` raises it after `write` has ended.
        return _Writing(is_done, failure, period)
    return _Writing(is_done, failure)


def _present(
    result: Result, output: OutputOptions, folder: folders.Folder, files: _Writing
) -> tuple[_Writing, str]:
    """Print results, draw their charts, and print the name of the folder.

    `files` is the outcome of writing all files but the charts.

    Returns
    -------
    _Writing
        The outcome of writing the charts.
    str
        A clause on when Ctrl-C was pressed, such as "while the results were printed"; empty if it
        was not.
    """
    charts = _Writing()
    try:
        charts = _show_then_draw(result, output, folder, files)
        interruption = files.interruption or charts.interruption
        place = ""
        if files.is_done:
            has_charts = charts.is_done and not charts.interruption
            place = f"{'tables and charts' if has_charts else 'tables'}: {folder.path}"
        show_ending(result, output, place)
    except KeyboardInterrupt:
        return charts, "while the results were printed"
    return charts, interruption


def _show_then_draw(
    result: Result, output: OutputOptions, folder: folders.Folder, files: _Writing
) -> _Writing:
    """Print results, then draw their charts, and return the outcome of writing the charts.

    No charts are drawn if the other files were not written, or after Ctrl-C. In the latter case,
    the same command, repeated, draws them. If printing fails, the charts are drawn nevertheless.
    """
    is_interrupted = files.interruption or result.exit_code is ExitCode.INTERRUPTED
    draws = files.is_done and not is_interrupted and not output.no_charts
    try:
        show(result, output)
    except Exception:
        if draws:
            _add_charts(result, folder)
        raise
    return _add_charts(result, folder) if draws else _Writing()


def _add_charts(result: Result, folder: folders.Folder) -> _Writing:
    """Draw the charts of a result, add them to its folder, and return the outcome."""
    with ProgressDisplay(is_quiet()) as live:
        draw = partial(_draw_charts, result, live)
        return _shielded_writing(partial(folder.add_charts, draw), "while charts were drawn")


def _finish(
    result: Result, path: Path | None, files: _Writing, charts: _Writing, interruption: str
) -> ExitCode:
    """Print the notices that end a command, and return its exit code.

    `path` is the folder of the results, or None. `files` and `charts` are the outcomes of writing
    them. `interruption` is a clause on when Ctrl-C was pressed; empty if it was not.

    Raises
    ------
    FathomError
        If the files or charts could not be written.
    """
    error = files.error or charts.error
    if error:
        raise error
    if path and not files.is_done:
        print_notice(f"the earlier results in {path} were kept")
    place = f"in {path}" if path else ""
    if interruption:
        print_notice(f"interrupted {interruption}; {how_to_continue(place)}")
        return ExitCode.INTERRUPTED
    explain_exit_code(result, place)
    return result.exit_code


def _output_folder(plan: Plan, output: OutputOptions, keep_games: Sequence[str]) -> folders.Folder:
    """Return the folder for a plan's results. Its path is None if no files are to be written.

    Raises
    ------
    UsageError
        If an option writes files and no folder is given, or the number of digits is out of range.
    """
    path = _output_path(plan, output, keep_games)
    tables, charts = plan.output_names() if path else ((), ())
    names = folders.file_names(tables, charts)
    return folders.Folder(path, names, plan.id, partial(continues, plan))


def _output_path(plan: Plan, output: OutputOptions, keep_games: Sequence[str]) -> Path | None:
    """Return the path of the folder to write, or None to write no files.

    Raises
    ------
    UsageError
        If an option writes files and no folder is given, or the number of digits is out of range.
    """
    if not 1 <= output.digits <= MOST_DIGITS:
        raise UsageError(f"--digits cannot be {output.digits}; give 1 to {MOST_DIGITS}")
    if output.out:
        return output.out
    if not output.as_json:
        return folders.place_in_runs(plan.name, plan.id)
    if keep_games or output.excel:
        option = "--excel" if output.excel else "--keep-games"
        raise UsageError(f"{option} writes files; name a folder for them with --out DIR")
    return None


def _journal_in(
    folder: folders.Folder, plan: Plan, output: OutputOptions, journals: Sequence[Journal]
) -> Journal:
    """Return the journal for the games of a plan, with the games of `journals` added to it.

    It is stored in the folder, or only in memory if no folder is written.

    Raises
    ------
    UsageError
        If the journal has games of an unfinished run that this plan cannot continue.
    FathomError
        If the file of the journal cannot be read.
    """
    if folder.path:
        file = folder.place / folders.JOURNAL
        journal = open_journal(
            plan, file, fresh=output.fresh, is_whole=folder.is_whole, shown_path=folder.path
        )
    else:
        journal = Journal()
    for earlier in journals:
        journal.absorb(earlier)
    return journal


def _games_writer(
    plan: Plan, folder: folders.Folder, names: Sequence[str], digits: int
) -> KeptGames | None:
    """Return a watcher that writes a row per game into each of the named files.

    The result is None if `names` is empty.

    `digits` is the number of significant digits in CSV files.
    """
    if not names:
        return None
    from reports.run.kept_games import KeptGames

    files = [folder.building / name for name in names]
    return KeptGames(files, plan.study, folder.place / folders.SPOOL, digits, print_notice)


def load_display_modules() -> None:
    """Import the modules that print results before playing, so that Ctrl-C is answered at once."""
    for name in ("pandas", "reports.page.compose"):
        import_module(name)


def play_with_progress(plan: Plan, execution: Execution, cluster: str) -> Result:
    """Play a plan and return its result. Messages on compiling and progress go to stderr.

    Parameters
    ----------
    plan
        The plan.
    execution
        The settings for playing.
    cluster
        The address of the cluster that plays; empty for the threads of this process.

    Raises
    ------
    UsageError
        If the options of the plan contradict each other, or the cluster does not answer.
    FathomError
        If the game or a strategy fails.
    KeyboardInterrupt
        If it was interrupted before any games were finished.
    """
    strategies = list(plan.strategies)
    if execution.other_players:
        strategies += plan.other_players(execution.other_players)
        if execution.other_players.thorough:
            reason = explain_unusable_player(plan.compiled)
            if reason:
                print_notice(f"the learned player is left out: {reason}")
    announce_compiling(plan.compiled, strategies)
    if plan.announcement:
        print_message(plan.announcement)
    if not cluster:
        return plan.check_and_play(execution)
    from simulate.cli.cluster import cluster_plays  # This imports Dask.

    with cluster_plays(cluster):
        return plan.check_and_play(execution)


#: A hint on how to see the parts of the report that the first page leaves out.
_MORE = "Details: --full"


def show(result: Result, output: OutputOptions) -> None:
    """Print a result: as JSON, as its first page, or as the whole report."""
    if output.as_json:
        print_text(json_text(result.summary), flush=True)
    else:
        terminal.show(result.document(), full=output.full)


def show_ending(result: Result, output: OutputOptions, place: str) -> None:
    """Print the line that ends the first page or the report; nothing after JSON.

    The fingerprint and the seed are printed with the whole report only, because designers rarely
    need them. `place` says which files were written where; empty if none were written.
    """
    if output.as_json:
        return
    if output.full:
        parts = [f"Fingerprint {result.tally_id[:12]}", _describe_repetition(result), place]
    else:
        parts = [_MORE, place]
    terminal.say("; ".join(part for part in parts if part))


def _describe_repetition(result: Result) -> str:
    """Return words on the seed that gives the same games; "" if stored results were read."""
    if result.origin.stored:
        return ""
    return f"the same games again: --seed {result.plan.study.seed}"


def explain_exit_code(result: Result, place: str) -> None:
    """Print on stderr that a command was interrupted, or how its results differ from their pins.

    Other exit codes are explained in the report.

    Parameters
    ----------
    result
        The result.
    place
        The place of the games, with a preposition, such as "in runs/x"; empty if they are not kept.
    """
    if result.exit_code is ExitCode.INTERRUPTED:
        reached = f"; {result.interrupted}" if result.interrupted else " while other players played"
        print_notice(f"interrupted{reached}; {how_to_continue(place)}")
    elif result.difference:
        print_error(
            "the fingerprint is not the pinned one; first difference: "
            f"{result.difference}; if you have edited the study, delete its tally_id line and its "
            "[pinned] tables"
        )


def _write_files(
    result: Result,
    output: OutputOptions,
    kept_games: KeptGames | None,
    journal: Journal,
    folder: Path,
) -> None:
    """Write all files of a result but the charts into a folder.

    `output` says whether a workbook is written, and the number of digits. The files of single games
    in `kept_games`, if there are any, are completed.

    Raises
    ------
    OSError
        If a file cannot be written.
    FathomError
        If the files of single games do not hold the games that were counted.
    """
    write_result(result, folder, digits=output.digits)
    if output.excel:
        from reports.writing.table_files import write_workbook

        write_workbook(result.tables, folder / folders.WORKBOOK)
    if kept_games:
        kept_games.close()
        kept_games.check(result.tally_id)
        if result.interrupted:
            kept_games.keep_spool(folder)
    journal.write_to(folder / folders.JOURNAL)


def _draw_charts(result: Result, live: ProgressDisplay, folder: Path) -> None:
    """Draw the charts of a result into a folder, one by one until Ctrl-C is pressed."""
    charts = result.chart_list
    unit = "chart" if len(charts) == 1 else "charts"
    live.expect_steps(ExpectedStep(CHARTS, seconds=CHART_SECONDS * len(charts)))
    live.begin("Drawing", total=len(charts), unit=unit, step=CHARTS)
    for number, chart in enumerate(charts):
        if is_stop_pending():
            break
        live.show(number)
        save_chart(chart, folder)


def write_result(
    result: Result,
    folder: Path,
    more_tables: Mapping[str, pd.DataFrame] | None = None,
    digits: int = OutputOptions.digits,
) -> None:
    """Write the study file, the summary and the tables of a result into an existing folder.

    Parameters
    ----------
    result
        The result.
    folder
        The folder.
    more_tables
        Further tables, by name.
    digits
        The significant digits of numbers in CSV files.

    Raises
    ------
    OSError
        If a file cannot be written.
    """
    text = copy_code(result.study_file(pinned=True), folder)
    (folder / folders.STUDY_FILE).write_text(text, encoding="utf-8")
    summary = json_text(result.summary) + "\n"
    (folder / folders.SUMMARY_FILE).write_text(summary, encoding="utf-8")
    from reports.writing.table_files import write_tables

    write_tables({**result.tables, **(more_tables or {})}, folder, digits)


def open_journal(
    plan: Plan, file: Path, *, fresh: bool, is_whole: bool, shown_path: Path
) -> Journal:
    """Return the journal in which a plan's games are kept, with the games that it already has.

    The journal is empty if `fresh` is True, or if the file is not a readable journal. It is also
    empty if the games in the file belong to another study, or were played by other code, and their
    results are complete, so that nothing is lost. A notice says why such games are not used.

    Parameters
    ----------
    plan
        The plan to play.
    file
        The file of the journal.
    fresh
        True to start over.
    is_whole
        True if the results of the games in the journal are complete.
    shown_path
        The folder or file of the results, for the message of the error.

    Raises
    ------
    UsageError
        If the journal has games of an unfinished run that this plan cannot continue.
    FathomError
        If the file cannot be read.
    """
    specs = [strategy.full_spec for strategy in plan.strategies]
    head = {"games": plan.games_id, "made_with": made_with(plan.study.loaded_game, specs)}
    journal = Journal(file, head, print_notice)
    earlier = None if fresh else Journal.read(file, print_notice)
    if earlier is None:
        if file.exists() and not fresh:
            print_notice(f"{file} is not a readable journal, so all games are played again")
        return journal
    reason = _why_not_continued(earlier.head, head)
    if not reason:
        return earlier
    if not earlier.holds_any:  # The earlier command finished no games.
        return journal
    if not is_whole:
        raise UsageError(
            f"{shown_path} contains an unfinished run that cannot be continued: {reason}; give "
            "--fresh to start over, or choose another place with --out"
        )
    print_notice(f"{reason}, so all games are played again")
    return journal


@contextmanager
def kept_in(journal: Journal, place: str) -> Iterator[None]:
    """Return a context manager within which all games that are played are kept in a journal.

    `place` says where the journal is, such as "in runs/x", for the message of the error.

    Raises
    ------
    StoppedError
        On Ctrl-C, if the journal has games. The message says how to continue.
    KeyboardInterrupt
        On Ctrl-C, if the journal has no games yet.
    FathomError
        If the journal is damaged.
    """
    with use_journal(journal):
        try:
            yield
        except KeyboardInterrupt:
            journal.flush()
            if not journal.holds_any:
                raise
            raise StoppedError(f"interrupted; {how_to_continue(place)}") from None


def how_to_continue(place: str) -> str:
    """Return the part of a message that says how to continue after an interruption.

    Parameters
    ----------
    place
        The place of the games that were played, with a preposition, such as "in runs/x". Empty if
        the games are not kept.
    """
    if not place:
        return "nothing is kept, because no folder was named with --out"
    return f"the games played are kept {place}, and the same command continues from there"


def continues(plan: Plan, place: Path) -> bool:
    """Return True if a plan continues the results, or the unfinished run, in the folder `place`.

    Raises
    ------
    FathomError
        If the journal or the summary in the folder cannot be read.
    """
    earlier = Journal.read(place / folders.JOURNAL)
    if earlier is None or earlier.head.get("games") != plan.games_id:
        return False
    summary = folders.summary_in(place)
    try:
        return not summary or plan.extends(summary)
    except (KeyError, IndexError, TypeError):
        return False  # The summary is of another kind of plan.


def _why_not_continued(earlier: dict[str, Any], now: dict[str, Any]) -> str:
    """Return the reason why a command cannot continue the games of a journal; empty if it can.

    Parameters
    ----------
    earlier
        The first record of the journal, which describes its run.
    now
        The record that this command would write.
    """
    if earlier == now:
        return ""
    if earlier.get("games") != now["games"]:
        return "its games are of another study"
    before = earlier.get("made_with")
    if not isinstance(before, dict):
        before = {}
    today = now["made_with"]
    if before.get("fathom") != today["fathom"]:
        return (
            f"its games were played by Fathom {before.get('fathom')}, but this is Fathom "
            f"{today['fathom']}"
        )
    if before.get("game_version") != today["game_version"]:
        return "the version of the game has changed"
    return "the code of the game, of a strategy or of Fathom has changed"


@dataclass(frozen=True)
class FolderContents:
    """The study in the folder of a run, and its games."""

    #: The path of the folder.
    folder: str
    study: Study
    #: The strategies of the study, one for each seat.
    lineup: Sequence[Strategy]
    journal: Journal
    #: The deals whose games are in the journal.
    ranges: Ranges


def merge(paths: Sequence[str]) -> tuple[RunPlan, Sequence[Journal], str]:
    """Return a plan for `carry_out` that combines the games in several folders of runs.

    Parameters
    ----------
    paths
        The paths of at least two folders, which `fathom run` wrote with the same study.

    Returns
    -------
    RunPlan
        The plan of a run of the study on all deals that are in at least one of the folders.
    journals
        The journals of the folders, which hold all games of the plan.
    sentence
        A sentence on the combined deals, and on deals that are in several folders or missing.

    Raises
    ------
    UsageError
        If there are fewer than two folders, if a folder has no games, or if the folders have
        different studies or games that other code played.
    FathomError
        If a journal cannot be read.
    """
    if len(paths) < 2:
        raise UsageError("merge needs two or more folders of runs; name them all")
    runs = [_read_folder(path) for path in paths]
    first = runs[0]
    _check_same_study(runs)
    ranges = merge_ranges(deals for run in runs for deals in run.ranges)
    sentence = f"deals {describe_ranges(ranges)} of {len(runs)} runs"
    repeated = sum(count_deals(run.ranges) for run in runs) - count_deals(ranges)
    if repeated:
        sentence += f"; {repeated:,} deals are in more than one of them and are counted once"
    missing = find_gaps(ranges)
    if missing:
        sentence += f"; deals {describe_ranges(missing)} are in none of them"
    plan = RunPlan(Selection(source=first.folder, deals=format_ranges(ranges)))
    return plan, [run.journal for run in runs], sentence


def _check_same_study(runs: Sequence[FolderContents]) -> None:
    """Raise `UsageError` unless all folders have the same study, played by the code in use."""
    first = runs[0]
    today = made_with(first.study.loaded_game, [strategy.full_spec for strategy in first.lineup])
    for run in runs:
        if run.study.games_id != first.study.games_id:
            raise UsageError(
                f"{run.folder} has another study than {first.folder}: "
                f"{_first_difference(first.study, run.study)}"
            )
        if run.journal.head.get("made_with") != today:
            raise UsageError(
                f"{run.folder} was played by another version of Fathom, of the game or of a "
                "strategy; merge it with the version that played it, or play it again"
            )


def _read_folder(path: str) -> FolderContents:
    """Return the contents of the folder of a run.

    Raises
    ------
    UsageError
        If there is no such folder, or if its study or its journal is missing or cannot be used.
    FathomError
        If the journal is damaged.
    """
    if not Path(path).is_dir():
        raise UsageError(f"there is no folder {path}; name folders that 'fathom run' has written")
    study, lineup = resolve_study(Selection(source=path))
    journal = Journal.read(Path(path) / folders.JOURNAL)
    if journal is None:
        raise UsageError(
            f"{path} contains no journal of its games, so it cannot be merged; play it again with "
            "'fathom run --out' and another folder"
        )
    ranges = find_journaled_ranges(study, lineup, journal)
    if not ranges:
        raise UsageError(
            f"the journal in {path} belongs to another study than the study.toml there, or was "
            "written by other code; play the study again"
        )
    return FolderContents(path, study, lineup, journal, ranges)


def _first_difference(expected: Study, actual: Study) -> str:
    """Return the first difference between two different studies, such as "seed is 2, not 1".

    The value of `actual` comes first. If neither a field nor a rule differs, the text says that a
    game or a strategy has different content.
    """
    names = {"game_name": "game", "players": "", "seed": "", "lineup": "", "rotate": ""}
    for field, name_on_screen in names.items():
        before, now = getattr(expected, field), getattr(actual, field)
        if before != now:
            return f"{name_on_screen or field} is {as_typed(now)}, not {as_typed(before)}"
    for name, value in expected.values.items():
        now = actual.values.get(name)
        if now != value:
            return f"rule {name} is {as_typed(now)}, not {as_typed(value)}"
    return "a game or a strategy has the same name but different content"
