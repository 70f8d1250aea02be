"""Sweeps vary values in each notation; differences are paired and corrected for their number."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from reports.run.results import RunResults
from reports.sweep.plan import read_varied, vary_option
from reports.sweep.results import PointComparison, SweepResults, chart_names
from reports.sweep.tables import summarise_sweep
from simulate.errors import UsageError
from simulate.game import find_game, game_names
from simulate.play.tally import Histogram
from tests.helpers.sweeps import ADVANTAGE, MINUTES, at, sweep_of


def p_holm(at_point: PointComparison) -> float:
    assert at_point.compared
    return at_point.compared.p_holm


def test_verdicts_are_corrected_for_all_differences_of_the_sweep() -> None:
    sweep = sweep_of("target_score=6,8,12", games="300")
    assert ADVANTAGE in sweep.paths
    tested = [
        at_point
        for path, line in sweep.at_points.items()
        for at_point in line
        if at_point.difference and path != ADVANTAGE
    ]
    assert len(tested) == 2 * 5  # the minutes and four seats
    raw = sorted(t.difference.p_value for t in tested if t.difference)
    expected = np.maximum.accumulate([min(1.0, p * (10 - i)) for i, p in enumerate(raw)])
    assert sorted(p_holm(t) for t in tested) == pytest.approx(list(expected))
    for at_point in tested:
        assert at_point.difference
        sign = "higher" if at_point.difference.estimate.value > 0 else "lower"
        assert at_point.standing == (sign if p_holm(at_point) < 0.05 else "not clear")
    assert at(sweep, MINUTES, 0).standing == "lower"
    assert at(sweep, MINUTES, 2).difference is None


def test_exact_differences_are_excluded_from_the_correction() -> None:
    vary = ("target_score=6,12", "max_turns=9000,10000")
    sweep = sweep_of(*vary, games="200", paths=(ADVANTAGE, MINUTES))
    assert [at(sweep, MINUTES, place).standing for place in (0, 1, 2)] == [
        "lower",
        "lower",
        "the same",
    ]
    # Both values of max_turns give the same games, so that every test is there twice.
    raw = [at(sweep, path, 0).difference for path in (ADVANTAGE, MINUTES)]
    larger, smaller = (at_point.p_value for at_point in raw if at_point)
    assert larger > smaller
    for place in (0, 1):
        assert p_holm(at(sweep, ADVANTAGE, place)) == pytest.approx(larger)
        assert p_holm(at(sweep, MINUTES, place)) == pytest.approx(2 * smaller)


def with_lengths(results: RunResults, turns: list[int]) -> RunResults:
    """Return results with these numbers of turns, one game per deal, and else unchanged."""
    counts = np.bincount(np.array(turns) - min(turns)).astype(np.int64)
    lengths = results.run.tally.lengths | {"turns": (Histogram(min(turns), counts),)}
    run = replace(results.run, tally=replace(results.run.tally, lengths=lengths))
    return RunResults(run, results.confidence)


MEDIAN = "length.turns.p50"


#: Games of 50 turns nearly always, so that the interval of the median is 50 to 50.
FIFTY = [49, *[50] * 398, 51]


@pytest.mark.parametrize(
    ("turns", "verdict"),
    [(FIFTY, "the same"), ([48, *[50] * 398, 52], "not clear"), ([50, *[51] * 398, 52], "higher")],
)
def test_percentiles_are_called_the_same_only_if_all_games_are(
    turns: list[int], verdict: str
) -> None:
    sweep = sweep_of("target_score=12,6", paths=(MEDIAN,))
    at_point, two = (
        with_lengths(point.results, lengths)
        for point, lengths in zip(sweep.points, (FIFTY, turns), strict=True)
    )
    paths = (MEDIAN, ADVANTAGE, "seats.2.win_rate")
    together = replace(sweep.arms_run, runs=(at_point.run, two.run), beside=(at_point.run,))
    made = SweepResults(sweep.axes, [(12,), (6,)], together, paths, in_force=0)
    assert made.base.estimate(MEDIAN).low == made.base.estimate(MEDIAN).high == 50
    found = at(made, MEDIAN, 1)
    assert found.standing == verdict
    assert found.difference
    # What is not the same is one of the three tests corrected for.
    if verdict == "higher":
        assert p_holm(found) == pytest.approx(3 * found.difference.p_value)
        assert found.difference.p_value > 0


def test_percentiles_of_the_same_games_differ_if_turns_take_longer() -> None:
    sweep = sweep_of("seconds_per_turn=15,30", paths=("length.minutes.p95",))
    base = at(sweep, "length.minutes.p95", 0).estimate
    found = at(sweep, "length.minutes.p95", 1)
    assert found.standing == "higher"
    assert found.difference
    assert found.difference.estimate.value == pytest.approx(base.value)


def test_the_base_of_a_sweep_is_the_current_value_in_any_position() -> None:
    options: dict[str, Any] = {"games": "200", "paths": (ADVANTAGE, MINUTES)}
    middle, first = (
        sweep_of("target_score=6,12,8", **options),
        sweep_of("target_score=12,6,8", **options),
    )
    assert (middle.in_force, first.in_force) == (1, 0)
    for at_point, other in ((0, 1), (2, 2)):
        assert at(middle, MINUTES, at_point).compared == at(first, MINUTES, other).compared
    given = sweep_of("hand_size=4,5,6", rule=["hand_size=6"], games="20")
    assert given.base_point.values == (6,)
    assert sweep_of("target_score=6,8", games="20").in_force is None
    assert sweep_of("target_score=6,8", games="20").base_point.values == (6,)
    both = sweep_of("variant=expert,base", "target_score=8,12", games="20")
    assert both.base_point.values == ("base", 12)
    assert sweep_of("players=2,3,4", games="20").base_point.values == (4,)


def test_a_sweep_over_players_compares_distances_of_win_rates_from_the_fair_share() -> None:
    """The control: 1/3 in three seats and 1/6 in six, where rounding leaves a difference."""
    alike = sweep_of("players=3,6", games="90", paths=("strategies.random.win_rate",))
    assert at(alike, "strategies.random.win_rate", 1).standing == "the same"
    sweep = sweep_of("players=2,4", games="400")
    two, four = (point.results for point in sweep.points)
    assert sweep.in_force == 1
    difference = at(sweep, ADVANTAGE, 0).difference
    assert difference
    wins = [results.seats()[0].win_rate.value for results in (two, four)]
    assert difference.estimate.value == pytest.approx((wins[0] - 1 / 2) - (wins[1] - 1 / 4))
    first = at(sweep, "seats.1.win_rate", 0)
    assert first.difference
    assert first.difference.estimate.value == pytest.approx(difference.estimate.value)
    assert first.difference.p_value == pytest.approx(difference.p_value)
    assert p_holm(first) == p_holm(at(sweep, ADVANTAGE, 0))
    assert first.estimate == two.estimate("seats.1.win_rate")  # told as it is
    assert len(sweep.at_points["seats.4.win_rate"]) == 1
    assert at(sweep, "seats.4.win_rate", 1).difference is None
    assert chart_names({path: sweep.figure(path) for path in sweep.paths}, 1)[
        "win_rate_by_seat"
    ] == tuple(f"seats.{seat}.win_rate" for seat in (1, 2, 3, 4))


# Which values can be varied ---------------------------------------------------------------------


def values(text: str, game: str = "snorkeling") -> tuple[Any, ...]:
    [varied] = read_varied([text], find_game(game), [])
    return varied.axis.values


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("forget_rate=0:0.7:0.1", (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7)),
        ("limits=30,60,90; 20,40,60", ((30, 60, 90), (20, 40, 60))),
        ("target_score=8,10,9", (8, 10, 9)),
        ("target_score=8:14:2", (8, 10, 12, 14)),
        ("target_score=8:13:2", (8, 10, 12)),
        ("target_score=12:8:-2", (12, 10, 8)),
        ("expert=no,true", (False, True)),
        ("starter=same, rotate", ("same", "rotate")),
        ("players=2:6:2", (2, 4, 6)),
        ("variant=base,expert", ("base", "expert")),
    ],
)
def test_varied_values_in_each_notation_are_read(text: str, expected: tuple[Any, ...]) -> None:
    schnuff = text.startswith(("forget_rate", "limits"))
    assert values(text, "schnuff" if schnuff else "snorkeling") == expected


@pytest.mark.parametrize("name", game_names())
def test_suggested_axes_can_be_varied_and_change_games(name: str) -> None:
    with pytest.raises(UsageError) as error:
        read_varied([], find_game(name), [])
    found = re.search(r"--vary (\S+) \(or (\S+)\)", str(error.value))
    assert found
    listed, rule = found[1], found[1].partition("=")[0]
    assert values(listed, name) == values(f"{rule}={found[2]}", name)
    assert rule not in ("seconds_per_turn", "max_turns")


def test_varying_an_entry_of_a_table_keeps_the_other_entries() -> None:
    sweep = sweep_of("deck.schnuff=0:2:1", game="schnuff", games="20")
    decks = [point.results.run.study.values["deck"] for point in sweep.points]
    assert [deck["schnuff"] for deck in decks] == [0, 1, 2]  # type: ignore[call-overload,index]
    assert {deck["panic"] for deck in decks} == {4}  # type: ignore[call-overload,index]


DECK = {"1": 9, "2": 9, "3": 9, "4": 9, "pass": 4, "back": 4, "panic": 4, "risk": 4, "schnuff": 2}


@pytest.mark.parametrize(
    ("name", "given", "text"),
    [
        ("chips", [5, 10], "chips=5,10"),
        ("chips", "5:15:5", "chips=5:15:5"),
        ("forget_rate", [0, 0.25], "forget_rate=0,0.25"),
        ("deck.schnuff", range(3), "deck.schnuff=0,1,2"),
        ("variant", ["base", "short"], "variant=base,short"),
        ("limits", [(30, 60, 90), [20, 40, 60]], "limits=30,60,90;20,40,60"),
        (
            "deck",
            [DECK, dict(reversed(DECK.items())) | {"schnuff": 0}],
            "deck=9,9,9,9,4,4,4,4,2;9,9,9,9,4,4,4,4,0",
        ),
    ],
)
def test_varied_values_are_written_in_the_notation_of_the_command_line(
    name: str, given: Any, text: str
) -> None:
    schnuff = find_game("schnuff")
    assert vary_option(name, given, schnuff) == text
    values(text, "schnuff")
    with pytest.raises(UsageError, match=r"lacks entry 1; .* vary a single entry, as in deck\.1$"):
        vary_option("deck", [{"schnuff": 1}], schnuff)


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["target_score=12"], "only the value 12"),
        (["target_score=8,08"], "the value 8 twice"),
        (["target_score=8:12:0"], "cannot get from 8 to 12"),
        (["target_score=8:12"], "target_score=8:12 has no step; write from:to:step"),
        (["target_score"], r"name=value,.* for example colours=4,5,6 \(or 4:6:1\)"),
        (["target_scor=8,9"], "did you mean 'target_score'"),
        (["target_score=8,99"], "cannot be 99; allowed: whole numbers 1 to 60"),
        (["variant=base,deep"], "unknown variant 'deep'"),
        (["players=2,many"], "players cannot be 'many'"),
        (["players=2,9"], "for 2 to 6 players, not 9; give numbers from 2 to 6$"),
        (["expert=no,yes", "hand_size=4,5", "players=2,3"], "at most two"),
        (["expert=no,yes", "expert=yes,no"], "given twice"),
        (["target_score=1:60:1", "hand_size=4,5"], "120 versions"),
        ([f"target_score=1:{'9' * 5_000}:1"], "makes more than 1,000,000,000,000 versions"),
        (["target_score=1:60:0.5"], "cannot be '1.5'; allowed: whole numbers 1 to 60"),
        ([], "say what to vary, for example --vary colours=4,5,6 .*'fathom rules snorkeling'"),
    ],
)
def test_an_invalid_text_for_vary_is_refused_with_what_is_allowed(
    texts: list[str], said: str
) -> None:
    with pytest.raises(UsageError, match=said):
        read_varied(texts, find_game("snorkeling"), [])


@pytest.mark.parametrize(
    ("vary", "given"),
    [
        ("deck.schnuff=1,2", "deck.schnuff"),
        ("chips=5,6", "chips"),
        ("players=3,4", "players"),
        ("variant=base,short", "variant"),
    ],
)
def test_a_varied_rule_cannot_also_be_fixed(vary: str, given: str) -> None:
    with pytest.raises(UsageError, match=f"{given} contradicts --vary {given}"):
        read_varied([vary], find_game("schnuff"), [given])


def test_impossible_points_are_refused_or_skipped_and_listed() -> None:
    tight, rule = ("hand_size=3,10", "colours=5,8"), ["copies=1", "values=3"]
    with pytest.raises(UsageError) as error:
        sweep_of(*tight, rule=rule)
    assert str(error.value).startswith("hand_size=10, colours=5 cannot be played (and 1 more): ")
    assert "--skip-impossible" in str(error.value)
    sweep = sweep_of(*tight, rule=rule, skip=True, games="20")
    assert [point.values for point in sweep.points] == [(3, 5), (3, 8)]
    assert [left for left, _ in sweep.skipped] == [(10, 5), (10, 8)]
    assert all("raise colours" in reason for _, reason in sweep.skipped)
    assert [at_point["rules"] for at_point in summarise_sweep(sweep)["skipped"]] == [
        {"hand_size": 10, "colours": 5},
        {"hand_size": 10, "colours": 8},
    ]


def test_an_error_of_all_points_is_not_attributed_to_a_combination() -> None:
    with pytest.raises(UsageError, match=r"^unknown strategy 'nobody'"):
        sweep_of("hand_size=3,4", strategies=("nobody",))
