"""``fathom replay``: tell one game move by move."""

from __future__ import annotations

from typing import Annotated

import typer

from simulate.cli import options
from simulate.cli.plans.selection import Selection, choose, use_jit
from simulate.errors import ExitCode

EXAMPLE = (
    "Examples: fathom replay snorkeling --game 12345 --seed 1\n\nfathom replay runs/my_run --game 7"
)

Number = Annotated[
    int,
    typer.Option(
        "--game",
        metavar="K",
        help="The game's number, from 0.",
        parser=options.whole("--game"),
    ),
]


def replay(
    source: options.GameOrRun,
    game: Number,
    table: options.Table,
    line_up: options.LineUp,
    seed: options.Seed = None,
    quiet: options.Quiet = False,
    no_jit: options.NoJit = False,
) -> int:
    """Tell one game of a run move by move, with everybody's hands and piles.

    The number is the one in games.parquet. The same options as for the run, or its
    folder or study file, give the same game.
    """
    use_jit(not no_jit)
    study, lineup = choose(Selection.of(source, table, line_up, seed=seed))
    from simulate.cli.plans.carry_out import announce_compiling
    from simulate.play.replay import check_game_number, tell_game

    check_game_number(game)
    announce_compiling(study.game, lineup, quiet)
    for line in tell_game(study, lineup, game):
        print(line)
    return ExitCode.DONE
