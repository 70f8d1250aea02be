"""``fathom playtest``: real games against the simulation."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from simulate.cli import options
from simulate.cli.playing import Planned, plays

EXAMPLE = (
    "Examples: fathom playtest snorkeling log.csv\n\n"
    "fathom playtest snorkeling --players 3 --template log.csv\n\n"
    "fathom playtest snorkeling log.csv --variant expert --out our_table"
)


@plays
def playtest(
    source: options.GameOrStudy,
    table: options.Table,
    log: Annotated[
        str | None,
        options.argument(
            "LOG", "Your games, a CSV or Excel file with a row a game; see --template."
        ),
    ] = None,
    template: Path | None = options.asked(
        "FILE", "Write an empty sheet with the columns of the game's log, and play nothing."
    ),
    how_many: options.HowMany = options.meaning(
        games="Games to simulate with each playing style; 2000 unless said.",
    ),
    confidence: float = 0.95,
) -> Planned | int:
    """Compare real games with simulated ones, and tell what holds at your table.

    Write down of each game what you know; seat 1 goes first, a winner is a seat or a name. It says
    whether that agrees with the simulation, which playing styles your players are most like, and
    how fair and how long the game is for such players. How many play comes from the log unless
    said. Names are not kept.
    """
    from simulate.cli.plans.playtest import PlaytestPlan, write_template

    chosen = options.Selection.of(source, table, how_many)
    if template:
        write_template(chosen, template)
        return 0
    return Planned(PlaytestPlan(chosen, log))
