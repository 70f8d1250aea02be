"""`ask` on a small game in which the cost of each handicap is known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from reports.ask.play import AskDesign, HandicapQuestion, play_questions
from reports.ask.questions import make_ask_design
from reports.ask.results import AskResults, effect_of
from reports.figures.statistics import Estimate
from strategies import find_strategy
from tests.helpers import tiny_games, toy_game
from tests.helpers.strategy_files import write_strategy
from tests.helpers.studies import make_study

GAMES = 4_000


@pytest.fixture(scope="module")
def gambler(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_strategy(tmp_path_factory.mktemp("gold"), tiny_games.GAMBLER, name="gambler")


@pytest.fixture(scope="module")
def design(gambler: str) -> Iterator[AskDesign]:
    with pytest.MonkeyPatch.context() as patch:
        toy_game.register(patch, tiny_games.GOLD)
        study = make_study("gold", 3, lineup=("random",) * 3, games=GAMES)
        yield make_ask_design(study, find_strategy(gambler, "gold"))


@pytest.fixture(scope="module")
def results(design: AskDesign) -> AskResults:
    return AskResults(play_questions(design, 2))


@pytest.mark.slow
def test_questions_are_about_each_kind_of_action_and_about_abilities(design: AskDesign) -> None:
    kinds = ["digs in round …", "waves in round …", "gambles in round …", "bows", "greets seat …"]
    names = [question.name for question in design.questions]
    # The game has no `redeal`, so search cannot play it and there is no question about planning.
    expected = [*(f"without {kind}" for kind in kinds), *(f"only {kind}" for kind in kinds)]
    assert sorted(names) == sorted([*expected, "scores", "random"])


@pytest.mark.slow
def test_the_effects_of_forbidden_actions_are_those_built_into_the_test_game(
    results: AskResults,
) -> None:
    answers = {answer.question.name: answer for answer in results.answers}
    assert answers["without digs in round …"].effect == "costs"
    assert answers["without digs in round …"].win_rate.value < 0.01
    for free in ("without waves in round …", "without bows", "without greets seat …", "scores"):
        # The very same games as without a handicap, in which nobody is better.
        assert answers[free].cost.value == pytest.approx(0, abs=1e-12)
        assert answers[free].effect == "free"
    assert answers["without gambles in round …"].effect == "helps"
    assert answers["only digs in round …"].effect == "helps"  # without gambling, that is
    assert answers["only waves in round …"].effect == "costs"
    assert answers["only gambles in round …"].effect == "free"  # as it plays anyway
    assert answers["random"].effect == "costs"


def test_the_most_costly_handicap_comes_first(results: AskResults) -> None:
    costs = [answer.cost.value for answer in results.answers]
    assert costs == sorted(costs, reverse=True)


def test_intervals_are_wider_if_there_are_more_questions(results: AskResults) -> None:
    questions = len(results.run.design.questions)
    assert results.confidence_each == pytest.approx(1 - 0.05 / questions)
    alone = AskResults(results.run, 1 - 0.05 * questions)
    for name, cost in results.estimates.items():
        inner = alone.estimates[name]
        assert cost.low <= inner.low <= cost.value <= inner.high <= cost.high
        assert cost.high - cost.low > inner.high - inner.low


def test_the_number_of_jobs_does_not_change_the_tallies(
    design: AskDesign, results: AskResults
) -> None:
    again = play_questions(design, 1)
    assert again.tally_id == results.run.tally_id
    players = [answer.player.spec for answer in results.run.question_runs]
    assert [answer.player.spec for answer in again.question_runs] == players


def test_the_best_strategy_with_a_handicap_is_chosen_on_other_deals(design: AskDesign) -> None:
    [harmless] = [question for question in design.questions if question.name == "without bows"]
    players = (find_strategy("random", "gold"), *harmless.players)
    question = HandicapQuestion("able", "solid", players)
    design = replace(design, questions=(question,))
    for player in players:
        assert design.trial_of(player).seed != design.study_of(player).seed
    progress: list[int] = []
    run = play_questions(design, 1, watch=lambda question_runs, games: progress.append(games))
    assert [answer.player for answer in run.question_runs] == [*harmless.players]
    assert progress[-1] == design.games


@pytest.mark.parametrize(
    ("low", "high", "effect"),
    [
        (0.001, 0.019, "free"),
        (0.001, 0.021, "costs"),
        (-0.019, 0.019, "free"),
        (-0.021, 0.019, "not clear"),
        (-0.05, -0.001, "helps"),
    ],
)
def test_an_effect_depends_on_the_whole_interval(low: float, high: float, effect: str) -> None:
    assert effect_of(Estimate((low + high) / 2, low, high, 100)) == effect
