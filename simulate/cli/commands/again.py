"""Commands that play earlier games again: ``replay`` a single game, ``verify`` whole studies."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from simulate import command_options as options
from simulate.cli.playing import prepare
from simulate.errors import ExitCode
from simulate.output.json_text import json_text
from simulate.output.messages import print_notice, print_text


@options.command(
    "Examples: fathom replay snorkeling --game 12345 --seed 1\n\n"
    "fathom replay runs/my_run --game longest\n\n"
    "fathom replay snorkeling --game 12345 --moves\n\n"
    "fathom replay snorkeling --game 12345 --search\n\n"
    "fathom replay snorkeling --deal 17 --repeat 2"
)
def replay(
    source: options.GameOrRun,
    rules: options.RulesOptions,
    lineup: options.LineupOptions,
    machine: options.MachineOptions,
    weighing: options.WeighingOptions,
    number_of_games: options.GamesOptions = options.help_for(
        games="The number of games of the run, in which that kind is searched, as in 2000 or "
        "20k (default: as for 'fathom run').",
    ),
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="K",
            help="The number of the game, counted from 0, or the kind of game to search for: "
            "typical, longest, shortest, closest, comeback or most-lead-changes (default: "
            "typical).",
        ),
    ] = None,
    deal: Annotated[
        int | None,
        typer.Option(
            "--deal",
            metavar="K",
            help="In place of --game: the number of a deal, as 'fathom setups' names it. It is "
            "played again from the same set-up, with other dice, later shuffles and choices.",
        ),
    ] = None,
    repeat: Annotated[
        int | None,
        typer.Option(
            "--repeat",
            metavar="N",
            help="With --deal: which of its plays to show, counted from 1 (default: 1).",
        ),
    ] = None,
    moves: bool = options.flag("Also print all moves, round by round, with open hands."),
    as_json: bool = options.flag("For programs: print one JSON object and nothing else.", "--json"),
) -> int:
    """Show one game of a run: who won, and its turning points; with --moves, every move.

    The number of a game is its number in games.parquet. The options of the run, its folder or its
    study file give the same game again. With --search, it also shows how good every choice was, and
    finds turning points by the chances to win.
    """
    jobs = prepare(machine).jobs
    from reports.analysis.selection import resolve_study
    from reports.analysis.useless_rules import refuse_useless_rules
    from reports.replay.plan import (
        USUAL_KIND,
        check_chosen,
        check_weighing,
        choose_game,
        choose_play,
        games_of,
        print_replay,
    )

    check_chosen(game, deal, repeat, search=weighing.search)
    selection = options.Selection.of(source, rules, lineup, number_of_games)
    study, strategies = resolve_study(selection)
    check_weighing(study, weighing)
    refuse_useless_rules([study])
    if deal is not None:
        chosen = choose_play(study, deal, repeat)
    else:
        all_games = games_of(study, source, number_of_games.games is not None)
        chosen = choose_game(study, strategies, game or USUAL_KIND, all_games, jobs)
    print_replay(study, strategies, chosen, weighing, jobs, as_json=as_json, has_moves=moves)
    return ExitCode.DONE


#: The folder of pinned studies, if the current folder is that of Fathom's source.
SEEDS = Path("seeds")
#: The folder of the pinned studies that were installed with Fathom.
INSTALLED = Path(__file__).resolve().parents[3] / "seeds"


@options.command("Examples: fathom verify\n\nfathom verify seeds/who_should_start.toml runs/my_run")
def verify(
    machine: options.MachineOptions,
    paths: Annotated[
        list[Path] | None,
        options.argument(
            "PATH",
            "Study files, folders of study files, or folders of runs (default: seeds/, or if that "
            "does not exist, the studies that come with Fathom).",
        ),
    ] = None,
    as_json: bool = options.option_of(options.OutputOptions, "as_json"),
) -> int:
    """Play pinned studies again and check that they give the same fingerprints.

    A study file pins its fingerprint with tally_id, and the sums of its tally in the table
    [pinned]. A run writes both into the study.toml of its folder. If a study differs, the first
    difference is shown. A file that is broken or pins nothing is listed with the reason, and the
    other files are still played. In both cases the exit code is 1.
    """
    settings = prepare(machine)
    from simulate.cli.verify_pins import VerifiedStudy, conclusion, files_of, verify_file

    files = [file for path in paths or [pinned_studies_folder()] for file in files_of(path)]
    width = max(len(str(file)) for file in files)
    studies: list[VerifiedStudy] = []
    try:
        for file in files:
            studies.append(verify_file(file, settings))
            if not as_json:
                print_text(studies[-1].line(width), flush=True)
    except KeyboardInterrupt:
        if not studies:
            raise
    if as_json:
        print_text(json_text({"studies": [asdict(study) for study in studies]}))
    else:
        print_text(conclusion(studies))
    if len(studies) < len(files):
        print_notice(f"interrupted; these are {len(studies)} of {len(files)} studies")
        return ExitCode.INTERRUPTED
    all_agree = all(study.ok for study in studies)
    return ExitCode.DONE if all_agree else ExitCode.FAILED


def pinned_studies_folder() -> Path:
    """Return the folder of pinned studies: `SEEDS` if it has studies, else `INSTALLED`."""
    return SEEDS if any(SEEDS.glob("*.toml")) else INSTALLED
