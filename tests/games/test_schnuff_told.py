"""What a replay of Schnuff says of each card, and of the table."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracles.stacked import SchnuffTable

ONES = ["1", "1", "1", "1"]
LOST = "seat 1 loses 1 chip and has 9 left"
LOST_3 = "seat 1 loses 3 chips and has 7 left"
CROSSED = "The last limit is crossed: the round is over."
TURNED = "the discard pile is turned over and becomes the draw pile"


@pytest.mark.parametrize(
    ("action", "total", "position", "told"),
    [
        ("3", 8, {}, ["plays 3 and says 11", "draws 2"]),
        ("pass", 30, {}, ["plays Pass and says 30", "draws 2"]),
        ("back", 59, {}, ["plays Back and says 59", "draws 2"]),
        ("panic", 11, {}, ["plays Panic and says 30", "draws 2"]),
        ("1", 30, {}, ["plays 1 and says 31", LOST, "draws 2"]),
        ("risk", 30, {"rolls": [9]}, ["plays Risk", "rolls 9", "the total is 39", LOST, "draws 2"]),
        ("risk", 30, {"rolls": [5]}, ["plays Risk", "rolls 5", "the total is 25", "draws 2"]),
        ("3", 0, {"rules": {"forget_rate": 1.0}}, ["plays 3 and says 3", "forgets to draw"]),
        ("3", 88, {}, ["plays 3 and says 91", LOST_3, CROSSED]),
        ("risk", 88, {"rolls": [9]}, ["plays Risk", "rolls 9", LOST_3, CROSSED]),
        (
            "schnuff",
            90,
            {"chips": [9, 3], "rolls": [8]},
            [
                "plays Schnuff and says 90",
                "seat 2 rolls 8",
                "seat 2 loses 3 chips and is out",
                "Schnuff on the last limit: the round is over.",
            ],
        ),
        (
            "3",
            28,
            {"chips": [1, 3]},
            ["plays 3 and says 31", "seat 1 loses 1 chip and is out", "The game is decided."],
        ),
        (
            "3",
            0,
            {"draw": ["2"], "discards": ["1"]},
            ["plays 3 and says 3", "draws 2", TURNED],
        ),
        # The discard pile is the card just played alone.
        ("3", 0, {"draw": ["2"]}, ["plays 3 and says 3", "draws 2", TURNED]),
        (
            "3",
            0,
            {"draw": ["2"], "rules": {"recycle": "shuffle"}},
            [
                "plays 3 and says 3",
                "draws 2",
                "the discard pile is shuffled and becomes the draw pile",
            ],
        ),
    ],
)
def test_each_card_is_told_with_what_it_led_to(
    action: str, total: int, position: dict[str, Any], told: list[str]
) -> None:
    more = {"draw": ["2", "3"], **position}
    assert SchnuffTable([action, "4"], ONES, total=total, **more).play(action) == told


@pytest.mark.parametrize(
    ("rolls", "told", "payer"),
    [
        ([4, 11], ["seat 2 rolls 4, seat 3 rolls 11"], 3),
        (
            [4, 4, 9, 5],
            [
                "seat 2 rolls 4, seat 3 rolls 4",
                "tied for the lowest roll: seat 2 rolls 9, seat 3 rolls 5",
            ],
            2,
        ),
    ],
)
def test_rolls_are_told_each_time_that_a_tie_is_rolled_again(
    rolls: list[int], told: list[str], payer: int
) -> None:
    table = SchnuffTable(["schnuff", "4"], ONES, ONES, total=60, rolls=rolls, draw=["2", "3"])
    loses = f"seat {payer} loses 2 chips and has 8 left"
    assert table.play("schnuff") == ["plays Schnuff and says 60", *told, loses, "draws 2"]


def test_a_standstill_is_told_last_and_nothing_of_the_new_deal() -> None:
    table = SchnuffTable(["schnuff"], ["schnuff"], total=8)
    assert table.play("none") == ["shows a hand without a card to play"]
    assert table.play("none")[1:] == ["Nobody can play: the round is over."]


def test_the_table_is_told_with_the_hands_that_are_seen() -> None:
    table = SchnuffTable(
        ["pass", "3", "1"], [], ["2"], chips=[10, 0, 1], total=31, free=[1], direction=-1, dealer=2
    )
    assert table.game.teller.state(table.rules, table.snapshot(), [0]) == [
        "total 31, next limit 60 (free to cross), counterclockwise; 4 cards to draw, 0 discarded",
        "> seat 1, 10 chips: 1 3 Pass",
        "  seat 2, out",
        "  seat 3, 1 chip: 1 cards (dealer)",
    ]
