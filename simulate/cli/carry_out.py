"""Carrying out a plan: play it, keep what is played, write the results and show them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
from reports.run.plan import RunPlan
from reports.writing import terminal
from reports.writing.chart_frame import save_chart
from reports.writing.progress import ProgressDisplay, command_seconds
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

#: The number of significant digits that identifies every floating-point number.
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
    """Play a plan, write the results and show them.

    Files are written before anything is shown, so that an error while showing loses no results. If
    the files cannot be written, the results are shown all the same.

    Parameters
    ----------
    plan
        The plan.
    machine
        The threads or the cluster that play.
    output
        The options for what is printed and written.
    other_players
        How other players are used; None to use none.
    keep_games
        The names of the files that get a row for each game.
    journals
        Journals of other folders with games of this plan, which are not played again.

    Raises
    ------
    UsageError
        If an option is invalid, or the folder belongs to something else.
    FathomError
        If the files cannot be written.
    """
    folder = _output_folder(plan, output, keep_games)
    path = folder.path
    if not output.as_json:
        load_display_modules()
    with folder, ProgressDisplay(is_quiet()) as live:
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
        # After Ctrl-C charts are left out: the same command draws them later.
        draws = not output.no_charts and result.exit_code is not ExitCode.INTERRUPTED
        write = partial(_write_files, result, output, kept_games, journal, live if draws else None)
        writing = _replace_folder(folder, write, is_partial=bool(result.interrupted))
        if not writing.is_done:
            journal.flush()
    interruption = _show_results(result, output, path, writing, has_charts=draws)
    return _finish(result, path, writing, interruption)


def _show_results(
    result: Result, output: OutputOptions, path: Path | None, writing: _Writing, *, has_charts: bool
) -> str:
    """Show results and name their folder; return when Ctrl-C was pressed, in words, or ""."""
    try:
        show(result, output)
        if writing.is_done and not output.as_json:
            is_complete = has_charts and not writing.interruption
            print_text(f"{'Tables and charts' if is_complete else 'Tables'} are in {path}")
    except KeyboardInterrupt:
        return "while the results were shown"
    return writing.interruption


def _finish(result: Result, path: Path | None, writing: _Writing, interruption: str) -> ExitCode:
    """Print the notices that end a command, and return its exit code.

    Raises
    ------
    FathomError
        If the files could not be written.
    """
    if writing.error:
        raise writing.error
    if path and not writing.is_done:
        print_notice(f"the earlier results in {path} were kept")
    place = f"in {path}" if path else ""
    if interruption:
        print_notice(f"interrupted {interruption}; {how_to_continue(place)}")
        return ExitCode.INTERRUPTED
    explain_exit_code(result, place)
    return result.exit_code


@dataclass(frozen=True)
class _Writing:
    """The outcome of writing a folder."""

    #: Whether the folder was replaced.
    is_done: bool = False
    #: Why it could not be written.
    error: FathomError | None = None
    #: When Ctrl-C was pressed, in words; empty if it was not.
    interruption: str = ""


def _replace_folder(folder: folders.Folder, write: Any, *, is_partial: bool) -> _Writing:
    """Write a folder as a whole, also while the command is asked to stop."""
    is_done = False
    failure = None
    try:
        with shielded():
            try:
                is_done = folder.put(write, partial=is_partial)
            except FathomError as error:
                failure = error
    except KeyboardInterrupt:  # raised by `shielded`, after the folder has been written
        return _Writing(is_done, failure, "while charts were drawn and files written")
    return _Writing(is_done, failure)


def _output_folder(plan: Plan, output: OutputOptions, keep_games: Sequence[str]) -> folders.Folder:
    """Return the folder of a plan's results, which has no path if no files are written.

    Raises
    ------
    UsageError
        As for `_output_path`.
    """
    path = _output_path(plan, output, keep_games)
    tables, charts = plan.output_names() if path else ((), ())
    names = folders.file_names(tables, charts)
    return folders.Folder(path, names, plan.id, partial(continues, plan))


def _output_path(plan: Plan, output: OutputOptions, keep_games: Sequence[str]) -> Path | None:
    """Return the folder to write, or None for no folder.

    Raises
    ------
    UsageError
        If an option asks for files without a folder, or the number of digits is out of range.
    """
    if not 1 <= output.digits <= MOST_DIGITS:
        raise UsageError(f"--digits cannot be {output.digits}; give 1 to {MOST_DIGITS}")
    if output.out:
        return output.out
    if not output.as_json:
        return folders.place_in_runs(plan.name, plan.id)
    if keep_games or output.excel:
        option = "--excel" if output.excel else "--keep-games"
        raise UsageError(f"{option} writes files: name a folder with --out DIR")
    return None


def _journal_in(
    folder: folders.Folder, plan: Plan, output: OutputOptions, journals: Sequence[Journal]
) -> Journal:
    """Return the journal of a folder with the games of other journals of the plan.

    It is in memory if no folder is written.
    """
    if folder.path:
        file = folder.place / folders.JOURNAL
        journal = open_journal(
            plan, file, fresh=output.fresh, is_whole=folder.is_whole, shown=folder.path
        )
    else:
        journal = Journal()
    for earlier in journals:
        journal.absorb(earlier)
    return journal


def _games_writer(
    plan: Plan, folder: folders.Folder, names: Sequence[str], digits: int
) -> KeptGames | None:
    """Return the writer of a row for each game into files of these names; None without names."""
    if not names:
        return None
    from reports.run.kept_games import KeptGames

    files = [folder.building / name for name in names]
    return KeptGames(files, plan.study, folder.place / folders.SPOOL, digits, print_notice)


def load_display_modules() -> None:
    """Import the modules that show results before playing, so that nobody waits after Ctrl-C."""
    for name in ("pandas", "reports.page.compose"):
        import_module(name)


def play_with_progress(plan: Plan, execution: Execution, cluster: str) -> Result:
    """Play a plan, with messages on compiling and progress on stderr.

    Parameters
    ----------
    plan
        The plan.
    execution
        The settings.
    cluster
        The address of the cluster that plays; empty for the threads of this process.

    Raises
    ------
    UsageError
        If the plan does not go with its options, or the cluster does not answer.
    KeyboardInterrupt
        If it was interrupted before anything was finished.
    """
    strategies = list(plan.strategies)
    if execution.other_players:
        strategies += plan.other_players(execution.other_players)
    announce_compiling(plan.compiled, strategies)
    if plan.announcement:
        print_message(plan.announcement)
    if not cluster:
        return plan.check_and_play(execution)
    from simulate.cli.cluster import cluster_plays  # imports Dask

    with cluster_plays(cluster):
        return plan.check_and_play(execution)


def show(result: Result, output: OutputOptions) -> None:
    """Print a result: as JSON, as its first page, or as the whole report."""
    if output.as_json:
        print_text(json_text(result.summary))
        return
    terminal.show(result.document(), full=output.full)
    seconds = result.summary["elapsed_s"]
    speed = f"{result.games / seconds:,.0f} per second" if seconds else "played earlier"
    print_text()
    terminal.say(f"{result.games:,} games, {speed}, {command_seconds():.1f} s in all")
    terminal.say(f"Seed {result.plan.study.seed}, fingerprint {result.tally_id[:12]}")


def explain_exit_code(result: Result, place: str) -> None:
    """Print why a command was interrupted or differs from its pins; other codes say it elsewhere.

    Parameters
    ----------
    result
        The result.
    place
        Where the games played are kept, as in "in runs/x"; empty for nowhere.
    """
    if result.exit_code is ExitCode.INTERRUPTED:
        reached = f"; {result.interrupted}" if result.interrupted else " while other players played"
        print_notice(f"interrupted{reached}; {how_to_continue(place)}")
    elif result.difference:
        print_error(
            "this is not the pinned fingerprint; first difference: "
            f"{result.difference}; if you have edited the study, delete its tally_id line and its "
            "[pinned] tables"
        )


def _write_files(
    result: Result,
    output: OutputOptions,
    kept_games: KeptGames | None,
    journal: Journal,
    live: ProgressDisplay | None,
    folder: Path,
) -> None:
    """Write everything into a folder; charts are drawn only with a display for their progress."""
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
    if live:
        _draw_charts(result, folder, live)


def _draw_charts(result: Result, folder: Path, live: ProgressDisplay) -> None:
    """Draw all charts into a folder, or those that are done when the command is asked to stop."""
    charts = result.chart_list
    live.begin("drawing charts", total=len(charts), unit="charts")
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
    """
    text = copy_code(result.study_file(pinned=True), folder)
    (folder / folders.STUDY_FILE).write_text(text, encoding="utf-8")
    summary = json_text(result.summary) + "\n"
    (folder / folders.SUMMARY_FILE).write_text(summary, encoding="utf-8")
    from reports.writing.table_files import write_tables

    write_tables({**result.tables, **(more_tables or {})}, folder, digits)


