from __future__ import annotations

from typing import Any

import pytest

from simulate.rules.kinds import Value
from tests.helpers.tables import one_table
from tests.oracles import snorkeling as oracle
from tests.oracles.agreement import compare, wrong

#: Fewer than the script plays, to be quick; the script's table is for looking closely.
GAMES = 250


@one_table("snorkeling")
def test_the_means_of_random_play_agree_with_the_oracle(players: int, variant: str) -> None:
    assert wrong(compare("snorkeling", players, variant, GAMES)) == []


@pytest.mark.parametrize(
    "rule",
    [
        {"target_score": 13},
        pytest.param({"pile_limit": "per_turn"}, marks=pytest.mark.slow),
        pytest.param({"hand_size": 6}, marks=pytest.mark.slow),
    ],
)
def test_the_means_disagree_when_the_oracle_has_one_rule_different(rule: dict[str, Value]) -> None:
    assert wrong(compare("snorkeling", 4, "base", 1500, oracle_rules=rule))


@pytest.mark.slow
def test_the_means_disagree_when_the_oracle_does_not_wrap_around(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def one_higher(game: Any, card: oracle.Card) -> bool:
        return bool(card[1] == game.centre[-1][1] + 1)

    monkeypatch.setattr(oracle.Game, "_is_one_higher", one_higher)
    assert wrong(compare("snorkeling", 4, "base", 1500))
