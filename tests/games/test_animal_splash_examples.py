"""The rules of Animal Splash, sentence by sentence, on positions laid out by hand."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from simulate.errors import UsageError
from simulate.play.arms import make_engine
from tests.helpers.studies import lineup_of, make_study
from tests.oracles import animal_splash as oracle
from tests.oracles.stacked_animal_splash import (
    ARRANGE,
    GAME,
    MISSION,
    PEARL,
    AnimalSplashTable,
    card_of,
)

DONE, NONE = oracle.DONE, oracle.NONE
#: Rules under which a game ends with the turn of the position.
ONE_CARD = {"cards_to_end": [1, 1, 1, 1]}


# Components and set-up ----------------------------------------------------------------


def test_there_are_60_cards_with_12_of_each_kind_and_15_of_each_colour_and_plant() -> None:
    record = GAME.rules_record(GAME.resolve("base", {}, 4), 4)[0]
    cards = [card_of(number) for number in record.full_deck[: record.full_size]]
    assert len(cards) == 60
    assert Counter(card.kind for card in cards) == dict.fromkeys(range(5), 12)
    assert Counter(card.colour for card in cards) == dict.fromkeys(range(4), 15)
    assert Counter(card.plant for card in cards) == dict.fromkeys(range(4), 15)
    animals = Counter((card.kind, card.colour) for card in cards)
    assert set(animals.values()) == {3}
    for kind, colour in animals:
        copies = [card for card in cards if (card.kind, card.colour) == (kind, colour)]
        plants = [(kind + colour + copy) % 4 for copy in range(3)]
        assert [card.plant for card in copies] == plants
        assert [card.oxygen for card in copies] == [1, 0, 0]


def test_the_missions_are_two_of_each_of_four_colours_with_one_and_two_points() -> None:
    missions: Any = GAME.resolve("base", {}, 4)["missions"]
    assert [tuple(mission.values()) for mission in missions] == [
        ("animals", "animal_pearls", 2, 1),
        ("animals", "animal_pearls", 3, 2),
        ("plants", "plant_pearls", 2, 1),
        ("plants", "plant_pearls", 3, 2),
        ("oxygen", "oxygen", 3, 1),
        ("oxygen", "oxygen", 5, 2),
        ("variety", "animal_kinds", 4, 1),
        ("variety", "animal_kinds", 5, 2),
    ]


def test_a_game_begins_with_a_full_grid_three_piles_of_17_and_nothing_in_front_of_anybody() -> None:
    study = make_study("animal-splash", 5, lineup=("random",) * 5)
    engine = make_engine(study, lineup_of(study))
    end_cards: Counter[str] = Counter()
    for number in range(80):
        moment = next(engine.walk(number))
        table = moment.snapshot.table
        assert (table.grid >= 0).all()
        assert table.row_pile.tolist() == [17, 17, 17]
        assert table.spots[:5].tolist() == [-1] * 5
        assert table.oxygen[:5].tolist() == table.tableau_size[:5].tolist() == [0] * 5
        assert table.missions == 0b11111111
        end_cards[oracle.MEASURES[table.end_measure]] += 1
    asked = ("oxygen", "animal_pearls", "plant_pearls", "longest_colour_run")
    assert set(end_cards) == set(asked)
    assert min(end_cards.values()) > 5


def test_a_deck_too_small_and_oxygen_on_more_cards_than_there_are_are_refused() -> None:
    with pytest.raises(UsageError, match=r"has 20 cards .* but 5 players lay 30; raise copies"):
        GAME.resolve("base", {"copies": 1}, 5)
    with pytest.raises(UsageError, match="oxygen_cards cannot be 4 with 3 copies; make it 3"):
        GAME.resolve("base", {"oxygen_cards": 4}, 5)


# Dives --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("steps", "held", "left"), [(1, 0, 1), (1, 2, 3), (2, 0, 0), (3, 1, 0), (4, 2, 0), (5, 4, 1)]
)
def test_one_step_earns_an_oxygen_two_do_nothing_and_each_more_costs_one(
    steps: int, held: int, left: int
) -> None:
    table = AnimalSplashTable("", "", spots=[10], oxygen=[held, 7])
    table.play(("dive", (10 + steps) % 12))
    assert table.oxygen == [left, 7]
    assert table.table.spots[0] == (10 + steps) % 12
    paid = max(0, steps - 2)
    told = {
        "moves": 1,
        "oxygen_from_dives": int(steps == 1),
        "one_step_moves": int(steps == 1),
        "oxygen_on_steps": paid,
        "paid_moves": int(paid > 0),
    }
    assert table.counts == {name: number for name, number in told.items() if number}


# Taking and laying --------------------------------------------------------------------


# Actions ------------------------------------------------------------------------------


def arranging(tableau: str, oxygen: int, **rules: Any) -> AnimalSplashTable:
    return AnimalSplashTable(tableau, "", spots=[3], step=ARRANGE, oxygen=[oxygen, 5], rules=rules)


@pytest.mark.parametrize(
    ("action", "laid", "left"),
    [
        (("swap", 0), "Tg*c Sbw Roa* Op*s* Cbw", 2),
        (("swap", 1), "Sbw Roa* Tg*c Op*s* Cbw", 2),
        (("swap", 2), "Sbw Tg*c Op*s* Roa* Cbw", 2),
        (("swap", 3), "Sbw Tg*c Roa* Cbw Op*s*", 2),
        (("shift", 3, "left"), "Op*s* Sbw Tg*c Roa* Cbw", 1),
        (("shift", 4, "left"), "Cbw Sbw Tg*c Roa* Op*s*", 1),
        (("shift", 1, "left"), "Tg*c Sbw Roa* Op*s* Cbw", 1),
        (("shift", 0, "right"), "Tg*c Roa* Op*s* Cbw Sbw", 1),
        (("shift", 2, "right"), "Sbw Tg*c Op*s* Cbw Roa*", 1),
        (("shift", 3, "right"), "Sbw Tg*c Roa* Cbw Op*s*", 1),
    ],
)
def test_pearls_move_with_the_card_they_lie_on(action: oracle.Action, laid: str, left: int) -> None:
    table = arranging("Sbw Tg*c Roa* Op*s* Cbw", 3)
    table.play(action)
    assert (table.tableau(0), table.oxygen) == (laid, [left, 5])
    assert table.points == [4, 0]
    assert table.counts == {"oxygen_on_swaps" if left == 2 else "oxygen_on_shifts": 3 - left}


# Groups and pearls --------------------------------------------------------------------


def scoring(tableau: str, **rules: Any) -> AnimalSplashTable:
    return AnimalSplashTable(tableau, "", spots=[3], step=PEARL, rules=rules)


def groups(table: AnimalSplashTable) -> dict[str, list[int]]:
    """Return the first places of the groups on the menu; a pearl may go to each of their cards."""
    found: dict[str, list[int]] = {}
    for action in table.legal():
        if action and action[0] == "pearl" and action[3] == 0:
            found.setdefault(action[1], []).append(action[2])
    size = int(table.rules.group_size)
    assert table.legal() == [
        *(
            ("pearl", area, first, which)
            for area in oracle.AREAS
            for first in found.get(area, ())
            for which in range(size)
        ),
        DONE,
    ]
    return found


@pytest.mark.parametrize(
    ("tableau", "found"),
    [
        ("Tgc Tba Tow", {"kind": [0]}),
        ("Tgc Rga Sgw", {"colour": [0]}),
        ("Tgc Rbc Soc", {"plant": [0]}),
        ("Tgc Tga Tgw", {"kind": [0], "colour": [0]}),
        ("Tgc Tgc Tgc", {"kind": [0], "colour": [0], "plant": [0]}),
        ("Tgc Tba Row", {}),
        ("Tgc Roa Tba Tow", {}),
        ("Tgc Tba Roa Tow", {}),
        ("Tgc Tba", {}),
        ("Roa Tgc Tba Tow Sba", {"kind": [1]}),
        ("Tgc Tba Tow Tpa Rga", {"kind": [0, 1]}),
        ("Tgc Rba Tow Rpc Sgc Soc", {"plant": [3]}),
    ],
)
def test_three_neighbours_of_one_kind_one_colour_or_one_plant_are_a_group(
    tableau: str, found: dict[str, list[int]]
) -> None:
    assert groups(scoring(tableau)) == found


@pytest.mark.parametrize(
    ("tableau", "found"),
    [
        ("Tg*c Tgc Tgc", {"plant": [0]}),
        ("Tgc Tg*c Tgc", {"plant": [0]}),
        ("Tgc Tgc Tg*c", {"plant": [0]}),
        ("Tgc* Tgc Tgc", {"kind": [0], "colour": [0]}),
        ("Tgc Tgc* Tgc", {"kind": [0], "colour": [0]}),
        ("Tgc Tgc Tgc*", {"kind": [0], "colour": [0]}),
        ("Tg*c Tgc* Tgc", {}),
        ("Tg*c Tba Tow Tpa", {"kind": [1]}),
        ("Tgc Tba Tow Tp*a", {"kind": [0]}),
        ("Tgc Tb*a Tow Tpa", {}),
    ],
)
def test_a_pearl_takes_its_animal_out_of_kinds_and_colours_and_its_plant_out_of_plants(
    tableau: str, found: dict[str, list[int]]
) -> None:
    assert groups(scoring(tableau)) == found


# Missions -----------------------------------------------------------------------------


def at_missions(tableau: str, oxygen: int = 0, **more: Any) -> AnimalSplashTable:
    return AnimalSplashTable(tableau, "", spots=[3], step=MISSION, oxygen=[oxygen], **more)


def on_offer(table: AnimalSplashTable) -> list[int]:
    *missions, last = table.legal()
    assert last == NONE
    return [action[1] for action in missions if action and action[0] == "mission"]


@pytest.mark.parametrize(
    ("tableau", "oxygen", "offered"),
    [
        ("Sg*c Tba Row", 0, []),
        ("Sg*c Tb*a Row", 0, [0]),
        ("Sg*c Tb*a Ro*w", 0, [0, 1]),
        ("Sgc* Tba Row", 0, []),
        ("Sgc* Tba* Row", 0, [2]),
        ("Sgc* Tba* Row*", 0, [2, 3]),
        ("Sgc Tba Row", 2, []),
        ("Sgc Tba Row", 3, [4]),
        ("Sgc Tba Row", 4, [4]),
        ("Sgc Tba Row", 5, [4, 5]),
        ("Sgc Tba Row Rps", 0, []),
        ("Sgc Tba Row Ops", 0, [6]),
        ("Sgc Tba Row Ops Cga", 0, [6, 7]),
        ("Sg*c* Tb*a* Ro*w* Ops Cga", 5, list(range(8))),
    ],
)
def test_a_mission_may_be_taken_if_its_condition_holds(
    tableau: str, oxygen: int, offered: list[int]
) -> None:
    assert on_offer(at_missions(tableau, oxygen)) == offered


ALL_MEASURES = [
    ("oxygen", 4),
    ("animal_pearls", 3),
    ("plant_pearls", 2),
    ("pearls", 5),
    ("animal_kinds", 3),
    ("animal_colours", 2),
    ("plant_kinds", 4),
    ("longest_kind_run", 3),
    ("longest_colour_run", 4),
    ("longest_plant_run", 2),
]


# The end --------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "cards"), [(2, 9), (3, 8), (4, 7), (5, 6)])
def test_the_game_ends_when_everybody_has_the_cards_of_their_number(
    players: int, cards: int
) -> None:
    full = " ".join(["Sgc", "Tba", "Row", "Ops"] * 3).split()[:cards]
    almost = " ".join(full[1:])
    last = AnimalSplashTable(
        almost, *[" ".join(full)] * (players - 1), spots=range(players), oxygen=[4]
    )
    last.play(("dive", players))
    last.play(last.legal()[0], DONE, DONE)
    assert last.table.over == 0, "the turn is played to its end"
    last.play(("mission", 4))
    assert (last.table.over, last.table.rounds, last.table.emptied) == (1, 1, -1)
    assert "---" not in last.grid, "the gap is filled all the same"
    early = AnimalSplashTable(*[almost] * 2, *[" ".join(full)] * (players - 2), step=MISSION)
    early.play(NONE)
    assert early.table.over == 0


def ended(values: list[int], end_card: str | None = "oxygen", **rules: Any) -> AnimalSplashTable:
    """Return a game that has just ended, in which players hold so much oxygen."""
    table = AnimalSplashTable(
        *["Sgc"] * len(values),
        oxygen=values,
        end_card=end_card,
        seat=len(values) - 1,
        step=MISSION,
        rules={**ONE_CARD, **rules},
    )
    table.play(NONE)
    assert table.table.over == 1
    return table


@pytest.mark.parametrize(
    ("values", "points"),
    [
        ([5, 3], [3, 1]),
        ([3, 5], [1, 3]),
        ([4, 4], [2, 2]),
        ([5, 3, 2, 1], [3, 1, 0, 0]),
        ([1, 2, 3, 5], [0, 0, 1, 3]),
        ([5, 5, 3], [2, 2, 0]),
        ([5, 3, 3], [3, 0.5, 0.5]),
        ([3, 5, 3, 3], [1 / 3, 3, 1 / 3, 1 / 3]),
        ([3, 3, 3, 3, 5], [0.25, 0.25, 0.25, 0.25, 3]),
        ([4, 4, 4], [4 / 3, 4 / 3, 4 / 3]),
        ([4, 4, 2, 4, 1], [4 / 3, 4 / 3, 0, 4 / 3, 0]),
        ([4, 4, 4, 4, 4], [0.8, 0.8, 0.8, 0.8, 0.8]),
        ([5, 0, 0], [3, 0, 0]),
        ([0, 2, 0, 2], [0, 2, 0, 2]),
        ([0, 0, 0], [0, 0, 0]),
    ],
)
def test_tied_players_share_the_places_they_tie_for_and_who_has_nothing_gets_nothing(
    values: list[int], points: list[float]
) -> None:
    table = ended(values)
    assert table.points == points
    assert table.table.end_share[: len(values)].tolist() == [60 * share for share in points]
    assert table.oxygen == values, "nothing is spent"
    assert table.counts.get("end_card_points", 0) == 60 * sum(points)


@pytest.mark.parametrize(("measure", "value"), ALL_MEASURES)
def test_the_end_scoring_card_can_ask_for_anything_that_can_be_measured(
    measure: str, value: int
) -> None:
    table = AnimalSplashTable(
        "Tg*c Tg*a* Tgw Rga* Ro*s Oos Tgc",
        "",
        "Sgc Tga",
        oxygen=[4],
        end_card=measure,
        step=MISSION,
        rules={"cards_to_end": [9, 7, 7, 6]},
    )
    table.table.laying = 0b001  # the others are done with fewer cards here
    said = table.play(NONE)
    assert f"  seat 1 has {value} and gets 3 points: 8 points in all" in said
    second = dict(zip(oracle.MEASURES, (0, 0, 0, 0, 2, 1, 2, 1, 2, 1), strict=True))[measure]
    assert table.points == [8, 0, int(second > 0)]
    assert any(line.startswith(f"  seat 3 has {second} and gets ") for line in said)
