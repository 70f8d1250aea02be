"""Questions to a game whose answers are known, and what is said of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from reports.ask.results import AskResults, verdict
from reports.figures.statistics import Estimate
from simulate.cli.plans.questions import make_asking
from simulate.play.asking import Asking, play_questions
from strategies import find_strategy
from tests.helpers import tiny_games, toy_game
from tests.helpers.strategy_files import write_strategy
from tests.helpers.studies import make_study

GAMES = 4_000


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    with pytest.MonkeyPatch.context() as patch:
        toy_game.register(patch, tiny_games.GOLD)
        folder = tmp_path_factory.mktemp("gold")
        spec = write_strategy(folder, tiny_games.GAMBLER, name="gambler")
        study = make_study("gold", 3, lineup=("random",) * 3, games=GAMES)
        yield make_asking(study, find_strategy(spec, "gold"))


@pytest.fixture(scope="module")
def results(asking: Asking) -> AskResults:
    return AskResults(play_questions(asking, 2))


def test_each_kind_is_asked_about_and_whatever_else_the_game_allows(asking: Asking) -> None:
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


def test_the_tallies_are_the_same_on_any_jobs(asking: Asking, results: AskResults) -> None:
    again = play_questions(asking, 1)
    assert again.tally_id == results.run.tally_id
    assert {one.player.spec for one in again.asked} == {o.player.spec for o in results.run.asked}


def test_the_best_of_those_who_could_answer_is_chosen_on_other_deals(asking: Asking) -> None:
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
