"""Each strategy of Animal Splash does what its description claims."""

from __future__ import annotations

import itertools
import random
from functools import cache
from typing import Any

import numpy as np
import pytest

from simulate.games.animal_splash import SHIFT_LEFT, SHIFT_RIGHT, Measure, measure
from simulate.play import rows as row
from simulate.rules.kinds import words
from strategies import animal_splash_gathering as gathering
from strategies import record_of, strategies_for
from strategies.animal_splash_tableau import TableauPlaces, changed, measured, scored, tableau_of
from tests.helpers.animal_splash_positions import moments, turn
from tests.helpers.asking import choice
from tests.helpers.studies import make_study, rows
from tests.helpers.tables import quick_among
from tests.oracles.stacked_animal_splash import (
    ARRANGE,
    DIVE,
    GAME,
    GRID,
    MISSION,
    PEARL,
    TAKE,
    Action,
    AnimalSplashTable,
)

IDLE = ("diver", "missionary", "shooter", "specialist")
SIMPLE = (*IDLE, "rearranger")
OTHERS = ("random", *SIMPLE)
#: The divers of the positions stand above column 1: a step leads above column 2, two lead
#: above column 3. Only there is seaweed, at the end of row 3.
WEED = "Sgc Tgc Roa Ops Cps Sgc Toa Rps Obw"


def last(cards: int) -> dict[str, Any]:
    """Return rules under which who has so many cards is done."""
    return {"cards_to_end": [cards] * 4}


def at(tableau: str, grid: str = WEED, step: int = DIVE, **more: Any) -> AnimalSplashTable:
    """Return a position with the given tableau; later in the turn the grid does not matter."""
    more = {"spots": [0], "grid": grid if step <= TAKE else GRID, **more}
    return AnimalSplashTable(tableau, "", step=step, **more)


def test_shooter_dives_for_the_card_that_scores_and_diver_takes_the_single_step() -> None:
    assert turn("shooter", at("Tbw Rgw")) == [
        ("dive", 2),
        ("take", 8, "left"),
        ("done",),
        ("pearl", "plant", 0, 0),
        ("done",),
        ("none",),
    ]
    assert choice("diver", at("Tbw Rgw")) == ("dive", 1)


def test_diver_without_use_of_the_next_spot_keeps_the_most_oxygen() -> None:
    grid = "Sgc --- Roa Ops --- Sgc Toa --- Obw"
    assert choice("diver", at("Tbw Rgw", grid, oxygen=[5])) == ("dive", 2)


def test_diver_takes_a_card_that_scores_before_one_with_oxygen_before_others() -> None:
    grid = "Sgc Tgc Roa Ops Cps+ Sgc Toa Rps Obw"
    assert choice("diver", at("Tbw Rgw", grid, spots=[1], step=TAKE))[:2] == ("take", 4)
    assert choice("diver", at("Tbs Rgs", grid, spots=[1], step=TAKE))[:2] == ("take", 4)
    grid = "Sgc Tgc Roa Ops Cpc+ Sgc Toa Rps Obw"
    assert choice("diver", at("Tbs Rgs", grid, spots=[1], step=TAKE))[:2] == ("take", 7)


@pytest.mark.parametrize(("sort", "spot"), [(1, 4), (2, 1), (3, 2)])
def test_specialist_takes_the_card_that_scores_for_its_sort(sort: int, spot: int) -> None:
    # A turtle in row 2, a blue animal in column 2, seaweed in column 3 alone score.
    grid = "Roc Sbc Roa Tos Cps Roc Roa Rps Ogw"
    position = at("Tbw Tbw", grid, oxygen=[9])
    action = choice(f"specialist(sort={sort})", position)
    assert action == ("dive", spot) or sort == 1
    position.play(action)
    card = {1: 3, 2: 1, 3: 8}[sort]
    assert choice(f"specialist(sort={sort})", position)[:2] == ("take", card)


def test_missionary_goes_for_the_mission_and_shooter_for_the_pearl() -> None:
    grid = "Sgc Rpw Roa Tps Tps Sgc Toa Rps Opa"
    tableau = "Sbw Tgw Roc"
    assert choice("shooter", at(tableau, grid)) == ("dive", 1)
    done = turn("missionary", at(tableau, grid))
    assert done[0] == ("dive", 2)
    assert done[1][:2] == ("take", 8)
    assert done[-1] == ("mission", 6)


def test_missionary_comes_nearer_to_missions_it_cannot_take_yet() -> None:
    grid = "Tgc Tgc Tgc Tgc Cgc Tgc Tgc Tgc Tgc"
    assert choice("missionary", at("Tbw Sgw", grid, spots=[3], step=TAKE))[:2] == ("take", 0)
    assert choice("missionary", at("Tbw Sgw", grid, spots=[4], step=TAKE))[:2] == ("take", 4)


