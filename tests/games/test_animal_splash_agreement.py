from __future__ import annotations

from typing import Any

import pytest

from simulate.rules.kinds import Value
from tests.helpers.tables import one_table
from tests.oracles import animal_splash as oracle
from tests.oracles.agreement import compare, wrong

#: Fewer than the script plays, to be quick; the script's table is for looking closely.
GAMES = 400


# Besides, every single game is compared with the oracle's.
@one_table("animal-splash")
def test_the_means_of_random_play_agree_with_the_oracle(players: int, variant: str) -> None:
    assert wrong(compare("animal-splash", players, variant, GAMES)) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "rule",
    [{"group_size": 2}, {"free_steps": 3}, {"shift_cost": 1}, {"end_points": (3, 3)}],
    ids=lambda rule: next(iter(rule)),
)
def test_the_means_disagree_when_the_oracle_has_one_rule_different(rule: dict[str, Value]) -> None:
    assert wrong(compare("animal-splash", 4, "base", GAMES, oracle_rules=rule))


@pytest.mark.slow
def test_the_means_disagree_when_pearls_do_not_end_groups_on_the_oracles_side(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def free_places(game: oracle.Game) -> Any:
        groups = PEARLS(game)
        tableau = game.tableaus[game.seat]
        for picture in tableau:
            picture.animal_pearl = False
        return groups

    monkeypatch.setattr(oracle.Game, "_pearls", free_places)
    assert wrong(compare("animal-splash", 4, "base", GAMES))


PEARLS: Any = oracle.Game._pearls
