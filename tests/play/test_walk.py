"""Walking a game step by step plays it once, and ends as the run counted."""

from __future__ import annotations

from itertools import islice, pairwise

import numpy as np
import pytest

from simulate.game import Snapshot, find_game, game_names
from simulate.kit.menu import clear
from simulate.play import kernel
from simulate.play import rows as row
from simulate.play.arms import make_engine
from simulate.study import Study
from tests.helpers.studies import lineup_of, make_study
from tests.helpers.tables import quick_among

#: Compiling all strategies of a game takes long, and of this one longest.
QUICK = ("scaphandre",)
each_game = pytest.mark.parametrize("game", quick_among(game_names(), *QUICK))
#: In one game of these, which are the rotations of a deal, each strategy has each seat.
NUMBERS = range(6)


def mixed_study(game: str) -> Study:
    """Return a study of as many different strategies as can play."""
    return make_study(game, find_game(game).seats[1], games=60)


def as_bytes(snapshot: Snapshot) -> tuple[bytes, ...]:
    return tuple(part.tobytes() for part in snapshot)


@each_game
def test_a_walk_ends_with_the_row_of_its_game(game: str) -> None:
    study = mixed_study(game)
    engine = make_engine(study, lineup_of(study))
    begun = engine.walk(1)
    assert len(list(islice(begun, 7))) == 7
    assert begun.finish().tolist() == engine.play(1, 1)[0].tolist()
    for number, counted in zip(NUMBERS, engine.play(0, len(NUMBERS)), strict=True):
        walk = engine.walk(number)
        assert walk.row is None
        decisions = sum(bool(moment.actions) for moment in walk)
        assert walk.row is not None
        assert walk.row.tolist() == walk.finish().tolist() == counted.tolist()
        assert decisions == counted[row.DECISIONS]
        assert list(walk) == []


@each_game
def test_a_snapshot_does_not_change_when_the_walk_continues(game: str) -> None:
    study = mixed_study(game)
    walk = make_engine(study, lineup_of(study)).walk(3)
    before = [as_bytes(walk.snapshot)]
    moments = []
    for moment in walk:
        moments.append(moment)
        before.append(as_bytes(walk.snapshot))
    assert [as_bytes(moment.snapshot) for moment in moments] == before[:-1]
    assert all(first != second for first, second in pairwise(before))


@each_game
def test_offering_actions_depends_only_on_the_snapshot_and_does_not_change_it(game: str) -> None:
    """So the snapshot before a step is also what the strategy saw."""
    study = mixed_study(game)
    engine = make_engine(study, lineup_of(study))
    menu = kernel.workspace(engine.game)["menu"][0]
    offer_actions = getattr(engine.game.offer_actions, "py_func", engine.game.offer_actions)
    for moment in islice(engine.walk(4), 40):
        table, own, hidden = moment.snapshot
        before = as_bytes(moment.snapshot)
        clear(menu)
        offer_actions(engine.rules[0], kernel.State(table, own, hidden, None, None), menu)
        assert as_bytes(moment.snapshot) == before
        assert menu.count == len(moment.actions)


def test_two_walks_of_an_engine_are_independent() -> None:
    study = mixed_study("snorkeling")
    engine = make_engine(study, lineup_of(study))
    alone = [moment.action for moment in engine.walk(0)], [m.action for m in engine.walk(1)]
    first, second = engine.walk(0), engine.walk(1)
    together: tuple[list[int], list[int]] = ([], [])
    while first.row is None or second.row is None:
        for walk, actions in zip((first, second), together, strict=True):
            actions.extend(moment.action for moment in islice(walk, 3))
    assert together == alone
    assert not np.array_equal(*alone)
