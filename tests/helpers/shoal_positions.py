"""Asks Shoal's strategies what they choose and believe, in drawn positions and random moments."""

from __future__ import annotations

from functools import cache

from simulate.kit.grid import CELLS
from simulate.rules.kinds import Value
from strategies.shoal_outlook import MEMORY
from tests.helpers.asking import Moment, Seen, moments_of, noted
from tests.oracles.stacked_shoal import GAME, ShoalTable, action_of

#: What the table tells of each seat; these turn with the seats.
_BY_SEAT = (
    *("tiles", "occupied", "frontier", "first_word", "last_word", "fish_cards", "colours"),
    *("seabeds", "doubles", "corals", "octopuses", "sharks", "bones", "fish", "fish_total"),
    *("coral_count", "octopus_count", "shark_count", "kept", "given", "harmed"),
)


def _told(action: int, seat: int, players: int) -> tuple[int, int, int]:
    """Return slot, shoal and cell; the shoal as seats from the one to act; a discard has none."""
    named = action_of(action, seat)
    assert named
    if named[0] == "discard":
        return named[1], -1, -1
    shoal = seat if named[0] == "own" else named[2]
    return named[1], (int(shoal) - seat) % players, action % CELLS


@cache
def moments(variant: str = "base", **rules: Value) -> list[Moment]:
    """Return moments from games of 2 to 4 players, early and late."""
    lineup = ("planner", "feeder", "random", "spoiler")
    steps = [2 + 5 * number // 2 for number in range(30)]
    return moments_of(GAME, lineup, steps, _told, _BY_SEAT, variant=variant, rules=rules)


def believed(position: ShoalTable, place: int, colour: int, **parameters: float) -> float:
    """Return how likely the planner thinks a colour is a player's, in seats from its own."""
    assert len(position.legal()) > 1
    given = {"guess": 0.5, "blame": 6, **parameters}  # what is believed is not to be tuned
    spec = f"planner({', '.join(f'{name}={value}' for name, value in given.items())})"
    seen = Seen(position.table, position.own[position.table.seat], position.rules, position._menu)
    return float(noted(GAME, spec, seen, MEMORY).belief[place, colour])
