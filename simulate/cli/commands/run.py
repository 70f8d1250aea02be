"""``fathom run``: play a game many times and show what came out."""

from __future__ import annotations

from simulate.cli import options
from simulate.cli.playing import Planned, plays

EXAMPLE = (
    "Examples: fathom run snorkeling --games 1M --seed 1\n\n"
    "fathom run snorkeling --variant expert --rule target_score=10\n\n"
    "fathom run snorkeling -s planner,random,random,random\n\n"
    "fathom run my_study.toml"
)


@plays
def run(
    source: options.GameOrStudy,
    table: options.Table,
    line_up: options.LineUp,
    how_many: options.HowMany,
    how_sure: options.HowSure,
    levels: options.Levels,
    deals: list[str] | None = options.asked(
        "A:B",
        "Play deals A up to before B, as 0:1M or 1M:2M, instead of the first ones. May be "
        "repeated. 'fathom merge' adds what several machines played.",
    ),
    keep_games: bool = options.flag("Also write one row per game, as games.parquet."),
    keep_games_csv: bool = options.flag(
        "Also write one row per game, as games.csv, which spreadsheets open (to about a "
        "million rows)."
    ),
    confidence: float = 0.95,
) -> Planned:
    """Play a game many times and show who wins, how long it lasts and how sure that is.

    Shows the first page of the report: win rates by seat and by strategy, the length of the
    game and how it goes, each figure with its interval, and whether that settles or depends
    on who plays. Writes tables and charts to a folder.
    """
    from simulate.cli.outlets.folder import GAMES_CSV, GAMES_FILE
    from simulate.cli.plans.levels import levels_wanted
    from simulate.cli.plans.run import RunPlan

    wanted = levels_wanted(levels.robust, levels.margin)
    chosen = options.Selection.of(
        source, table, line_up, how_many, how_sure, deals=deals, confidence=confidence
    )
    kept = {GAMES_FILE: keep_games, GAMES_CSV: keep_games_csv}
    return Planned(RunPlan(chosen), wanted, [name for name in kept if kept[name]])
