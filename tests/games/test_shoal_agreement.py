from __future__ import annotations

import pytest

from simulate.rules.kinds import Value
from tests.helpers.tables import one_table
from tests.oracles import shoal as oracle
from tests.oracles.agreement import compare, wrong

#: Fewer than the script plays, to be quick; the script's table is for looking closely.
GAMES = 150


# Besides, every single game is compared with the oracle's.
@one_table("shoal")
def test_the_means_of_random_play_agree_with_the_oracle(players: int, variant: str) -> None:
    assert wrong(compare("shoal", players, variant, GAMES)) == []


@pytest.mark.slow
@pytest.mark.parametrize("rule", [{"curse_length": 4}, {"sharks": 10}, {"octopus_points": 3}])
def test_the_means_disagree_when_the_oracle_has_one_rule_different(rule: dict[str, Value]) -> None:
    assert wrong(compare("shoal", 4, "base", GAMES, oracle_rules=rule))


@pytest.mark.slow
def test_the_means_disagree_when_sharks_frighten_fish_on_the_oracles_side(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fits = oracle.fits

    def timid(card: oracle.Card, neighbour: oracle.Spot) -> bool:
        return fits(card, neighbour) and (card.kind != "fish" or neighbour.cover is None)

    monkeypatch.setattr(oracle, "fits", timid)
    assert wrong(compare("shoal", 4, "base", GAMES))
