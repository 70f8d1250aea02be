"""Choices and beliefs of Shoal's strategies, in positions made by hand and in random moments."""

from __future__ import annotations

from functools import cache

from simulate.kit.grid import CELLS
from simulate.rules.kinds import Value
from strategies.shoal_outlook import MEMORY
from tests.helpers.asking import Moment, Seen, moments_of, noted
from tests.oracles.stacked_shoal import GAME, ShoalTable, action_of

#: The fields of the table with a value per seat, which are rotated together with the seats.
_BY_SEAT = (
    *("tiles", "occupied", "frontier", "first_word", "last_word", "fish_cards", "colours"),
    *("seabeds", "doubles", "corals", "octopuses", "sharks", "bones", "fish", "fish_total"),
    *("coral_count", "octopus_count", "shark_count", "kept", "given", "harmed"),
)


def _told(action: int, seat: int, players: int) -> tuple[int, int, int]:
    """Return the slot, the shoal and the cell of an action.

    The shoal is a number of seats after the seat to act. For a discard, shoal and cell are -1.
    """
    named = action_of(action, seat)
    assert named
    if named[0] == "discard":
        return named[1], -1, -1
    shoal = seat if named[0] == "own" else named[2]
    return named[1], (int(shoal) - seat) % players, action % CELLS


@cache
def moments(variant: str = "base", **rules: Value) -> list[Moment]:
    """Return moments from early and late in games of 2 to 4 players."""
    lineup = ("planner", "feeder", "random", "spoiler")
    steps = [2 + 5 * number // 2 for number in range(30)]
    return moments_of(GAME, lineup, steps, _told, _BY_SEAT, variant=variant, rules=rules)


def believed(position: ShoalTable, place: int, colour: int, **parameters: float) -> float:
    """Return the probability that the planner gives to a player having a colour.

    The player sits `place` seats after the planner. `parameters` are parameters of the planner.
    """
    assert len(position.legal()) > 1
    # The tests expect the beliefs of these values, whatever the planner's defaults become.
    given = {"guess": 0.5, "blame": 6, **parameters}
    spec = f"planner({', '.join(f'{name}={value}' for name, value in given.items())})"
    seen = Seen(position.table, position.own[position.table.seat], position.rules, position._menu)
    return float(noted(GAME, spec, seen, MEMORY).belief[place, colour])
