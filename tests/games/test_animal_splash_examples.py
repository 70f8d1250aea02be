"""The end-scoring card of Animal Splash, on positions laid out by hand."""

from __future__ import annotations

import pytest

from tests.oracles import animal_splash as oracle
from tests.oracles.stacked_animal_splash import MISSION, AnimalSplashTable


@pytest.mark.parametrize(
    ("values", "points"),
    [
        ([5, 3], [3, 1]),
        ([4, 4], [2, 2]),
        ([1, 2, 3, 5], [0, 0, 1, 3]),
        ([5, 5, 3], [2, 2, 0]),
        ([5, 3, 3], [3, 0.5, 0.5]),
        ([3, 5, 3, 3], [1 / 3, 3, 1 / 3, 1 / 3]),
        ([3, 3, 3, 3, 5], [0.25, 0.25, 0.25, 0.25, 3]),
        ([4, 4, 2, 4, 1], [4 / 3, 4 / 3, 0, 4 / 3, 0]),
        ([4, 4, 4, 4, 4], [0.8, 0.8, 0.8, 0.8, 0.8]),
        ([5, 0, 0], [3, 0, 0]),
        ([0, 2, 0, 2], [0, 2, 0, 2]),
        ([0, 0, 0], [0, 0, 0]),
    ],
)
def test_tied_players_share_their_places_and_a_player_with_nothing_gets_nothing(
    values: list[int], points: list[float]
) -> None:
    table = AnimalSplashTable(
        *["Sgc"] * len(values),
        oxygen=values,
        end_card="oxygen",
        seat=len(values) - 1,
        step=MISSION,
        rules={"cards_to_end": [1, 1, 1, 1]},
    )
    table.play(oracle.NONE)
    assert table.table.over == 1
    assert table.points == points
    assert table.table.end_share[: len(values)].tolist() == [60 * share for share in points]
    assert table.oxygen == values, "nothing is spent"
    assert table.counts.get("end_card_points", 0) == 60 * sum(points)
