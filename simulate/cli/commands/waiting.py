"""``fathom waiting``: how long one waits for one's turn, and whether a loser picks the winner."""

from __future__ import annotations

from simulate.cli import options
from simulate.cli.plans.plan import Planned
from simulate.cli.plans.selection import Selection
from simulate.cli.playing import plays

EXAMPLE = (
    "Examples: fathom waiting shoal\n\n"
    "fathom waiting schnuff --players 6 --games 20k\n\n"
    "fathom waiting my_game.py --rule hand=5"
)


@plays
def waiting(
    source: options.GameOrStudy,
    table: options.Table,
    line_up: options.LineUp,
    games: str | None = options.asked(
        "N",
        "Games to look at: 20000, 200k; 4000 unless said, 400 with search. In 1 of 10 a choice is "
        "weighed.",
    ),
    seed: int | None = options.of(options.HowMany, "seed"),
    confidence: float = 0.95,
) -> Planned:
    """Tell how long one waits for one's turn, what is forced, who is out, and who picks the winner.

    A wait is the turns of others between two of one's own. A turn is forced if its player has only
    one thing to do all through it, or nothing. A loser picks the winner where the player to
    choose wins less than 2 of 100 games whatever it does, and another wins 10 of 100 more after
    one of its choices than after another. That is found by playing on from choices drawn by lot,
    as 'fathom replay --search' does; of two or more choices the best and the worst for each player
    are found in some worlds and compared in others, so that luck does not make the difference.
    """
    from simulate.cli.plans.waiting import WaitingPlan

    return Planned(WaitingPlan(Selection.of(source, table, line_up, games=games, seed=seed)))
