"""What a replay of Animal Splash says of each action, and how it draws the table."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracles import animal_splash as oracle
from tests.oracles.stacked_animal_splash import (
    ARRANGE,
    DIVE,
    GRID,
    MISSION,
    PEARL,
    TAKE,
    Action,
    AnimalSplashTable,
)

DONE, NONE = oracle.DONE, oracle.NONE
SPOTS = [
    *(f"above column {column}" for column in (1, 2, 3)),
    *(f"right of row {row}" for row in (1, 2, 3)),
    *(f"below column {column}" for column in (3, 2, 1)),
    *(f"left of row {row}" for row in (3, 2, 1)),
]
LEGEND = "in []: an animal or a plant with a pearl; it does not count for groups"


def told_of(action: Action, tableau: str = "Tgc Tba* Tow Rps", **position: Any) -> list[str]:
    """Return what is told of an action of the first of three seats, at spot 11."""
    spots = position.pop("spots", [11, 0, 5])
    return AnimalSplashTable(tableau, "", "", spots=spots, **position).play(action)


def test_dives_are_told_by_steps_who_is_passed_and_what_they_cost() -> None:
    free = ["places the diver on the spot below column 2"]
    assert told_of(("dive", 7), spots=[None, 0, 5]) == free
    assert told_of(("dive", 1)) == [
        "dives 1 step, past seat 2, to the spot above column 2",
        "earns 1 oxygen, has 1",
    ]
    assert told_of(("dive", 2), spots=[0]) == ["dives 2 steps to the spot above column 3"]
    assert told_of(("dive", 6), oxygen=[4]) == [
        "dives 5 steps, past seat 2 and seat 3, to the spot below column 3",
        "pays 3 oxygen, has 1",
    ]
    grid = "--- --- --- --- Tgc --- --- --- ---"
    assert told_of(None, grid=grid, spots=[1]) == ["has no spot to dive to and passes"]


@pytest.mark.parametrize("start", range(12))
def test_divers_that_are_passed_are_named_wherever_they_are(start: int) -> None:
    spots = [(start + distance) % 12 for distance in (0, 1, 3)]
    end = (start + 4) % 12
    said = f"dives 2 steps, past seat 2 and seat 3, to the spot {SPOTS[end]}"
    assert told_of(("dive", end), spots=spots) == [said]


def test_a_card_taken_is_told_with_the_tableau_it_makes() -> None:
    assert told_of(("take", 2, "left"), step=TAKE) == [
        "takes the orange ray with anemone from row 1, column 3 and lays it left",
        "cards    1       2      3        4       5",
        "kinds    ray     turtle turtle   turtle  ray",
        "colours  orange  green  blue     orange  purple",
        "plants   anemone coral [anemone] seaweed sponge",
    ]
    grid = GRID.replace("Roa", "Roa+")
    assert told_of(("take", 2, "right"), "Tg*c*", step=TAKE, grid=grid) == [
        "takes the orange ray with anemone + oxygen from row 1, column 3 and lays it right",
        "earns 1 oxygen, has 1",
        "cards    1       2",
        "kinds   [turtle] ray",
        "colours [green]  orange",
        "plants  [coral]  anemone",
    ]


def test_swaps_and_shifts_are_told_with_what_they_cost_and_the_tableau() -> None:
    assert told_of(("swap", 1), "Tgc+ Tb*a Sow+", step=ARRANGE, oxygen=[3]) == [
        "swaps cards 2 and 3, blue turtle with anemone and orange seahorse with seaweed",
        "pays 1 oxygen, has 2",
        "cards    1      2        3",
        "kinds    turtle seahorse[turtle]",
        "colours  green  orange  [blue]",
        "plants   coral  seaweed  anemone",
    ]
    left, right = (
        told_of(("shift", 1, side), "Tgc Tba+ Sow", step=ARRANGE, oxygen=[2])
        for side in oracle.SIDES
    )
    assert left[:3] == [
        "shifts card 2, blue turtle with anemone, to the left end",
        "pays 2 oxygen, has 0",
        "cards    1       2      3",
    ]
    assert right[0] == "shifts card 2, blue turtle with anemone, to the right end"
    assert right[-1] == "plants   coral  seaweed  anemone"
    assert told_of(DONE, step=ARRANGE) == ["is done rearranging"]


def test_a_pearl_is_told_with_its_group_what_they_share_and_where_it_lies() -> None:
    cards = "Sbw Tgc Tgc Tgc"
    said = {
        "kind": "scores cards 2 to 4 for their kind, turtle: pearl on the animal of card 3",
        "colour": "scores cards 2 to 4 for their colour, green: pearl on the animal of card 3",
        "plant": "scores cards 2 to 4 for their plant, coral: pearl on the plant of card 3",
    }
    for area in oracle.AREAS:
        assert told_of(("pearl", area, 1, 1), cards, step=PEARL) == [said[area], "has 1 point now"]
    more = told_of(("pearl", "plant", 1, 0), "Sb*w Tg*c Tgc Tgc", step=PEARL)
    assert more[-1] == "has 3 points now"
    assert told_of(DONE, step=PEARL) == ["is done scoring"]


def test_missions_and_the_refill_are_told() -> None:
    refill = "row 1, column 1 is refilled: purple crab with sponge"
    assert told_of(("mission", 4), step=MISSION, oxygen=[3]) == [
        "takes mission 5 oxygen: 3+ oxygen, 1 point",
        "has 2 points now",
        refill,
    ]
    assert told_of(NONE, step=MISSION) == ["takes no mission", refill]
    empty = "row 1, column 1 stays empty: the pile of its row is used up"
    assert told_of(NONE, step=MISSION, piles=[0, 4, 5]) == ["takes no mission", empty]


def ending(*tableaus: str, **position: Any) -> list[str]:
    table = AnimalSplashTable(
        *tableaus,
        seat=len(tableaus) - 1,
        step=MISSION,
        rules={"cards_to_end": [1, 1, 1, 1]},
        **position,
    )
    return table.play(NONE)[2:]


def test_the_end_is_told_with_what_everybody_has_of_what_the_end_scoring_card_asks_for() -> None:
    assert ending("Tg*c", "Tgc", "Sgc", oxygen=[3, 1, 1], end_card="oxygen") == [
        "end scoring: most oxygen, 3 points for the best and 1 for the second",
        "  seat 1 has 3 and gets 3 points: 4 points in all",
        "  seat 2 has 1 and gets 0.5 points: 0.5 points in all",
        "  seat 3 has 1 and gets 0.5 points: 0.5 points in all",
    ]
    assert ending("Tg*c", "Tgc", end_card=None) == []


def test_a_tie_in_front_is_told_with_the_oxygen_that_decides_it() -> None:
    assert ending("Tg*c", "Tgc", "Sgc*", oxygen=[3, 5, 1]) == [
        "tied at 1 point, so oxygen decides: seat 1 has 3, seat 3 has 1"
    ]


PICTURE = """
end scoring: most cards in a run of one animal colour, 3 points for the best and 1 for the second
missions left:
  2 animals: 3+ pearls on animals, 2 points
  3 plants: 2+ pearls on plants, 1 point
  4 plants: 3+ pearls on plants, 2 points
  5 oxygen: 3+ oxygen, 1 point
  7 variety: 4+ animal kinds, 1 point
  8 variety: 5+ animal kinds, 2 points
                 .                  .                  .
       +------------------+------------------+------------------+
