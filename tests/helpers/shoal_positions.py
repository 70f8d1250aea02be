"""Asks Shoal's strategies what they choose, in positions drawn by hand and in random moments."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import numpy as np

from simulate.game import Snapshot
from simulate.kit.grid import CELLS
from simulate.kit.menu import clear
from simulate.kit.view import View
from simulate.play import kernel
from simulate.play.arms import make_engine
from simulate.rules.kinds import Value
from strategies import Parameter, strategy, working_record
from strategies.shoal_outlook import MEMORY, guess_colours
from tests.helpers.asking import Seen, answers
from tests.helpers.kept_calls import offer_actions
from tests.helpers.studies import lineup_of, make_study, moment_at
from tests.oracles.stacked_shoal import GAME, Action, ShoalTable, action_of

#: What the table tells of each seat; these turn with the seats.
_BY_SEAT = (
    "tiles",
    "occupied",
    "frontier",
    "first_word",
    "last_word",
    "fish_cards",
    "colours",
    "seabeds",
    "doubles",
    "corals",
    "octopuses",
    "sharks",
    "bones",
    "fish",
    "fish_total",
    "coral_count",
    "octopus_count",
    "shark_count",
    "kept",
    "given",
    "harmed",
)


def tallied(spec: str, position: ShoalTable, times: int = 1, seed: int = 1) -> Counter[Action]:
    """Count what a strategy chooses in a position, asked several times with one stream."""
    legal = position.legal()
    seat = int(position.table.seat)
    seen = Seen(position.table, position.own[seat], position.rules, position._menu)
    chosen = answers(GAME, spec, seen, times, seed)
    told = Counter({action_of(action, seat): count for action, count in chosen.items()})
    assert set(legal).issuperset(told), f"{spec} chose {set(told) - set(legal)}"
    return told


def choice(spec: str, position: ShoalTable, seed: int = 1) -> Any:
    """Return what a strategy chooses in a position: kind, slot, and where."""
    return next(iter(tallied(spec, position, 1, seed)))


class Moment:
    """A moment of a game played by all strategies, which can be seated in any rotation."""

    def __init__(self, snapshot: Snapshot, players: int, rules: Any) -> None:
        self._snapshot, self.players, self._rules = snapshot, players, rules

    def chosen(self, spec: str, shift: int = 0, seed: int = 1) -> tuple[int, int, int]:
        """Return slot, shoal and cell that a strategy chooses, everybody `shift` seats further on.

        The shoal is told as seats from the one to act; a discard has no shoal and no cell.
        """
        work = kernel.workspace(GAME)
        table, menu = work["table"][0], work["menu"][0]
        # The fields are the same; a snapshot's are just not in the live record.
        for name in table.dtype.names:
            table[name] = self._snapshot.table[name]
        for name in _BY_SEAT:
            table[name][: self.players] = np.roll(table[name][: self.players], shift, axis=0)
        table.seat = (table.seat + shift) % self.players
        own = work["seats"]["own"][0][0]
        own.tile = self._snapshot.own[int(self._snapshot.table.seat)].tile
        state = kernel.State(table, None, None, None, None)
        clear(menu)
        offer_actions(GAME, self._rules, state, menu)
        [action] = answers(GAME, spec, Seen(table, own, self._rules, menu), 1, seed)
        told = action_of(action, int(table.seat))
        assert told
        if told[0] == "discard":
            return told[1], -1, -1
        shoal = table.seat if told[0] == "own" else told[2]
        return told[1], (int(shoal) - int(table.seat)) % self.players, action % CELLS


@cache
def moments(variant: str = "base", **rules: Value) -> list[Moment]:
    """Return moments from games of 2 to 4 players, early and late."""
    found = []
    for players in (2, 3, 4):
        lineup = ("planner", "feeder", "random", "spoiler")[:players]
        study = make_study("shoal", players, variant, lineup=lineup, rules=rules)
        engine = make_engine(study, lineup_of(study))
        record = GAME.rules_record(study.values, players)[0]
        for number in range(30):
            moment = moment_at(engine, number, 2 + 5 * number // 2)
            if moment and len(moment.actions) > 1:
                found.append(Moment(moment.snapshot, players, record))
    return found


@strategy(
    "shoal",
    tier=0,
    place=Parameter(1, 0, 3, "Whose colour, in seats from the one to act."),
    colour=Parameter(0, 0, 3, "Which colour."),
    guess=Parameter(0.5, 0, 5, "As the planner's."),
    doubt=Parameter(0, 0, 1, "As the planner's."),
)
def guesser(view: View, place: float, colour: float, guess: float, doubt: float) -> int:
    """Tells how likely the planner thinks a colour is a player's, in millionths."""
    memory = working_record(view, MEMORY)
    guess_colours(view, memory, guess, 1.0, doubt)
    return int(memory.belief[int(place), int(colour)] * 1e6 + 0.5)


def believed(position: ShoalTable, place: int, colour: int, **parameters: float) -> float:
    """Return how likely the planner thinks a colour is a player's."""
    position.legal()
    seat = int(position.table.seat)
    seen = Seen(position.table, position.own[seat], position.rules, position._menu)
    values = "".join(f", {name}={value}" for name, value in parameters.items())
    spec = f"{__file__}:guesser(place={place}, colour={colour}{values})"
    return next(iter(answers(GAME, spec, seen))) / 1e6
