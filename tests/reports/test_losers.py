"""Losses by seat and by strategy, in a game whose losers are known exactly."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reports.run.losers import describe_losers, describe_losing_strategies
from reports.run.results import RunResults
from reports.run.tables import summarise
from simulate.errors import UsageError
from simulate.game import find_game
from simulate.making import game
from simulate.play.run import play
from strategies import find_strategy
from tests.helpers.file_games import LIMIT, file_of
from tests.helpers.reports_made import shown
from tests.helpers.studies import make_study

HOT_SEAT = file_of("hot_seat")


def results_of(*lineup: str, games: int = 4000) -> RunResults:
    study = make_study(HOT_SEAT, len(lineup), lineup=lineup, games=games)
    return RunResults(play(study, [find_strategy(spec, HOT_SEAT) for spec in lineup], 2))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lineup", "truth"),
    [
        # One of the rash players, chosen at random, loses; without rash players, any player.
        (("rash", "rash", "timid", "timid"), {"rash": 1 / 2, "timid": 0}),
        (("rash", "timid", "timid"), {"rash": 1, "timid": 0}),
        # Random players rush in half of the games: with none, one or two of them rash, the rash
        # player loses 1, 1/2 and 1/3 of the games.
        (("rash", "random", "random"), {"rash": 7 / 12, "random": 5 / 24}),
    ],
)
def test_losses_by_strategy_are_those_that_follow_from_the_rules(
    lineup: tuple[str, ...], truth: dict[str, float]
) -> None:
    results = results_of(*lineup)
    for spec, share in truth.items():
        rate = results.estimate(f"strategies.{spec}.loss_rate")
        assert abs(rate.value - share) <= LIMIT * (rate.high - rate.low) / 3.92
        assert rate.low <= rate.value <= rate.high
    rows = {row["strategy"]: row for row in summarise(results)["strategies"]}
    rate = results.estimate(f"strategies.{lineup[0]}.loss_rate")
    assert rows[lineup[0]]["loss_rate"] == rate.value
    assert rows[lineup[0]]["loss_rate_ci_low"] == rate.low


def test_every_game_has_one_loser_and_all_others_win() -> None:
    results = results_of("rash", "random", "timid", "timid")
    seats = range(1, 5)
    assert sum(results.estimate(f"seats.{s}.loss_rate").value for s in seats) == pytest.approx(1)
    for seat in seats:
        won, lost = (results.estimate(f"seats.{seat}.{m}").value for m in ("win_rate", "loss_rate"))
        assert won == pytest.approx((1 - lost) / 3)


def test_the_strategy_that_loses_most_is_named_on_the_first_page() -> None:
    results = results_of("rash", "rash", "timid", "timid")
    [item] = describe_losing_strategies(results)
    assert item.text == "rash loses 50 of 100 games; 25 would be even."
    assert item.text in shown(results)
    few = results_of("rash", "random", "random", "random", games=8)
    [item] = describe_losing_strategies(few)
    assert item.text.startswith("Who loses: too few games to tell.")


def test_losses_of_a_strategy_alone_in_all_seats_are_not_reported() -> None:
    results = results_of("random", "random", "random")
    assert not results.has("strategies.random.loss_rate")
    assert describe_losing_strategies(results) == []
    [item] = describe_losers(results)
    assert item.text.startswith(("Every seat loses 33", "Who loses: too few"))
    assert "loss_rate" not in summarise(results)["strategies"][0]


def test_seats_that_keep_their_strategies_get_no_verdict_on_losses() -> None:
    results = results_of("rash", "timid", "timid")
    fixed = replace(results.run, study=replace(results.run.study, rotate=False))
    assert describe_losing_strategies(RunResults(fixed)) == []


def test_other_words_for_the_losers_are_refused() -> None:
    declared = find_game(HOT_SEAT)
    assert declared.losers is not None
    with pytest.raises(UsageError, match="give a function of \\(rules, state\\), or 'all others'"):
        game(
            name="x",
            seats=(2, 3),
            actions={0: "waits"},
            legal=lambda rules, state, menu: None,
            apply=lambda rules, state, action: None,
            loses="nobody",
        )