def open_journal(plan: Plan, file: Path, *, fresh: bool, is_whole: bool, shown: Path) -> Journal:
    """Return the journal in which a plan's games are kept, with the games already in it.

    The journal starts empty if `fresh`, or if its games belong to another study or to other code
    and their results are complete, so that nothing is lost.

    Parameters
    ----------
    plan
        The plan to be played.
    file
        The file of the journal.
    fresh
        Whether to start over.
    is_whole
        Whether the earlier results beside the file are complete.
    shown
        The name of the place in errors.

    Raises
    ------
    UsageError
        If the file belongs to an unfinished run that this plan cannot continue.
    """
    specs = [strategy.full_spec for strategy in plan.strategies]
    head = {"games": plan.games_id, "made_with": made_with(plan.study.game, specs)}
    new = Journal(file, head, print_notice)
    earlier = None if fresh else Journal.read(file, print_notice)
    if earlier is None:
        if file.exists() and not fresh:
            print_notice(f"{file} is no journal that can be read, so all games are played again")
        return new
    reason = _why_not_continued(earlier.head, head)
    if not reason:
        return earlier
    if not earlier.holds_any:  # a journal that was begun and never written
        return new
    if not is_whole:
        raise UsageError(
            f"{shown} contains an unfinished run that cannot be continued: {reason}; give --fresh "
            "to start over, or choose another place with --out"
        )
    print_notice(f"{reason}, so all games are played again")
    return new


