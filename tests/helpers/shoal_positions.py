"""Asks Shoal's strategies what they choose, in positions drawn by hand and in random moments."""

from __future__ import annotations

from functools import cache

from simulate.kit.grid import CELLS
from simulate.kit.view import View
from simulate.rules.kinds import Value
from strategies import Parameter, strategy, working_record
from strategies.shoal_outlook import MEMORY, guess_colours
from tests.helpers.asking import Moment, Seen, answers, moments_of
from tests.oracles.stacked_shoal import GAME, ShoalTable, action_of

#: What the table tells of each seat; these turn with the seats.
_BY_SEAT = (
    *("tiles", "occupied", "frontier", "first_word", "last_word", "fish_cards", "colours"),
    *("seabeds", "doubles", "corals", "octopuses", "sharks", "bones", "fish", "fish_total"),
    *("coral_count", "octopus_count", "shark_count", "kept", "given", "harmed"),
)


def _told(action: int, seat: int, players: int) -> tuple[int, int, int]:
    """Return slot, shoal and cell; the shoal as seats from the one to act; a discard has none."""
    told = action_of(action, seat)
    assert told
    if told[0] == "discard":
        return told[1], -1, -1
    shoal = seat if told[0] == "own" else told[2]
    return told[1], (int(shoal) - seat) % players, action % CELLS


@cache
def moments(variant: str = "base", **rules: Value) -> list[Moment]:
    """Return moments from games of 2 to 4 players, early and late."""
    lineup = ("planner", "feeder", "random", "spoiler")
    steps = [2 + 5 * number // 2 for number in range(30)]
    return moments_of(GAME, lineup, steps, _told, _BY_SEAT, variant=variant, rules=rules)


@strategy(
    "shoal",
    tier=0,
    place=Parameter(1, 0, 3, "Whose colour, in seats from the one to act."),
    colour=Parameter(0, 0, 3, "Which colour."),
    guess=Parameter(0.5, 0, 5, "As the planner's."),
    blame=Parameter(6, 0, 20, "As the planner's."),
)
def guesser(view: View, place: float, colour: float, guess: float, blame: float) -> int:
    """Tells how likely the planner thinks a colour is a player's, in millionths."""
    memory = working_record(view, MEMORY)
    guess_colours(view, memory, guess, blame)
    return int(memory.belief[int(place), int(colour)] * 1e6 + 0.5)


def believed(position: ShoalTable, place: int, colour: int, **parameters: float) -> float:
    """Return how likely the planner thinks a colour is a player's."""
    position.legal()
    values = "".join(f", {name}={value}" for name, value in parameters.items())
    spec = f"{__file__}:guesser(place={place}, colour={colour}{values})"
    seen = Seen(position.table, position.own[position.table.seat], position.rules, position._menu)
    return next(iter(answers(GAME, spec, seen))) / 1e6
