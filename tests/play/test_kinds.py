"""The kinds of actions that `ask` finds in a game: their names and the numbers of their actions."""

from __future__ import annotations

import pytest

from simulate.games.shoal import CORAL, SHARK, SLOTS
from simulate.play.kinds import ActionKinds, ActionNumbers, find_kinds
from simulate.rules.kinds import Value
from strategies import find_strategy
from tests.helpers import tiny_games, toy_game
from tests.helpers.strategy_files import write_strategy
from tests.helpers.studies import fields_by_name, make_study


@pytest.fixture(scope="module")
def gambler(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_strategy(tmp_path_factory.mktemp("gold"), tiny_games.GAMBLER, name="gambler")


def kinds_of(
    game: str, players: int, *specs: str, rules: dict[str, Value] | None = None
) -> ActionKinds:
    study = make_study(game, players, lineup=("random",) * players, rules=rules)
    return find_kinds(study, [[find_strategy(spec, game)] * players for spec in specs])


def numbers_in(kinds: ActionKinds) -> dict[str, ActionNumbers]:
    return {kind.name: kind.numbers for kind in kinds.kinds}


@pytest.fixture
def gold(monkeypatch: pytest.MonkeyPatch) -> None:
    toy_game.register(monkeypatch, tiny_games.GOLD)


@pytest.mark.usefixtures("gold")
def test_the_name_of_a_kind_is_the_name_of_its_actions_without_particulars() -> None:
    kinds = kinds_of("gold", 3, "random")
    assert numbers_in(kinds) == {
        "digs in round …": ActionNumbers(0, 0),
        "waves in round …": ActionNumbers(1, 1),
        "gambles in round …": ActionNumbers(2, 2),
        # Who greets itself bows: the same action is of another kind for another seat.
        "bows": ActionNumbers(64, 66, 1, 1),
        "greets seat …": ActionNumbers(64, 66, 2, 1),
    }
    assert (kinds.rare, kinds.mixed) == ((), ())
    assert all(0 < kind.chosen < kind.offered for kind in kinds.kinds)


def test_in_snorkeling_the_colour_is_a_particular_but_the_owner_of_a_pile_is_not() -> None:
    numbers = numbers_in(kinds_of("snorkeling", 3, "random", rules={"own_pile": True}))
    assert numbers["stops"] == ActionNumbers(0, 0)
    assert numbers["lays … on the centre"] == ActionNumbers(64, 88)
    own, others = numbers["lays … on their own pile"], numbers["lays … on seat …'s pile"]
    assert (own.whose, others.whose) == (1, 2)
    for seat in range(3):
        for pile in range(3):
            action = 128 + 64 * pile + 7
            assert own.hold(seat, action) == (seat == pile) != others.hold(seat, action)


def test_in_schnuff_each_special_card_is_a_kind() -> None:
    numbers = numbers_in(kinds_of("schnuff", 3, "random"))
    assert numbers["plays … and says …"] == ActionNumbers(0, 3)
    assert numbers["plays Panic and says …"] == ActionNumbers(6, 6)
    assert len(numbers) == 6


def test_kinds_that_share_their_numbers_are_merged_unless_the_table_distinguishes_them() -> None:
    # A card that takes the centre is the same action as one that does not. Of a single crab the
    # total alone says whether it does; of two to five crabs it takes the number as well.
    numbers = numbers_in(kinds_of("scaphandre", 3, "random"))
    assert numbers["lays … crabs and announces …"] == ActionNumbers(6, 9)
    takes = numbers["lays … crab and announces …: takes the centre"]
    assert (takes.first, takes.last) == (5, 5)
    assert takes.entry == dict(fields_by_name("scaphandre"))["centre_total"]
    assert takes.values & numbers["lays … crab and announces …"].values == 0


@pytest.mark.usefixtures("gold")
def test_only_choices_of_the_first_line_up_are_counted(gambler: str) -> None:
    both, alone = (kinds_of("gold", 3, gambler, *more) for more in (["random"], []))
    first = {kind.name: (kind.offered, kind.chosen) for kind in alone.kinds}
    assert {kind.name: (kind.offered, kind.chosen) for kind in both.kinds} == first


@pytest.mark.slow
def test_in_shoal_the_card_on_the_table_distinguishes_the_kinds() -> None:
    # The action says from which slot; what lies there, and in whose shoal it goes, is the kind.
    numbers = numbers_in(kinds_of("shoal", 2, "random"))
    coral = numbers["lays a coral from slot … at … of its own shoal"]
    shark = numbers["lays a shark from slot … on … fish on … at … of seat …'s shoal"]
    assert (coral.whose, shark.whose) == (1, 2)
    places = dict(fields_by_name("shoal"))
    for entry, card in ((coral, CORAL), (shark, SHARK)):
        assert (entry.entry, entry.among) == (places["slots"], SLOTS)
        assert entry.values == 1 << card
        assert [action // entry.each % SLOTS for action in (5, 1029, 2500, 4095)] == [0, 1, 2, 3]
    single = numbers["lays one … fish on … from slot … at … of its own shoal"]
    double = numbers["lays two … fish on … from slot … at … of its own shoal"]
    assert single.values & double.values == 0


@pytest.mark.usefixtures("gold")
def test_a_kind_that_is_rarely_offered_with_another_kind_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("simulate.play.kinds.LEAST_SHARE", 0.5)
    kinds = kinds_of("gold", 3, "random")
    assert kinds.rare == ("gambles in round …",)  # offered in every sixth round only
    assert "gambles in round …" not in numbers_in(kinds)
