"""Carrying out a plan: play it, write what was found, show it, and leave with its exit code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from simulate.cli.options import Results
from simulate.cli.outlets.folder import (
    JOURNAL,
    SPOOL,
    STUDY_FILE,
    SUMMARY_FILE,
    WORKBOOK,
    Folder,
    file_names,
    place_in_runs,
)
from simulate.cli.outlets.json_text import json_text
from simulate.cli.outlets.live import Ahead, Live, command_seconds
from simulate.cli.outlets.messages import hushed, mention, say, tell
from simulate.cli.plans.cluster import executor_wanted
from simulate.cli.plans.execution import Playing
from simulate.cli.plans.journals import goes_on, how_to_go_on, journal_of, kept_in
from simulate.cli.plans.plan import Plan, Planned, Result
from simulate.errors import ExitCode, FathomError, UsageError
from simulate.play.journal import NOBODY, Journal
from simulate.play.signals import asked_to_stop, shielded

if TYPE_CHECKING:
    import pandas as pd

    from reports.run.kept_games import KeptGames
    from simulate.strategy import Strategy

#: About how many seconds a chart takes.
CHART_SECONDS = 0.25
#: The most significant digits that a number has, and what it has in CSV files unless said.
MOST_DIGITS, DIGITS = 17, 6


def carry_out(
    planned: Planned, jobs: int, results: Results, journals: Sequence[Journal] = ()
) -> ExitCode:
    """Play a plan, write what was found, and show it.

    Files are written before anything is shown, so that nothing on the way of what is shown
    loses them; if they cannot be written, what was found is shown all the same. The `journals` hold
    what was played before elsewhere.
    """
    plan, keep_games = planned.plan, planned.keep_games
    path = _path_of(plan, results, keep_games)
    tables, charts = plan.gives() if path else ((), ())
    if not results.as_json:
        load_what_shows()
    folder = Folder(path, file_names(tables, charts), plan.id, partial(goes_on, plan))
    with folder, Live(hushed[0]) as live:
        journal = Journal()
        if folder.path:
            file, whole = folder.place / JOURNAL, folder.is_whole
            journal = journal_of(plan, file, fresh=results.fresh, whole=whole, shown=folder.path)
        for other in journals:
            journal.absorb(other)
        kept = _keep(plan, folder, keep_games, results.digits) if keep_games else None
        watchers = {"games": kept} if kept else NOBODY
        playing = Playing(jobs, results.confidence, live, watchers, levels=planned.levels)
        live.expect_steps(Ahead(CHART_SECONDS * len(charts) * (not results.no_charts)))
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
            print(f"Tables{' and charts' if draws and not undrawn else ''} are in {path}")
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


def _path_of(plan: Plan, results: Results, keep_games: Sequence[str]) -> Path | None:
    """Return the folder that is to be written, if one is, and check what goes into it."""
    if not 1 <= results.digits <= MOST_DIGITS:
        raise UsageError(f"--digits cannot be {results.digits}; give 1 to {MOST_DIGITS}")
    path = results.out or (None if results.as_json else place_in_runs(plan.name, plan.id))
    if path is None and (keep_games or results.excel):
        option = "--excel" if results.excel else "--keep-games"
        raise UsageError(f"{option} writes files: name a folder with --out DIR")
    return path


def load_what_shows() -> None:
    """Load what shows findings before anything is played: after Ctrl-C nobody waits for it."""
    for name in ("pandas", "reports.page.compose"):
        import_module(name)


def play_with_progress(plan: Plan, playing: Playing) -> Result:
    """Play a plan, and show on stderr what is compiled and how far it is."""
    others = plan.others(playing.levels) if playing.levels else ()
    announce_compiling(plan.study.game, [*plan.strategies, *others])
    if plan.announcement:
        say(plan.announcement)
    with executor_wanted():
        return plan.play(playing)


def announce_compiling(game: str, strategies: Sequence[Strategy]) -> None:
    """Say on stderr what has to be compiled, before the silence of compiling it."""
    from simulate.game import find_game
    from simulate.play.engine import compiles_anew

    missing = compiles_anew(find_game(game), strategies)
    if missing:
        say(f"compiling {', '.join(missing)} (once after each change, up to half a minute) ...")


def show(found: Result, results: Results) -> None:
    """Print what was found: as JSON, or the first page, or all of it."""
    if results.as_json:
        print(json_text(found.summary))
        return
    from reports.writing import terminal

    terminal.show(found.document(), full=results.full)
    playing = found.summary["elapsed_s"]
    took = ", played earlier"
    if playing:
        took = f" in {command_seconds():.1f} s ({found.games / playing:,.0f} a second)"
    print()
    terminal.say(
        f"{found.games:,} games{took}, seed {found.plan.study.seed}, "
        f"fingerprint {found.tally_id[:12]}"
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


def _keep(plan: Plan, folder: Folder, names: Sequence[str], digits: int) -> KeptGames:
    from reports.run.kept_games import KeptGames

    files = [folder.building / name for name in names]
    return KeptGames(files, plan.study, folder.place / SPOOL, digits)


def _write(
    found: Result,
    results: Results,
    kept: KeptGames | None,
    journal: Journal,
    live: Live | None,
    folder: Path,
) -> None:
    """Write everything into a folder; charts only where `live` shows how far they are."""
    write_found(found, folder, digits=results.digits)
    if results.excel:
        from reports.writing.table_files import write_workbook

        write_workbook(found.tables, folder / WORKBOOK)
    if kept:
        kept.close()
        kept.check(found.tally_id)
        if found.interrupted:
            kept.keep_spool(folder)
    journal.write_to(folder / JOURNAL)
    if live:
        from reports.writing.chart_frame import save_charts

        charts = found.drawn
        live.begin("drawing charts", total=len(charts), unit="charts")
        for done, chart in enumerate(charts):
            if asked_to_stop():
                break
            live.show(done)
            save_charts([chart], folder)


def write_found(
    found: Result,
    folder: Path,
    more: Mapping[str, pd.DataFrame] | None = None,
    digits: int = DIGITS,
) -> None:
    """Write the study, the summary and the tables, and `more` of them, into an existing folder."""
    from simulate.study.text import with_copied_code

    text = with_copied_code(found.study_file(pinned=True), folder)
    (folder / STUDY_FILE).write_text(text, encoding="utf-8")
    (folder / SUMMARY_FILE).write_text(json_text(found.summary) + "\n", encoding="utf-8")
    from reports.writing.table_files import write_tables

    write_tables({**found.tables, **(more or {})}, folder, digits)