@contextmanager
def kept_in(journal: Journal, place: str) -> Iterator[None]:
    """Return a context manager that keeps all games played in a journal.

    Raises
    ------
    StoppedError
        On Ctrl-C, if games are kept; the message says how to continue.
    KeyboardInterrupt
        On Ctrl-C, if no games are kept yet.
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
    """Return how to continue after an interruption, for games kept ``"in runs/x"`` or nowhere."""
    if not place:
        return "nothing is kept, because no folder was named with --out"
    return f"the games played are kept {place}, and the same command continues from there"


def continues(plan: Plan, place: Path) -> bool:
    """Return whether a plan continues the results, or the unfinished run, in a folder."""
    earlier = Journal.read(place / folders.JOURNAL)
    if earlier is None or earlier.head.get("games") != plan.games_id:
        return False
    summary = folders.summary_in(place)
    try:
        return not summary or plan.extends(summary)
    except (KeyError, IndexError, TypeError):
        return False  # the summary is of another kind of plan


def _why_not_continued(earlier: dict[str, Any], now: dict[str, Any]) -> str:
    """Return the reason why the games of a journal cannot be continued; empty if they can.

    Parameters
    ----------
    earlier
        The head of the journal.
    now
        The head that this command would write.
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
            f"its games were played by Fathom {before.get('fathom')}, and this is {today['fathom']}"
        )
    if before.get("game_version") != today["game_version"]:
        return "the version of the game has changed"
    return "the code of the game, of a strategy or of Fathom has changed"


@dataclass(frozen=True)
class FolderContents:
    """The study of a folder, and its games."""

    folder: str
    study: Study
    lineup: Sequence[Strategy]
    journal: Journal
    #: The deals whose games the journal holds.
    ranges: Ranges


def merge(paths: Sequence[str]) -> tuple[RunPlan, Sequence[Journal], str]:
    """Merge several run folders into one plan with all their deals.

    Returns
    -------
    tuple
        The plan, the journals of the folders, and a sentence on the deals.

    Raises
    ------
    UsageError
        If there are fewer than two folders, or they hold different studies, or games played by a
        different version of the code.
    """
    if len(paths) < 2:
        raise UsageError("there is nothing to merge; name two or more folders of runs")
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
    """Raise `UsageError` unless all folders hold one study, played by this version of the code."""
    first = runs[0]
    today = made_with(first.study.game, [strategy.full_spec for strategy in first.lineup])
    for run in runs:
        if run.study.games_id != first.study.games_id:
            raise UsageError(
                f"{run.folder} is of another study than {first.folder}: "
                f"{_first_difference(first.study, run.study)}"
            )
        if run.journal.head.get("made_with") != today:
            raise UsageError(
                f"{run.folder} was played by other code than this: another version of Fathom, of "
                "the game or of a strategy; merge it with the version that played it, or play it "
                "again"
            )


def _read_folder(path: str) -> FolderContents:
    """Return the contents of a run's folder, or raise `UsageError`."""
    if not Path(path).is_dir():
        raise UsageError(f"there is no folder {path}; name the folders of runs")
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
            f"the journal in {path} does not belong to the study in it, or was written by other "
            "code; play it again"
        )
    return FolderContents(path, study, lineup, journal, ranges)


def _first_difference(expected: Study, actual: Study) -> str:
    """Return the first difference between two studies, as in ``"seed is 2, not 1"``."""
    names = {"game_name": "game", "players": "", "seed": "", "lineup": "", "rotate": ""}
    for field, shown in names.items():
        before, now = getattr(expected, field), getattr(actual, field)
        if before != now:
            return f"{shown or field} is {as_typed(now)}, not {as_typed(before)}"
    for name, value in expected.values.items():
        now = actual.values.get(name)
        if now != value:
            return f"rule {name} is {as_typed(now)}, not {as_typed(value)}"
    return "a game or a strategy has the same name but another file"