@pytest.mark.parametrize("spec", quick_among(SIMPLE, *IDLE))
def test_simple_strategies_take_the_best_allowed_mission_immediately(spec: str) -> None:
    position = at("Tb*w", oxygen=[5], step=MISSION, rules={"missions": _OXYGEN_MISSIONS})
    assert choice(spec, position) == ("mission", 2)


_OXYGEN_MISSIONS = [
    {"colour": "oxygen", "measure": "oxygen", "at_least": needed, "points": points}
    for needed, points in ((1, 1), (6, 9), (3, 5), (2, 5))
]


@pytest.mark.parametrize("spec", IDLE)
def test_simple_strategies_never_rearrange(spec: str) -> None:
    assert choice(spec, at("Tbw Rgw Opa Sow", oxygen=[20], step=ARRANGE)) == ("done",)


@pytest.mark.slow
@pytest.mark.parametrize("spec", quick_among(["rearranger", "planner"], "planner"))
def test_strategies_that_rearrange_take_a_card_that_scores_after_a_swap(spec: str) -> None:
    position = at("Tbw Roa Opw", oxygen=[1], rules={"missions": [], **last(4)})
    done = turn(spec, position)
    assert done[0] == ("dive", 2)
    steps = [action[0] for action in done]
    assert steps == ["dive", "take", "swap", "done", "pearl", "done", "none"]
    assert position.points[0] == 1
    assert position.oxygen[0] == 0


@pytest.mark.slow
def test_rearranger_makes_the_groups_that_it_can_pay_for() -> None:
    # The turtle belongs to the other weeds: one shift, or two swaps past the anemones.
    def first(oxygen: int, shift_cost: int) -> Any:
        rules = {"shift_cost": shift_cost}
        position = at("Tbw Rga Spa Ogw Cow", oxygen=[oxygen], step=ARRANGE, rules=rules)
        return choice("rearranger", position)

    assert first(1, shift_cost=1) == ("shift", 0, "right")
    assert first(2, shift_cost=9)[0] == "swap"
    assert first(1, shift_cost=2) == ("done",)


@pytest.mark.slow
def test_rearranger_keeps_its_oxygen_if_rearranging_gives_no_pearl() -> None:
    assert choice("rearranger", at("Tbw Rga Opc", oxygen=[9], step=ARRANGE)) == ("done",)
    assert choice("rearranger", at("Tbw Rgw Opw", oxygen=[9], step=ARRANGE)) == ("done",)


def test_planner_looks_ahead_by_the_number_of_actions_in_its_parameter() -> None:
    def ways(actions: int) -> Action:
        position = at(
            "Tbw Rga Sga Oga Cow Cpw", oxygen=[9], step=ARRANGE, rules={"shift_cost": 0, **last(6)}
        )
        return choice(f"planner(actions={actions}, end_card=0)", position)  # type: ignore[no-any-return]

    assert [ways(actions) for actions in (0, 2)] == [("done",)] * 2
    assert ways(3)[0] == "swap"  # type: ignore[index]


@pytest.mark.parametrize(("held", "first"), [(6, "swap"), (3, "done")])
def test_planner_keeps_its_oxygen_if_the_end_scoring_card_pays_more_for_it(
    held: int, first: str
) -> None:
    position = AnimalSplashTable(
        "Tbw Rga Ogw Cow",
        "Sbw Tgc Roa Ops",
        oxygen=[held, 2],
        step=ARRANGE,
        end_card="oxygen",
        owned={1: [4, 5]},
        rules={"end_points": [8, 0], **last(4)},
    )
    assert choice("planner", position)[0] == first
    assert choice("planner(end_card=0)", position)[0] == "swap"


def test_planner_rearranges_for_a_run_that_the_end_scoring_card_rewards() -> None:
    tableau = "Tb*w Rg*a Ob*c Cb*s"
    for end_card, first in (("longest_colour_run", "swap"), ("oxygen", "done")):
        position = at(tableau, oxygen=[1], step=ARRANGE, end_card=end_card, rules=last(4))
        assert choice("planner", position)[0] == first


def test_planner_waits_for_a_better_mission_that_is_near_until_its_last_turn() -> None:
    assert choice("planner", at("Tbw", oxygen=[4], step=MISSION)) == ("none",)
    assert choice("planner", at("Tbw", oxygen=[3], step=MISSION, rules=last(3))) == ("mission", 4)
    assert choice("planner", at("Tbw", oxygen=[4], step=MISSION, rules=last(1))) == ("mission", 4)


