"""The engine plays the oracles' games to the last integer if both are dealt the same."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from simulate.game import find_game
from tests.helpers.tables import each_table_of_all_games
from tests.oracles import animal_splash, random_rules, scaphandre, schnuff, shoal
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
    "animal-splash": Sides(animal_splash, random_rules.animal_splash_rules, 60, 500, 30),
    "scaphandre": Sides(scaphandre, random_rules.scaphandre_rules, 100, 300, 50),
    "schnuff": Sides(schnuff, random_rules.schnuff_rules, 100, 500, 50),
    "shoal": Sides(shoal, random_rules.shoal_rules, 30, 320, 30),
}


def differing(game: str, rules: Any, games: int, theirs: Any = None) -> list[str]:
    """Tell what differs in the first game that does, the oracle playing by `theirs` if given."""
    engine = make_engine(game, rules)
    return differences(engine, games, lambda number: play(game, theirs or rules, number))


@each_table_of_all_games(without=("snorkeling",))  # whose oracle deals otherwise
def test_every_game_of_a_variant_is_the_oracles(game: str, players: int, variant: str) -> None:
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
def test_every_game_of_random_rules_is_the_oracles_and_what_is_counted_was_seen(
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


WRONG: dict[str, tuple[Any, int, dict[str, Any]]] = {
    "animal-splash": (
        animal_splash.Rules(players=3),
        40,
        {
            "cards_to_end": {"2": 9, "3": 7, "4": 7, "5": 6},
            "copies": 4,
            "oxygen_cards": 2,
            "group_size": 4,
            "one_step_oxygen": 2,
            "free_steps": 3,
            "step_cost": 0,
            "swap_cost": 2,
            "shift_cost": 1,
            "missions": (),
            "end_scoring": ("oxygen", "animal_pearls", "plant_pearls", "longest_kind_run"),
            "end_points": (3, 2),
            "start_oxygen": 1,
            "max_turns": 20,
        },
    ),
    "scaphandre": (
        scaphandre.Rules(players=3),
        20,
        {"limit": 13, "hand_size": 5, "copies": 5, "ending": "finish_lap", "max_turns": 59},
    ),
    "schnuff": (
        random_rules.RICH,
        20,
        {
            "recycle": "shuffle",
            "schnuff_tie": "all_spared",
            "ending": "first_out",
            "hand_size": 3,
            "chips": 11,
            "limits": (30, 60, 91),
            "costs": (1, 2, 4),
            "forget_rate": 0.11,
            "max_turns": 50,
            "deck": {**random_rules.RICH.deck, "back": 5},
        },
    ),
    "shoal": (
        shoal.Rules(players=3),
        10,
        {
            "singles": 2,
            "doubles": 2,
            "corals": 23,
            "sharks": 9,
            "octopuses": 9,
            "curse_length": 4,
            "majority_points": 4,
            "octopus_points": 2,
            "shark_points": 1,
            "piles_to_end": 2,
            "table_size": 5,
            "max_turns": 30,
        },
    ),
}


@pytest.mark.parametrize(
    ("game", "rule"), [(game, rule) for game, (*_, wrong) in WRONG.items() for rule in wrong]
)
def test_a_different_rule_on_the_oracles_side_makes_games_differ(game: str, rule: str) -> None:
    rules, games, wrong = WRONG[game]
    assert differing(game, rules, games, replace(rules, **{rule: wrong[rule]}))
