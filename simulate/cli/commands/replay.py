"""``fathom replay``: tell one game move by move."""

from __future__ import annotations

import typer

from simulate.cli import options
from simulate.cli.plans.selection import Selection, announce_compiling, choose, use_jit

EXAMPLE = (
    "Examples: fathom replay snorkeling --game 12345 --seed 1\n\nfathom replay runs/my_run --game 7"
)


def replay(
    source: options.GameOrRun,
    game: int = typer.Option(
        ...,
        "--game",
        metavar="K",
        help="The game's number, from 0.",
        parser=options.whole("--game"),
    ),
    players: options.Players = None,
    variant: options.Variant = None,
    rule: options.Rules = None,
    strategy: options.Strategies = None,
    no_rotate: options.NoRotate = False,
    seed: options.Seed = None,
    quiet: options.Quiet = False,
    no_jit: options.NoJit = False,
) -> int:
    """Tell one game of a run move by move, with everybody's hands and piles.

    The number is the one in games.parquet. The same options as for the run, or its
    folder or study file, give the same game.
    """
    use_jit(not no_jit)
    study, lineup = choose(
        Selection(
            source=source,
            players=players,
            variant=variant,
            rules=rule,
            strategies=strategy,
            no_rotate=no_rotate,
            seed=seed,
        )
    )
    from simulate.play.replay import check_game_number, tell_game

    check_game_number(game)
    announce_compiling(study, lineup, quiet)
    for line in tell_game(study, lineup, game):
        print(line)
    return 0
