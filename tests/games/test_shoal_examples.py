"""The rules of Shoal, sentence by sentence, on positions drawn by hand."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
import pytest

from simulate.errors import UsageError
from simulate.game import find_game
from simulate.play.arms import make_engine
from tests.helpers.studies import lineup_of, make_study
from tests.oracles.stacked_shoal import CARDS, OCTOPUS, ShoalTable, cells, symbol_of

GAME = find_game("shoal")
PLUS = {(-1, 0), (0, -1), (0, 1), (1, 0)}


# Components and set-up ------------------------------------------------------------


def test_the_cards_are_64_fish_22_corals_8_sharks_and_10_octopuses() -> None:
    for players in (2, 3, 4):
        record = GAME.rules_record(GAME.resolve("base", {}, players), players)[0]
        assert record.full_size == 104 - players
        deck = Counter(symbol_of(CARDS[one]) for one in record.full_deck[: record.full_size])
        assert deck["cor"] == 22 - players
        assert (deck["shk"], deck["oct"]) == (8, 10)
        for colour in "RYGB":
            for seabed in "srkd":
                assert (deck[colour + seabed], deck[2 * colour + seabed]) == (3, 1)
        assert deck.total() == 104 - players


def test_the_piles_are_as_equal_as_can_be_and_the_first_take_the_odd_cards() -> None:
    for players, piles in ((2, [26, 26, 25, 25]), (3, [26, 25, 25, 25]), (4, [25, 25, 25, 25])):
        study = make_study("shoal", players, lineup=("random",) * players)
        engine = make_engine(study, lineup_of(study))
        for number in range(20):
            moment = next(engine.walk(number))
            table, own, hidden = moment.snapshot
            turned = np.bincount(
                hidden.turned_slots[: hidden.turned_size][
                    hidden.turned_fates[: hidden.turned_size] == -1
                ],
                minlength=4,
            )
            assert (table.piles + turned).tolist() == piles
            assert CARDS.index(OCTOPUS) not in table.slots
            assert table.coral_count.tolist()[:players] == [1] * players
            tiles = own["tile"][:players].tolist()
            assert len(set(tiles)) == players
            assert table.tiles[:players].tolist() == [-1] * players


# A turn -----------------------------------------------------------------------------


def test_without_a_place_in_the_own_shoal_a_visible_card_that_is_no_shark_is_discarded() -> None:
    full = """
        Rs xxx xxx xxx xxx
        xxx xxx xxx xxx xxx
        xxx xxx COR xxx xxx
        xxx xxx xxx xxx xxx
        xxx xxx xxx xxx xxx
        """
    table = ShoalTable(full, slots="Rs shk cor ---", rules={"table_size": 5})
    assert table.legal() == [("discard", 0), ("discard", 2)]
    table.play(("discard", 2))
    assert (table.gone["cor"], table.counts) == (1, {"cards_discarded": 1})
    # The second step goes on as usual, without the slot.
    assert table.slots == "Rs shk --- ---"
    assert table.cells_for(0) == {1: PLUS}


# Laying a card ----------------------------------------------------------------------


#: What may lie beside each card, and what may not.
FITS = {"cor": "Rs cor oct shk xxx", "Rs": "cor oct shk Rs RRs Rk Gs", "RRs": "GGs", "Bd": "Yd Bs"}
UNFIT = {"Rs": "xxx Gk", "RRs": "YYr", "Bd": "Rs"}


@pytest.mark.parametrize(
    ("new", "beside", "fits"),
    [
        (new, beside, fits)
        for table, fits in ((FITS, True), (UNFIT, False))
        for new, others in table.items()
        for beside in others.split()
    ],
)
def test_what_fits_beside_what(new: str, beside: str, fits: bool) -> None:
    table = ShoalTable(f"COR {beside}", slots=f"{new} --- --- ---")
    places = table.cells_for(0).get(0, set())
    assert {(0, 2), (-1, 1), (1, 1)} <= places if fits else not {(0, 2), (-1, 1)} & places
    assert {(-1, 0), (1, 0), (0, -1)} <= places


@pytest.mark.parametrize("size", [5, 7, 15, 31])
def test_nothing_is_laid_outside_the_table(size: int) -> None:
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
def test_a_line_at_either_edge_of_the_widest_table_ends_there(row: int) -> None:
    for edge in (-15, 15):
        inwards = -1 if edge > 0 else 1
        fish = {(row, edge + inwards): "Rs", (row, edge + 2 * inwards): "Ys"}
        # Next to the edge's cell in memory, were there no cells between the rows.
        beyond = {(row + (1 if edge > 0 else -1), -edge): "Bs"}
        others = {cell: "Bs" for cell in beyond if abs(cell[0]) <= 15}
        table = scattered({**fish, **others}, "Gs")
        table.play(("own", 0, (row, edge)))
        assert cursed(table) == {*fish, (row, edge)}


@pytest.mark.parametrize("column", [-15, 0, 15])
@pytest.mark.parametrize("top", [*range(-15, -10), -1, 0, 12, 13])
def test_a_column_is_cursed_wherever_it_lies(top: int, column: int) -> None:
    rows = range(top, top + 3)
    for new in rows:
        if not (column == 0 and 0 in rows):
            fish = {(row, column): "Rs" for row in rows if row != new}
            table = scattered(fish, "Gs")
            table.play(("own", 0, (new, column)))
            assert cursed(table) == {(row, column) for row in rows}


def scattered(fish: dict[tuple[int, int], str], offered: str) -> ShoalTable:
    """Lay cards anywhere on the widest table, with one card on offer."""
    shown = {(0, 0): "COR", **fish}
    drawing = "\n".join(
        " ".join(shown.get((row, column), ".") for column in range(-15, 16))
        for row in range(-15, 16)
    )
    return ShoalTable(drawing, slots=f"{offered} cor --- ---", rules={"table_size": 31})


def test_a_shark_goes_on_top_of_an_uncovered_fish_which_is_out_of_the_game() -> None:
    table = ShoalTable(
        "COR Rs",
        """
        .  YYk .
        Gs OCT Bd
        xxx cor shk
        """,
        "COR RRs",
        slots="--- shk --- ---",
        step=2,
    )
    assert table.cells_for(1) == {1: {(-1, 0), (0, -1), (0, 1)}, 2: {(0, 1)}}
    said = table.play(("opponent", 1, 1, (-1, 0)))
    assert said[0] == (
        "lays a shark from slot 2 on two yellow fish on kelp at H7 of seat 2's shoal"
    )
    assert table.shoal(1)[-1, 0] == "shk"
    assert (table.gone["YYk"], table.gone["shk"]) == (1, 0)
    assert table.counts["fish_eaten"] == 2
    assert table.table.fish[1].tolist() == [0, 0, 1, 1]
    assert table.table.fish_total[1] == 2
    assert table.table.harmed[0].tolist() == [0, 2, 0, 0]


# The curse --------------------------------------------------------------------------


def cursed(table: ShoalTable, seat: int = 0) -> set[tuple[int, int]]:
    return {cell for cell, shown in table.shoal(seat).items() if shown == "xxx"}


def test_three_of_one_seabed_in_a_row_turn_to_fishbone_and_no_other_card() -> None:
    table = ShoalTable("COR Rs YYs . Bk\n. . cor cor cor", slots="Gs cor --- ---")
    table.play(("own", 0, (-1, 1)))
    assert cursed(table) == set()
    table = ShoalTable("COR Rs YYs\n. . Ys", slots="Gs cor --- ---")
    said = table.play(("own", 0, (0, 3)))
    assert said[1] == "the curse turns I8, J8, K8 of seat 1's shoal to fishbone: 4 fish are lost"
    assert cursed(table) == {(0, 1), (0, 2), (0, 3)}
    assert table.counts == {"curses": 1, "fish_cursed": 4}
    assert table.gone == {"Rs": 1, "YYs": 1, "Gs": 1}
    assert table.table.fish[0].tolist() == [0, 1, 0, 0]
    assert table.table.harmed[0].tolist() == [1, 2, 1, 0]
    # What was laid at home stays laid, whatever became of it.
    assert table.table.kept[0].tolist() == [0, 0, 1, 0]


# The display ------------------------------------------------------------------------


def ended(
    *shoals: str, below: str, piles: tuple[int, ...], slots: str = "Rk Yk Bk Gk", players: int = 2
) -> tuple[ShoalTable, list[str]]:
    """End a turn in which slots 3 and 4 are emptied, and return what is told of that."""
    table = ShoalTable(*shoals, slots=slots, below=below, piles=piles, players=players, step=2)
    table.table.slots[2] = -1
    said = table.play(("opponent", 3, 1, (0, -1)))
    return table, of_the_display(said)


def of_the_display(said: list[str]) -> list[str]:
    """Leave out what is said of the action, and of the end of the game."""
    return [line for line in said if re.match("slot|the octopus|several|only", line)]


def test_an_octopus_goes_to_whoever_has_the_most_corals_on_the_one_laid_first() -> None:
    table, said = ended("COR", "COR cor", "COR", below="oct Rs Ys", piles=(0, 0, 2, 1), players=3)
    assert said == [
        "slot 3 turns up an octopus",
        "slot 4 turns up one red fish on sand",
        "the octopus in slot 3 goes to seat 2, who has the most corals",
        "slot 3 turns up one yellow fish on sand",
    ]
    assert table.shoal(1)[0, 0] == "oct"
    assert (table.table.coral_count[1], table.table.octopus_count[1]) == (1, 1)
    # The coral under it is out of the game, the octopus is not.
    assert table.gone == {"cor": 1}
    assert table.slots == "Rk Yk Ys Rs"
    assert table.counts == {"octopuses_gained": 1}


def test_of_sharks_alone_the_one_turned_up_last_is_discarded_and_replaced() -> None:
    table, said = ended(
        "COR", "COR", slots="shk shk Bk Gk", below="shk shk Rs cor", piles=(1, 0, 2, 1)
    )
    # Slots 3 and 4 were turned up together, so of these the lowest.
    assert said[2:] == [
        "only sharks are on offer: the one in slot 3 is discarded",
        "slot 3 turns up one red fish on sand",
    ]
    assert table.slots == "shk shk Rs shk"
    assert table.gone == {"shk": 1}
    assert table.counts == {"sharks_discarded": 1}


# The end and the score --------------------------------------------------------------


def ended_game(*shoals: str, **more: object) -> ShoalTable:
    """End a game by a coral laid far from everything, at seat 2."""
    table = ShoalTable(*shoals, slots="cor --- --- ---", below="", step=2, **more)  # type: ignore[arg-type]
    place = min(table.cells_for(0)[1])
    table.play(("opponent", 0, 1, place))
    assert table.table.over
    return table


def test_each_fish_of_the_own_colour_in_any_shoal_is_a_point() -> None:
    table = ended_game("COR Bs", "COR RRs Rs", "COR xxx shk Rk Bk", tiles=(0, 1, 3))
    # Seat 3, blue: Bs at seat 1 and Bk at home; a tie with red at home is no majority. Its shark.
    assert table.scores == [2 + 1 + 1, 0, 1 + 1 + 2]


def test_most_points_win_and_a_tie_goes_to_most_fish_at_home_of_all_colours() -> None:
    table = ended_game("COR Rs Bs", "COR", "COR Rk", tiles=(0, 1, 2))
    assert (table.scores, table.winners) == ([2, 0, 0], (0,))
    # Green and blue have a point each; at home seat 1 has two fish, seat 2 three of other colours.
    table = ended_game(
        "COR Gs Bs", "COR Yk Yd RRd", tiles=(2, 3), rules={"curse_length": 0, "majority_points": 0}
    )
    assert (table.scores, table.winners) == ([1, 1], (1,))
    assert "shared_wins" not in table.counts
    assert "margin" not in table.counts


def test_the_end_is_told_with_what_points_are_made_of_and_what_breaks_a_tie() -> None:
    shoals = ("OCT Gs shk", "COR Bk BBd")
    table = ShoalTable(*shoals, slots="Rk --- --- ---", below="", step=2, tiles=(2, 3))
    said = table.play(("opponent", 0, 1, (-1, 1)))
    assert said[-2:] == [
        "seat 1: 1 green fish + 3 for the majority in its shoal + 1 for octopuses "
        "+ 2 for most sharks = 7 points",
        "seat 2: 3 blue fish + 3 for the majority in its shoal = 6 points",
    ]
    tied = ShoalTable("COR Gs", "COR", slots="Bk --- --- ---", below="", step=2, tiles=(2, 3))
    assert tied.play(("opponent", 0, 1, (-1, 0)))[-3:] == [
        "seat 1: 1 green fish + 3 for the majority in its shoal = 4 points",
        "seat 2: 1 blue fish + 3 for the majority in its shoal = 4 points",
        "tied at 4 points, so fish in the own shoal decide: seat 1 has 1, seat 2 has 1",
    ]


# Options ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ({"curse_length": 1}, "rule curse_length cannot be 1; allowed: 2 to 6, or 0 for no curse"),
        ({"table_size": 6}, "rule table_size cannot be 6; allowed: odd numbers 5 to 31"),
        ({"table_size": 33}, "rule table_size cannot be 33"),
        ({"table_size": 3}, "rule table_size cannot be 3"),
        ({"corals": 3}, "rule corals cannot be 3"),
        ({"piles_to_end": 5}, "rule piles_to_end cannot be 5"),
        ({"piles_to_end": 0}, "rule piles_to_end cannot be 0"),
    ],
)
def test_rules_that_allow_no_game_are_refused(rules: dict[str, object], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        GAME.resolve("base", rules, 2)
