"""The sentence on going first says what the numbers allow, and no more."""

from __future__ import annotations

import pytest

from reports.run import sentences
from reports.run.results import Results
from simulate.cli.plans.selection import Selection, choose
from simulate.play.run import play


def told(**chosen: object) -> list[str]:
    """Play a small study and return what is said of the seats, and of going first."""
    selection = Selection(source="snorkeling", **chosen)  # type: ignore[arg-type]
    return sentences.fairness(Results(play(*choose(selection), jobs=2)))


def test_an_advantage_is_told_when_the_seats_differ_and_the_first_is_above_fair() -> None:
    seats, first = told(strategy=["random"], games="40k")
    assert seats.startswith("With random in every seat, the seats differ: in 100 games seat 1 wins")
    assert "where 25.0 is fair" in seats
    assert "a group would notice it after about" in seats
    assert first.startswith("Going first is an advantage: seat 1 wins ")
    assert "percentage points (+" in first


def test_nothing_is_told_that_a_few_games_cannot_tell() -> None:
    seats, first = told(strategy=["random"], games="50")
    assert seats.startswith("With random in every seat, whether the seats are alike is not clear")
    assert first.startswith("Whether going first is an advantage is not clear: ")


def test_no_verdict_is_given_when_many_games_are_undecided() -> None:
    [text] = told(strategy=["random"], games="4000", rule=["max_turns=80"])
    assert text.startswith("No verdict on the seats, because ")
    assert "were not decided" in text


@pytest.mark.parametrize("no_rotate", [False, True])
def test_no_verdict_is_given_when_strategies_keep_their_seats(no_rotate: bool) -> None:
    lineup = ["random", "planner", "planner", "random"]
    text = told(strategy=lineup, games="4000", no_rotate=no_rotate)[0]
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
    assert sentences.fairness(found)[0].startswith("No verdict on the seats")


def test_an_advantage_within_one_percentage_point_is_small_or_none() -> None:
    going_first = sentences.fairness(results_of("40k", "planner", rule=["starter=rotate"]))[1]
    assert going_first.startswith(
        (
            "Going first makes no difference, or less than 1 percentage point",
            "Going first is a small",
        )
    )
