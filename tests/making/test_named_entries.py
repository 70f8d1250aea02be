"""Fields with an entry for each place or kind of card, numbers that may be none, and seats."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from simulate.errors import UsageError
from simulate.making import SEATS, Counter, Custom, Pile
from tests.helpers.commands_helper import fathom
from tests.making.test_replays import CARDS, made

pytestmark = pytest.mark.usefixtures("short_survey")

PLACES = ["Lighthouse", "Mill", "Inn"]


def test_a_counter_of_each_place_is_shown_with_the_names_of_the_places() -> None:
    at = made(Counter("damage", "damage of each place", each=PLACES))
    at.table.damage[:] = 2, 1, 0
    assert at.state()[0] == "Damage: Lighthouse 2, Mill 1, Inn 0"
    at.begin()
    at.table.damage[:] = 2, 3, -1
    assert at.led_to() == ["damage: Mill 3 (+2), Inn -1 (-1)"]


def test_a_counter_of_each_kind_of_card_is_shown_with_the_names_of_the_cards() -> None:
    at = made(Counter("price", "the price of each", each=CARDS), Pile("deck", CARDS))
    assert len(at.table.price) == 3
    at.table.price[:] = 4, 5, 6
    assert "Price: red 4, blue 5, green 6" in at.state()


@pytest.mark.slow
def test_a_counter_of_each_place_begins_with_its_number_at_every_place(tmp_path: Path) -> None:
    (tmp_path / "walk.py").write_text(WALK)
    out = fathom(tmp_path, "replay", "walk.py", "--game", "1", "--moves").out
    assert "Oil: Mill 3, Inn 3" in out
    assert "oil: Mill 2 (-1)" in out


@pytest.mark.slow
def test_an_action_and_an_end_that_leave_the_numbers_of_places_as_they_are_can_be_told(
    tmp_path: Path,
) -> None:
    (tmp_path / "walk.py").write_text(WALK.replace("table.oil[0] -= 1", "pass"))
    out = fathom(tmp_path, "replay", "walk.py", "--game", "1", "--moves").out
    assert "Oil: Mill 3, Inn 3" in out
    assert "oil:" not in out


def test_declared_fields_are_shown_with_the_names_of_their_entries() -> None:
    at = made(
        table={
            "oil": ("oil of each place", PLACES),
            "owned": ("of each seat at each place", SEATS, PLACES),
        },
        own={"plan": ("a place for each round", ["first", "last"])},
        holds={"oil": "number or none", "owned": "number", "plan": PLACES},
    )
    at.table.oil[:] = -1, 0, 4
    at.table.owned[1] = 0, 5, 0
    at.own.plan[0] = 2, 1
    owned = "seat 1: Lighthouse 0, Mill 0, Inn 0; seat 2: Lighthouse 0, Mill 5, Inn 0; "
    state = at.state(0)
    assert "Oil: Lighthouse none, Mill 0, Inn 4" in state[0]
    assert owned in state[0]
    assert state[1].endswith("plan first Inn, last Mill")
    at.begin()
    at.table.oil[:] = 2, 0, 3
    at.table.owned[1, 1] = 4
    assert at.led_to() == ["oil: Lighthouse 2, Inn 3 (-1)", "owned: seat 2 Mill 4 (-1)"]


def test_a_component_of_an_authors_own_kind_names_its_entries() -> None:
    at = made(Custom("bag", table={"oil": ("of each", PLACES)}, holds={"oil": "number"}))
    at.table.oil[1] = 7
    assert at.led_to() == ["oil: Mill 7 (+7)"]


def test_of_many_entries_only_those_that_are_not_zero_are_listed() -> None:
    at = made(Counter("trees", "trees", each=[f"hill {number}" for number in range(40)]))
    at.table.trees[5], at.table.trees[30] = 2, 9
    assert at.state()[0] == "Trees: hill 5 2, hill 30 9, all others 0"
    at.table.trees[:] = 1
    assert at.state()[0] == "Trees: 40 numbers, 40 of them not 0"


@pytest.mark.parametrize(
    ("each", "message"),
    [
        (["mill", "mill"], "two entries with the same name"),
        ([], "cannot be []"),
        ("mill", "cannot be 'mill'"),
        (["mill", 3], "a list with a word for each entry"),
    ],
)
def test_wrong_names_of_entries_are_refused(each: Any, message: str) -> None:
    with pytest.raises(UsageError) as error:
        Counter("damage", "damage", each=each)
    assert message in str(error.value)
    with pytest.raises(UsageError) as error:
        made(table={"damage": ("damage", each)})
    assert message in str(error.value)


def test_a_number_that_may_be_none_is_shown_as_none_and_without_a_difference_to_it() -> None:
    bid = Counter("bid", "bid of each", each=True, begins=-1, holds="number or none")
    price = Counter("price", "the price", begins=-1, holds="number or none")
    at = made(bid, price)
    at.table.bid[:3], at.table.price = (-1, 4, 4), -1
    assert at.state()[0] == "Price none"
    assert at.state()[1].endswith("bid none")
    at.begin()
    at.table.bid[:3], at.table.price = (2, 3, -1), 5
    lines = [
        "bid: seat 1 has 2 now; seat 2 has 3 now (-1); seat 3 has none now",
        "price 5",
    ]
    assert at.led_to() == lines


# Seats that do not exist --------------------------------------------------------------------------

#: A game in which a seat at a time takes oil from a place, and a counter holds the last seat.
WALK = '''
"""Each seat takes oil from the mill."""
from simulate.making import Counter, allow, below, end_game, game

TAKE = 0
oil = Counter("oil", "oil of each place", each=["Mill", "Inn"], begins=3)
last = Counter("last", "the seat that took last", begins=-1, holds="seat")


def legal(rules, state, menu):
    allow(menu, TAKE)


def apply(rules, state, action):
    table = state.table
    table.oil[0] -= 1
    table.last = table.seat
    table.scores[table.seat] += below(state.chance, 6)
    if table.turns == 1:
        end_game(state)


GAME = game(
    name="walk",
    seats=(2, 2),
    legal=legal,
    apply=apply,
    components=[oil, last],
    actions={TAKE: "takes oil"},
)
'''


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        (WALK.replace("table.last = table.seat", "table.last = table.seat + 1"), "table.last ="),
        (WALK.replace("begins=-1", "begins=2"), ""),
        (
            WALK.replace("components=[oil, last]", "components=[oil]")
            .replace("actions=", 'table={"last": "a seat"}, holds={"last": "seat"}, actions=')
            .replace("table.last = table.seat", "table.last = -3"),
            "table.last =",
        ),
    ],
)
def test_check_fails_for_a_seat_that_does_not_exist(tmp_path: Path, wrong: str, line: str) -> None:
    (tmp_path / "walk.py").write_text(wrong)
    output = fathom(tmp_path, "check", "walk.py", "--json", "--quiet", code=1).json
    (finding,) = [found for found in output["findings"] if found["rule"] == "not-described"]
    assert finding["severity"] == "error"
    assert "last holds a seat" in finding["message"]
    assert "neither 0 to 1, nor -1" in finding["message"]
    assert "write -1" in finding["remedy"]
    named_line = wrong.splitlines()[finding["line"] - 1] if finding["line"] else ""
    assert named_line.strip().startswith(line)
    assert bool(named_line) == bool(line)


@pytest.mark.slow
def test_check_passes_for_seats_and_nobody(tmp_path: Path) -> None:
    (tmp_path / "walk.py").write_text(WALK)
    output = fathom(tmp_path, "check", "walk.py", "--json", "--quiet").json
    assert [found for found in output["findings"] if found["rule"] == "not-described"] == []
