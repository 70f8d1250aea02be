"""Shoal at the edges of tables, and its replays, on positions drawn by hand."""

from __future__ import annotations

import pytest

from tests.oracles.stacked_shoal import ShoalTable, cells


@pytest.mark.parametrize("size", [5, 7, 15, 31])
def test_no_card_is_laid_outside_the_table(size: int) -> None:
    reach = size // 2
    for row, column in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        arm = ["COR" if not step else "cor" for step in range(reach + 1)]
        if row:
            drawing = "\n".join(arm if row > 0 else arm[::-1])
        else:
            drawing = " ".join(arm if column > 0 else arm[::-1])
        table = ShoalTable(drawing, slots="cor Rs --- ---", rules={"table_size": size})
        places = table.cells_for(0)[0]
        assert places == table.cells_for(1)[0]
        assert max(max(map(abs, cell)) for cell in places) == reach
        # Both sides of the arm and its other end; not beyond its tip.
        assert len(places) == 2 * (reach + 1) + 1
        tip = (row * reach, column * reach)
        assert (tip[0] + column, tip[1] + row) in places
        # A fish laid in the corner of the table lies there, and nothing beyond or across.
        table.play(("own", 1, (tip[0] + column, tip[1] + row)))
        assert table.shoal(0)[tip[0] + column, tip[1] + row] == "Rs"
        free = cells(table.table.frontier[0])
        assert max(max(map(abs, cell)) for cell in free) == reach
        assert not free & set(table.shoal(0))


@pytest.mark.parametrize("row", [-15, -14, -1, 0, 1, 13, 15])
def test_a_line_ends_at_either_edge_of_the_widest_table(row: int) -> None:
    for edge in (-15, 15):
        inwards = -1 if edge > 0 else 1
        fish = {(row, edge + inwards): "Rs", (row, edge + 2 * inwards): "Ys"}
        # Next to the edge's cell in memory, were there no cells between the rows.
        beyond = {(row + (1 if edge > 0 else -1), -edge): "Bs"}
        others = {cell: "Bs" for cell in beyond if abs(cell[0]) <= 15}
        table = scattered({**fish, **others})
        table.play(("own", 0, (row, edge)))
        assert cursed(table) == {*fish, (row, edge)}


@pytest.mark.parametrize("column", [-15, 0, 15])
@pytest.mark.parametrize("top", [*range(-15, -10), -1, 0, 12, 13])
def test_a_column_can_be_cursed_anywhere_on_the_table(top: int, column: int) -> None:
    rows = range(top, top + 3)
    for new in rows:
        if not (column == 0 and 0 in rows):
            table = scattered({(row, column): "Rs" for row in rows if row != new})
            table.play(("own", 0, (new, column)))
            assert cursed(table) == {(row, column) for row in rows}


def scattered(fish: dict[tuple[int, int], str]) -> ShoalTable:
    """Lay cards anywhere on the widest table, with a green fish on sand on offer."""
    shown = {(0, 0): "COR", **fish}
    drawing = "\n".join(
        " ".join(shown.get((row, column), ".") for column in range(-15, 16))
        for row in range(-15, 16)
    )
    return ShoalTable(drawing, slots="Gs cor --- ---", rules={"table_size": 31})


def cursed(table: ShoalTable) -> set[tuple[int, int]]:
    return {cell for cell, shown in table.shoal(0).items() if shown == "xxx"}


def test_eaten_and_cursed_fish_are_shown() -> None:
    table = ShoalTable("COR", ". YYk .\nGs OCT Bd", slots="--- shk --- ---", step=2)
    assert table.play(("opponent", 1, 1, (-1, 0)))[0] == (
        "lays a shark from slot 2 on two yellow fish on kelp at H7 of seat 2's shoal"
    )
    table = ShoalTable("COR Rs YYs\n. . Ys", slots="Gs cor --- ---")
    assert table.play(("own", 0, (0, 3)))[1] == (
        "the curse turns I8, J8, K8 of seat 1's shoal to fishbone: "
        "1 red, 2 yellow, 1 green fish are lost"
    )


def refilled(*shoals: str, below: str, piles: tuple[int, ...], slots: str) -> list[str]:
    """Return the lines on the cards on offer after a turn that empties slots 3 and 4."""
    table = ShoalTable(*shoals, slots=slots, below=below, piles=piles, step=2)
    table.table.slots[2] = -1
    lines = table.play(("opponent", 3, 1, (0, -1)))
    return [line for line in lines if line.startswith(("slot", "the octopus", "several", "only"))]


def test_octopuses_and_discarded_sharks_are_shown() -> None:
    shoals = ("COR", "COR cor", "COR")
    lines = refilled(*shoals, below="oct Rs Ys", piles=(0, 0, 2, 1), slots="Rk Yk Bk Gk")
    assert lines == [
        "slot 3 turns up an octopus",
        "slot 4 turns up one red fish on sand",
        "the octopus in slot 3 goes to seat 2, who has the most corals",
        "slot 3 turns up one yellow fish on sand",
    ]
    lines = refilled("COR", below="shk shk Rs cor", piles=(1, 0, 2, 1), slots="shk shk Bk Gk")
    assert lines[2:] == [
        "only sharks are on offer: the shark in slot 3 is discarded",
        "slot 3 turns up one red fish on sand",
    ]


def test_the_end_shows_the_parts_of_the_scores_and_how_a_tie_is_broken() -> None:
    shoals = ("OCT Gs shk", "COR Bk BBd")
    table = ShoalTable(*shoals, slots="Rk --- --- ---", below="", step=2, tiles=(2, 3))
    lines = table.play(("opponent", 0, 1, (-1, 1)))
    assert lines[-2:] == [
        "seat 1: 1 green fish + 3 for the majority in its shoal (1 green, none of another colour) "
        "+ 1 for octopuses + 2 for most sharks = 7 points",
        "seat 2: 3 blue fish + 3 for the majority in its shoal (3 blue, at most 1 of another "
        "colour) = 6 points",
    ]
    tied = ShoalTable("COR Gs", "COR", slots="Bk --- --- ---", below="", step=2, tiles=(2, 3))
    assert tied.play(("opponent", 0, 1, (-1, 0)))[-3:] == [
        "seat 1: 1 green fish + 3 for the majority in its shoal (1 green, none of another colour) "
        "= 4 points",
        "seat 2: 1 blue fish + 3 for the majority in its shoal (1 blue, none of another colour) "
        "= 4 points",
        "tied at 4 points, so the fish in their own shoals decide: seat 1 has 1, seat 2 has 1",
    ]
