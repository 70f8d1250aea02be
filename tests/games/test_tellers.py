"""Tellers of the bundled games: descriptions of actions, their effects and tables."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest

from simulate.play.arms import make_engine
from simulate.play.walk import Moment
from strategies import find_strategy
from tests.helpers.studies import make_study
from tests.oracles import animal_splash as oracle
from tests.oracles.stacked import SchnuffTable
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
from tests.oracles.stacked_shoal import GAME, ShoalTable

DONE, NONE = oracle.DONE, oracle.NONE
SPOTS = [
    *(f"above column {column}" for column in (1, 2, 3)),
    *(f"right of row {row}" for row in (1, 2, 3)),
    *(f"below column {column}" for column in (3, 2, 1)),
    *(f"left of row {row}" for row in (3, 2, 1)),
]
LEGEND = "in []: an animal or a plant with a pearl; it does not count for groups"


def told_of(action: Action, tableau: str = "Tgc Tba* Tow Rps", **position: Any) -> list[str]:
    """Return the lines for an action of the first of three seats, at spot 11."""
    spots = position.pop("spots", [11, 0, 5])
    return AnimalSplashTable(tableau, "", "", spots=spots, **position).play(action)


def test_dives_are_shown_with_their_steps_the_seats_passed_and_their_cost() -> None:
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


def test_a_card_taken_is_shown_with_the_new_tableau() -> None:
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


def test_swaps_and_shifts_are_shown_with_their_cost_and_the_tableau() -> None:
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


def test_a_pearl_is_shown_with_its_group_their_common_property_and_its_card() -> None:
    cards = "Sbw Tgc Tgc Tgc"
    words = {
        "kind": "scores cards 2 to 4 for their kind, turtle: pearl on the animal of card 3",
        "colour": "scores cards 2 to 4 for their colour, green: pearl on the animal of card 3",
        "plant": "scores cards 2 to 4 for their plant, coral: pearl on the plant of card 3",
    }
    for area in oracle.AREAS:
        [action, points] = told_of(("pearl", area, 1, 1), cards, step=PEARL)
        assert action == words[area]
        shared = words[area].partition("their ")[2].partition(":")[0]
        group = f"3 neighbouring cards of one {shared}"
        assert points == f"gains 1 point for {group}, and has 1 point now"
    more = told_of(("pearl", "plant", 1, 0), "Sb*w Tg*c Tgc Tgc", step=PEARL)
    assert more[-1].endswith("and has 3 points now")
    assert told_of(DONE, step=PEARL) == ["is done scoring"]


def test_missions_and_the_refill_are_shown() -> None:
    refill = "row 1, column 1 is refilled: purple crab with sponge"
    assert told_of(("mission", 4), step=MISSION, oxygen=[3]) == [
        "takes mission 5 oxygen: 3+ oxygen, 1 point",
        "gains 1 point for the mission of oxygen and has 2 points now",
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


def test_the_end_shows_each_seats_amount_of_the_end_scoring_quantity() -> None:
    assert ending("Tg*c", "Tgc", "Sgc", oxygen=[3, 1, 1], end_card="oxygen") == [
        "end scoring: most oxygen, 3 points for the best and 1 for the second",
        "  seat 1 has 3 and gets 3 points: 4 points in all",
        "  seat 2 has 1 and gets 0.5 points: 0.5 points in all",
        "  seat 3 has 1 and gets 0.5 points: 0.5 points in all",
    ]
    assert ending("Tg*c", "Tgc", end_card=None) == []


def test_a_tie_for_the_win_is_shown_with_the_oxygen_that_breaks_it() -> None:
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


def test_brackets_are_explained_only_in_the_first_turn() -> None:
    first, later = position().picture(), position(turns=1).picture()
    assert [line for line in first if line not in later] == [LEGEND]
    assert len(first) == len(later) + 1


def test_every_spot_is_drawn_at_the_place_in_its_name() -> None:
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


@pytest.mark.parametrize("seen_by", [[0, 1], [1], []])
def test_a_shoal_is_drawn_with_every_kind_of_cell_and_the_colours_that_a_viewer_knows(
    seen_by: list[int],
) -> None:
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


def test_places_are_named_from_the_edge_of_the_table() -> None:
    for size, named in ((5, "D3"), (15, "I8"), (31, "Q16")):
        table = ShoalTable("COR", slots="Ys cor --- ---", rules={"table_size": size})
        assert table.play(("own", 0, (0, 1)))[0].endswith(f"at {named} of its own shoal")
    table = ShoalTable(f"COR {'cor ' * 14}", slots="Ys --- --- ---", rules={"table_size": 31})
    action = table.play(("own", 0, (0, 15)))[0]
    assert action == "lays one yellow fish on sand from slot 1 at AE16 of its own shoal"


SHARK = "shk --- --- ---"
GAINS_MAJORITY = "seat 2 gains 3 points for the majority in its shoal"
LOSES_MAJORITY = "seat 2 loses 3 points for the majority in its shoal"


@pytest.mark.parametrize(
    ("shoals", "slots", "cell", "expected"),
    [
        (("COR", "COR Yk"), "Rk --- --- ---", (1, 1), f"{LOSES_MAJORITY} (1 yellow, but 1 red)"),
        (
            ("COR", "COR"),
            "Yk --- --- ---",
            (0, 1),
            f"{GAINS_MAJORITY} (1 yellow, none of another colour)",
        ),
        (
            ("COR", "COR Rs Ys"),
            "YYk --- --- ---",
            (0, -1),
            f"{GAINS_MAJORITY} (3 yellow, at most 1 of another colour)",
        ),
        (("COR shk", "COR Rs"), SHARK, (0, 1), "seat 2 gains 2 points for most sharks"),
        (("COR shk", "COR shk Rs"), SHARK, (0, 2), "seat 1 loses 2 points for most sharks"),
    ],
)
def test_bonus_points_are_shown_when_they_are_gained_or_lost(
    shoals: tuple[str, ...], slots: str, cell: tuple[int, int], expected: str
) -> None:
    table = ShoalTable(*shoals, slots=slots, below="cor " * 8, step=2, tiles=(0, 1))
    lines = table.play(("opponent", 0, 1, cell))
    assert any(line.startswith(expected) for line in lines)


ONES = ["1", "1", "1", "1"]
LOST = "seat 1 loses 1 chip for taking the total above 30 and has 9 left"
LOST_3 = "seat 1 loses 3 chips for taking the total above 90 and has 7 left"
CROSSED = "The last limit is crossed: the round is over."
TURNED = "the discard pile is turned over and becomes the draw pile"


@pytest.mark.parametrize(
    ("action", "total", "position", "expected"),
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
                "Schnuff on 90: the other player rolls, and 7 or more costs 3 chips",
                "seat 2 loses 3 chips and is out",
                "Schnuff on the last limit: the round is over.",
            ],
        ),
        (
            "3",
            28,
            {"chips": [1, 3]},
            [
                "plays 3 and says 31",
                "seat 1 loses 1 chip for taking the total above 30 and is out",
                "The game is decided.",
            ],
        ),
        ("3", 0, {"draw": ["2"], "discards": ["1"]}, ["plays 3 and says 3", "draws 2", TURNED]),
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
def test_each_schnuff_card_is_shown_with_its_effects(
    action: str, total: int, position: dict[str, Any], expected: list[str]
) -> None:
    more = {"draw": ["2", "3"], **position}
    assert SchnuffTable([action, "4"], ONES, total=total, **more).play(action) == expected


@pytest.mark.parametrize(
    ("rolls", "expected", "payer"),
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
def test_rolls_are_shown_each_time_that_a_tie_is_rolled_again(
    rolls: list[int], expected: list[str], payer: int
) -> None:
    table = SchnuffTable(["schnuff", "4"], ONES, ONES, total=60, rolls=rolls, draw=["2", "3"])
    loses = [
        "Schnuff on 60: all others roll, and all but the lowest lose 2 chips",
        f"seat {payer} loses 2 chips and has 8 left",
    ]
    assert table.play("schnuff") == ["plays Schnuff and says 60", *expected, *loses, "draws 2"]


def test_a_standstill_is_shown_last_without_the_new_deal() -> None:
    table = SchnuffTable(["schnuff"], ["schnuff"], total=8)
    assert table.play("none") == ["shows a hand without a card to play"]
    assert table.play("none")[1:] == ["Nobody can play: the round is over."]


def test_the_table_shows_the_hands_of_the_given_seats_and_the_sizes_of_the_others() -> None:
    table = SchnuffTable(
        ["pass", "3", "1"], [], ["2"], chips=[10, 0, 1], total=31, free=[1], direction=-1, dealer=2
    )
    assert table.game.teller.state(table.rules, table.snapshot(), [0]) == [
        "total 31, next limit 60 (free to cross), counterclockwise; 4 cards to draw, 0 discarded",
        "> seat 1, 10 chips: 1 3 Pass",
        "  seat 2, out",
        "  seat 3, 1 chip: 1 cards (dealer)",
    ]


def moments(game: int) -> tuple[list[Moment], Any, Any]:
    """Return all moments, the rules and the teller of a game of shedders, who often empty hands."""
    study = make_study("snorkeling", 4, "base", lineup=("shedder",) * 4)
    engine = make_engine(study, [find_strategy("shedder", "snorkeling")] * 4)
    return list(engine.walk(game)), engine.rules[0], engine.game.teller


def test_cards_shown_as_drawn_are_the_cards_that_left_the_deck() -> None:
    turns = emptied = 0
    for game in range(12):
        moments_of_game, rules, tell = moments(game)
        for before, after in pairwise(moments_of_game):
            old, new = before.snapshot.table, after.snapshot.table
            same_round = old.rounds == new.rounds and new.turns == old.turns + 1
            if not same_round or new.centre_size < old.centre_size:
                continue
            snapshots = before.snapshot, before.action, after.snapshot
            lines = tell.aftermath(rules, *snapshots)
            [drawn] = [line for line in lines if line.startswith("draws")]
            assert len(re.findall(r"\d", drawn)) == old.deck_size - new.deck_size, drawn
            turns += 1
            emptied += old.hand_size[old.seat] == 1 and before.action > 0
    assert turns > 200
    assert emptied > 20
