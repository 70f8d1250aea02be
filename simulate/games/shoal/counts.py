"""What Shoal counts besides what every game has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any

from simulate.game import Count


class Counted(IntEnum):
    """Where each of `COUNTS` lies in ``hidden.counts``."""

    CURSES = 0
    FISH_CURSED = 1
    FISH_EATEN = 2
    OCTOPUSES_GAINED = 3
    OCTOPUSES_DISCARDED = 4
    SHARKS_DISCARDED = 5
    CORALS_LAID = 6
    CARDS_DISCARDED = 7
    MAJORITY_BONUSES = 8
    SHARK_BONUSES = 9
    COLOURS_GUESSED = 10
    MARGIN = 11
    SHARED_WINS = 12


def _has(option: str) -> Callable[[Mapping[str, Any]], bool]:
    return lambda values: bool(values[option] > 0)


COUNTS = (
    Count(name="curses", meaning="lines turned to fishbone", applies=_has("curse_length")),
    Count(name="fish_cursed", meaning="fish turned to fishbone", applies=_has("curse_length")),
    Count(name="fish_eaten", meaning="fish eaten by sharks", applies=_has("sharks")),
    Count(
        name="octopuses_gained",
        meaning="octopuses that went to the player with most corals",
        applies=_has("octopuses"),
    ),
    Count(
        name="octopuses_discarded",
        meaning="octopuses discarded because of a tie for most corals",
        applies=_has("octopuses"),
    ),
    Count(
        name="sharks_discarded",
        meaning="sharks discarded because only sharks were on offer",
        applies=_has("sharks"),
    ),
    Count(name="corals_laid", meaning="corals laid by players"),
    Count(name="cards_discarded", meaning="cards discarded because none could be laid"),
    Count(
        name="majority_bonuses", meaning="players with the majority in their shoal", per_player=True
    ),
    Count(
        name="shark_bonuses",
        meaning="players who score for most sharks",
        per_player=True,
        applies=_has("sharks"),
    ),
    Count(
        name="colours_guessed",
        meaning="players whose colour is the one they laid most of in their shoal",
        per_player=True,
    ),
    Count(name="margin", meaning="points between the winner and the second"),
    Count(name="shared_wins", meaning="games in which several share the win", yes_or_no=True),
)
