"""Carrying out a plan: play it, keep what is played, write what was found, and show it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.analysis.compiling import announce_compiling
from reports.analysis.execution import Execution, OtherPlayersDepth, made_with, wanted_cluster
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
from simulate.output.messages import hushed, mention, print_text, say, tell
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

#: The most significant digits that a number has.
MOST_DIGITS = 17


def carry_out(
    plan: Plan,
    jobs: int,
    results: OutputOptions,
    depth: OtherPlayersDepth | None = None,
    keep_games: Sequence[str] = (),
    journals: Sequence[Journal] = (),
) -> ExitCode:
    """Play a plan, write what was found, and show it.

    Files are written before anything is shown, so that nothing on the way of what is shown
    loses them; if they cannot be written, what was found is shown all the same. The `journals` hold
    what was played before elsewhere.
    """
    path = _path_of(plan, results, keep_games)
    tables, charts = plan.output_names() if path else ((), ())
    if not results.as_json:
        load_what_shows()
    folder = folders.Folder(
        path, folders.file_names(tables, charts), plan.id, partial(goes_on, plan)
    )
    with folder, ProgressDisplay(hushed[0]) as live:
        journal = Journal()
        if folder.path:
            file, whole = folder.place / folders.JOURNAL, folder.is_whole
            journal = journal_of(plan, file, fresh=results.fresh, whole=whole, shown=folder.path)
        for earlier in journals:
            journal.absorb(earlier)
        kept = _keeper_of_games(plan, folder, keep_games, results.digits)
        watchers = {"games": kept} if kept else NO_WATCHERS
        playing = Execution(jobs, results.confidence, live, watchers, other_players=depth)
        with kept_in(journal, f"in {path}"):
            found = play_with_progress(plan, playing)
        # After Ctrl-C nobody waits, and the same command draws them.
        draws = not results.no_charts and found.exit_code is not ExitCode.INTERRUPTED
        writing = partial(_write, found, results, kept, journal, live if draws else None)
        failed, written, undrawn = None, False, ""
        try:
            with shielded():  # it is written whole, also while the command is asked to stop
                try:
                    written = folder.put(writing, partial=bool(found.interrupted))
                except FathomError as error:
                    failed = error
        except KeyboardInterrupt:
            undrawn = "while charts were drawn and files written"
        if not written:
            journal.flush()
    try:
        show(found, results)
        if written and not results.as_json:
            print_text(f"Tables{' and charts' if draws and not undrawn else ''} are in {path}")
    except KeyboardInterrupt:
        undrawn = "while the results were shown"
    if failed:
        raise failed
    if path and not written:
        mention(f"the earlier results in {path} were kept")
    where = f"in {path}" if path else ""
    if undrawn:
        mention(f"interrupted {undrawn}; {how_to_go_on(where)}")
        return ExitCode.INTERRUPTED
    tell_exit(found, where)
    return found.exit_code


def _keeper_of_games(
    plan: Plan, folder: folders.Folder, names: Sequence[str], digits: int
) -> KeptGames | None:
    """Return the writer of the rows of games into files of these names; None without names."""
    if not names:
        return None
    from reports.run.kept_games import KeptGames

    files = [folder.building / name for name in names]
    return KeptGames(files, plan.study, folder.place / folders.SPOOL, digits, mention)


def _path_of(plan: Plan, results: OutputOptions, keep_games: Sequence[str]) -> Path | None:
    """Return the folder that is to be written, if one is, and check what goes into it."""
    if not 1 <= results.digits <= MOST_DIGITS:
        raise UsageError(f"--digits cannot be {results.digits}; give 1 to {MOST_DIGITS}")
    path = results.out or (None if results.as_json else folders.place_in_runs(plan.name, plan.id))
    if path is None and (keep_games or results.excel):
        option = "--excel" if results.excel else "--keep-games"
        raise UsageError(f"{option} writes files: name a folder with --out DIR")
    return path


def load_what_shows() -> None:
    """Load what shows findings before anything is played: after Ctrl-C nobody waits for it."""
    for name in ("pandas", "reports.page.compose"):
        import_module(name)


def play_with_progress(plan: Plan, playing: Execution) -> Result:
    """Play a plan, and show on stderr what is compiled and how far it is."""
    others = plan.other_players(playing.other_players) if playing.other_players else ()
    announce_compiling(plan.compiled, [*plan.strategies, *others])
    if said := plan.announcement:
        say(said)
    if not wanted_cluster[0]:
        return plan.check_and_play(playing)
    from simulate.cli.cluster import cluster_plays  # with all that Dask brings

    with cluster_plays(wanted_cluster[0]):
        return plan.check_and_play(playing)


def show(found: Result, results: OutputOptions) -> None:
    """Print what was found: as JSON, or the first page, or all of it."""
    if results.as_json:
        print_text(json_text(found.summary))
        return
    terminal.show(found.document(), full=results.full)
    playing = found.summary["elapsed_s"]
    speed = f"{found.games / playing:,.0f} a second" if playing else "played earlier"
    print_text()
    terminal.say(
        f"{found.games:,} games, {speed}, {command_seconds():.1f} s in all; seed "
        f"{found.plan.study.seed}, fingerprint {found.tally_id[:12]}"
    )


def tell_exit(found: Result, where: str) -> None:
    """Say on stderr why a command does not leave with 0, and where its games are kept."""
    if found.exit_code is ExitCode.INTERRUPTED:
        levels = " while other players were asked"
        told = f"; {found.interrupted}" if found.interrupted else levels
        mention(f"interrupted{told}; {how_to_go_on(where)}")
    elif found.difference:
        tell(
            f"this is not the pinned fingerprint; first difference: {found.difference}; after "
            "editing a study, delete its tally_id line and its [pinned] tables"
        )


def _write(
    found: Result,
    results: OutputOptions,
    kept: KeptGames | None,
    journal: Journal,
    live: ProgressDisplay | None,
    folder: Path,
) -> None:
    """Write everything into a folder; charts only where `live` shows how far they are."""
    write_found(found, folder, digits=results.digits)
    if results.excel:
        from reports.writing.table_files import write_workbook

        write_workbook(found.tables, folder / folders.WORKBOOK)
    if kept:
        kept.close()
        kept.check(found.tally_id)
        if found.interrupted:
            kept.keep_spool(folder)
    journal.write_to(folder / folders.JOURNAL)
    if live:
        charts = found.chart_list
        live.begin("drawing charts", total=len(charts), unit="charts")
        for done, chart in enumerate(charts):
            if is_stop_pending():
                break
            live.show(done)
            save_chart(chart, folder)


def write_found(
    found: Result,
    folder: Path,
    more: Mapping[str, pd.DataFrame] | None = None,
    digits: int = OutputOptions.digits,
) -> None:
    """Write the study, the summary and the tables, and `more` of them, into an existing folder."""
    text = copy_code(found.study_file(pinned=True), folder)
    (folder / folders.STUDY_FILE).write_text(text, encoding="utf-8")
    (folder / folders.SUMMARY_FILE).write_text(json_text(found.summary) + "\n", encoding="utf-8")
    from reports.writing.table_files import write_tables

    write_tables({**found.tables, **(more or {})}, folder, digits)


def journal_of(plan: Plan, file: Path, *, fresh: bool, whole: bool, shown: Path) -> Journal:
    """Return the journal of what is to be played, kept in a file, with what was played before.

    It begins anew if that is asked for (`fresh`), or if what was played before is something else,
    or was played by other code, and was finished (`whole`), so that nothing is lost; else that is a
    `UsageError`, which calls the file what is `shown`.
    """
    specs = [strategy.full_spec for strategy in plan.strategies]
    head = {"games": plan.games_id, "made_with": made_with(plan.study.game, specs)}
    new = Journal(file, head, mention)
    earlier = None if fresh else Journal.read(file, mention)
    if earlier is None:
        if file.exists() and not fresh:
            mention(f"{file} is no journal that can be read, so all is played anew")
        return new
    why = _other(earlier.head, head)
    if not why:
        return earlier
    if not earlier.holds_any:  # begun, and never written
        return new
    if not whole:
        raise UsageError(
            f"{shown} holds games that were not played to the end, and {why}, so they "
            "cannot be gone on with; give --fresh to play anew, or choose another place with --out"
        )
    mention(f"{why}, so all is played anew")
    return new


@contextmanager
def kept_in(journal: Journal, where: str) -> Iterator[None]:
    """Keep what is played in a journal; who interrupts is told how to go on from there."""
    with use_journal(journal):
        try:
            yield
        except KeyboardInterrupt:
            journal.flush()
            if not journal.holds_any:
                raise
            raise StoppedError(f"interrupted; {how_to_go_on(where)}") from None


def how_to_go_on(where: str) -> str:
    """Say after an interruption where games are kept, as in ``"in runs/x"``, or that none are."""
    if not where:
        return "nothing is kept, as no folder was named with --out"
    return f"what was played is kept {where}, and the same command goes on from there"


def goes_on(plan: Plan, place: Path) -> bool:
    """Tell whether a plan goes on from the results in a folder, or from what is begun there."""
    earlier = Journal.read(place / folders.JOURNAL)
    if earlier is None or earlier.head.get("games") != plan.games_id:
        return False
    summary = folders.summary_in(place)
    try:
        return not summary or plan.extends(summary)
    except (KeyError, IndexError, TypeError):
        return False  # it is of something else


def _other(earlier: dict[str, Any], now: dict[str, Any]) -> str:
    """Say why what was played before cannot be gone on with; nothing if it can."""
    if earlier == now:
        return ""
    if earlier.get("games") != now["games"]:
        return "they are of another study"
    before, today = earlier.get("made_with"), now["made_with"]
    before = before if isinstance(before, dict) else {}
    if before.get("fathom") != today["fathom"]:
        return f"they were played by Fathom {before.get('fathom')}, and this is {today['fathom']}"
    if before.get("game_version") != today["game_version"]:
        return "the game has another version now"
    return "the code of the game, of a strategy or of Fathom changed since"


@dataclass(frozen=True)
class FolderContents:
    """What one folder holds: the study that was played, which deals, and what came of them."""

    folder: str
    study: Study
    lineup: Sequence[Strategy]
    journal: Journal
    ranges: Ranges


def merge(folders: Sequence[str]) -> tuple[RunPlan, Sequence[Journal], str]:
    """Make the plan that has all deals of several folders, with their journals and words on it."""
    if len(folders) < 2:
        raise UsageError("there is nothing to add to; name two or more folders of runs")
    shares = [_read(folder) for folder in folders]
    first = shares[0]
    today = made_with(first.study.game, [one.full_spec for one in first.lineup])
    for share in shares:
        if share.study.games_id != first.study.games_id:
            raise UsageError(
                f"{share.folder} is of another study than {first.folder}: "
                f"{_difference(first.study, share.study)}"
            )
        if share.journal.head.get("made_with") != today:
            raise UsageError(
                f"{share.folder} was played by other code than this: another version of Fathom, of "
                "the game or of a strategy; add its games with the version that played them, or "
                "play it again"
            )
    ranges = merge_ranges(one for share in shares for one in share.ranges)
    said = f"deals {describe_ranges(ranges)} of {len(shares)} runs"
    if twice := sum(count_deals(share.ranges) for share in shares) - count_deals(ranges):
        said += f"; {twice:,} deals are in more than one of them and are counted once"
    if missing := find_gaps(ranges):
        said += f"; deals {describe_ranges(missing)} are in none of them"
    plan = RunPlan(Selection(source=first.folder, deals=format_ranges(ranges)))
    return plan, [share.journal for share in shares], said


def _read(folder: str) -> FolderContents:
    if not Path(folder).is_dir():
        raise UsageError(f"there is no folder {folder}; name the folders of runs")
    study, lineup = resolve_study(Selection(source=folder))
    journal = Journal.read(Path(folder) / folders.JOURNAL)
    if journal is None:
        raise UsageError(
            f"{folder} holds no journal of its games, so they cannot be added; play them again "
            "with 'fathom run --out' and another folder"
        )
    ranges = find_journaled_ranges(study, lineup, journal)
    if not ranges:
        raise UsageError(
            f"the journal in {folder} is not of the study in it, or was played by other code; play "
            "it again"
        )
    return FolderContents(folder, study, lineup, journal, ranges)


def _difference(one: Study, other: Study) -> str:
    """Say in what two studies differ first."""
    for name in ("called", "players", "seed", "lineup", "rotate"):
        a, b = getattr(one, name), getattr(other, name)
        if a != b:
            return f"{name if name != 'called' else 'game'} is {as_typed(b)}, not {as_typed(a)}"
    values, others = one.values, other.values
    for name, value in values.items():
        if others.get(name) != value:
            return f"rule {name} is {as_typed(others.get(name))}, not {as_typed(value)}"
    return "a game or a strategy has the same name and another file"
