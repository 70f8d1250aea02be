"""Commands that play again what was played: one game of it, or all to compare the tallies."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from simulate import command_options as options
from simulate.cli.playing import prepare
from simulate.errors import ExitCode
from simulate.output.json_text import json_text
from simulate.output.messages import mention, print_text


@options.command(
    "Examples: fathom replay snorkeling --game 12345 --seed 1\n\n"
    "fathom replay runs/my_run --game longest\n\n"
    "fathom replay snorkeling --game 12345 --search"
)
def replay(
    source: options.GameOrRun,
    game: Annotated[
        str,
        typer.Option(
            "--game",
            metavar="K",
            help="The game's number, from 0; or which one to look for: typical, longest, shortest, "
            "closest, comeback or most-lead-changes.",
        ),
    ],
    table: options.RulesOptions,
    line_up: options.LineupOptions,
    machine: options.MachineOptions,
    weighing: options.WeighingOptions,
    how_many: options.GamesOptions = options.help_for(
        games="Among how many games to look for such a game, or how many there are: 2000, 20k; "
        "as many as 'fathom run' plays unless said.",
    ),
    as_json: bool = options.flag("Print one JSON object and nothing else.", "--json"),
) -> int:
    """Tell one game of a run: who won, what turned it, and each round move by move.

    The number is the one in games.parquet. The same options as for the run, or its
    folder or study file, give the same game. With --search it also tells, after every
    choice, what it was worth, and turning points by the chances to win.
    """
    jobs = prepare(machine)
    from reports.analysis.selection import resolve_study
    from reports.replay.plan import check_weighing, find_game, games_of, tell

    study, lineup = resolve_study(options.Selection.of(source, table, line_up, how_many))
    check_weighing(study, weighing)
    there_are = games_of(study, source, how_many.games is not None)
    picked = find_game(study, lineup, game, there_are, jobs)
    tell(study, lineup, picked, weighing, jobs, as_json=as_json)
    return ExitCode.DONE


#: In the folder that one is in, as in that of Fathom's source; and those that were installed.
SEEDS, INSTALLED = Path("seeds"), Path(__file__).resolve().parents[3] / "seeds"


@options.command("Examples: fathom verify\n\nfathom verify seeds/who_should_start.toml runs/my_run")
def verify(
    machine: options.MachineOptions,
    paths: Annotated[
        list[Path] | None,
        options.argument(
            "PATH",
            "Study files, folders of study files, or folders of runs; unless said, seeds/ "
            "or, where there is none, the studies that come with Fathom.",
        ),
    ] = None,
    as_json: bool = options.option_of(options.OutputOptions, "as_json"),
) -> int:
    """Play pinned studies again and tell whether they give the same fingerprints.

    A study file pins its fingerprint by tally_id, and its sums in the table [pinned]; a run writes
    both into the study.toml of its folder. Where something differs, the first difference is
    named; a file that is broken or pins nothing is named with the reason, and the others are
    played all the same. Either ends the command with exit code 1.
    """
    jobs = prepare(machine)
    from simulate.cli.verify_pins import VerifiedStudy, conclusion, files_of, verify_file

    files = [file for path in paths or [shipped()] for file in files_of(path)]
    width = max(len(str(file)) for file in files)
    found: list[VerifiedStudy] = []
    try:
        for file in files:
            found.append(verify_file(file, jobs))
            if not as_json:
                print_text(found[-1].line(width), flush=True)
    except KeyboardInterrupt:
        if not found:
            raise
    if as_json:
        print_text(json_text({"studies": list(map(asdict, found))}))
    else:
        print_text(conclusion(found))
    if len(found) < len(files):
        mention(f"interrupted; these are {len(found)} of {len(files)} studies")
        return ExitCode.INTERRUPTED
    return ExitCode.DONE if all(one.ok for one in found) else ExitCode.FAILED


def shipped() -> Path:
    """Return the folder of the studies that come with Fathom, or one here that is called so."""
    return SEEDS if any(SEEDS.glob("*.toml")) else INSTALLED
