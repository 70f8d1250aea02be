"""What a sweep finds: differences on the same deals, dead rules, and where verdicts change."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from scipy import stats

from reports.chart_frame import PALE
from reports.run.results import Results
from reports.statistics import Estimate
from reports.sweep.aims import aims
from reports.sweep.charts import draw_charts
from reports.sweep.points import Axis, Point, default_paths, label
from reports.sweep.results import Sweep
from reports.sweep.results import Told as ToldFigure
from reports.sweep.screen import headline
from reports.sweep.sentences import chart_words, dead_sentences, sentences
from reports.sweep.tables import COLUMNS, chart_names, make_tables, summarise_sweep
from reports.sweep.words import Words, words_of
from simulate import rows as row
from simulate.cli.selection import Selection, gather, planned_fields
from simulate.cli.sweep import play_points
from simulate.cli.vary import in_force, make_points, place_of, read_varied
from simulate.errors import UsageError
from simulate.game import find_game, game_names
from simulate.tally import Histogram
from tests.studies import rows

MINUTES = "length.minutes.mean"
ADVANTAGE = "first_player_advantage"
MINUS = "\N{MINUS SIGN}"


def sweep_of(
    *vary: str,
    game: str = "snorkeling",
    games: str = "400",
    paths: tuple[str, ...] = (),
    strategies: tuple[str, ...] = ("random",),
    targets: dict[str, Any] | None = None,
    skip: bool = False,
    **chosen: Any,
) -> Sweep:
    """Play a small sweep."""
    selection = Selection(source=game, games=games, strategies=list(strategies), **chosen)
    asked = gather(planned_fields(game, "sweep"), selection)
    if targets:
        asked.fields["targets"] = targets
    varied = read_varied(vary, asked.game, [])
    points, skipped = make_points(asked, varied, skip)
    asis = in_force(asked)
    place = place_of(asis, points) if asis else None
    together = play_points(points, place, 2)
    found = [
        Point(point.values, Results(run, 0.95))
        for point, run in zip(points, together.runs, strict=True)
    ]
    wanted = list(paths) or default_paths([point.results for point in found])
    return Sweep([one.axis for one in varied], found, together.products, wanted, skipped, place)


def told(sweep: Sweep, path: str, place: int) -> ToldFigure:
    found = sweep.told[path][place]
    assert found
    return found


def values(text: str, game: str = "snorkeling") -> tuple[Any, ...]:
    [varied] = read_varied([text], find_game(game), [])
    return varied.axis.values


@pytest.mark.parametrize(
    ("text", "expected"),
    [
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
def test_values_are_read_as_typed(text: str, expected: tuple[Any, ...]) -> None:
    assert values(text) == expected


def test_the_step_proposed_can_be_typed() -> None:
    with pytest.raises(UsageError, match=r"as in 0:0.7:0.14$"):
        values("forget_rate=0:0.7", "schnuff")
    assert len(values("forget_rate=0:0.7:0.14", "schnuff")) == 6


@pytest.mark.parametrize("name", game_names())
def test_what_is_proposed_to_vary_can_be_varied_and_changes_games(name: str) -> None:
    with pytest.raises(UsageError) as error:
        read_varied([], find_game(name), [])
    found = re.search(r"--vary (\S+) \(or (\S+)\)", str(error.value))
    assert found
    listed, rule = found[1], found[1].partition("=")[0]
    assert values(listed, name) == values(f"{rule}={found[2]}", name)
    assert rule not in ("seconds_per_turn", "max_turns")


def test_steps_of_real_numbers_do_not_drift() -> None:
    assert values("forget_rate=0:0.7:0.1", "schnuff") == (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7)


def test_values_of_lists_are_kept_apart_by_semicolons() -> None:
    assert values("limits=30,60,90; 20,40,60", "schnuff") == ((30, 60, 90), (20, 40, 60))


def test_entries_of_tables_are_varied_and_leave_the_others() -> None:
    sweep = sweep_of("deck.schnuff=0:2:1", game="schnuff", games="20")
    decks = [point.results.run.study.values["deck"] for point in sweep.points]
    assert [deck["schnuff"] for deck in decks] == [0, 1, 2]  # type: ignore[call-overload,index]
    assert {deck["panic"] for deck in decks} == {4}  # type: ignore[call-overload,index]


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["target_score=12"], "only the value 12"),
        (["target_score=8,08"], "the value 8 twice"),
        (["target_score=8:12:0"], "never gets from 8 to 12"),
        (["target_score=12:8:1"], "never gets from 12 to 8"),
        (["target_score"], r"name=value,.* for example colours=4,5,6 \(or 4:6:1\)"),
        (["target_score=8:20"], r"says no step; add a step, as in 8:20:2$"),
        (["target_score=20:8"], r"says no step; add a step, as in 20:8:-2$"),
        (["target_score=8:10"], r"says no step; add a step, as in 8:10:1$"),
        (["target_scor=8,9"], "did you mean 'target_score'"),
        (["target_score=8,99"], "cannot be 99; allowed: whole numbers 1 to 60"),
        (["starter=same,nobody"], "cannot be 'nobody'; allowed: same, rotate"),
        (["variant=base,deep"], "unknown variant 'deep'"),
        (["players=2,many"], "players cannot be 'many'"),
        (["players=2,9"], "for 2 to 6 players, not 9; give numbers from 2 to 6$"),
        (["expert=no,yes", "hand_size=4,5", "players=2,3"], "at most two"),
        (["expert=no,yes", "expert=yes,no"], "given twice"),
        (["target_score=1:60:1", "hand_size=4,5"], "120 settings"),
        (["max_turns=1000:1200:1"], "201 settings; a sweep has at most 100"),
        (["target_score=1:60:0.5"], "cannot be '1.5'; allowed: whole numbers 1 to 60"),
        ([], "say what to vary, for example --vary colours=4,5,6 .*'fathom rules snorkeling'"),
    ],
)
def test_what_cannot_be_varied_is_refused_with_what_can(texts: list[str], said: str) -> None:
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
def test_what_is_varied_cannot_be_fixed_too(vary: str, given: str) -> None:
    with pytest.raises(UsageError, match=f"{given} contradicts --vary {given}"):
        read_varied([vary], find_game("schnuff"), [given])


TIGHT = ("hand_size=3,10", "colours=5,8")
TIGHT_RULES = ["copies=1", "values=3"]


def test_a_combination_that_does_not_fit_is_named_before_anything_is_played() -> None:
    with pytest.raises(UsageError) as error:
        sweep_of(*TIGHT, rules=TIGHT_RULES)
    assert str(error.value).startswith("hand_size=10, colours=5 cannot be played (and 1 more): ")
    assert "--skip-impossible" in str(error.value)


def test_combinations_that_do_not_fit_can_be_left_out_and_are_listed() -> None:
    sweep = sweep_of(*TIGHT, rules=TIGHT_RULES, skip=True, games="20")
    assert [point.values for point in sweep.points] == [(3, 5), (3, 8)]
    assert [left for left, _ in sweep.skipped] == [(10, 5), (10, 8)]
    assert all("raise colours" in reason for _, reason in sweep.skipped)
    assert [one["rules"] for one in summarise_sweep(sweep)["skipped"]] == [
        {"hand_size": 10, "colours": 5},
        {"hand_size": 10, "colours": 8},
    ]


def test_what_no_point_can_have_is_not_blamed_on_a_combination() -> None:
    with pytest.raises(UsageError, match=r"^unknown strategy 'nobody'"):
        sweep_of("hand_size=3,4", strategies=("nobody",))


def test_differences_are_paired_by_deal() -> None:
    sweep = sweep_of("target_score=6,8,12", games="300")
    turns = [
        rows(point.results.run.study)[:, row.TURNS].astype(float) / 4 for point in sweep.points
    ]  # minutes at 15 seconds a turn
    base = 2  # 12 is the rule as it is
    for place in (0, 1):
        found = told(sweep, MINUTES, place).difference
        assert found
        expected = stats.ttest_1samp(turns[place] - turns[base], 0.0)
        low, high = expected.confidence_interval(0.95)
        assert found.estimate.value == pytest.approx((turns[place] - turns[base]).mean(), rel=1e-12)
        assert (found.estimate.low, found.estimate.high) == pytest.approx((low, high), rel=0.01)
        assert found.p_value < 1e-9
        assert expected.pvalue < 1e-9
        unpaired = turns[base].var(ddof=1) + turns[place].var(ddof=1)
        gain = unpaired / (turns[place] - turns[base]).var(ddof=1)
        assert found.pairing_gain == pytest.approx(gain, rel=1e-9)


def test_verdicts_are_corrected_for_all_differences_of_the_sweep() -> None:
    sweep = sweep_of("target_score=6,8,12", games="300")
    assert ADVANTAGE in sweep.paths
    tested = [
        one
        for path, line in sweep.told.items()
        for one in line
        if one and one.difference and path != ADVANTAGE
    ]
    assert len(tested) == 2 * 5  # the minutes and four seats
    raw = sorted(t.difference.p_value for t in tested if t.difference)
    expected = np.maximum.accumulate([min(1.0, p * (10 - i)) for i, p in enumerate(raw)])
    assert sorted(t.p_holm for t in tested) == pytest.approx(list(expected))
    for one in tested:
        assert one.difference
        sign = "higher" if one.difference.estimate.value > 0 else "lower"
        assert one.verdict == (sign if one.p_holm < 0.05 else "not told")
    assert told(sweep, MINUTES, 0).verdict == "lower"
    assert told(sweep, MINUTES, 2).difference is None


def test_what_is_one_test_by_two_names_counts_once() -> None:
    names = ADVANTAGE, "seats.1.win_rate"
    sweep = sweep_of("starter=same,loser", games="5000", paths=names)
    one, other = (told(sweep, path, 1) for path in names)
    assert one.difference
    assert other.difference
    assert one.difference.p_value == pytest.approx(other.difference.p_value) != 1
    assert one.p_holm == other.p_holm == one.difference.p_value
    # Another seat is another test.
    sweep = sweep_of("starter=same,loser", games="5000", paths=(ADVANTAGE, "seats.4.win_rate"))
    found = [told(sweep, path, 1) for path in sweep.paths]
    raw = sorted(one.difference.p_value for one in found if one.difference)
    assert sorted(one.p_holm for one in found) == pytest.approx(
        [2 * raw[0], max(2 * raw[0], raw[1])]
    )


def test_exact_differences_take_no_part_in_the_correction() -> None:
    vary = ("target_score=6,12", "max_turns=9000,10000")
    sweep = sweep_of(*vary, games="200", paths=(ADVANTAGE, MINUTES))
    assert [told(sweep, MINUTES, place).verdict for place in (0, 1, 2)] == [
        "lower",
        "lower",
        "the same",
    ]
    # Both values of max_turns give the same games, so that every test is there twice.
    raw = [told(sweep, path, 0).difference for path in (ADVANTAGE, MINUTES)]
    larger, smaller = (one.p_value for one in raw if one)
    assert larger > smaller
    for place in (0, 1):
        assert told(sweep, ADVANTAGE, place).p_holm == pytest.approx(larger)
        assert told(sweep, MINUTES, place).p_holm == pytest.approx(2 * smaller)


def with_lengths(results: Results, turns: list[int]) -> Results:
    """Return results whose games, one a deal, last so many turns; the rest stays."""
    counts = np.bincount(np.array(turns) - min(turns)).astype(np.int64)
    lengths = results.run.tally.lengths | {"turns": (Histogram(min(turns), counts),)}
    run = replace(results.run, tally=replace(results.run.tally, lengths=lengths))
    return Results(run, results.confidence)


MEDIAN = "length.turns.p50"
#: Games of 50 turns nearly always, so that the interval of the median is 50 to 50.
FIFTY = [49, *[50] * 398, 51]


@pytest.mark.parametrize(
    ("turns", "verdict"),
    [
        (FIFTY, "the same"),
        ([48, *[50] * 398, 52], "not told"),
        ([50, *[51] * 398, 52], "higher"),
    ],
)
def test_percentiles_that_agree_are_the_same_only_where_all_lengths_are(
    turns: list[int], verdict: str
) -> None:
    sweep = sweep_of("target_score=12,6", paths=(MEDIAN,))
    base, other = (
        Point(point.values, with_lengths(point.results, lengths))
        for point, lengths in zip(sweep.points, (FIFTY, turns), strict=True)
    )
    paths = (MEDIAN, ADVANTAGE, "seats.2.win_rate")
    made = Sweep(sweep.axes, [base, other], sweep._products, paths, in_force=0)
    assert base.results.estimate(MEDIAN).low == base.results.estimate(MEDIAN).high == 50
    found = told(made, MEDIAN, 1)
    assert found.verdict == verdict
    assert found.difference
    # What is not the same is one of the three tests corrected for.
    if verdict == "higher":
        assert found.p_holm == pytest.approx(3 * found.difference.p_value)
        assert found.difference.p_value > 0


def test_percentiles_of_the_same_games_differ_where_turns_take_longer() -> None:
    sweep = sweep_of("seconds_per_turn=15,30", paths=("length.minutes.p95",))
    base = told(sweep, "length.minutes.p95", 0).estimate
    found = told(sweep, "length.minutes.p95", 1)
    assert found.verdict == "higher"
    assert found.difference
    assert found.difference.estimate.value == pytest.approx(base.value)


def test_the_base_is_the_rule_as_it_is_wherever_it_stands() -> None:
    options: dict[str, Any] = {"games": "200", "paths": (ADVANTAGE, MINUTES)}
    middle, first = (
        sweep_of("target_score=6,12,8", **options),
        sweep_of("target_score=12,6,8", **options),
    )
    assert (middle.in_force, first.in_force) == (1, 0)
    for one, other in ((0, 1), (2, 2)):
        assert told(middle, MINUTES, one) == told(first, MINUTES, other)
    given = sweep_of("hand_size=4,5,6", rules=["hand_size=6"], games="20")
    assert given.base_point.values == (6,)
    assert sweep_of("target_score=6,8", games="20").in_force is None
    assert sweep_of("target_score=6,8", games="20").base_point.values == (6,)
    both = sweep_of("variant=expert,base", "target_score=8,12", games="20")
    assert both.base_point.values == ("base", 12)
    assert sweep_of("players=2,3,4", games="20").base_point.values == (4,)


def test_along_players_win_rates_are_compared_by_their_distance_from_the_fair_share() -> None:
    sweep = sweep_of("players=2,4", games="400")
    two, four = (point.results for point in sweep.points)
    assert sweep.in_force == 1
    difference = told(sweep, ADVANTAGE, 0).difference
    assert difference
    wins = [results.seats()[0].win_rate.value for results in (two, four)]
    assert difference.estimate.value == pytest.approx((wins[0] - 1 / 2) - (wins[1] - 1 / 4))
    first = told(sweep, "seats.1.win_rate", 0)
    assert first.difference
    assert first.difference.estimate.value == pytest.approx(difference.estimate.value)
    assert first.difference.p_value == pytest.approx(difference.p_value)
    assert first.p_holm == told(sweep, ADVANTAGE, 0).p_holm
    assert first.estimate == two.estimate("seats.1.win_rate")  # told as it is
    assert sweep.told["seats.4.win_rate"][0] is None
    assert told(sweep, "seats.4.win_rate", 1).difference is None
    assert chart_names(sweep.paths, 1)["win_rate_by_seat"] == tuple(
        f"seats.{seat}.win_rate" for seat in (1, 2, 3, 4)
    )


def test_a_share_that_is_always_fair_does_not_differ_along_players() -> None:
    """The control: 1/3 in three seats and 1/6 in six, where rounding leaves a difference."""
    sweep = sweep_of("players=3,6", games="90", paths=("strategies.random.win_rate",))
    assert told(sweep, "strategies.random.win_rate", 1).verdict == "the same"


def test_a_rule_without_any_effect_is_dead() -> None:
    sweep = sweep_of("max_turns=10000,9000", games="100")
    [dead] = sweep.dead
    assert (dead.rule, dead.where, dead.figures) == ("max_turns", "", ())
    assert sweep.unasked == {}
    assert told(sweep, MINUTES, 1).verdict == "the same"
    assert dead_sentences(sweep) == [
        "max_turns has no effect in these games by these strategies: all its values give the very "
        "same 100 games; with other strategies it may have one."
    ]
    assert summarise_sweep(sweep)["dead_rules"] == [
        {"rule": "max_turns", "where": "", "figures": []}
    ]


def test_a_rule_that_only_tells_lengths_otherwise_is_said_to_do_so() -> None:
    sweep = sweep_of("seconds_per_turn=10,20", games="100")
    [dead] = sweep.dead
    assert dead.figures == tuple(f"length.minutes.{w}" for w in ("mean", "p5", "p50", "p95"))
    difference = told(sweep, MINUTES, 1).difference
    base = sweep.base.estimate(MINUTES)
    assert difference
    assert difference.estimate.value == pytest.approx(base.value)
    assert difference.estimate.low == pytest.approx(base.low, rel=0.02)
    assert dead_sentences(sweep)[0].startswith("seconds_per_turn changes none of these games: ")


def test_a_rule_with_an_effect_is_not_dead() -> None:
    assert sweep_of("target_score=6,8", games="50").dead == []


def test_a_rule_can_be_dead_where_another_has_one_value_only() -> None:
    sweep = sweep_of("max_turns=9000,10000", "target_score=6,8", games="50")
    assert [(one.rule, one.where) for one in sweep.dead] == [("max_turns", "")]
    # With games cut off after 5 or 6 turns the target is never reached, so it is dead there.
    sweep = sweep_of("max_turns=6,10000", "target_score=40,50", games="50")
    assert [(one.rule, one.where) for one in sweep.dead] == [("target_score", "max_turns=6")]
    assert "no effect with max_turns=6 in these games" in dead_sentences(sweep)[0]


def test_a_rule_that_changes_nothing_asked_for_is_said_to_change_other_things() -> None:
    sweep = sweep_of("target_score=6,8", games="50", paths=("counts.rounds_ended_by_empty_deck",))
    assert list(sweep.unasked) == ["target_score"]
    assert "length.turns.mean" in sweep.unasked["target_score"]
    assert dead_sentences(sweep)[-1].startswith("target_score changes none of the figures asked")
    assert sweep_of("target_score=6,8", games="50").unasked == {}


def test_changes_of_a_verdict_are_told_between_neighbours() -> None:
    targets = {MINUTES: {"max": 24.0}}
    sweep = sweep_of("target_score=4,8,12", games="400", targets=targets)
    words = [point.results.judged()[0].verdict.word for point in sweep.points]
    assert words == ["meets", "meets", "misses"]
    [change] = sweep.changes
    assert (change.rule, change.values, change.where) == ("target_score", (8, 12), "")
    four, eight, twelve = (point.results.estimate(MINUTES).value for point in sweep.points)
    [aim] = aims(sweep)
    assert aim.text == (
        "Mean length in minutes at an assumed 15 seconds a turn, wanted at most 24: met with "
        f"target_score 4 ({four:.1f}) and 8 ({eight:.1f}); missed with 12 (as it is: {twelve:.1f})."
    )
    assert (aim.verdict, aim.badge) == ("", "met at 2 of 3 settings")
    table = make_tables(sweep)["targets"]
    assert list(table["verdict"]) == words


def numbers_of(sweep: Sweep, path: str) -> tuple[Words, list[str]]:
    """Return how a figure is written at each point."""
    words = words_of(sweep, path)
    return words, [words.number(told(sweep, path, n).estimate) for n in range(len(sweep.points))]


def paired(sweep: Sweep, words: Words, path: str, place: int) -> str:
    found = told(sweep, path, place).difference
    assert found
    return (
        f"paired difference {words.difference(found.estimate)}, "
        f"{words.difference_interval(found.estimate)}"
    )


def test_a_figure_that_rises_all_along_is_said_to_over_the_rule_as_it_is() -> None:
    sweep = sweep_of("target_score=6,12,18", games="300", paths=(MINUTES,))
    words, (first, base, last) = numbers_of(sweep, MINUTES)
    ends = [paired(sweep, words, MINUTES, place) for place in (0, 2)]
    assert sentences(sweep) == [
        "At an assumed 15 seconds a turn, the mean length in minutes rises from "
        f"{first} with target_score 6 over {base} with 12 (as it is) to {last} with 18 "
        f"({ends[0]}, with 6; {ends[1]}, with 18)."
    ]


def test_a_figure_that_falls_is_said_to_fall() -> None:
    sweep = sweep_of("target_score=12,6", games="200", paths=(MINUTES,))
    assert told(sweep, MINUTES, 1).verdict == "lower"
    words, (base, last) = numbers_of(sweep, MINUTES)
    assert sentences(sweep) == [
        f"At an assumed 15 seconds a turn, the mean length in minutes falls from {base} with "
        f"target_score 12 (as it is) to {last} with 6 ({paired(sweep, words, MINUTES, 1)})."
    ]


def test_where_some_values_are_told_the_others_are_told_apart() -> None:
    sweep = sweep_of("players=2:6:1", games="5000", paths=(ADVANTAGE,))
    verdicts = [told(sweep, ADVANTAGE, place).verdict for place in range(5)]
    assert verdicts == ["higher", "not told", None, "not told", "lower"]
    words, shown = numbers_of(sweep, ADVANTAGE)

    def pp(place: int) -> str:
        return paired(sweep, words, ADVANTAGE, place).replace(",", " pp,", 1)

    assert sentences(sweep)[0].startswith(
        f"The first-player advantage is {shown[2]} percentage points with 4 players (as it is); "
        f"lower with 6 ({shown[4]}; {pp(4)}); higher with 2 ({shown[0]}; {pp(0)}); not told from "
        f"it with 3 and 5 (between {shown[3]} and {shown[1]}; the paired interval that reaches "
        "farthest: "
    )


def test_a_few_values_without_a_difference_are_all_given() -> None:
    """What is said of them, and never a direction or a value that stands out."""
    sweep = sweep_of("starter=same,rotate,winner", games="60", paths=(ADVANTAGE,))
    assert [told(sweep, ADVANTAGE, place).verdict for place in (1, 2)] == ["not told"] * 2
    words, shown = numbers_of(sweep, ADVANTAGE)
    [only] = sentences(sweep)
    assert only.startswith(
        f"The first-player advantage is {shown[0]} percentage points with starter same, "
        f"{shown[1]} with rotate and {shown[2]} with winner: no difference to same (as it is) "
        "can be told from chance"
    )
    differences = [told(sweep, ADVANTAGE, place).difference for place in (1, 2)]
    ends = [max(abs(d.estimate.low), abs(d.estimate.high)) for d in differences if d]
    farthest = differences[0 if ends[0] > ends[1] else 1]
    assert farthest
    interval = words.difference_interval(farthest.estimate)
    assert f"the paired interval that reaches farthest: {interval} pp, with " in only


def test_many_values_without_a_difference_are_given_by_their_range() -> None:
    sweep = sweep_of("target_score=8:20:2", games="5000", paths=(ADVANTAGE,))
    assert sweep.standings([ADVANTAGE]) == {"base", "not told"}
    values_ = [told(sweep, ADVANTAGE, place).estimate.value for place in range(7)]
    assert max(values_) not in (values_[0], values_[-1])  # the ends would hide it
    words = words_of(sweep, ADVANTAGE)
    low, high = (
        words.number(told(sweep, ADVANTAGE, values_.index(pick(values_))).estimate)
        for pick in (min, max)
    )
    assert sentences(sweep)[0].startswith(
        f"The first-player advantage is between {low} and {high} percentage points with "
        "target_score 8 to 20: no difference to 12 (as it is) can be told from chance"
    )


def test_over_two_rules_no_extreme_is_named_that_is_not_told() -> None:
    sweep = sweep_of("target_score=8,12", "hand_size=4,5", paths=(ADVANTAGE, MINUTES))
    assert sweep.standings([ADVANTAGE]) == {"base", "not told"}
    advantage, minutes = sentences(sweep)
    assert "highest" not in advantage
    assert "lowest" not in advantage
    assert " percentage points at all 4 settings: no difference to target_score 12, " in advantage
    assert "hand_size 5 (as it is) can be told from chance at any other" in advantage
    assert sweep.standings([MINUTES]) == {"base", "higher", "lower"}
    words, shown = numbers_of(sweep, MINUTES)
    assert minutes == (
        f"At an assumed 15 seconds a turn, the mean length in minutes is {shown[3]} with "
        "target_score 12, hand_size 5 (as it is); a difference to it can be told from chance at "
        f"all 3 other settings: lowest with target_score 8, hand_size 5 ({shown[1]}; "
        f"{paired(sweep, words, MINUTES, 1)}) and highest with target_score 12, hand_size 4 "
        f"({shown[2]}; {paired(sweep, words, MINUTES, 2)})."
    )


def test_an_interval_beyond_0_that_is_not_told_is_explained() -> None:
    sweep = sweep_of("starter=same,rotate,winner,loser,random", games="5000", paths=(ADVANTAGE,))
    outside = [
        one.verdict
        for one in sweep.told[ADVANTAGE]
        if one and one.difference and one.difference.estimate.high < 0
    ]
    assert "told from chance among so many" not in sentences(sweep)[0]
    assert "lower" in outside
    every = sweep_of("starter=same,rotate,winner,loser,random", games="5000")
    assert every.standings([ADVANTAGE]) == {"base", "not told"}
    assert " can be told from chance among so many figures and settings (" in sentences(every)[0]


def test_along_players_the_sentence_tells_distances_from_the_fair_share() -> None:
    sweep = sweep_of("players=2,4", games="400", paths=("seats.2.win_rate",))
    two, four = (
        point.results.estimate("seats.2.win_rate").value - 1 / point.results.players
        for point in sweep.points
    )
    [only] = sentences(sweep)
    assert only.startswith("The distance of the win rate of seat 2 from the fair share ")
    for distance, name in ((two, "2 players"), (four, "4")):
        shown = f"{100 * distance:+.1f}".replace("-", MINUS)
        assert re.search(rf"{re.escape(shown)}( percentage points)? with {name}", only)


def test_seats_of_which_nothing_is_told_have_one_sentence() -> None:
    sweep = sweep_of("target_score=11,12", games="60")
    assert sweep.standings(["seats.2.win_rate", "seats.3.win_rate"]) == {"base", "not told"}
    last = sentences(sweep)[-1]
    assert last.startswith("No difference in the win rates of the other seats can be told from ")
    assert "varies most" not in last


def test_an_undecided_target_says_how_many_more_games_decide_it() -> None:
    targets = {ADVANTAGE: {"within": 0.03}}
    sweep = sweep_of("target_score=8:20:2", games="2000", targets=targets)
    [aim] = aims(sweep)
    judged = [point.results.judged()[0] for point in sweep.points]
    assert {one.verdict.word for one in judged} == {"undecided"}
    values_ = [one.estimate.value for one in judged]
    low, high = (f"{100 * pick(values_):+.1f}" for pick in (min, max))
    games = [one.verdict.more_games for one in judged if one.verdict.more_games]
    assert 1 < len(games) < 7  # at some it cannot be told
    assert aim.text == (
        f"First-player advantage in percentage points, wanted {MINUS}3 to +3: undecided with "
        f"target_score 8 to 20 ({low} to {high}), where about {min(games):,} to {max(games):,} "
        f"more games would decide it (at {7 - len(games)} of them it cannot be told)."
    )
    assert (aim.verdict, aim.badge) == ("undecided", "undecided")


def test_over_two_rules_a_target_names_the_settings_that_meet_it() -> None:
    sweep = sweep_of("target_score=4,12", "hand_size=4,5", targets={MINUTES: {"max": 24.0}})
    [aim] = aims(sweep)
    found = [point.results.estimate(MINUTES).value for point in sweep.points]
    assert aim.text == (
        "Mean length in minutes at an assumed 15 seconds a turn, wanted at most 24: met at 2 of 4 "
        f"settings: target_score 4, hand_size 4 ({found[0]:.1f}), target_score 4, hand_size 5 "
        f"({found[1]:.1f}); missed at 2 of 4 settings."
    )


@pytest.mark.parametrize(
    ("path", "estimate", "value", "interval"),
    [
        (
            ADVANTAGE,
            Estimate(0.0214, 0.0154, 0.0274, 9),
            "+2.1 percentage points",
            "+1.5 to +2.7 percentage",
        ),
        (
            ADVANTAGE,
            Estimate(-0.0001, -0.004, 0.004, 9),
            "0.0 percentage points",
            "\N{MINUS SIGN}0.4 to +0.4 percentage points",
        ),
        ("seats.1.win_rate", Estimate(0.271, 0.265, 0.277, 9), "27.1 %", "26.5 to 27.7 %"),
        ("length.turns.mean", Estimate(1234.5, 1230, 1239, 9), "1,234.5", "1,230.0 to"),
        (MINUTES, Estimate(math.nan, -math.inf, math.inf, 0), "not known", "not known"),
    ],
)
def test_numbers_are_written_as_exactly_as_they_are_known(
    path: str, estimate: Estimate, value: str, interval: str
) -> None:
    words = Words(sweep_of("target_score=6,8", games="4").figure(path), path == ADVANTAGE)
    assert words.value(estimate) == value
    assert words.interval(estimate).startswith(interval)


def test_tables_are_tidy_and_as_documented() -> None:
    sweep = sweep_of("target_score=6,8", "starter=same,rotate", games="40")
    tables = make_tables(sweep)
    assert set(tables) == {"sweep", "all_figures"}
    for name, table in tables.items():
        assert list(table.columns) == ["target_score", "starter", *list(COLUMNS[name])[1:]]
    assert len(tables["sweep"]) == 4 * len(sweep.paths)
    assert tables["sweep"]["difference"].isna().sum() == len(sweep.paths)
    assert len(tables["all_figures"]) == sum(len(p.results.figures) for p in sweep.points)


def test_a_line_chart_or_a_heat_map_is_drawn_of_every_figure() -> None:
    one = sweep_of("starter=same,rotate", games="40")
    assert set(draw_charts(one)) == {ADVANTAGE, "length_minutes_mean", "win_rate_by_seat"}
    two = sweep_of("target_score=6,8", "starter=same,rotate", games="90", paths=(MINUTES,))
    [figure] = draw_charts(two).values()
    shown = [text.get_text().split()[0] for text in figure.axes[0].texts]
    assert shown == [f"{point.results.estimate(MINUTES).value:.1f}" for point in two.points]
    assert set(chart_words(one)) == set(draw_charts(one))


def markers(figure: Figure) -> list[tuple[float, str, object]]:
    """Return place, form and filling of all markers of a chart, from the left."""
    found = [
        (float(np.ravel(line.get_xdata())[0]), str(line.get_marker()), line.get_markerfacecolor())
        for line in figure.axes[0].lines
        if line.get_marker() not in ("None", "") and len(np.ravel(line.get_xdata()))
    ]
    return sorted(found, key=lambda one: one[0])


def test_markers_tell_what_is_told_the_same_and_not_compared_apart() -> None:
    sweep = sweep_of("max_turns=9000,10000,11000", games="40", paths=(ADVANTAGE,))
    [figure] = draw_charts(sweep).values()
    # The base has a ring and its dot, the others are hollow with a dot in the middle.
    assert [(x, filling) for x, _, filling in markers(figure)] == [
        (9000, "white"),
        (9000, "#0072b2"),
        (10000, "none"),
        (10000, "#0072b2"),
        (11000, "white"),
        (11000, "#0072b2"),
    ]
    assert "hollow with a dot: exactly the same" in notes_of(figure)
    assert "hollow: not told from it" not in notes_of(figure)
    minutes = sweep_of("target_score=6,12", paths=(MINUTES, ADVANTAGE))
    told_, untold = draw_charts(minutes).values()
    assert [filling for _, _, filling in markers(told_)] == ["#0072b2", "none", "#0072b2"]
    assert [filling for _, _, filling in markers(untold)] == ["white", "none", "#0072b2"]
    assert "filled: told from it" in notes_of(told_)
    assert "hollow: not told from it" in notes_of(untold)
    assert "at an assumed 15 seconds a turn" in notes_of(told_)
    assert "seconds" not in notes_of(untold)
    assert [tick.get_text() for tick in told_.axes[0].get_xticklabels()] == ["6", "12\n(as it is)"]


def notes_of(figure: Figure) -> str:
    return " ".join(figure.texts[-1].get_text().split())


def test_a_single_point_has_a_whisker_and_what_is_not_compared_is_grey() -> None:
    sweep = sweep_of("players=2,3", games="90", paths=("seats.2.win_rate", "seats.3.win_rate"))
    [figure] = draw_charts(sweep).values()
    axes = figure.axes[0]
    assert PALE in [filling for _, _, filling in markers(figure)]
    assert "grey: not compared" in notes_of(figure)
    whiskers = [
        segment
        for collection in axes.collections
        if isinstance(collection, LineCollection)
        for segment in collection.get_segments()
    ]
    found = sweep.points[1].results.estimate("seats.3.win_rate")
    [(bottom, top)] = whiskers
    assert bottom == pytest.approx((3, 100 * (found.low - 1 / 3)))
    assert top == pytest.approx((3, 100 * (found.high - 1 / 3)))
    assert [tick.get_text() for tick in axes.get_xticklabels()] == [
        "2\nfair: 50 %",
        "3\nfair: 33.3 %",
    ]


def test_an_axis_that_does_not_start_at_0_says_so() -> None:
    sweep = sweep_of("target_score=11,12", games="90")
    labels = {name: figure.axes[0].get_ylabel() for name, figure in draw_charts(sweep).items()}
    assert labels == {
        ADVANTAGE: "percentage points from the fair share",
        "length_minutes_mean": "minutes (axis does not start at 0)",
        "win_rate_by_seat": "win rate (axis does not start at 0)",
    }
    wide = sweep_of("target_score=1,12", games="90", paths=(MINUTES,))
    [figure] = draw_charts(wide).values()
    assert figure.axes[0].get_ylabel() == "minutes"


def test_a_heat_map_colours_only_what_is_told_and_small_differences_faintly() -> None:
    paths = (ADVANTAGE, MINUTES)
    sweep = sweep_of("target_score=11,12", "hand_size=4,5", games="2000", paths=paths)
    assert sweep.standings([ADVANTAGE]) == {"base", "not told"}
    pale, coloured = draw_charts(sweep).values()
    for figure, path in ((pale, ADVANTAGE), (coloured, MINUTES)):
        mesh = figure.axes[0].collections[0]
        expected = [
            one.difference.estimate.value
            if one and one.difference and one.verdict in ("higher", "lower")
            else 0.0
            for one in sweep.told[path]
        ]
        shown = np.asarray(mesh.get_array()).ravel()
        assert list(shown) == expected
        base = sweep.base.estimate(path).value
        least = 0.05 if path == ADVANTAGE else 0.1 * base
        assert mesh.norm.vmax == pytest.approx(max(least, *map(abs, expected)))
    styles = [text.get_fontstyle() for text in pale.axes[0].texts]
    assert styles == ["italic", "italic", "italic", "normal"]  # the last is the rule as it is
    [frame] = pale.axes[0].patches
    assert isinstance(frame, Rectangle)
    assert frame.get_xy() == (1.01, 1.01)


def test_a_seat_that_some_points_lack_is_drawn_where_it_is() -> None:
    sweep = sweep_of("players=2,3", "starter=same,rotate", games="40", paths=("seats.3.win_rate",))
    [figure] = draw_charts(sweep).values()
    assert sum(text.get_text() == "none" for text in figure.axes[0].texts) == 2


def test_the_headline_names_what_is_varied_and_what_is_not() -> None:
    sweep = sweep_of("players=2,3", games="40", rules=["target_score=6"])
    lines = headline(sweep)
    assert lines[0] == "Snorkeling, base: players 2, 3"
    assert lines[-1] == "rules changed at all settings: target_score=6"


def test_points_are_named_by_their_values() -> None:
    axes = [Axis("target_score", (8, 10)), Axis("expert", (False, True))]
    assert label(axes, (8, True)) == "target_score=8, expert=true"
    assert axes[0].is_number
    assert not axes[1].is_number
