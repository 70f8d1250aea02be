"""Half-time in the middle of each game, for games that do not set ``table.halftime``.

The length of a game is only known at its end. So the kernel keeps all standings while it plays, and
takes the standings after half of the rounds when the game is over.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.kit.compiled import inlined
from simulate.kit.layout import SEATS

#: The number of standings that are kept: enough for games of twice as many rounds. In longer games,
#: half-time is after this number of rounds.
MOST_KEPT = 256
#: The standings of a game in play: the seats that were still in the game, as a set, and the scores
#: of all seats.
KEPT_STANDINGS = np.dtype(
    [("active", np.int64, (MOST_KEPT,)), ("scores", np.int64, (MOST_KEPT, SEATS))], align=True
)


@inlined
def keep_standing(kept: Any, number: int, active: Any, standing: Any, players: int) -> None:
    """Keep the standing `number`, counted from 1, in the record `kept` of `KEPT_STANDINGS`."""
    if number <= MOST_KEPT:
        kept.active[number - 1] = active
        for seat in range(players):
            kept.scores[number - 1, seat] = standing[seat]


@inlined
def keep_no_standing(kept: Any, number: int, active: Any, standing: Any, players: int) -> None:
    """Do nothing: this replaces `keep_standing` in games that set half-time themselves."""


@inlined
def middle_of(standings: int) -> int:
    """Return the number of the standing at half-time, from 1; 0 if there is none.

    `standings` is the number of standings that were taken while the game went on. A game of 20
    rounds has 19 of them, and half-time is the 10th.
    """
    return min((standings + 1) // 2, MOST_KEPT)


@inlined
def no_middle_of(standings: int) -> int:
    """Return 0: this replaces `middle_of` in games that set half-time themselves."""
    return 0


def is_past_middle(checkpoints: Any) -> Any:
    """Return an array with 1 for each step of a game after half-time, and 0 for each step before.

    `checkpoints` is the value of ``table.checkpoints`` before each step of a whole game.
    """
    standings = np.cumsum(np.diff(checkpoints, prepend=0) > 0)
    middle = middle_of(int(standings[-1]))
    return ((standings >= middle) & (middle > 0)).astype(np.int64)
