"""The means of random play are the oracles', and a rule or mistake of the oracle's is noticed.

Besides, every single game is compared with the oracle's, but for Snorkeling.
"""

from __future__ import annotations

from typing import Any

import pytest

from simulate.rules.kinds import Value
from tests.helpers.tables import each_table_of_all_games
from tests.oracles import animal_splash, scaphandre, schnuff, shoal, snorkeling
from tests.oracles.agreement import compare, wrong

#: Fewer than the script plays, to be quick; the script's table is for looking closely.
GAMES = {"animal-splash": 400, "scaphandre": 400, "schnuff": 200, "shoal": 150, "snorkeling": 250}
#: As many as it takes to notice each of the mistakes below.
GAMES_WITH_MISTAKES = {**GAMES, "schnuff": 600, "snorkeling": 1500}
#: Rules that differ on the oracle's side.
RULES: dict[str, tuple[dict[str, Value], ...]] = {
    "animal-splash": ({"group_size": 2}, {"free_steps": 3}, {"shift_cost": 1}),
    "scaphandre": ({"limit": 13}, {"copies": 5}, {"ending": "finish_lap"}),
    "schnuff": ({"costs": (1, 2, 4)}, {"chips": 11}, {"limits": (30, 60, 99)}),
    "shoal": ({"curse_length": 4}, {"sharks": 10}, {"octopus_points": 3}),
    "snorkeling": ({"target_score": 13}, {"pile_limit": "per_turn"}, {"hand_size": 6}),
}


@each_table_of_all_games(quick=1)
def test_the_means_of_random_play_agree_with_the_oracle(
    game: str, players: int, variant: str
) -> None:
    assert wrong(compare(game, players, variant, GAMES[game])) == []


@pytest.mark.parametrize(
    ("game", "rule"),
    [
        pytest.param(game, rule, marks=() if "target_score" in rule else pytest.mark.slow)
        for game, rules in RULES.items()
        for rule in rules
    ],
)
def test_the_means_disagree_when_the_oracle_has_one_rule_different(
    game: str, rule: dict[str, Value]
) -> None:
    assert wrong(compare(game, 4, "base", GAMES_WITH_MISTAKES[game], oracle_rules=rule))


def _pearls_end_no_group(game: Any) -> Any:
    groups = PEARLS(game)
    for picture in game.tableaus[game.seat]:
        picture.animal_pearl = False
    return groups


def _nothing_cancels(game: Any) -> None:
    for card in game.centre:
        game.suits[game.seat][card[1]].append(card)
    game.centre = []
    game.counts["pick_ups"] += 1


def _every_crossing_is_paid(game: Any, total: int) -> Any:
    game.free_crossings = set()
    return MOVE_TOTAL(game, total)


def _sharks_frighten_fish(card: Any, neighbour: Any) -> bool:
    return FITS(card, neighbour) and (card.kind != "fish" or neighbour.cover is None)


def _no_wrapping_around(game: Any, card: snorkeling.Card) -> bool:
    return bool(card[1] == game.centre[-1][1] + 1)


PEARLS: Any = animal_splash.Game._pearls
MOVE_TOTAL, FITS = schnuff.Game._move_total, shoal.fits


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "players", "where", "name", "mistaken"),
    [
        ("animal-splash", 4, animal_splash.Game, "_pearls", _pearls_end_no_group),
        ("scaphandre", 4, scaphandre.Game, "_take_centre", _nothing_cancels),
        ("schnuff", 6, schnuff.Game, "_move_total", _every_crossing_is_paid),
        ("shoal", 4, shoal, "fits", _sharks_frighten_fish),
        ("snorkeling", 4, snorkeling.Game, "_is_one_higher", _no_wrapping_around),
    ],
)
def test_the_means_disagree_when_the_oracle_is_mistaken(
    game: str, players: int, where: Any, name: str, mistaken: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(where, name, mistaken)
    assert wrong(compare(game, players, "base", GAMES_WITH_MISTAKES[game]))
