"""What the planners of Shoal note while they think, by name.

Places are seats in the order of play, from the planner's own, 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.shoal import COLOURS, MOST_SEATS, SLOTS
from simulate.kit.grid import WORDS
from strategies import inlined, working_memory

#: How many hot cells of a shoal are minded.
MOST_HOT = 64
#: Less than anything is worth.
WORST = -1e18

# A field of `np.record` is an attribute, compiled or not.
_NOTES = np.dtype(
    (
        np.record,
        [
            # How likely each colour is each place's; how what they did speaks for it, against
            # their likeliest colour; and what a point of theirs is worth to the planner.
            ("belief", np.float64, (MOST_SEATS, COLOURS)),
            ("signs", np.float64, (MOST_SEATS, COLOURS)),
            ("minds", np.float64, (MOST_SEATS,)),
            # By colour: what a fish in sight is worth to the planner, and how many an action
            # would add to the shoal looked at.
            ("worth", np.float64, (COLOURS,)),
            ("changed", np.float64, (COLOURS,)),
            # The hot cells of the shoal looked at, one by one with what they threaten, and as a
            # board.
            ("hot_cells", np.int64, (MOST_HOT,)),
            ("heat", np.float64, (MOST_HOT,)),
            ("hot_board", np.int64, (WORDS,)),
            # The most that each slot's card is worth, in the own shoal, 0, and in an
            # opponent's, 1; and the action for it.
            ("best", np.float64, (2, SLOTS)),
            ("actions", np.int64, (2, SLOTS)),
        ],
    )
)
_SIZE = _NOTES.itemsize // 8


@inlined
def blank_memory(view: Any) -> Any:
    """Return a planner's memory, with nothing but zeros in it."""
    return working_memory(view, _SIZE).view(_NOTES)[0]
