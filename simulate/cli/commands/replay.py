"""``fathom replay``: tell one game move by move."""

from __future__ import annotations

from typing import Annotated

import typer

from simulate.cli import options
from simulate.cli.playing import prepare
from simulate.errors import ExitCode

EXAMPLE = (
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
    table: options.Table,
    line_up: options.LineUp,
    machine: options.Machine,
    weighing: options.Weighing,
    how_many: options.HowMany = options.meaning(
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
    from simulate.cli.plans.replay import check_weighing, find_game, games_of, tell
    from simulate.cli.plans.selection import choose

    study, lineup = choose(options.Selection.of(source, table, line_up, how_many))
    check_weighing(weighing)
    there_are = games_of(study, source, how_many.games is not None)
    picked = find_game(study, lineup, game, there_are, jobs)
    tell(study, lineup, picked, weighing, jobs, as_json=as_json)
    return ExitCode.DONE
