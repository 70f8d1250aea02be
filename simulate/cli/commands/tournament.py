"""``fathom tournament``: every strategy against every other."""

from __future__ import annotations

from simulate.cli import options
from simulate.cli.playing import Planned, plays

EXAMPLE = (
    "Examples: fathom tournament snorkeling\n\n"
    "fathom tournament schnuff --players 3 -s planner -s bully -s saver --games 50k\n\n"
    "fathom tournament snorkeling --until-decided\n\n"
    "fathom tournament snorkeling -s 'planner(attack=0.4)' -s mine.py:bold\n\n"
    "fathom tournament my_study.toml"
)


@plays
def tournament(
    source: options.GameOrStudy,
    table: options.Table,
    strategy: list[str] | None = options.asked(
        "SPEC",
        f"Who competes, at least two: {options.SPEC}. All bundled strategies of the game but "
        "search unless said.",
        "-s",
        "--strategy",
    ),
    how_many: options.HowMany = options.meaning(
        games="Games of each cell of the matrix, rotations included: 20000, 200k; 10k unless "
        "said. The mixed line-ups play so many that each strategy has about as many again.",
    ),
    deciding: options.Deciding = options.meaning(
        until_decided="Play each cell until it is clearly off the fair share, or practically "
        "fair, and the mixed line-ups until all ranks are known, however often that is looked at; "
        "--games is then the most of each cell, 100k unless said.",
    ),
    confidence: float = 0.95,
) -> Planned:
    """Let every strategy play every other, and show who is best and which styles are worth it.

    Plays each strategy alone among others of each other strategy, on the same deals, and
    mixed line-ups of as many different ones as there are seats. Shows the matrix of win
    rates, a ranking with intervals and Elo, a ring in which each beats the next, and which
    styles last when players copy what wins.
    """
    from simulate.cli.plans.tournament import TournamentPlan

    chosen = options.Selection.of(source, table, how_many, deciding, confidence=confidence)
    return Planned(TournamentPlan(chosen, strategies=strategy))