def test_planner_dives_for_the_card_of_a_mission_if_it_values_missions() -> None:
    grid = "Sgc Rpc Roa Tps Tps Sgc Toa Rps Opa"
    position = at("Sbw Tgw Roc", grid, rules=last(4))
    assert choice("planner(missions=5)", position) == ("dive", 2)
    assert choice("planner(missions=0, oxygen=5)", position) == ("dive", 1)


@pytest.mark.parametrize("spec", ["planner", "shooter"])
@pytest.mark.parametrize(
    "tableau",
    [
        "Tbw Rgw Opw Cow",  # a run of four: the pearl goes to an end
        "Tbw Tga Tos Roc Cow",  # the third turtle belongs to the orange ones
    ],
)
def test_planner_puts_pearls_where_they_spoil_no_other_group(spec: str, tableau: str) -> None:
    position = at(tableau, step=PEARL)
    turn(spec, position)
    assert position.points[0] >= 2


@pytest.mark.parametrize(
    "name", quick_among(strategies_for("animal-splash")["planner"].parameters, "deny")
)
def test_every_parameter_of_the_planner_matters(name: str) -> None:
    declared = strategies_for("animal-splash")["planner"].parameters[name]
    usual = [moment.chosen("planner") for moment in moments()]
    changed_ = [
        [moment.chosen(f"planner({name}={value})") for moment in moments()]
        for value in (declared.minimum, declared.maximum)
    ]
    assert any(chosen != usual for chosen in changed_)


@pytest.mark.slow
def test_a_tableau_as_numbers_behaves_like_the_tableau_of_the_game() -> None:
    chance = random.Random(1)
    for number in range(60):
        cards = [
            f"{chance.choice('STROC')}{chance.choice('bgop')}{chance.choice(['', '', '*'])}"
            f"{chance.choice('wcas')}{chance.choice(['', '', '*'])}"
            for _ in range(chance.randint(1, 12))
        ]
        group = chance.randint(2, 5)
        position = at(
            " ".join(cards),
            step=ARRANGE,
            oxygen=[20],
            rules={"group_size": group, "shift_cost": 1, **last(12)},
        )
        table = position.table
        for action in position.legal()[:-1]:
            assert action
            before = tableau_of(table, 0)
            member = position.number(action) - 128
            position.play(action)
            assert tableau_of(table, 0) == changed(before, member)
            table.oxygen[0] = 20
        for which in range(len(Measure)):
            assert measured(tableau_of(table, 0), 20, which) == measure(table, 0, which)
        position.play(("done",))
        after, pearls = scored(tableau_of(table, 0), group)
        put = 0
        while (action := choice("shooter", position)) != ("done",):
            position.play(action)
            put += 1
        assert position.legal() == [("done",)], number
        assert (tableau_of(table, 0), put) == (after, pearls)


@pytest.mark.parametrize("spec", quick_among([*SIMPLE, "planner"], "planner"))
def test_choices_do_not_depend_on_the_first_seat_or_on_the_stream(spec: str) -> None:
    usual = [moment.chosen(spec) for moment in moments()]
    assert len(set(usual)) >= 9
    for shift in (1, 2):
        assert [moment.chosen(spec, shift, seed=shift + 1) for moment in moments()] == usual


EXTREMES: tuple[dict[str, Any], ...] = (
    {"group_size": 2, "start_oxygen": 20, "cards_to_end": [12] * 4},
    {"group_size": 5, "start_oxygen": 20, "cards_to_end": [12] * 4, "shift_cost": 1},
    {"swap_cost": 0, "shift_cost": 1},
    {"swap_cost": 9, "shift_cost": 9, "start_oxygen": 20},
    {"missions": [], "end_scoring": []},
    {"end_points": [0, 20], "one_step_oxygen": 5, "step_cost": 0, "free_steps": 11},
    {"copies": 1, "oxygen_cards": 0, "cards_to_end": [4] * 4, "one_step_oxygen": 0},
    {"cards_to_end": [1] * 4},
    *(
        {
            "end_scoring": [name],
            "missions": [
                {"colour": colour, "measure": name, "at_least": needed, "points": points}
                for colour, needed, points in (("red", 1, 20), ("red", 60, 0), ("black", 2, 0))
            ],
        }
        for name in words(Measure)
    ),
)


@pytest.mark.slow
@pytest.mark.parametrize("rules", EXTREMES, ids=range(len(EXTREMES)))
def test_all_strategies_play_legally_under_extreme_rules(rules: dict[str, Any]) -> None:
    # Where all cards are needed, the last ones can lie out of everybody's reach for ever.
    rules = {"max_turns": 200, **rules}
    for players in (2, 5):
        for lineup in (OTHERS[:players], ("planner", *OTHERS[-players + 1 :])):
            study = make_study("animal-splash", players, lineup=lineup, games=10, rules=rules)
            assert rows(study)[:, row.FINISHED].any()


