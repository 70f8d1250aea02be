"""Choices of Animal Splash's strategies, in positions made by hand and in random moments."""

from __future__ import annotations

from functools import cache
from typing import Any

from simulate.rules.kinds import Value
from tests.helpers.asking import Moment, choice, moments_of
from tests.oracles.stacked_animal_splash import GAME, AnimalSplashTable, action_of

#: The fields of the table with a value per seat, and the fields that are sets of seats. Both are
#: rotated together with the seats.
_BY_SEAT = (
    *("spots", "oxygen", "tableau", "tableau_size", "animal_pearls", "plant_pearls"),
    *("owned", "owned_colours", "end_share", "scores"),
)
_SETS = ("laying", "rearranged")


def turn(spec: str, position: AnimalSplashTable) -> list[Any]:
    """Let a strategy play to the end of its turn, and return its actions."""
    turns = position.table.turns
    done = []
    while position.table.turns == turns:
        done.append(choice(spec, position))
        position.play(done[-1])
    return done


@cache
def moments(variant: str = "base", **rules: Value) -> list[Moment]:
    """Return moments with a choice from early and late in games of 2 to 5 players."""
    lineup = ("planner", "specialist", "missionary", "diver", "shooter")
    steps = [5 + 5 * number // 2 for number in range(60)]
    readers = (lambda action, *_: action_of(action), _BY_SEAT, _SETS)
    return moments_of(GAME, lineup, steps, *readers, variant=variant, rules=rules)
