"""The printed examples of Schnuff's rulebook."""

from __future__ import annotations

from tests.oracles.stacked import SchnuffTable

ONES = ["1", "1", "1", "1"]


def test_a_3_then_a_2_then_a_4_make_9() -> None:
    table = SchnuffTable(["3"], ["2"], ["4"], opening=True)
    assert table.play("3")[0] == "plays 3 and says 3"
    assert table.play("2")[0] == "plays 2 and says 5"
    assert table.play("4")[0] == "plays 4 and says 9"
    assert (table.table.total, table.table.seat, table.scores) == (9, 0, [10, 10, 10])


def test_after_59_and_back_the_previous_player_plays_again() -> None:
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
