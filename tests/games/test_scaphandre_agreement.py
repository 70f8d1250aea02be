from __future__ import annotations

import pytest

from simulate.rules.kinds import Value
from tests.helpers.tables import one_table
from tests.oracles import scaphandre as oracle
from tests.oracles.agreement import compare, wrong

#: Fewer than the script plays, to be quick; the script's table is for looking closely.
GAMES = 400


# Besides, every single game is compared with the oracle's.
@one_table("scaphandre")
def test_the_means_of_random_play_agree_with_the_oracle(players: int, variant: str) -> None:
    assert wrong(compare("scaphandre", players, variant, GAMES)) == []


@pytest.mark.slow
@pytest.mark.parametrize("rule", [{"limit": 13}, {"copies": 5}, {"ending": "finish_lap"}])
def test_the_means_disagree_when_the_oracle_has_one_rule_different(rule: dict[str, Value]) -> None:
    assert wrong(compare("scaphandre", 4, "base", GAMES, oracle_rules=rule))


@pytest.mark.slow
def test_the_means_disagree_when_cards_do_not_cancel_on_the_oracles_side(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def take_centre(game: oracle.Game) -> None:
        for card in game.centre:
            game.suits[game.seat][card[1]].append(card)
        game.centre = []
        game.pick_ups += 1

    monkeypatch.setattr(oracle.Game, "_take_centre", take_centre)
    assert wrong(compare("scaphandre", 4, "base", GAMES))
