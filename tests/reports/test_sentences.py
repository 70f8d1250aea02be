"""The sentence on going first says what the numbers allow, and no more."""

from __future__ import annotations

import re

import pytest

from reports.run import fairness, sentences
from reports.run.results import Results
from simulate.cli.plans.selection import Selection, choose
from simulate.play.run import play


def told(**chosen: object) -> list[str]:
    """Play a small study and return what is said of the seats, and of going first."""
    selection = Selection(source="snorkeling", **chosen)  # type: ignore[arg-type]
    return fairness.fairness(Results(play(*choose(selection), jobs=2)))


def test_an_advantage_is_told_when_the_seats_differ_and_the_first_is_above_fair() -> None:
    seats, first = told(strategy=["random"], games="40k")
    assert seats.startswith("The seats differ: of 100 games seat 1 wins ")
    assert "; 25.0 is fair. The gap is " in seats
    group = "a group that counts every seat's wins would notice after about"
    assert re.search(rf"[\d.]+ points \([\d.]+ to [\d.]+\); {group} [\d,]+ games\.$", seats)
    assert re.fullmatch(r"Going first is an advantage: \S+ points \(\S+ to \S+\)\.", first)


def test_nothing_is_told_that_a_few_games_cannot_tell() -> None:
    seats, first = told(strategy=["random"], games="50")
    assert seats.startswith("Are the seats alike? Not clear: ")
    assert "It may be chance; a seat may be up to " in seats
    assert first == "Going first: no clear effect."


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
    assert fairness.seat_verdicts(found) == ["plays planner", "plays random", "plays random"]


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("shoal", " 17.5 minutes or less and nine in ten 15.8 to 18.3; the box says about 20."),
        ("scaphandre", ", every game takes 15 minutes; the box says 10 to 20."),
        ("snorkeling", " minutes or less and nine in ten "),
    ],
)
def test_a_median_at_the_end_of_the_range_is_not_told_beside_it(game: str, told: str) -> None:
    selection = Selection(source=game, games="400")
    found = Results(play(*choose(selection), jobs=2))
    assert told in sentences.minutes(found)


def test_lengths_that_differ_never_look_alike_and_those_that_do_not_are_as_short_as_may_be() -> (
    None
):
    assert sentences.as_lengths(15.8, 17.5, 18.25) == ["15.8", "17.5", "18.2"]
    assert sentences.as_lengths(44.25, 72.0, 1118.5) == ["44", "72", "1,118"]
    assert sentences.as_lengths(8.0, 9.5, 9.5) == ["8", "9.5", "9.5"]
    assert sentences.as_lengths(20.05, 20.1, 20.1) == ["20.05", "20.1", "20.1"]