@cache
def means(spec: str) -> dict[str, float]:
    """Return the counts of games that four of a strategy play with each other."""
    games = rows(make_study("animal-splash", 4, lineup=(spec,) * 4, games=200))
    names = [count.name for count in GAME.counts]
    counts = games[:, row.COUNTS :].mean(axis=0)
    return dict(zip(names, counts, strict=True))


@pytest.mark.slow
def test_only_planner_and_rearranger_rearrange() -> None:
    for spec in (*IDLE, "planner(actions=0)"):
        assert means(spec)["players_without_actions"] == 4
    for spec in ("rearranger", "planner"):
        assert means(spec)["players_without_actions"] < 1


@pytest.mark.slow
def test_each_strategy_leads_in_the_figure_that_it_plays_for() -> None:
    def most(name: str) -> str:
        return max(SIMPLE, key=lambda spec: means(spec)[name])

    assert most("one_step_moves") == most("oxygen_left") == "diver"
    assert most("pearls_on_plants") == "specialist"
    assert most("missions_tier_2") == "missionary"
    assert most("oxygen_on_swaps") == "rearranger"
    assert means("specialist(sort=1)")["pearls_on_kinds"] > means("shooter")["pearls_on_kinds"]
    assert means("specialist(sort=2)")["pearls_on_colours"] > means("shooter")["pearls_on_colours"]


def cheapest_ways(task: gathering.Gathering, places: int) -> tuple[int, set[tuple[int, ...]]]:
    """Try all changes in a row; return what the cheapest cost that make a run, and all of them."""
    changes = [
        *(place for place in range(task.cards - 1) if task.swap),
        *(SHIFT_LEFT + place for place in range(1, task.cards) if task.shift),
        *(SHIFT_RIGHT + place for place in range(task.cards - 1) if task.shift),
    ]
    least = gathering.BEYOND_PRICE
    ways: set[tuple[int, ...]] = set()
    for number in range(task.most + 1):
        for way in itertools.product(changes, repeat=number):
            price = sum(task.swap if change < SHIFT_LEFT else task.shift for change in way)
            if price <= least and has_run(task, places, way):
                ways = {way} if price < least else {*ways, way}
                least = price
    return least, ways


def has_run(task: gathering.Gathering, places: int, way: tuple[int, ...]) -> bool:
    """Tell whether cards lie together after some changes, by the tableau's own functions."""
    plants = sum((places >> place & 1) << 5 * place for place in range(task.cards))
    tableau = TableauPlaces(0, plants, task.cards)
    for change in way:
        tableau = changed(tableau, change)
    belongs = "".join(str(tableau.plants >> 5 * place & 1) for place in range(task.cards))
    return "1" * task.run in belongs


def test_the_search_finds_all_cheapest_sequences_and_respects_its_lower_bound() -> None:
    chance = random.Random(1)
    memory = np.zeros(1, record_of(**gathering.GATHERING))[0]
    prices = []
    for _ in range(80):
        cards = chance.randint(3, 6)
        run, most = chance.randint(2, min(cards, 4)), chance.randint(1, 3)
        task = gathering.Gathering(chance.randint(0, 2), chance.randint(1, 3), cards, run, most)
        places = chance.getrandbits(cards)
        price, ways = cheapest_ways(task, places)
        assert gathering.least_price(task, places, most) <= price
        prices.append(price)
        if 0 < price < gathering.BEYOND_PRICE:
            gathering.begin_to_gather(memory, task, places, price - 1)
            assert not gathering.next_way(memory, task)
            gathering.begin_to_gather(memory, task, places, price)
            ways_found = []
            while gathering.next_way(memory, task):
                assert memory.unspent == 0
                ways_found.append(tuple(memory.way[: memory.changes].tolist()))
            assert len(ways_found) == len(ways)
            assert set(ways_found) == ways
    assert {0, 1, 2, gathering.BEYOND_PRICE} < set(prices)


def test_the_lower_bound_of_the_price_grows_with_the_distance_of_cards() -> None:
    # Two of the three are together, and the third is four cards away: it may be shifted to them.
    task = gathering.Gathering(swap=1, shift=0, cards=7, run=3, most=4)
    assert gathering.least_price(task, 0b1000011, 4) == 4
    assert gathering.least_price(task, 0b1000011, 3) == gathering.BEYOND_PRICE
    assert gathering.least_price(task._replace(shift=2), 0b1000011, 1) == 2
    assert gathering.least_price(task._replace(shift=2), 0b0100110, 1) == gathering.BEYOND_PRICE
    assert gathering.least_price(task, 0b0000011, 4) == gathering.BEYOND_PRICE
