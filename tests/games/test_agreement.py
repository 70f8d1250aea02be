"""Means of random play against those of the oracles; a rule that differs is noticed.

The quick run compares single games with the oracles instead, decision by decision.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from simulate.game import find_game
from simulate.rules.kinds import Value
from tests.helpers.tables import chosen_tables, quick_among
from tests.oracles.agreement import ORACLES, compare, wrong
from tests.oracles.exact import known_values

#: Fewer games than `tests/oracles/agreement.py` plays by default, so that the tests are quick.
GAMES = {"animal-splash": 400, "scaphandre": 400, "schnuff": 200, "shoal": 150, "snorkeling": 250}
#: The number of tables of a game whose single games cannot be compared with the oracle's.
TABLES = {"snorkeling": 9}
#: For each game, a rule that the oracle plays differently.
RULES: dict[str, dict[str, Value]] = {
    "animal-splash": {"free_steps": 3},
    "scaphandre": {"limit": 13},
    "schnuff": {"costs": (1, 2, 4)},
    "shoal": {"curse_length": 4},
    "snorkeling": {"hand_size": 6},
}


@pytest.mark.parametrize("game", ORACLES)
def test_the_default_rules_are_those_of_the_oracle(game: str) -> None:
    values: dict[str, Any] = known_values(find_game(game).resolve("base", {}, 4))
    expected = asdict(ORACLES[game].Rules(players=4))
    assert {"players": 4, **values, "missions": list(values.get("missions", []))} == {
        "missions": [],
        **expected,
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "players", "variant"),
    [(game, *table) for game in ORACLES for table in chosen_tables(game)[: TABLES.get(game, 1)]],
)
def test_the_means_of_random_play_agree_with_the_oracle(
    game: str, players: int, variant: str
) -> None:
    assert wrong(compare(game, players, variant, GAMES[game])) == []


@pytest.mark.parametrize("game", quick_among(RULES, "snorkeling"))
def test_the_means_disagree_when_the_oracle_has_one_rule_different(game: str) -> None:
    assert wrong(compare(game, 4, "base", GAMES[game], oracle_rules=RULES[game]))
