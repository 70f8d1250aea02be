"""What a replay of Snorkeling says besides the moves is what happened."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from simulate.play.arms import make_engine
from simulate.play.walk import Moment
from strategies import find_strategy
from tests.helpers.studies import make_study


def moments(game: int) -> tuple[list[Moment], Any, Any]:
    """Return all steps of a game among shedders, who often empty their hands."""
    study = make_study("snorkeling", 4, "base", lineup=("shedder",) * 4)
    engine = make_engine(study, [find_strategy("shedder", "snorkeling")] * 4)
    return list(engine.walk(game)), engine.rules[0], engine.game.teller


def test_the_cards_told_as_drawn_are_those_that_left_the_deck() -> None:
    turns = emptied = 0
    for game in range(12):
        found, rules, tell = moments(game)
        for before, after in pairwise(found):
            one, other = before.snapshot.table, after.snapshot.table
            same_round = one.rounds == other.rounds and other.turns == one.turns + 1
            if not same_round or other.centre_size < one.centre_size:
                continue
            snapshots = before.snapshot, before.action, after.snapshot
            lines = tell.aftermath(rules, *snapshots)
            [drawn] = [line for line in lines if line.startswith("draws")]
            assert len(re.findall(r"\d", drawn)) == one.deck_size - other.deck_size, drawn
            turns += 1
            emptied += one.hand_size[one.seat] == 1 and before.action > 0
    assert turns > 200
    assert emptied > 20
