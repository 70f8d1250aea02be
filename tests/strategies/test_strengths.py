"""How often one of a strategy wins at a table of another, in each game."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.studies import share_of_one
from tests.helpers.tables import each_pair, quick_among

#: By game: how many deals are played; the sizes of tables with one planner among others, and with
#: one of these among planners; and a planner that is hardly any other.
GROUNDS: dict[str, tuple[int, tuple[int, ...], tuple[int, ...], str]] = {
    "animal-splash": (100, (2, 3, 4, 5), (3, 5), "planner(ready=0.451)"),
    "scaphandre": (450, (2, 3, 4), (3, 4), "planner(recall=59)"),
    "schnuff": (750, (2, 3, 4, 6), (3, 4, 6), "planner(low=0.0201)"),
    "shoal": (300, (2, 3, 4), (3, 4), "planner(guess=0.251)"),
    "snorkeling": (1000, (4,), (4,), ""),
}
OTHERS = {
    "animal-splash": "diver missionary shooter specialist rearranger planner(actions=0)",
    "scaphandre": "ducker splasher grabber collector spoiler blocker",
    "schnuff": "spender gambler bully creeper hurrier saver",
    "shoal": "grower feeder reefer spoiler hider",
    "snorkeling": "eager shedder hoarder attacker closer",
}
#: Whom planners meet in every run of the tests: of each game one, but for the dearest to compile.
QUICK = ("blocker", "saver", "hider", "closer")
#: What is nearly as good as a planner.
RIVALS = ("open", "bluffing")


def tables(*, of_planners: bool) -> list[Any]:
    """Return game, other strategy and size of some tables."""
    cases = []
    for game, (_, sizes, among, _) in GROUNDS.items():
        others = ["random", *OTHERS[game].split()]
        others += RIVALS if of_planners and game == "shoal" else ()
        for pair in each_pair("", others, "", among if of_planners else sizes).args[1]:
            marks = pair.marks if pair.values[0] in QUICK else pytest.mark.slow
            cases.append(pytest.param(game, *pair.values, marks=marks))
    return cases


@pytest.mark.parametrize(("game", "other", "players"), tables(of_planners=False))
def test_a_planner_wins_more_than_its_share_against_equal_opponents(
    game: str, other: str, players: int
) -> None:
    fair = (1.8 if game == "shoal" else 1) / players
    lineup = ("planner", *[other] * (players - 1))
    assert share_of_one(game, lineup, GROUNDS[game][0])[0] > fair


@pytest.mark.slow
@pytest.mark.parametrize(("game", "other", "players"), tables(of_planners=True))
def test_every_other_strategy_wins_less_than_its_share_against_planners(
    game: str, other: str, players: int
) -> None:
    deals = 4000 if other in RIVALS else GROUNDS[game][0]
    lineup = (other, *["planner"] * (players - 1))
    assert share_of_one(game, lineup, deals)[1] < 1 / players


@pytest.mark.parametrize("game", quick_among(list(GROUNDS)[:-1], "scaphandre"))
def test_a_planner_wins_its_share_among_planners(game: str) -> None:
    # The negative control of the two tests above.
    deals, _, _, alike = GROUNDS[game]
    low, high = share_of_one(game, ("planner", *[alike] * 3), deals)
    assert low <= 0.25 <= high


@pytest.mark.parametrize("players", [3, 5, 6])
def test_an_attacker_wins_less_than_its_share_among_planners_of_snorkeling(players: int) -> None:
    lineup = ("attacker", *["planner"] * (players - 1))
    assert share_of_one("snorkeling", lineup, 600 // players)[1] < 1 / players


def test_an_attacker_wins_more_than_its_share_among_planners_with_enough_set_to_100() -> None:
    # The negative control: with six players nobody would be left to draw.
    lineup = ("attacker", *["planner(enough=100)"] * 5)
    assert share_of_one("snorkeling", lineup, 50)[0] > 1 / 6