seat 2 | blue seahorse    | green turtle     | orange ray       | .
       | seaweed          | coral + oxygen   | anemone          |
       +------------------+------------------+------------------+
     . | purple octopus   | empty            | green seahorse   | seat 1
       | sponge           |                  | coral            |
       +------------------+------------------+------------------+
     . | orange turtle    | purple ray       | blue octopus     | .
       | anemone          | sponge + oxygen  | seaweed          |
       +------------------+------------------+------------------+
              seat 4                .                  .
cards face down: row 1 3, row 2 0, row 3 2
  seat 1, 3 of 7 cards, 5 points, 1 oxygen; missions: 1 animals, 6 oxygen
    cards    1       2       3
    kinds   [turtle] turtle [turtle]
    colours [green]  blue   [orange]
    plants   coral   anemone seaweed
> seat 2, 1 of 7 cards, 1 point, 0 oxygen; missions: none
    cards    1
    kinds    crab
    colours  purple
    plants  [sponge]
  seat 3, 0 of 7 cards, 0 points, 0 oxygen; missions: none
  seat 4, 0 of 7 cards, 0 points, 0 oxygen; missions: none
"""


def position(**more: Any) -> AnimalSplashTable:
    return AnimalSplashTable(
        "Tg*c Tba To*w",
        "Cps*",
        "",
        "",
        grid="Sbw Tgc+ Roa Ops --- Sgc Toa Rps+ Obw",
        spots=[4, 11, None, 8],
        oxygen=[1],
        owned={0: [0, 5]},
        end_card="longest_colour_run",
        seat=1,
        piles=[3, 0, 2],
        below="Sbw " * 5,
        **more,
    )


def test_the_table_is_drawn_with_the_divers_around_the_grid_and_pearls_in_brackets() -> None:
    assert position(step=DIVE, turns=5).picture() == PICTURE.strip("\n").splitlines()


def test_brackets_are_explained_in_the_first_turn_alone() -> None:
    first, later = position().picture(), position(turns=1).picture()
    assert [line for line in first if line not in later] == [LEGEND]
    assert len(first) == len(later) + 1


def test_every_spot_is_drawn_where_its_name_says() -> None:
    for spot, name in enumerate(SPOTS):
        table = AnimalSplashTable("", "", spots=[spot])
        drawn = [line for line in table.picture() if "seat 1" in line and "cards" not in line]
        [line] = drawn
        side, _, number = name.rpartition(" ")
        if "column" in side:
            first = table.picture().index(line) < table.picture().index(
                f"{' ' * 7}+{'-' * 18}+" + f"{'-' * 18}+" * 2
            )
            assert first == side.startswith("above")
            assert line.index("seat 1") // 19 == int(number) - 1
        else:
            assert line.startswith("seat 1") == side.startswith("left")
            assert line.endswith("seat 1") == side.startswith("right")
            animal_in_row = ("blue seahorse", "purple octopus", "orange turtle")[int(number) - 1]
            assert animal_in_row in line
