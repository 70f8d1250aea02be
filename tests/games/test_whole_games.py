"""The engine's games equal the oracles' games exactly if both get the same cards."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from simulate.game import find_game
from tests.games.test_agreement import RULES
from tests.games.test_steps import SIDES as SIDES_BY_STEP
from tests.helpers.tables import each_table_of_all_games
from tests.oracles import animal_splash, random_rules, scaphandre, schnuff, shoal
from tests.oracles.agreement import ORACLES
from tests.oracles.exact import differences, known_values, make_engine
from tests.oracles.streams import play

#: Games of each random rule set.
GAMES_EACH = 4


@dataclass(frozen=True)
class Sides:
    """What is played on both sides: games of each table, and random rule sets.

    So many `sets` in the slow run, and `some` in every run.
    """

    oracle: Any
    random_rules: Callable[[random.Random], Any]
    games: int
    sets: int
    some: int


SIDES = {
    "animal-splash": Sides(animal_splash, random_rules.animal_splash_rules, 40, 300, 30),
    "scaphandre": Sides(scaphandre, random_rules.scaphandre_rules, 60, 200, 50),
    "schnuff": Sides(schnuff, random_rules.schnuff_rules, 60, 300, 50),
    "shoal": Sides(shoal, random_rules.shoal_rules, 20, 200, 30),
}


def differing(game: str, rules: Any, games: int, theirs: Any = None) -> list[str]:
    """Return the differences in the first game that differs; the oracle's rules may be `theirs`."""
    engine = make_engine(game, rules)
    return differences(engine, games, lambda number: play(game, theirs or rules, number))


def test_every_oracle_with_the_deals_of_the_engine_is_compared() -> None:
    # The oracle of Snorkeling draws its cards in another order.
    assert set(SIDES) == set(SIDES_BY_STEP) == set(ORACLES) - {"snorkeling"}


@each_table_of_all_games(quick=1, games=SIDES)
def test_every_game_of_a_variant_equals_that_of_the_oracle(
    game: str, players: int, variant: str
) -> None:
    sides = SIDES[game]
    values = known_values(find_game(game).resolve(variant, {}, players))
    assert differing(game, sides.oracle.Rules(players=players, **values), sides.games) == []


@pytest.mark.parametrize(
    ("game", "sets"),
    [
        pytest.param(game, sets, marks=marks)
        for game, sides in SIDES.items()
        for sets, marks in ((sides.some, ()), (sides.sets, pytest.mark.slow))
    ],
)
def test_games_with_random_rules_equal_those_of_the_oracle_and_every_count_occurs(
    game: str, sets: int
) -> None:
    source, seen = random.Random(71), Counter[str]()
    for _ in range(sets):
        rules = SIDES[game].random_rules(source)
        engine = make_engine(game, rules)

        def played(number: int, rules: Any = rules) -> Any:
            outcome = play(game, rules, number)
            for name, count in outcome.counts.items():
                seen[name] += count != 0
            seen["cap reached"] += not outcome.finished
            seen["shared win"] += len(outcome.winners) > 1
            seen["last at half-time"] += len(outcome.half_last) > 0
            seen["lead changed"] += outcome.lead_changes > 0
            return outcome

        assert differences(engine, GAMES_EACH, played) == [], rules
    least = 10 if sets == SIDES[game].sets else 0
    assert {event: times for event, times in seen.items() if times < least} == {}


@pytest.mark.parametrize("game", SIDES)
def test_a_different_rule_of_the_oracle_makes_games_differ(game: str) -> None:
    rules = SIDES[game].oracle.Rules(players=3)
    assert differing(game, rules, 40, replace(rules, **RULES[game]))
