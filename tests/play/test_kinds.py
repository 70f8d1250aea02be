"""The kinds of actions that `ask` finds in a game: their names and the numbers of their actions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from simulate.errors import UsageError
from simulate.kit.menu import MOST_ACTIONS
from simulate.play.kinds import ActionKinds, ActionNumbers, find_kinds
from simulate.rules.kinds import Value
from strategies import find_strategy
from tests.helpers import tiny_games, toy_game
from tests.helpers.strategy_files import write_strategy
from tests.helpers.studies import make_study


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
def test_the_name_of_a_kind_is_the_common_part_of_the_names_of_its_actions() -> None:
    kinds = kinds_of("gold", 3, "random")
    assert numbers_in(kinds) == {
        "digs in round …": ActionNumbers(0, 0),
        "waves in round …": ActionNumbers(1, 1),
        "gambles in round …": ActionNumbers(2, 2),
        # A seat that greets itself bows: the same action is of another kind for another seat.
        "bows": ActionNumbers(0, MOST_ACTIONS, 0b10),
        "greets seat …": ActionNumbers(64, 66, 0b01),
    }
    assert (kinds.rare, kinds.mixed) == ((), ())
    assert all(0 < kind.chosen < kind.offered for kind in kinds.kinds)


def test_kinds_of_snorkeling_ignore_the_colour_but_not_the_owner_of_a_pile() -> None:
    numbers = numbers_in(kinds_of("snorkeling", 3, "random", rules={"own_pile": True}))
    assert numbers["stops"] == ActionNumbers(0, 0)
    assert numbers["lays … on the centre"] == ActionNumbers(64, 88)
    own, others = numbers["lays … on their own pile"], numbers["lays … on seat …'s pile"]
    assert (own.meanings, others.meanings) == (0b10, 0b01)
    assert own.include(128 + 7, 1)
    assert not own.include(128 + 7, 0)


def test_in_schnuff_each_special_card_is_a_kind() -> None:
    numbers = numbers_in(kinds_of("schnuff", 3, "random"))
    assert numbers["plays … and says …"] == ActionNumbers(0, 3)
    assert numbers["plays Panic and says …"] == ActionNumbers(6, 6)
    assert len(numbers) == 6


def test_kinds_that_share_their_numbers_are_merged_unless_they_have_declared_meanings() -> None:
    # A card that takes the centre is the same action as one that does not. The game declares this
    # as the meaning of a single crab, and not of two to five crabs.
    numbers = numbers_in(kinds_of("scaphandre", 3, "random"))
    assert numbers["lays … crabs and announces …"] == ActionNumbers(6, 9)
    takes = numbers["lays … crab and announces …: takes the centre"]
    assert takes == ActionNumbers(5, 5, 0b10)
    assert numbers["lays … crab and announces …"] == ActionNumbers(5, 5, 0b01)


@pytest.mark.usefixtures("gold")
def test_only_choices_of_the_first_line_up_are_counted(gambler: str) -> None:
    both, alone = (kinds_of("gold", 3, gambler, *more) for more in (["random"], []))
    first = {kind.name: (kind.offered, kind.chosen) for kind in alone.kinds}
    assert {kind.name: (kind.offered, kind.chosen) for kind in both.kinds} == first


@pytest.mark.slow
def test_in_shoal_the_card_on_the_table_is_the_meaning_of_an_action() -> None:
    # The action's number contains the slot. The kind is the card there, and whose shoal it goes to.
    numbers = numbers_in(kinds_of("shoal", 2, "random"))
    coral = numbers["lays a coral from slot … at … of its own shoal"]
    shark = numbers["lays a shark from slot … on … fish on … at … of seat …'s shoal"]
    single = numbers["lays one … fish on … from slot … at … of its own shoal"]
    double = numbers["lays two … fish on … from slot … at … of its own shoal"]
    assert [kind.meanings for kind in (single, double, coral, shark)] == [1, 2, 1 << 2, 1 << 7]


def test_a_meaning_of_an_action_above_30_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = replace(tiny_games.GOLD, meaning=lambda rules, table, action: 31)
    toy_game.register(monkeypatch, wrong)
    with pytest.raises(UsageError, match=r"meaning of game gold returns 31 .*; allowed: 0 to 30"):
        kinds_of("gold", 3, "random")


@pytest.mark.usefixtures("gold")
def test_a_kind_that_is_rarely_offered_with_another_kind_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("simulate.play.kinds.LEAST_SHARE", 0.5)
    kinds = kinds_of("gold", 3, "random")
    assert kinds.rare == ("gambles in round …",)  # offered in every sixth round only
    assert "gambles in round …" not in numbers_in(kinds)
