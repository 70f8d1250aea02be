"""What a replay of Shoal says of moves, and how it draws the shoals."""

from __future__ import annotations

import pytest

from tests.oracles.stacked_shoal import GAME, ShoalTable


@pytest.mark.parametrize("seen_by", [[0, 1], [1], []])
def test_a_drawn_shoal_shows_every_kind_of_cell_where_it_is(seen_by: list[int]) -> None:
    table = ShoalTable(
        """
        .    RRs  .
        shk  OCT  cor
        xxx  Gk   oct
        """,
        "COR Bd",
        slots="Ys --- shk cor",
        below="Rs Rs Rs Rs cor",
        seat=1,
        step=2,
        tiles=(2, 3),
    )
    lines = GAME.teller.state(table.rules, table.snapshot(), seen_by)
    # Green fish, two octopuses and most sharks; blue fish and the majority of them.
    green = "(green, 5 points)" if 0 in seen_by else "(colour secret)"
    blue = "(blue, 4 points)" if 1 in seen_by else "(colour secret)"
    assert lines == [
        "on offer: 1 Ys (2 below) | 2 --- (1 below) | 3 shk (1 below) | 4 cor (1 below)",
        f"  seat 1 {green}",
        "  fish R 2 Y 0 G 1 B 0, cor 1, oct 2, shk 1",
        "     G   H   I",
        "   7  .  RRs  .",
        "   8 shk oct cor",
        "   9 xxx Gk  oct",
        f"> seat 2 {blue}",
        "  fish R 0 Y 0 G 0 B 1, cor 1, oct 0, shk 0",
        "     H   I",
        "   8 cor Bd",
    ]


def test_an_open_tile_is_told_to_everybody() -> None:
    table = ShoalTable("COR", slots="Ys Ys Ys Ys", rules={"open_tiles": True})
    lines = GAME.teller.state(table.rules, table.snapshot(), [])
    assert any("seat 1 (red, 0 points)" in line for line in lines)


def test_places_are_named_from_the_edge_of_the_table() -> None:
    for size, named in ((5, "D3"), (15, "I8"), (31, "Q16")):
        table = ShoalTable("COR", slots="Ys cor --- ---", rules={"table_size": size})
        assert table.play(("own", 0, (0, 1)))[0].endswith(f"at {named} of its own shoal")
    table = ShoalTable(f"COR {'cor ' * 14}", slots="Ys --- --- ---", rules={"table_size": 31})
    said = table.play(("own", 0, (0, 15)))[0]
    assert said == "lays one yellow fish on sand from slot 1 at AE16 of its own shoal"


SHARK = "shk --- --- ---"


@pytest.mark.parametrize(
    ("shoals", "slots", "cell", "told"),
    [
        (("COR", "COR Yk"), "Rk --- --- ---", (1, 1), "seat 2 loses 3 points for the majority"),
        (("COR", "COR"), "Yk --- --- ---", (0, 1), "seat 2 gains 3 points for the majority"),
        (("COR shk", "COR Rs"), SHARK, (0, 1), "seat 2 gains 2 points for most sharks"),
        (("COR shk", "COR shk Rs"), SHARK, (0, 2), "seat 1 loses 2 points for most sharks"),
    ],
)
def test_points_that_are_not_for_fish_are_told_as_they_come_and_go(
    shoals: tuple[str, ...], slots: str, cell: tuple[int, int], told: str
) -> None:
    table = ShoalTable(*shoals, slots=slots, below="cor " * 8, step=2, tiles=(0, 1))
    said = table.play(("opponent", 0, 1, cell))
    assert any(line.startswith(told) for line in said)
