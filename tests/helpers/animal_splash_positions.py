"""Asks Animal Splash's strategies what they choose, in positions and in random moments."""

from __future__ import annotations

from functools import cache
from typing import Any

from simulate.rules.kinds import Value
from tests.helpers.asking import Moment, choice, moments_of
from tests.oracles.stacked_animal_splash import GAME, AnimalSplashTable, action_of

#: What the table tells of each seat, and the sets of seats; these turn with the seats.
_BY_SEAT = (
    *("spots", "oxygen", "tableau", "tableau_size", "animal_pearls", "plant_pearls"),
    *("owned", "owned_colours", "end_share", "scores"),
)
_SETS = ("laying", "rearranged")


def turn(spec: str, position: AnimalSplashTable) -> list[Any]:
    """Let a strategy play its turn out, and return what it did."""
    turns = position.table.turns
    done = []
    while position.table.turns == turns:
        done.append(choice(spec, position))
        position.play(done[-1])
    return done


@cache
def moments(variant: str = "base", **rules: Value) -> list[Moment]:
    """Return moments with a choice from games of 2 to 5 players, early and late."""
    lineup = ("planner", "specialist", "missionary", "diver", "shooter")
    steps = [5 + 5 * number // 2 for number in range(60)]
    readers = (lambda action, *_: action_of(action), _BY_SEAT, _SETS)
    return moments_of(GAME, lineup, steps, *readers, variant=variant, rules=rules)
