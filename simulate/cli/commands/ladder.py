"""``fathom ladder``: how strong is strong."""

from __future__ import annotations

from simulate.cli import options
from simulate.cli.playing import Planned, plays

EXAMPLE = (
    "Examples: fathom ladder snorkeling\n\n"
    "fathom ladder schnuff --players 3 --rollouts 16,64,256,1024\n\n"
    "fathom ladder snorkeling --against random -s planner -s mine.py:bold\n\n"
    "fathom ladder scaphandre -s 'search(playout=random)' --rollouts 16,64 --games 20k"
)


@plays
def ladder(
    source: options.GameOrStudy,
    table: options.Table,
    strategy: list[str] | None = options.asked(
        "SPEC",
        f"Who climbs the ladder: {options.SPEC}. One who thinks ahead climbs with each "
        "budget of --rollouts. All bundled strategies of the game unless said, search included.",
        "-s",
        "--strategy",
    ),
    against: str | None = options.asked(
        "SPEC", "Who has all other seats; the game's usual strategy unless said."
    ),
    rollouts: str | None = options.asked(
        "BUDGETS",
        "How many games who thinks ahead plays on in thought for each action: a list, "
        "16,64,256 unless said.",
    ),
    games: str | None = options.asked(
        "N", "Games of each strategy, rotations included: 20000, 200k; 10k unless said."
    ),
    slow_games: str | None = options.asked(
        "N",
        "Games of each who thinks ahead, for these are slow; unless said one in a hundred of "
        "--games where the largest budget is 256, one in 25 where it is 64, one in 400 where it "
        "is 1024.",
    ),
    seed: int | None = options.of(options.HowMany, "seed"),
    confidence: float = 0.95,
) -> Planned:
    """Show how strong each strategy is, what more thinking brings, and how much is luck.

    Plays each strategy alone at a table where the game's usual one has all other seats, on
    the same deals: at random, each style, and one who thinks ahead with more and more
    rollouts. Shows win rates and Elo with intervals, where more thinking stops paying, and how
    much of the game is luck: 0 is chess, 100 is tossing a coin.
    """
    from simulate.cli.plans.ladder import LadderPlan, parse_rollouts
    from simulate.study import parse_games

    said = {
        "strategies": strategy,
        "against": against,
        "rollouts": None if rollouts is None else parse_rollouts(rollouts),
        "slow_games": None if slow_games is None else parse_games(slow_games),
    }
    return Planned(LadderPlan(options.Selection.of(source, table, games=games, seed=seed), **said))
