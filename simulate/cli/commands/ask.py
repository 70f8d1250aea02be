"""``fathom ask``: what a player must use, watch and be able to do."""

from __future__ import annotations

from simulate.cli import options
from simulate.cli.playing import Planned, plays

EXAMPLE = (
    "Examples: fathom ask snorkeling\n\n"
    "fathom ask snorkeling --variant expert --games 40k\n\n"
    "fathom ask schnuff --with 'planner(risk=1)' --players 3\n\n"
    "fathom ask scaphandre --with 'search(rollouts=16)'"
)


@plays
def ask(
    source: options.GameOrStudy,
    table: options.Table,
    player: str | None = options.asked(
        "SPEC",
        "Who plays, but for the handicaps: a strategy as after -s of 'fathom run'; the "
        "game's usual one unless said.",
        "--with",
    ),
    how_many: options.HowMany = options.meaning(
        games="Games of each question, rotations included: 20000, 200k; 10k unless said, 400 if "
        "the strong player thinks ahead.",
    ),
    confidence: float = 0.95,
) -> Planned:
    """Ask what a player must use, watch and be able to do, and what it costs who does not.

    Puts one handicap after another on one player at a table of others without it: each kind of
    action is forbidden, then all others; scores are unseen; points are grabbed at once; choices
    are left to the lot. What a handicap costs in games won, with its interval, is the answer. It
    is derived from the game's actions, so it works for every game.
    """
    from simulate.cli.plans.ask import AskPlan

    return Planned(AskPlan(options.Selection.of(source, table, how_many), player=player))
