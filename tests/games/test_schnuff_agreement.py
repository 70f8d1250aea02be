from __future__ import annotations

import pytest

from simulate.rules.kinds import Value
from tests.helpers.tables import one_table
from tests.oracles import schnuff as oracle
from tests.oracles.agreement import compare, wrong

#: Fewer than the script plays, to be quick; the script's table is for looking closely.
GAMES = 200


# Besides, every single game is compared with the oracle's.
@one_table("schnuff")
def test_the_means_of_random_play_agree_with_the_oracle(players: int, variant: str) -> None:
    assert wrong(compare("schnuff", players, variant, GAMES)) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "rule", [{"costs": (1, 2, 4)}, {"chips": 11}, {"hand_size": 2}, {"limits": (30, 60, 99)}]
)
def test_the_means_disagree_when_the_oracle_has_one_rule_different(rule: dict[str, Value]) -> None:
    assert wrong(compare("schnuff", 4, "base", 600, oracle_rules=rule))


@pytest.mark.slow
def test_the_means_disagree_when_every_crossing_after_a_schnuff_is_paid_by_the_oracle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    move_total = oracle.Game._move_total

    def paid(game: oracle.Game, total: int) -> str | None:
        game.free_crossings = set()
        return move_total(game, total)

    monkeypatch.setattr(oracle.Game, "_move_total", paid)
    assert wrong(compare("schnuff", 6, "base", GAMES))
