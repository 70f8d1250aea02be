"""Questions to a game whose answers are known, and the kinds of actions that they are about.

Kinds are read off games: what they are called, and which numbers they have.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from reports.ask.document import AskResults, verdict
from reports.ask.plan import make_asking
from reports.ask.play import AskDesign, play_questions
from reports.figures.statistics import Estimate
from simulate.games.shoal import CORAL, SHARK, SLOTS
from simulate.play.kinds import ActionKinds, ActionNumbers, find_kinds
from simulate.rules.kinds import Value
from strategies import find_strategy
from tests.helpers import tiny_games, toy_game
from tests.helpers.strategy_files import write_strategy
from tests.helpers.studies import fields_by_name, make_study

GAMES = 4_000


@pytest.fixture(scope="module")
def gambler(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_strategy(tmp_path_factory.mktemp("gold"), tiny_games.GAMBLER, name="gambler")


@pytest.fixture(scope="module")
def asking(gambler: str) -> Iterator[AskDesign]:
    with pytest.MonkeyPatch.context() as patch:
        toy_game.register(patch, tiny_games.GOLD)
        study = make_study("gold", 3, lineup=("random",) * 3, games=GAMES)
        yield make_asking(study, find_strategy(gambler, "gold"))


@pytest.fixture(scope="module")
def results(asking: AskDesign) -> AskResults:
    return AskResults(play_questions(asking, 2))


def test_each_kind_is_asked_about_and_whatever_else_the_game_allows(asking: AskDesign) -> None:
    kinds = ["digs in round …", "waves in round …", "gambles in round …", "bows", "greets seat …"]
    names = [question.name for question in asking.questions]
    # It does not say how to deal anew, so nobody can grab points at once.
    asked = [*(f"without {kind}" for kind in kinds), *(f"only {kind}" for kind in kinds)]
    assert sorted(names) == sorted([*asked, "scores", "random"])


def test_what_is_all_costs_all_what_is_nothing_is_free_and_a_trap_helps(
    results: AskResults,
) -> None:
    found = {one.asked.question.name: one for one in results.answers}
    assert found["without digs in round …"].word == "costs"
    assert found["without digs in round …"].win_rate.value < 0.01
    for free in ("without waves in round …", "without bows", "without greets seat …", "scores"):
        # The very same games as without a handicap, in which nobody is better.
        assert found[free].cost.value == pytest.approx(0, abs=1e-12)
        assert found[free].word == "free"
    assert found["without gambles in round …"].word == "helps"
    assert found["only digs in round …"].word == "helps"  # without gambling, that is
    assert found["only waves in round …"].word == "costs"
    assert found["only gambles in round …"].word == "free"  # as it plays anyway
    assert found["random"].word == "costs"


def test_what_costs_most_comes_first(results: AskResults) -> None:
    costs = [one.cost.value for one in results.answers]
    assert costs == sorted(costs, reverse=True)


def test_intervals_are_wider_the_more_is_asked(results: AskResults) -> None:
    asked = len(results.run.design.questions)
    assert results.each == pytest.approx(1 - 0.05 / asked)
    alone = AskResults(results.run, 1 - 0.05 * asked)
    wide, narrow = ({a.asked.question.name: a.cost for a in r.answers} for r in (results, alone))
    for name, cost in wide.items():
        inner = narrow[name]
        assert cost.low <= inner.low <= cost.value <= inner.high <= cost.high
        assert cost.high - cost.low > inner.high - inner.low


def test_the_tallies_are_the_same_on_any_jobs(asking: AskDesign, results: AskResults) -> None:
    again = play_questions(asking, 1)
    assert again.tally_id == results.run.tally_id
    assert {one.player.spec for one in again.asked} == {o.player.spec for o in results.run.asked}


def test_the_best_of_those_who_could_answer_is_chosen_on_other_deals(asking: AskDesign) -> None:
    several = [one for one in asking.questions if len(one.players) > 1]
    for question in several:
        for player in question.players:
            assert asking.trial_of(player).seed != asking.study_of(player).seed
    shown: list[int] = []
    play_questions(asking, 1, watch=lambda asked, done: shown.append(done))
    assert shown[-1] == asking.games


@pytest.mark.parametrize(
    ("low", "high", "word"),
    [
        (0.001, 0.019, "free"),
        (0.001, 0.021, "costs"),
        (-0.019, 0.019, "free"),
        (-0.021, 0.019, "not clear"),
        (-0.05, -0.001, "helps"),
    ],
)
def test_a_verdict_is_by_the_whole_interval(low: float, high: float, word: str) -> None:
    assert verdict(Estimate((low + high) / 2, low, high, 100)) == word


# Kinds ------------------------------------------------------------------------------

TWO = ("one", "two")


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
def test_kinds_are_what_is_left_of_names_without_their_particulars() -> None:
    found = kinds_of("gold", 3, "random")
    assert numbers_in(found) == {
        "digs in round …": ActionNumbers(0, 0),
        "waves in round …": ActionNumbers(1, 1),
        "gambles in round …": ActionNumbers(2, 2),
        # Who greets itself bows: the same action is of another kind for another seat.
        "bows": ActionNumbers(64, 66, 1, 1),
        "greets seat …": ActionNumbers(64, 66, 2, 1),
    }
    assert (found.rare, found.mixed) == ((), ())
    assert all(0 < kind.chosen < kind.offered for kind in found.kinds)


def test_in_snorkeling_colours_are_particulars_and_whose_pile_it_is_counts() -> None:
    found = numbers_in(kinds_of("snorkeling", 3, "random", rules={"own_pile": True}))
    assert found["stops"] == ActionNumbers(0, 0)
    assert found["lays … on the centre"] == ActionNumbers(64, 88)
    own, others = found["lays … on their own pile"], found["lays … on seat …'s pile"]
    assert (own.whose, others.whose) == (1, 2)
    for seat in range(3):
        for pile in range(3):
            action = 128 + 64 * pile + 7
            assert own.hold(seat, action) == (seat == pile) != others.hold(seat, action)


def test_in_schnuff_each_special_card_is_a_kind() -> None:
    found = numbers_in(kinds_of("schnuff", 3, "random"))
    assert found["plays … and says …"] == ActionNumbers(0, 3)
    assert found["plays Panic and says …"] == ActionNumbers(6, 6)
    assert len(found) == 6


def test_kinds_that_share_their_numbers_are_one_kind_unless_the_table_tells_them_apart() -> None:
    # A card that takes the centre is the same action as one that does not. Of a single crab the
    # total alone says whether it does; of two to five crabs it takes the number as well.
    found = numbers_in(kinds_of("scaphandre", 3, "random"))
    assert found["lays … crabs and announces …"] == ActionNumbers(6, 9)
    takes = found["lays … crab and announces …: takes the centre"]
    assert (takes.first, takes.last) == (5, 5)
    assert takes.entry == dict(fields_by_name("scaphandre"))["centre_total"]
    assert takes.values & found["lays … crab and announces …"].values == 0


@pytest.mark.usefixtures("gold")
def test_the_first_line_up_alone_is_counted(gambler: str) -> None:
    both, alone = (kinds_of("gold", 3, gambler, *more) for more in (["random"], []))
    of_one = {kind.name: (kind.offered, kind.chosen) for kind in alone.kinds}
    assert {kind.name: (kind.offered, kind.chosen) for kind in both.kinds} == of_one


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


@pytest.mark.usefixtures("gold")
def test_what_hardly_ever_comes_with_another_kind_is_not_asked_about(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("simulate.play.kinds.LEAST_SHARE", 0.5)
    found = kinds_of("gold", 3, "random")
    assert found.rare == ("gambles in round …",)  # offered in every sixth round only
    assert "gambles in round …" not in numbers_in(found)
