"""``fathom waiting``: how long one waits for one's turn, and whether a loser picks the winner."""

from __future__ import annotations

from simulate.cli import options
from simulate.cli.playing import Planned, plays

EXAMPLE = "Examples: fathom waiting shoal\n\nfathom waiting my_game.py --players 6 --rule hand=5"


@plays
def waiting(
    source: options.GameOrStudy,
    table: options.Table,
    line_up: options.LineUp,
    how_many: options.HowMany = options.meaning(
        games="Games to look at; 4000 unless said, 400 with search. In 1 of 10 a choice is "
        "weighed.",
    ),
    confidence: float = 0.95,
) -> Planned:
    """Tell how long one waits for one's turn, what is forced, who is out, and who picks the winner.

    A wait is the turns of others between two of one's own. A loser picks the winner by a choice
    where it wins fewer than 2 of 100 games whatever it does, but another wins at least 10 of 100
    more after one of its moves than after another. That is found by playing on from choices drawn
    by lot, as 'fathom replay --search' does: the moves that are best and worst for each player are
    found in some worlds and compared in others, so that luck does not make the difference.
    """
    from simulate.cli.plans.when import WaitingPlan

    return Planned(WaitingPlan(options.Selection.of(source, table, line_up, how_many)))
