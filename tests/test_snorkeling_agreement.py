from __future__ import annotations

from typing import Any

import pytest

from simulate.rules import Value
from tests.oracles import snorkeling as oracle
from tests.oracles.agreement import GAME, compare, table

#: Fewer than the script plays, to be quick; the script's table is for looking closely.
GAMES = 400


@pytest.mark.parametrize("variant", GAME.variants)
@pytest.mark.parametrize("players", range(2, 7))
def test_the_means_of_random_play_agree_with_the_oracle(players: int, variant: str) -> None:
    found = compare(players, variant, GAMES)
    assert all(abs(one.standard_errors) < 4 for one in found), "\n".join(table(found))


@pytest.mark.parametrize(
    "wrong", [{"pile_limit": "per_turn"}, {"target_score": 13}, {"hand_size": 6}]
)
def test_the_means_disagree_when_the_oracle_has_one_rule_different(
    wrong: dict[str, Value],
) -> None:
    found = compare(4, "base", oracle_rules=wrong)
    assert any(abs(one.standard_errors) > 4 for one in found), "\n".join(table(found))


def test_the_means_disagree_when_the_oracle_does_not_wrap_around(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def one_higher(game: Any, card: oracle.Card) -> bool:
        return bool(card[1] == game.centre[-1][1] + 1)

    monkeypatch.setattr(oracle.Game, "_is_one_higher", one_higher)
    found = compare(4, "base")
    assert any(abs(one.standard_errors) > 4 for one in found), "\n".join(table(found))
