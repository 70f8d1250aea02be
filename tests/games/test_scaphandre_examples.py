"""The examples of Scaphandre's rulebook, and its replays, on stacked positions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracles.stacked import ScaphandreTable


def test_figure_2_announces_1_3_5_and_8() -> None:
    table = ScaphandreTable([-1], [2], [-2], [-3])
    announced = [table.play(card)[0] for card in (-1, 2, -2, -3)]
    assert announced == [
        "lays 1 crab and announces 1",
        "lays 2 octopuses and announces 3",
        "lays 2 crabs and announces 5",
        "lays 3 crabs and announces 8",
    ]
    assert (table.table.centre_total, table.table.centre_size, table.scores) == (8, 4, [0] * 4)
    assert table.table.seat == 0


def test_figure_4_three_crabs_leave_with_one_of_the_three_octopus_cards() -> None:
    suits = [(0, 0, 2, 0, 0)]
    table = ScaphandreTable([-3], [-1], centre=[-4, -5], suits=suits)
    table.play(-3)
    assert table.table.suits[0].tolist() == [0, 0, 1, -1, -1]
    assert table.table.pairs.tolist() == [0, 0, 1, 0, 0]
    assert table.scores == [3 + 4 + 5, 0]
    assert (table.table.centre_size, table.table.centre_total) == (0, 0)


def test_figure_5_counts_20_animals() -> None:
    held = [-1, -1, -1, -2, 3, 3, 4]
    table = ScaphandreTable([5], [-1], centre=held, rules={"limit": 20})
    table.play(5)
    assert table.table.suits[0].tolist() == [-3, -1, 2, 1, 1]
    assert table.scores == [20, 0]
    assert table.table.pairs.sum() == 0


@pytest.mark.parametrize(("last", "taken"), [(2, False), (3, True), (4, True)])
def test_12_or_more_take_the_centre_and_11_do_not(last: int, taken: bool) -> None:
    table = ScaphandreTable([-last], [-1], centre=[-5, -4])
    lines = table.play(-last)
    assert lines[0].endswith(f"announces {9 + last}" + (": takes the centre" if taken else ""))
    assert table.scores == ([9 + last, 0] if taken else [0, 0])
    assert table.table.centre_size == (0 if taken else 3)


def test_animals_left_in_the_centre_are_shown() -> None:
    table = ScaphandreTable([-5, -5], [3, 4], draw=[])
    lines = table.play(-5, 3, -5, 4)
    assert lines[-1] == "the 4 animals in the centre do not count"


@pytest.mark.parametrize(
    ("card", "position", "lines"),
    [
        (1, {}, ["lays 1 octopus and announces 1", "draws crabs 1"]),
        (2, {"draw": []}, ["lays 2 octopuses and announces 2", "draws nothing"]),
        (
            -5,
            {"centre": [-4, 5], "suits": [(0, 0, 0, 2, 0)]},
            [
                "lays 5 crabs and announces 14: takes the centre",
                "takes octopuses 5, crabs 4 5",
                "cancels 2 cards of number 4, 2 cards of number 5",
                "its suits lose a card of 4 animals, cancelled by the other animal",
                "has 4 animals now (-4)",
                "draws crabs 1",
            ],
        ),
        (
            -5,
            {"centre": [-3, -4]},
            [
                "lays 5 crabs and announces 12: takes the centre",
                "takes crabs 3 4 5",
                "its suits gain cards of 3, 4 and 5 animals: 3 + 4 + 5 = 12 animals",
                "has 12 animals now (+12)",
                "draws crabs 1",
            ],
        ),
        (
            -5,
            {"centre": [-3, -4], "suits": [(0, 0, 1, 1, 0)]},
            [
                "lays 5 crabs and announces 12: takes the centre",
                "takes crabs 3 4 5",
                "cancels 2 cards of number 3, 2 cards of number 4",
                "its suits gain a card of 5 animals and lose cards of 3 and 4 animals, cancelled "
                "by the other animal: 5 \N{MINUS SIGN} 3 \N{MINUS SIGN} 4 = "
                "\N{MINUS SIGN}2 animals",
                "has 5 animals now (-2)",
                "draws crabs 1",
            ],
        ),
    ],
)
def test_a_card_is_shown_with_its_effects(
    card: int, position: dict[str, Any], lines: list[str]
) -> None:
    assert ScaphandreTable([card, 3], [-1], **position).play(card) == lines


@pytest.mark.parametrize(
    ("seen", "forgotten", "other"),
    [([0, 1], "2 octopuses (nobody knows)", "crabs 1 4"), ([0], "unknown", "2 cards")],
)
def test_the_table_is_shown_with_the_knowledge_of_a_seat(
    seen: list[int], forgotten: str, other: str
) -> None:
    rules = {"memory": True, "recall": 1}
    suits = [(0,) * 5, (-1, 0, 0, 0, 1)]
    held = [1, 3, 3], [-1, -4]
    table = ScaphandreTable(*held, centre=[2, -1], suits=suits, rules=rules)
    assert table.game.teller.state(table.rules, table.snapshot(), seen) == [
        f"centre 3, bottom to top: {forgotten}, 1 crab; 4 cards to draw",
        "> seat 1, 0 animals: hand octopuses 1 3 3; suits nothing",
        f"  seat 2, 6 animals: hand {other}; suits octopuses 5, crabs 1",
    ]
