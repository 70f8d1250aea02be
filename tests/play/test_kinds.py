"""The kinds of actions are read off games: what they are called, and which numbers they have."""

from __future__ import annotations

import pytest

from simulate.games.shoal.cards import CORAL, SHARK, SLOTS
from simulate.play.kinds import Kinds, Numbers, find_kinds
from simulate.rules.kinds import Value
from strategies import find_strategy
from tests.helpers import tiny_games, toy_game
from tests.helpers.studies import fields_by_name, make_study

TWO = ("one", "two")


def kinds_of(game: str, players: int, *specs: str, rules: dict[str, Value] | None = None) -> Kinds:
    study = make_study(game, players, lineup=("random",) * players, rules=rules)
    return find_kinds(study, [[find_strategy(spec, game)] * players for spec in specs])


def numbers_in(kinds: Kinds) -> dict[str, Numbers]:
    return {kind.name: kind.numbers for kind in kinds.found}


def test_kinds_are_what_is_left_of_names_without_their_particulars(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    toy_game.register(monkeypatch, tiny_games.GOLD)
    found = kinds_of("gold", 3, "random")
    assert numbers_in(found) == {
        "digs in round …": Numbers(0, 0),
        "waves in round …": Numbers(1, 1),
        "gambles in round …": Numbers(2, 2),
        # Who greets itself bows: the same action is of another kind for another seat.
        "bows": Numbers(64, 66, 1, 1),
        "greets seat …": Numbers(64, 66, 2, 1),
    }
    assert (found.rare, found.mixed) == ((), ())
    assert all(0 < kind.chosen < kind.offered <= found.choices for kind in found.found)


def test_in_snorkeling_colours_are_particulars_and_whose_pile_it_is_counts() -> None:
    found = numbers_in(kinds_of("snorkeling", 3, "random", rules={"own_pile": True}))
    assert found["stops"] == Numbers(0, 0)
    assert found["lays … on the centre"] == Numbers(64, 88)
    own, others = found["lays … on their own pile"], found["lays … on seat …'s pile"]
    assert (own.whose, others.whose) == (1, 2)
    for seat in range(3):
        for pile in range(3):
            action = 128 + 64 * pile + 7
            assert own.hold(seat, action) == (seat == pile) != others.hold(seat, action)


def test_in_schnuff_each_special_card_is_a_kind() -> None:
    found = numbers_in(kinds_of("schnuff", 3, "random"))
    assert found["plays … and says …"] == Numbers(0, 3)
    assert found["plays Panic and says …"] == Numbers(6, 6)
    assert len(found) == 6


def test_kinds_that_share_their_numbers_are_one_kind_unless_the_table_tells_them_apart() -> None:
    # A card that takes the centre is the same action as one that does not. Of a single crab the
    # total alone says whether it does; of two to five crabs it takes the number as well.
    found = numbers_in(kinds_of("scaphandre", 3, "random"))
    assert found["lays … crabs and announces …"] == Numbers(6, 9)
    takes = found["lays … crab and announces …: takes the centre"]
    assert (takes.first, takes.last) == (5, 5)
    assert takes.entry == dict(fields_by_name("scaphandre"))["centre_total"]
    assert takes.values & found["lays … crab and announces …"].values == 0


def test_the_first_line_up_alone_is_counted() -> None:
    both, alone = (kinds_of("schnuff", 3, "planner", *more) for more in (["random"], []))
    assert (both.choices, both.games) == (alone.choices, alone.games)
    of_one = {kind.name: (kind.offered, kind.chosen) for kind in alone.found}
    assert {kind.name: (kind.offered, kind.chosen) for kind in both.found} == of_one


@pytest.mark.slow
def test_in_shoal_the_card_on_the_table_tells_the_kinds_apart() -> None:
    # The action says from which slot; what lies there, and in whose shoal it goes, is the kind.
    found = numbers_in(kinds_of("shoal", 2, "random"))
    coral = found["lays a coral from slot … at … of its own shoal"]
    shark = found["lays a shark from slot … on … fish on … at … of seat …'s shoal"]
    assert (coral.whose, shark.whose) == (1, 2)
    places = dict(fields_by_name("shoal"))
    for numbers, card in ((coral, CORAL), (shark, SHARK)):
        assert (numbers.entry, numbers.among) == (places["slots"], SLOTS)
        assert numbers.values == 1 << card
        assert [action // numbers.each % SLOTS for action in (5, 1029, 2500, 4095)] == [0, 1, 2, 3]
    one, two = (found[f"lays {n} … fish on … from slot … at … of its own shoal"] for n in TWO)
    assert one.values & two.values == 0


def test_what_hardly_ever_comes_with_another_kind_is_not_asked_about(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    toy_game.register(monkeypatch, tiny_games.GOLD)
    monkeypatch.setattr("simulate.play.kinds.LEAST_SHARE", 0.5)
    found = kinds_of("gold", 3, "random")
    assert found.rare == ("gambles in round …",)  # offered in every sixth round only
    assert "gambles in round …" not in numbers_in(found)
