"""Carrying out a plan: play it, write what was found, show it, and leave with its exit code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

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
from simulate.cli.outlets.messages import say, tell
from simulate.cli.plans.cluster import executor_wanted
from simulate.cli.plans.execution import Playing
from simulate.cli.plans.going_on import goes_on, how_to_go_on, journal_of
from simulate.cli.plans.plan import Found, Plan
from simulate.errors import ExitCode, FathomError, StoppedError, UsageError
from simulate.play.journal import NOBODY, Journal, keeping
from simulate.play.signals import asked_to_stop, shielded

if TYPE_CHECKING:
    import pandas as pd

    from reports.run.kept_games import KeptGames
    from simulate.cli.plans.execution import LevelsWanted
    from simulate.strategy import Strategy

#: About how many seconds a chart takes.
CHART_SECONDS = 0.25
#: The most significant digits that a number has, and what it has in CSV files unless said.
MOST_DIGITS, DIGITS = 17, 6


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What is to become of a plan's findings.

    Attributes
    ----------
    out
        The folder to write; ``None`` for one in ``runs/``, or with `as_json` for none.
    as_json
        Whether to print the JSON object and nothing else.
    charts
        Whether to draw charts.
    full
        Whether to show all of the document, not its first page.
    keep_games
        The files to write a row a game to.
    excel
        Whether to write all tables into one workbook.
    digits
        Significant digits in CSV files.
    quiet
        Whether stderr is to hold nothing that is no error.
    fresh
        Whether to play anew what was played before.
    """

    out: Path | None = None
    as_json: bool = False
    charts: bool = True
    full: bool = False
    keep_games: Sequence[str] = ()
    excel: bool = False
    digits: int = DIGITS
    quiet: bool = False
    fresh: bool = False


def carry_out(
    plan: Plan,
    jobs: int,
    confidence: float,
    outcome: Outcome,
    wanted: LevelsWanted | None = None,
    journals: Sequence[Journal] = (),
) -> ExitCode:
    """Play a plan, write what was found, and show it.

    Files are written before anything is shown, so that nothing on the way of what is shown
    loses them; if they cannot be written, what was found is shown all the same.

    Parameters
    ----------
    plan
        What to play.
    jobs, confidence
        As of `simulate.cli.plans.plan.Playing`.
    outcome
        What is to become of it.
    wanted
        As of `simulate.cli.plans.plan.Playing`.
    journals
        What was played before elsewhere.

    Returns
    -------
    ExitCode
        What the command leaves with.

    Raises
    ------
    FathomError
        The files could not be written.
    """
    path = outcome.out or (None if outcome.as_json else place_in_runs(plan.name, plan.id))
    if path is None and (outcome.keep_games or outcome.excel):
        option = "--excel" if outcome.excel else "--keep-games"
        raise UsageError(f"{option} writes files: name a folder with --out DIR")
    names = file_names(plan.tables, plan.charts) if path else ()
    failed: FathomError | None = None
    if not outcome.as_json:
        load_what_shows()
    with Folder(path, names, plan.id, goes_on(plan)) as folder, Live(outcome.quiet) as live:
        journal = _journal(plan, folder, outcome)
        for other in journals:
            journal.absorb(other)
        kept = _keep(plan, folder, outcome) if outcome.keep_games else None
        playing = Playing(
            jobs, confidence, live, {"games": kept} if kept else NOBODY, levels=wanted
        )
        charts = len(plan.charts) if path and outcome.charts else 0
        live.expect_steps(Ahead(CHART_SECONDS * charts))
        try:
            with keeping(journal):
                found = play_with_progress(plan, playing, outcome.quiet)
        except KeyboardInterrupt:
            journal.flush()
            if not journal.holds_any:
                raise
            raise StoppedError(f"interrupted; {how_to_go_on(f'in {path}')}") from None
        writing = _Writing(found, outcome, kept, journal, live)
        failed, written, undrawn = _put(found, folder, writing)
        if not written:
            journal.flush()
    try:
        show(found, outcome)
        if written and not outcome.as_json:
            drawn = writing.draws and not undrawn
            print(f"Tables{' and charts' if drawn else ''} are in {path}")
    except KeyboardInterrupt:
        undrawn = "while the results were shown"
    if failed:
        raise failed
    if path and not written and not outcome.quiet:
        tell(f"the earlier results in {path} were kept")
    where = f"in {path}" if path else ""
    if undrawn:
        if not outcome.quiet:
            tell(f"interrupted {undrawn}; {how_to_go_on(where)}")
        return ExitCode.INTERRUPTED
    tell_exit(found, outcome.quiet, where)
    return found.exit_code


def load_what_shows() -> None:
    """Load what shows findings before anything is played: after Ctrl-C nobody waits for it."""
    for name in ("pandas", "reports.page.compose"):
        import_module(name)


