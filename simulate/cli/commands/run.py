"""``fathom run``: play a game many times and show what came out."""

from __future__ import annotations

from simulate.cli import options
from simulate.cli.plans.selection import Selection, prepare

EXAMPLE = (
    "Examples: fathom run snorkeling --games 1M --seed 1\n\n"
    "fathom run snorkeling --variant expert --rule target_score=10\n\n"
    "fathom run snorkeling -s planner,random,random,random\n\n"
    "fathom run my_study.toml"
)


def run(
    source: options.GameOrStudy,
    table: options.Table,
    line_up: options.LineUp,
    how_many: options.HowMany,
    how_sure: options.HowSure,
    levels: options.Levels,
    machine: options.Machine,
    results: options.Results,
    deals: options.Deals = None,
    keep_games: options.KeepGames = False,
    keep_games_csv: options.KeepGamesCsv = False,
) -> int:
    """Play a game many times and show who wins, how long it lasts and how sure that is.

    Shows the first page of the report: win rates by seat and by strategy, the length of the
    game and how it goes, each figure with its interval, and whether that is the game's or
    depends on who plays. Writes tables and charts to a folder.
    """
    jobs = prepare(machine, results.confidence)
    from simulate.cli.outlets.folder import GAMES_CSV, GAMES_FILE
    from simulate.cli.plans.carry_out import carry_out, outcome
    from simulate.cli.plans.levels import levels_wanted
    from simulate.cli.plans.run import RunPlan

    wanted = levels_wanted(levels.robust, levels.margin)
    plan = RunPlan(
        Selection.of(
            source, table, line_up, how_many, how_sure, deals=deals, confidence=results.confidence
        )
    )
    kept = {GAMES_FILE: keep_games, GAMES_CSV: keep_games_csv}
    becomes = outcome(results, machine.quiet, keep_games=[name for name in kept if kept[name]])
    return carry_out(plan, jobs, results.confidence, becomes, wanted)
