"""Asks Animal Splash's strategies what they choose, in positions and in random moments."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from simulate.game import Snapshot
from simulate.kit.menu import clear
from simulate.play import kernel
from simulate.play.arms import make_engine
from simulate.rules.kinds import Value
from tests.helpers.asking import Seen, answers
from tests.helpers.kept_calls import offer_actions
from tests.helpers.studies import lineup_of, make_study, moment_at
from tests.oracles.stacked_animal_splash import GAME, Action, AnimalSplashTable, action_of

#: What the table tells of each seat, and the sets of seats; these turn with the seats.
_BY_SEAT = (
    "spots",
    "oxygen",
    "tableau",
    "tableau_size",
    "animal_pearls",
    "plant_pearls",
    "owned",
    "owned_colours",
    "end_share",
    "scores",
)
_SETS = ("laying", "rearranged")


def choice(spec: str, position: AnimalSplashTable, seed: int = 1) -> Any:
    """Return what a strategy chooses in a position."""
    legal = position.legal()
    own = position.own[position.table.seat]
    seen = Seen(position.table, own, position.rules, position._menu)
    [chosen] = answers(GAME, spec, seen, 1, seed)
    assert action_of(chosen) in legal, f"{spec} chose {action_of(chosen)}"
    return action_of(chosen)


def turn(spec: str, position: AnimalSplashTable) -> list[Any]:
    """Let a strategy play its turn out, and return what it did."""
    turns = position.table.turns
    done = []
    while position.table.turns == turns:
        done.append(choice(spec, position))
        position.play(done[-1])
    return done


class Moment:
    """A moment of a game, which can be seated in any rotation."""

    def __init__(self, snapshot: Snapshot, players: int, rules: Any) -> None:
        self._snapshot, self.players, self._rules = snapshot, players, rules

    def chosen(self, spec: str, shift: int = 0, seed: int = 1) -> Action:
        """Return what a strategy chooses with everybody `shift` seats further on."""
        work = kernel.workspace(GAME)
        table, own, menu = work["table"][0], work["seats"]["own"][0][0], work["menu"][0]
        # The fields are the same; a snapshot's are just not in the live record.
        for name in table.dtype.names:
            table[name] = self._snapshot.table[name]
        for name in _BY_SEAT:
            table[name][: self.players] = np.roll(table[name][: self.players], shift, axis=0)
        for name in _SETS:
            turned = int(table[name]) << shift
            table[name] = (turned | turned >> self.players) & ((1 << self.players) - 1)
        table.seat = (table.seat + shift) % self.players
        clear(menu)
        offer_actions(GAME, self._rules, kernel.State(table, None, None, None, None), menu)
        [chosen] = answers(GAME, spec, Seen(table, own, self._rules, menu), 1, seed)
        return action_of(chosen)


@cache
def moments(variant: str = "base", **rules: Value) -> list[Moment]:
    """Return moments with a choice from games of 2 to 5 players, early and late."""
    found = []
    for players in (2, 3, 4, 5):
        lineup = ("planner", "rearranger", "missionary", "diver", "shooter")[:players]
        study = make_study("animal-splash", players, variant, lineup=lineup, rules=rules)
        engine = make_engine(study, lineup_of(study))
        record = GAME.rules_record(study.values, players)[0]
        for number in range(60):
            moment = moment_at(engine, number, 5 + 5 * number // 2)
            if moment and len(moment.actions) > 1:
                found.append(Moment(moment.snapshot, players, record))
    return found
