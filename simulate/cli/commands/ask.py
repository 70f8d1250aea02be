"""``fathom ask``: what a player must use, watch and be able to do."""

from __future__ import annotations

from typing import Annotated

import typer

from simulate.cli import options
from simulate.cli.plans.selection import Selection, prepare

EXAMPLE = (
    "Examples: fathom ask snorkeling\n\n"
    "fathom ask snorkeling --variant expert --games 40k\n\n"
    "fathom ask schnuff --with 'planner(risk=1)' --players 3\n\n"
    "fathom ask scaphandre --with 'search(rollouts=16)'"
)

StrongPlayer = Annotated[
    str | None,
    typer.Option(
        "--with",
        metavar="SPEC",
        help="Who plays, but for the handicaps: a strategy as after -s of 'fathom run'; the "
        "game's usual one unless said.",
    ),
]
GamesPerQuestion = Annotated[
    str | None,
    typer.Option(
        "--games",
        metavar="N",
        help="Games of each question, rotations included: 20000, 200k; 10k unless said, "
        "400 if the strong player thinks ahead.",
    ),
]


def ask(
    source: options.GameOrStudy,
    table: options.Table,
    machine: options.Machine,
    results: options.Results,
    player: StrongPlayer = None,
    games: GamesPerQuestion = None,
    seed: options.Seed = None,
) -> int:
    """Ask what a player must use, watch and be able to do, and what it costs who does not.

    Puts one handicap after another on one player at a table of others without it: each kind of
    action is forbidden, then all others; scores are unseen; points are grabbed at once; choices
    are left to the lot. What a handicap costs in games won, with its interval, is the answer. It
    is derived from the game's actions, so it works for every game.
    """
    jobs = prepare(machine, results.confidence)
    from simulate.cli.plans.ask import AskPlan
    from simulate.cli.plans.carry_out import carry_out, outcome

    plan = AskPlan(Selection.of(source, table, games=games, seed=seed), player)
    return carry_out(plan, jobs, results.confidence, outcome(results, machine.quiet))