def _put(found: Found, folder: Folder, writing: _Writing) -> tuple[FathomError | None, bool, str]:
    """Write what was found into its folder, whole, also while the command is asked to stop.

    Returns
    -------
    FathomError or None, bool, str
        What failed; whether it was written; and while what it was interrupted, if it was.
    """
    failed, written = None, False
    try:
        with shielded():
            try:
                written = folder.put(writing, partial=bool(found.interrupted))
            except FathomError as error:
                failed = error
    except KeyboardInterrupt:
        return failed, written, "while charts were drawn and files written"
    return failed, written, ""


def play_with_progress(plan: Plan, playing: Playing, quiet: bool) -> Found:
    """Play a plan, and show on stderr what is compiled and how far it is."""
    others = plan.others(playing.levels) if playing.levels else ()
    announce_compiling(plan.study.game, [*plan.strategies, *others], quiet)
    if plan.announcement and not quiet:
        say(plan.announcement)
    with executor_wanted(quiet):
        return plan.play(playing)


def announce_compiling(game: str, strategies: Sequence[Strategy], quiet: bool) -> None:
    """Say on stderr what has to be compiled, before the silence of compiling it."""
    from simulate.game import find_game
    from simulate.play.engine import compiles_anew

    missing = compiles_anew(find_game(game), strategies)
    if missing and not quiet:
        say(f"compiling {', '.join(missing)} (once after each change, up to half a minute) ...")


def show(found: Found, outcome: Outcome) -> None:
    """Print what was found: as JSON, or the first page, or all of it."""
    if outcome.as_json:
        print(json_text(found.summary))
        return
    from reports.writing import terminal

    terminal.show(found.document(), full=outcome.full)
    playing = found.summary["elapsed_s"]
    took = ", played earlier"
    if playing:
        took = f" in {command_seconds():.1f} s ({found.games / playing:,.0f} a second of play)"
    print(
        f"\n{found.games:,} games{took}, seed {found.plan.study.seed}, tally {found.tally_id[:12]}"
    )


def tell_exit(found: Found, quiet: bool, where: str) -> None:
    """Say on stderr why a command does not leave with 0, and where its games are kept."""
    if found.exit_code is ExitCode.INTERRUPTED:
        if not quiet:
            levels = " while other levels of play were asked"
            told = f"; {found.interrupted}" if found.interrupted else levels
            tell(f"interrupted{told}; {how_to_go_on(where)}")
    elif found.difference:
        tell(
            f"this is not the pinned tally; first difference: {found.difference}; after "
            "editing a study, delete its tally_id line and its [pinned] tables"
        )


def _journal(plan: Plan, folder: Folder, outcome: Outcome) -> Journal:
    """Return where finished blocks are kept: in the folder, or nowhere."""
    if folder.path is None:
        return Journal()
    return journal_of(
        plan,
        folder.place / JOURNAL,
        fresh=outcome.fresh,
        whole=folder.is_whole,
        quiet=outcome.quiet,
        shown=folder.path,
    )


def _keep(plan: Plan, folder: Folder, outcome: Outcome) -> KeptGames:
    from reports.run.kept_games import KeptGames

    files = [folder.building / name for name in outcome.keep_games]
    return KeptGames(files, plan.study, folder.place / SPOOL, outcome.digits)


@dataclass(frozen=True)
class _Writing:
    """Writes the study, the summary, the tables, the charts and the journal into a folder."""

    found: Found
    outcome: Outcome
    kept: KeptGames | None
    journal: Journal
    live: Live

    @property
    def draws(self) -> bool:
        """Whether charts are drawn: after Ctrl-C nobody waits, and the same command draws them."""
        return self.outcome.charts and self.found.exit_code is not ExitCode.INTERRUPTED

    def __call__(self, folder: Path) -> None:
        found, outcome, kept = self.found, self.outcome, self.kept
        write_found(found, folder, digits=outcome.digits)
        if outcome.excel:
            from reports.writing.table_files import write_workbook

            write_workbook(found.tables, folder / WORKBOOK)
        if kept:
            kept.close()
            kept.check(found.tally_id)
            if found.interrupted:
                kept.keep_spool(folder)
        self.journal.write_to(folder / JOURNAL)
        if self.draws:
            from reports.writing.chart_frame import save_charts

            charts = found.drawn
            self.live.begin("drawing charts", total=len(charts), unit="charts")
            for done, chart in enumerate(charts):
                if asked_to_stop():
                    break
                self.live.show(done)
                save_charts([chart], folder)


def write_found(
    found: Found, folder: Path, more: Mapping[str, pd.DataFrame] | None = None, digits: int = DIGITS
) -> None:
    """Write the study, the summary and the tables, and `more` of them, into an existing folder."""
    from simulate.study.text import with_copied_code

    text = with_copied_code(found.study_file(pinned=True), folder)
    (folder / STUDY_FILE).write_text(text, encoding="utf-8")
    (folder / SUMMARY_FILE).write_text(json_text(found.summary) + "\n", encoding="utf-8")
    from reports.writing.table_files import write_tables

    write_tables({**found.tables, **(more or {})}, folder, digits)
