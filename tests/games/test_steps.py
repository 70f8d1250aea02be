"""At every step of a game, a strategy sees what the oracle shows."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import asdict, replace
from functools import partial
from typing import Any, NamedTuple

import pytest

from simulate.game import find_game
from simulate.games.shoal import MOST_NOTES
from tests.helpers.tables import each_pair, each_table_of_all_games, quick_among
from tests.oracles import (
    animal_splash,
    random_rules,
    scaphandre,
    schnuff,
    seen_animal_splash,
    seen_scaphandre,
    seen_schnuff,
    seen_shoal,
    shoal,
)
from tests.oracles.exact import differences, known_values, make_engine, steps_compared
from tests.oracles.streams import play
from tests.oracles.watched_shoal import WatchedGame


class Sides(NamedTuple):
    """An oracle, what both sides see, rules drawn so that games have so many turns at most.

    `walked` are games of random rules; so many decisions are in one of a variant and in all those
    at `least`. At the end the sides are `unlike` in some fields, or in all.
    """

    oracle: Any
    seen: Any
    draw: Callable[[random.Random, int], Any]
    turns: int
    walked: int
    least: tuple[int, int]
    unlike: tuple[str, ...] | None = ("seat",)


SIDES = {
    "animal-splash": Sides(
        animal_splash, seen_animal_splash, random_rules.animal_splash_rules, 40, 24, (81, 1201)
    ),
    "scaphandre": Sides(
        scaphandre, seen_scaphandre, random_rules.scaphandre_rules, 80, 60, (41, 1001)
    ),
    "schnuff": Sides(
        schnuff, seen_schnuff, random_rules.schnuff_rules, 100, 60, (21, 1001), unlike=None
    ),
    "shoal": Sides(
        shoal, seen_shoal, random_rules.shoal_rules, 40, 30, (41, 701), unlike=("seat", "step")
    ),
}


def compared(game: str, rules: Any, number: int) -> int:
    """Compare a game of random players at every step; return its number of decisions."""
    sides = SIDES[game]
    theirs = WatchedGame(rules, number) if game == "shoal" else None
    views = sides.seen.told_by_engine, sides.seen.told_by_oracle
    return steps_compared(game, rules, number, *views, theirs, sides.unlike)


@each_table_of_all_games(games=SIDES)
def test_a_strategy_sees_what_the_oracle_shows_at_every_step_of_a_variant(
    game: str, players: int, variant: str
) -> None:
    sides, values = SIDES[game], known_values(find_game(game).resolve(variant, {}, players))
    rules = sides.oracle.Rules(players=players, **values)
    assert compared(game, rules, players) >= sides.least[0]


@pytest.mark.parametrize("game", quick_among(SIDES, "scaphandre", "schnuff"))
def test_a_strategy_sees_what_the_oracle_shows_at_every_step_under_random_rules(game: str) -> None:
    sides, source = SIDES[game], random.Random(72)
    drawn = (sides.draw(source, sides.turns) for _ in range(sides.walked))
    steps = sum(compared(game, rules, number) for number, rules in enumerate(drawn))
    assert steps >= sides.least[1]


#: Groups of two and more oxygen, so that random players take every mission now and then.
EASY = animal_splash.Rules(players=3, group_size=2, start_oxygen=5)
OTHER_MISSION = {"colour": "black", "measure": "pearls", "at_least": 7, "points": 4}


@each_pair("field", OTHER_MISSION, "place", range(8))
def test_a_different_mission_of_the_oracle_makes_games_differ(field: str, place: int) -> None:
    missions: list[Any] = [dict(mission) for mission in asdict(EASY)["missions"]]
    missions[place][field] = OTHER_MISSION[field]
    engine = make_engine("animal-splash", EASY)
    assert differences(engine, 60, partial(play, "animal-splash", replace(EASY, missions=missions)))


@pytest.mark.parametrize("wrong", [{"recall": 2}, {"memory": False}], ids=["recall", "memory"])
def test_a_different_memory_of_the_oracle_makes_views_differ(
    wrong: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = scaphandre.Rules(players=3, memory=True)
    assert compared("scaphandre", rules, 0) == 60
    remembering = scaphandre.Game.known_centre

    def mistaken(game: scaphandre.Game) -> list[scaphandre.Card]:
        game.rules = replace(rules, **wrong)
        return remembering(game)

    monkeypatch.setattr(scaphandre.Game, "known_centre", mistaken)
    with pytest.raises(AssertionError):
        compared("scaphandre", rules, 0)


@pytest.mark.parametrize("players", [3, 4])
def test_the_longest_possible_display_is_recorded_completely(players: int) -> None:
    # Nobody has the most corals, so all octopuses leave in the set-up, and all sharks but four.
    rules = shoal.Rules(players=players, singles=0, doubles=0, corals=4, sharks=30, octopuses=30)
    for number in range(3):
        game = WatchedGame(rules, number)
        if players == 4:
            assert len(game.notes) >= 2 * 60 - 4
        # Checked first, because compiled code would write beyond the end without an error.
        assert len(game.notes) <= MOST_NOTES
        compared("shoal", rules, number)
