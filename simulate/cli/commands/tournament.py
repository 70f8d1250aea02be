"""``fathom tournament``: every strategy against every other."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simulate.cli import INTERRUPTED, options
from simulate.cli.plans.selection import (
    Selection,
    announce_compiling,
    check_confidence,
    complete,
    default_jobs,
    gather,
    planned_fields,
    use_jit,
)
from simulate.errors import FathomError, UsageError, unknown

if TYPE_CHECKING:
    from reports.tournament.results import TournamentResults
    from simulate.play.run import Run
    from simulate.play.tournament import Played, Tournament, TournamentRun

EXAMPLE = (
    "Examples: fathom tournament snorkeling\n\n"
    "fathom tournament schnuff --players 3 -s planner -s bully -s saver --games 50k\n\n"
    "fathom tournament snorkeling -s 'planner(attack=0.4)' -s mine.py:bold\n\n"
    "fathom tournament my_study.toml"
)
#: Games of each cell of the matrix unless it is said.
GAMES = "10k"
PLAN = "tournament"
MISMATCH = 1

Competitors = Annotated[
    list[str] | None,
    typer.Option(
        "-s",
        "--strategy",
        metavar="SPEC",
        help="Who competes, at least two: a name, with parameters as in 'planner(attack=0.8)', or "
        "from a file as in mine.py:bold; all bundled strategies of the game unless said.",
    ),
]
GamesPerCell = Annotated[
    str | None,
    typer.Option(
        "--games",
        metavar="N",
        help="Games of each cell of the matrix, rotations included: 20000, 200k; 10k unless "
        "said. The mixed line-ups play so many that each strategy has about as many again.",
    ),
]


def tournament(
    source: options.GameOrStudy,
    strategy: Competitors = None,
    players: options.Players = None,
    variant: options.Variant = None,
    rule: options.Rules = None,
    games: GamesPerCell = None,
    seed: options.Seed = None,
    jobs: options.Jobs = None,
    out: options.Out = None,
    confidence: options.Confidence = 0.95,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
    no_charts: options.NoCharts = False,
    no_jit: options.NoJit = False,
) -> int:
    """Let every strategy play every other, and show who is best and which styles are worth it.

    Plays each strategy alone among others of each other strategy, on the same deals, and
    mixed line-ups of as many different ones as there are seats. Shows the matrix of win
    rates, a ranking with intervals and Elo, rings in which each beats the next, and which
    styles are left when players take up what wins.
    """
    check_confidence(confidence)
    workers = default_jobs(jobs)
    use_jit(not no_jit)
    planned, pins = plan(
        Selection(
            source=source,
            players=players,
            variant=variant,
            rules=rule,
            games=games,
            seed=seed,
        ),
        strategy,
    )
    from reports.tournament.results import TournamentResults
    from reports.tournament.tables import summarise_tournament
    from simulate.cli.outlets.output import Folder

    wanted = out or (None if as_json else Path("runs") / _folder_name(planned))
    with Folder(wanted, _names(), planned.id) as folder:
        announce_compiling(planned.study, planned.strategies, quiet)
        if not quiet:
            print(_announcement(planned), file=sys.stderr, flush=True)
        played = _play(planned, workers, confidence, quiet)
        results = TournamentResults(played, confidence)
        summary = summarise_tournament(results)
        if as_json:
            print(json.dumps(summary, indent=2))
        else:
            from reports.tournament.screen import show_tournament

            show_tournament(results)
        written = folder.put(
            lambda building: _write(results, summary, building, not no_charts),
            played.interrupted,
        )
    folder.tell(written, charts=not no_charts, as_json=as_json, quiet=quiet)
    return _exit_code(results, pins, quiet)


def plan(
    selection: Selection, strategies: Sequence[str] | None = None
) -> tuple[Tournament, dict[str, Any]]:
    """Make the tournament, checked in full, and what its study file pins.

    Raises
    ------
    UsageError
        Anything that cannot be played; nothing has been played or written.
    """
    from reports.tournament.results import check_targets
    from simulate.play.tournament import Tournament
    from simulate.study import parse_games
    from strategies import find_strategy, strategies_for

    fields = planned_fields(selection.source, PLAN)
    file = fields.pop("plan", {}).get(PLAN, {})
    listed = _listed(file, selection.source)
    asked = gather(fields, selection)
    for key, why in _UNFIT.items():
        if key in asked.fields:
            raise UsageError(f"{selection.source} has {key}; {why}, so take it out of the file")
    pins: dict[str, Any] = {}
    if not strategies:
        pins = {key: asked.fields[key] for key in _PINS if key in asked.fields}
    # Whoever sits in the file's line-up competes, if nothing else is said.
    seated = list(dict.fromkeys(asked.fields.pop("lineup", ())))
    specs = list(strategies or listed or (seated if len(seated) > 1 else ()))
    asked.fields.setdefault("games", parse_games(GAMES))
    try:
        study, _ = complete(asked.fields, asked.game)
        found = [find_strategy(spec, study.game) for spec in specs]
        planned = Tournament(
            replace(study, lineup=(), tally_id="", pinned={}),
            tuple(found or strategies_for(study.game).values()),
        )
        check_targets(planned)
    except UsageError as error:
        if asked.as_written and not strategies:
            raise UsageError(f"{selection.source}: {error}") from None
        raise
    return planned, pins


_PINS = ("tally_id", "pinned")
_UNFIT = {
    "precision": "a tournament plays so many games of each cell",
    "rotate": "in a tournament every deal is played in every rotation",
}


def _listed(file: Any, source: str) -> list[str]:
    """Return the strategies that the table of a study file names."""
    for key in file:
        if key != "strategies":
            raise unknown("key", key, ["strategies"], f" in the [{PLAN}] table of {source}")
    listed = file.get("strategies", [])
    if not isinstance(listed, list) or not all(isinstance(spec, str) for spec in listed):
        raise UsageError(
            f"{source}: strategies of [{PLAN}] cannot be {listed!r}; it is a list of strategies, "
            "each in quotes"
        )
    return listed


def played_again(source: str, jobs: int, quiet: bool) -> dict[str, Run]:
    """Play what a study file says and return, by name, everything that it pins."""
    from simulate.play.tournament import play_tournament

    planned, _ = plan(Selection(source=source))
    announce_compiling(planned.study, planned.strategies, quiet)
    return play_tournament(planned, jobs).runs


def _announcement(planned: Tournament) -> str:
    cells, mixed = len(planned.cells), len(planned.mixed)
    mixed_games = planned.games - cells * planned.cell_deals * planned.study.players
    return (
        f"{len(planned.strategies)} strategies: {cells} cells of "
        f"{planned.cell_deals * planned.study.players:,} games, and {mixed_games:,} games of "
        f"{mixed} mixed line-up{'' if mixed == 1 else 's'}: {planned.games:,} games in all"
    )


def _play(planned: Tournament, jobs: int, confidence: float, quiet: bool) -> TournamentRun:
    from simulate.cli.outlets.live import LiveTable
    from simulate.play.tournament import play_tournament

    columns = ["one \\ all others", *planned.specs]
    with LiveTable(planned.study.game, columns, planned.games, quiet) as table:

        def watch(shown: Sequence[Played | None]) -> None:
            done = sum(played.games for played in shown if played)
            table.show(done, lambda: _live_rows(planned, shown, confidence))

        return play_tournament(planned, jobs, watch=watch)


def _live_rows(
    planned: Tournament, shown: Sequence[Played | None], confidence: float
) -> list[list[str]]:
    """Say of each cell how it stands: its win rate so far, or that it waits."""
    from reports.tournament.matrix import rate_of_row

    cells = dict(zip(planned.cells, shown, strict=False))
    rows = []
    for one, spec in enumerate(planned.specs):
        row = [spec]
        for other in range(len(planned.specs)):
            played = cells.get((one, other))
            if one == other:
                row.append("\N{MIDDLE DOT}")
            elif played is None:
                row.append("waits")
            else:
                rate = rate_of_row(played, confidence)
                half = 50 * (rate.high - rate.low)
                row.append(f"{100 * rate.value:.1f} \N{PLUS-MINUS SIGN} {half:.1f}")
        rows.append(row)
    mixed = shown[len(planned.cells) :]
    begun = sum(1 for played in mixed if played)
    rows.append([f"mixed: {begun} of {len(mixed)}"])
    return rows


def _folder_name(planned: Tournament) -> str:
    study = planned.study
    return f"{study.game}-{study.variant}-{study.players}p-tournament-{planned.id}"


def _names() -> set[str]:
    """Return the name of every file that a tournament can write."""
    from reports.tournament.tables import CHARTS, COLUMNS
    from simulate.cli.outlets.output import STUDY_FILE, SUMMARY_FILE, file_names

    return {STUDY_FILE, SUMMARY_FILE} | file_names(COLUMNS, CHARTS)


def _write(results: TournamentResults, summary: dict[str, Any], folder: Path, charts: bool) -> None:
    """Write the study, the summary, the tables and the charts."""
    from reports.tournament.tables import make_tournament_tables
    from simulate.cli.outlets.output import write_files

    study = replace(
        results.study.played(results.cell_games),
        plan={PLAN: {"strategies": list(results.specs)}},
        tally_id=results.run.tally_id,
        pinned=_pins(results.run),
    )
    draw = None
    if charts:
        from reports.tournament.charts import write_tournament_charts

        draw = partial(write_tournament_charts, results)
    write_files(folder, study.to_toml(), summary, make_tournament_tables(results), draw)


def _pins(run: TournamentRun) -> dict[str, Any]:
    """Return what to pin of each cell: less than of a run, for there are many.

    Of the mixed line-ups, in which other strategies play each time, no sums by strategy.
    """
    from simulate.play.pins import pinned_point

    by_seat = ("tally_id", "seat_wins", "turns", "decisions")
    by_strategy = (*by_seat, "strategy_wins")
    cells = len(run.cells)
    return {
        label: {
            key: value
            for key, value in pinned_point(one).items()
            if key in (by_strategy if place < cells else by_seat)
        }
        for place, (label, one) in enumerate(run.runs.items())
    }


def _exit_code(results: TournamentResults, pins: dict[str, Any], quiet: bool) -> int:
    from reports.figures.targets import exit_code
    from simulate.play.pins import first_difference_of_all

    run = results.run
    if run.interrupted:
        if not quiet:
            print(
                f"fathom: interrupted; these are the {run.games:,} games finished of "
                f"{run.tournament.games:,}",
                file=sys.stderr,
            )
        return INTERRUPTED
    where = first_difference_of_all(pins.get("pinned", {}), run.runs) if "pinned" in pins else None
    if where is None and pins.get("tally_id", run.tally_id) != run.tally_id:
        where = f"tally is {run.tally_id}, pinned {pins['tally_id']}"
    if where:
        print(f"fathom: this is not the pinned tally: {where}", file=sys.stderr)
        return MISMATCH
    return exit_code(results.judged())


def play_planned(
    source: str, games: str | None, seed: int | None, jobs: int, confidence: float, quiet: bool
) -> tuple[TournamentResults, str]:
    """Play the tournament of a study file, for a report.

    Returns
    -------
    tuple
        What was found, and a study file that gives it again.

    Raises
    ------
    FathomError
        It does not give the tally that the file pins.
    """
    from reports.tournament.results import TournamentResults
    from simulate.play.pins import first_difference_of_all

    planned, pins = plan(Selection(source=source, games=games, seed=seed))
    announce_compiling(planned.study, planned.strategies, quiet)
    results = TournamentResults(_play(planned, jobs, confidence, quiet), confidence)
    study = replace(
        results.study.played(results.cell_games), plan={PLAN: {"strategies": list(results.specs)}}
    )
    run, pinned = results.run, pins.get("pinned", {})
    if run.interrupted:  # nothing to compare with what is pinned
        return results, study.to_toml()
    where = first_difference_of_all(pinned, run.runs) if pinned else None
    if where is None and pins.get("tally_id", run.tally_id) != run.tally_id:
        where = f"tally is {run.tally_id}, pinned {pins['tally_id']}"
    if where:
        raise FathomError(f"this is not the pinned tally: {where}")
    return results, study.to_toml()
