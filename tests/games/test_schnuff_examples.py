"""The examples of Schnuff's rulebook, and its rules on stacked positions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracles.stacked import SchnuffTable

ONES = ["1", "1", "1", "1"]
LIMITS = [(30, 1), (60, 2), (90, 3)]


def test_a_3_then_a_2_then_a_4_make_9() -> None:
    table = SchnuffTable(["3"], ["2"], ["4"], opening=True)
    assert table.play("3")[0] == "plays 3 and says 3"
    assert table.play("2")[0] == "plays 2 and says 5"
    assert table.play("4")[0] == "plays 4 and says 9"
    assert (table.table.total, table.table.seat, table.scores) == (9, 0, [10, 10, 10])


def test_after_59_and_back_it_is_again_the_turn_of_who_made_59() -> None:
    table = SchnuffTable(["3", "pass"], ["back"], ONES, ONES, total=56)
    table.play("3")
    assert (table.table.total, table.table.seat) == (59, 1)
    table.play("back")
    assert (table.table.total, table.table.seat) == (59, 0)
    table.play("pass")
    assert table.table.seat == 3, "the right neighbour comes next"
    table.play("1")
    assert table.table.seat == 2


def test_panic_at_11_says_30_for_nothing() -> None:
    table = SchnuffTable(["panic"], ONES, total=11)
    assert table.play("panic")[0] == "plays Panic and says 30"
    assert (table.table.total, table.scores) == (30, [10, 10])


def test_risk_with_a_9_from_30_makes_39_and_costs_one_chip() -> None:
    table = SchnuffTable(["risk"], ONES, ONES, total=30, rolls=[9])
    table.play("risk")
    assert (table.table.total, table.scores) == (39, [9, 10, 10])
    assert table.table.seat == 1


def test_risk_with_a_5_from_30_makes_25_for_nothing() -> None:
    table = SchnuffTable(["risk"], ["4", "2"], ["3"], total=30, rolls=[5])
    table.play("risk")
    assert (table.table.total, table.scores, table.table.seat) == (25, [10, 10, 10], 1)
    table.play("4")
    table.play("3")
    assert (table.table.total, table.scores) == (32, [10, 10, 9])


def test_a_limit_fallen_below_by_risk_costs_again_when_it_is_crossed_again() -> None:
    table = SchnuffTable(["2"], ["risk"], ["4"], total=29, rolls=[5])
    table.play("2")
    assert (table.table.total, table.scores) == (31, [9, 10, 10])
    table.play("risk")
    assert table.table.total == 26
    table.play("4")
    assert table.scores == [9, 10, 10], "30 is reached, not crossed"
    table.play("1")
    assert (table.table.total, table.scores) == (31, [8, 10, 10])


@pytest.mark.parametrize(("limit", "cost"), LIMITS)
def test_crossing_a_limit_costs_its_chips_and_the_last_ends_the_round(
    limit: int, cost: int
) -> None:
    table = SchnuffTable(["2"], ONES, ONES, total=limit - 1)
    table.play("2")
    assert table.scores == [10 - cost, 10, 10]
    assert table.table.box == cost
    assert table.table.rounds == (limit == 90)
    assert table.table.total == (0 if limit == 90 else limit + 1)


@pytest.mark.parametrize(("limit", "cost"), LIMITS)
def test_landing_exactly_on_a_limit_costs_nothing_and_going_on_does(limit: int, cost: int) -> None:
    table = SchnuffTable(["2"], ONES, ONES, total=limit - 2)
    table.play("2")
    assert (table.table.total, table.scores, table.table.rounds) == (limit, [10, 10, 10], 0)
    table.play("1")
    assert table.scores == [10, 10 - cost, 10]


def test_who_pays_the_last_chips_is_out_and_the_hand_is_discarded_sorted() -> None:
    table = SchnuffTable(
        ["2", "panic", "1", "4"], ONES, ONES, total=59, chips=[1, 5, 5], discards=["3"]
    )
    table.play("2")
    assert (table.scores, table.active, table.table.seat) == ([0, 5, 5], (1, 2), 1)
    assert table.discards == ["3", "2", "1", "4", "panic"]
    assert table.table.draw_size == 4, "who is out draws nothing"
    assert table.hand(0) == []
    assert table.table.box == 1


def test_a_new_round_goes_clockwise_again_and_the_deal_passes_left() -> None:
    table = SchnuffTable(["2"], ONES, ONES, total=89, direction=-1, dealer=0)
    table.play("2")
    assert (table.table.direction, table.table.dealer, table.table.total) == (1, 1, 0)
    assert table.table.seat == 2
    assert table.table.hand_size[:3].tolist() == [4, 4, 4]
    assert (table.table.draw_size, table.table.discard_size) == (42, 0)
    assert set(table.legal()) <= {"1", "2", "3", "4"}, "a number card opens the round"


@pytest.mark.parametrize(("roll", "paid"), [(7, 2), (12, 2), (6, 0), (2, 0)])
def test_with_two_left_the_opponent_pays_a_schnuff_on_7_or_more(roll: int, paid: int) -> None:
    chips = [0, 10, 10]
    table = SchnuffTable([], ["schnuff"], ONES, total=60, seat=1, chips=chips, rolls=[roll])
    table.play("schnuff")
    assert (table.scores, table.table.total) == ([0, 10, 10 - paid], 60)
    table.play("1")
    assert table.scores == [0, 10, 10 - paid], "the next crossing of 60 is free"


@pytest.mark.parametrize(("limit", "cost"), LIMITS)
def test_all_others_but_the_lowest_roll_pay_a_schnuff(limit: int, cost: int) -> None:
    table = SchnuffTable(ONES, ["schnuff"], ONES, ONES, total=limit, seat=1, rolls=[8, 5, 7])
    table.play("schnuff")
    # Seats 3, 4 and 1 roll, clockwise from the player.
    assert table.scores == [10 - cost, 10, 10 - cost, 10]
    assert table.table.rounds == (limit == 90)


@pytest.mark.parametrize(
    ("rule", "scores"), [("reroll", [10, 8, 10, 8]), ("all_spared", [10, 10, 10, 8])]
)
def test_tied_lowest_rolls_are_rolled_again_or_all_spared(rule: str, scores: list[int]) -> None:
    rules = {"schnuff_tie": rule}
    hands: list[list[str]] = [["schnuff"], ONES, ONES, ONES]
    table = SchnuffTable(*hands, total=60, rolls=[6, 6, 8, 8, 7], rules=rules)
    table.play("schnuff")
    assert table.scores == scores


def test_a_number_card_opens() -> None:
    hand = ["schnuff", "risk", "panic", "back", "pass", "3"]
    assert SchnuffTable(hand, ONES, opening=True).legal() == ["3"]
    assert SchnuffTable(hand, ONES, total=30).legal() == [*"3", *hand[::-1][1:]]


@pytest.mark.parametrize("recycle", ["flip", "shuffle"])
def test_who_draws_the_last_card_turns_the_discard_pile_over(recycle: str) -> None:
    table = SchnuffTable(
        ["2"], ONES, total=5, draw=["4"], discards=["3", "risk"], rules={"recycle": recycle}
    )
    table.play("2")
    assert table.hand(0) == ["4"]
    assert (table.table.draw_size, table.discards) == (3, [])
    assert bool(table.hidden.ordered) == (recycle == "flip")
    if recycle == "flip":
        assert table.draw == ["3", "risk", "2"], "the card discarded first is drawn first"


def test_who_forgets_to_draw_with_the_last_card_is_out_with_all_chips() -> None:
    rules: dict[str, Any] = {"forget_rate": 1.0}
    table = SchnuffTable(["2", "1"], ["1"], ONES, total=5, rules=rules)
    table.play("2")
    assert (table.hand(0), table.active, table.table.draw_size) == (["1"], (0, 1, 2), 4)
    table.play("1")
    assert (table.active, table.scores, table.table.box) == ((0, 2), [10, 0, 10], 10)
    assert table.table.seat == 2
