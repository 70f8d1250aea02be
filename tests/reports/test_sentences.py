"""The sentence on going first says what the numbers allow, and no more."""

from __future__ import annotations

import pytest

from reports.run import sentences
from reports.run.results import Results
from simulate.cli.plans.selection import Selection, choose
from simulate.play.run import play


def told(**chosen: object) -> str:
    """Play a small study and return what is said of going first."""
    selection = Selection(source="snorkeling", **chosen)  # type: ignore[arg-type]
    return sentences.first_player(Results(play(*choose(selection), jobs=2)))


def test_an_advantage_is_told_when_the_whole_interval_lies_above_zero() -> None:
    text = told(strategy=["random"], games="40k")
    assert text.startswith("With random in every seat, going first is an advantage: seat 1 wins ")
    assert "of 40,000 games instead of a fair 25.0 %" in text
    assert "percentage points, 95 % interval" in text


def test_nothing_is_told_that_a_few_games_cannot_tell() -> None:
    text = told(strategy=["random"], games="50")
    assert text.startswith("With random in every seat, whether going first is an advantage is not ")


def test_no_verdict_is_given_when_many_games_are_undecided() -> None:
    text = told(strategy=["random"], games="4000", rule=["max_turns=80"])
    assert text.startswith("No verdict on going first, because ")
    assert "were not decided" in text


@pytest.mark.parametrize("no_rotate", [False, True])
def test_no_verdict_is_given_when_strategies_keep_their_seats(no_rotate: bool) -> None:
    lineup = ["random", "planner", "planner", "random"]
    text = told(strategy=lineup, games="4000", no_rotate=no_rotate)
    assert ("each strategy kept its seat" in text) == no_rotate


def results_of(games: str, *lineup: str, **more: object) -> Results:
    """Play a small study of Snorkeling."""
    players = len(lineup) if len(lineup) > 1 else 4
    chosen = {"strategy": list(lineup), "players": players, "games": games, **more}
    selection = Selection(source="snorkeling", **chosen)  # type: ignore[arg-type]
    return Results(play(*choose(selection), jobs=2))


def test_a_strategy_is_best_only_if_no_other_may_be() -> None:
    clear = sentences.strategies(results_of("4000", "planner", "random", "random"))
    assert clear.startswith("The best strategy here is planner: it wins ")
    close = sentences.strategies(results_of("120", "eager", "closer", "random"))
    assert close.startswith("eager wins most, ")
    assert "but may not be better than closer; " in close


def test_no_strategy_is_best_that_always_had_the_same_seat() -> None:
    found = results_of("400", "planner", "random", "random", no_rotate=True)
    assert sentences.strategies(found).startswith("No verdict on the strategies, because each kept")
    assert sentences.seat_verdicts(found) == ["plays planner", "plays random", "plays random"]


def test_nothing_is_told_of_games_of_which_none_is_decided() -> None:
    found = results_of("100", "random", rule=["max_turns=1"])
    assert set(found.seats_against_fair()) == {"not clear"}
    assert sentences.first_player(found).startswith("No verdict on going first")


def test_an_advantage_within_one_percentage_point_is_small_or_none() -> None:
    going_first = sentences.first_player(results_of("40k", "planner", rule=["starter=rotate"]))
    assert going_first.startswith(
        (
            "With planner in every seat, going first makes no difference, or less than 1",
            "With planner in every seat, going first is a small",
        )
    )
