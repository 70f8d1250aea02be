"""What a sweep finds: differences on the same deals, dead rules, and where verdicts change."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy import stats

from reports.run.results import Results
from reports.statistics import Estimate
from reports.sweep.charts import draw_charts
from reports.sweep.results import Axis, Point, Sweep, default_paths, label
from reports.sweep.results import Told as ToldFigure
from reports.sweep.screen import headline
from reports.sweep.sentences import (
    Words,
    chart_words,
    dead_sentences,
    sentences,
    target_sentences,
)
from reports.sweep.tables import COLUMNS, chart_names, make_tables, summarise_sweep
from simulate import rows as row
from simulate.cli.selection import Selection, gather, planned_fields
from simulate.cli.vary import make_points, read_varied
from simulate.errors import UsageError
from simulate.game import find_game
from simulate.run import play_together
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
    together = play_together([p.study for p in points], [p.lineup for p in points], 2)
    found = [
        Point(point.values, Results(run, 0.95))
        for point, run in zip(points, together.runs, strict=True)
    ]
    wanted = list(paths) or default_paths([point.results for point in found])
    return Sweep([one.axis for one in varied], found, together.products, wanted, skipped)


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
        (["target_score"], "name=value"),
        (["target_scor=8,9"], "did you mean 'target_score'"),
        (["target_score=8,99"], "cannot be 99; allowed: whole numbers 1 to 60"),
        (["starter=same,nobody"], "cannot be 'nobody'; allowed: same, rotate"),
        (["variant=base,deep"], "unknown variant 'deep'"),
        (["players=2,many"], "players cannot be 'many'"),
        (["players=2,9"], "2 to 6 players, not 9"),
        (["expert=no,yes", "hand_size=4,5", "players=2,3"], "at most two"),
        (["expert=no,yes", "expert=yes,no"], "given twice"),
        (["target_score=1:60:1", "hand_size=4,5"], "120 points"),
        (["target_score=1:60:0.001"], "points; a sweep has at most 100"),
        ([], "say what to vary"),
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
    for place in (1, 2):
        found = told(sweep, MINUTES, place).difference
        assert found
        expected = stats.ttest_1samp(turns[place] - turns[0], 0.0)
        low, high = expected.confidence_interval(0.95)
        assert found.estimate.value == pytest.approx((turns[place] - turns[0]).mean(), rel=1e-12)
        assert (found.estimate.low, found.estimate.high) == pytest.approx((low, high), rel=0.01)
        assert found.p_value < 1e-9 and expected.pvalue < 1e-9
        unpaired = turns[0].var(ddof=1) + turns[place].var(ddof=1)
        gain = unpaired / (turns[place] - turns[0]).var(ddof=1)
        assert found.pairing_gain == pytest.approx(gain, rel=1e-9)


def test_verdicts_are_corrected_for_all_differences_of_the_sweep() -> None:
    sweep = sweep_of("target_score=6,8,12", games="300")
    tested = [t for line in sweep.told.values() for t in line if t and t.difference]
    assert len(tested) == 2 * 6
    raw = sorted(t.difference.p_value for t in tested if t.difference)
    expected = np.maximum.accumulate([min(1.0, p * (12 - i)) for i, p in enumerate(raw)])
    assert sorted(t.p_holm for t in tested) == pytest.approx(list(expected))
    for one in tested:
        assert one.difference
        sign = "higher" if one.difference.estimate.value > 0 else "lower"
        assert one.verdict == (sign if one.p_holm < 0.05 else "not told")
    assert told(sweep, MINUTES, 2).verdict == "higher"
    assert told(sweep, MINUTES, 0).difference is None


def test_exact_differences_take_no_part_in_the_correction() -> None:
    vary = ("target_score=6,12", "max_turns=9000,10000")
    sweep = sweep_of(*vary, games="200", paths=(ADVANTAGE, MINUTES))
    assert [told(sweep, MINUTES, place).verdict for place in (1, 2, 3)] == [
        "the same",
        "higher",
        "higher",
    ]
    tested = [told(sweep, path, place) for path in sweep.paths for place in (2, 3)]
    raw = [one.difference.p_value for one in tested if one.difference]
    # Both values of max_turns give the same games, so the p-values come in equal pairs.
    assert [one.p_holm for one in tested] == pytest.approx(
        [min(1.0, 2 * raw[0]), min(1.0, 2 * raw[0]), 4 * raw[2], 4 * raw[2]]
    )


def test_the_advantage_is_compared_with_each_points_own_fair_share() -> None:
    sweep = sweep_of("players=2,4", games="200")
    first, second = (point.results for point in sweep.points)
    difference = told(sweep, ADVANTAGE, 1).difference
    assert difference
    wins = [results.seats()[0].win_rate.value for results in (first, second)]
    assert difference.estimate.value == pytest.approx((wins[1] - 1 / 4) - (wins[0] - 1 / 2))
    assert sweep.told["seats.4.win_rate"][0] is None
    assert told(sweep, "seats.4.win_rate", 1).difference is None
    assert chart_names(sweep.paths, 1)["win_rate_by_seat"] == tuple(
        f"seats.{seat}.win_rate" for seat in (1, 2, 3, 4)
    )


def test_a_rule_without_any_effect_is_dead() -> None:
    sweep = sweep_of("max_turns=9000,10000", games="100")
    [dead] = sweep.dead
    assert (dead.rule, dead.where, dead.figures) == ("max_turns", "", ())
    assert sweep.unasked == {}
    assert len(dead_sentences(sweep)) == 1
    assert told(sweep, MINUTES, 1).verdict == "the same"
    assert "max_turns has no effect at all" in dead_sentences(sweep)[0]
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
    assert "changes no game" in dead_sentences(sweep)[0]


def test_a_rule_with_an_effect_is_not_dead() -> None:
    assert sweep_of("target_score=6,8", games="50").dead == []


def test_a_rule_can_be_dead_where_another_has_one_value_only() -> None:
    sweep = sweep_of("max_turns=9000,10000", "target_score=6,8", games="50")
    assert [(one.rule, one.where) for one in sweep.dead] == [("max_turns", "")]
    # With games cut off after 5 or 6 turns the target is never reached, so it is dead there.
    sweep = sweep_of("max_turns=6,10000", "target_score=40,50", games="50")
    assert [(one.rule, one.where) for one in sweep.dead] == [("target_score", "max_turns=6")]
    assert "no effect at all at max_turns=6" in dead_sentences(sweep)[0]


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
    assert target_sentences(sweep) == [
        (
            "length.minutes.mean at most 24: meets at target_score 4 and 8, misses at 12.",
            True,
        )
    ]
    table = make_tables(sweep)["targets"]
    assert list(table["verdict"]) == words


def test_sentences_say_where_a_figure_goes() -> None:
    sweep = sweep_of("target_score=6,8,12", games="300", paths=(ADVANTAGE, MINUTES))
    [_, minutes] = sentences(sweep)
    first, last = (sweep.points[i].results.estimate(MINUTES).value for i in (0, 2))
    assert minutes.startswith(
        f"The mean length in minutes rises from {first:.2f} at target_score 6"
    )
    assert f"to {last:.2f} at 12 (paired difference +{last - first:.2f}, +" in minutes


def test_a_sentence_never_claims_a_direction_that_is_not_told() -> None:
    sweep = sweep_of("target_score=6,8", games="60", paths=(ADVANTAGE,))
    found = told(sweep, ADVANTAGE, 1)
    assert found.verdict == "not told"
    assert found.difference
    assert found.difference.estimate.value != 0
    [only] = sentences(sweep)
    assert "no difference can be told from chance" in only
    assert " rises " not in only
    assert " falls " not in only


def test_a_figure_that_falls_is_said_to_fall() -> None:
    sweep = sweep_of("target_score=12,6", games="200", paths=(MINUTES,))
    assert told(sweep, MINUTES, 1).verdict == "lower"
    assert "The mean length in minutes falls from " in sentences(sweep)[0]


@pytest.mark.parametrize(
    ("path", "estimate", "value", "interval"),
    [
        (ADVANTAGE, Estimate(0.0214, 0.0154, 0.0274, 9), "+2.1 points", "+1.5 to +2.7 points"),
        (
            ADVANTAGE,
            Estimate(-0.0001, -0.004, 0.004, 9),
            "0.0 points",
            "\N{MINUS SIGN}0.4 to +0.4 points",
        ),
        ("seats.1.win_rate", Estimate(0.271, 0.265, 0.277, 9), "27.1 %", "26.5 to 27.7 %"),
        ("length.turns.mean", Estimate(1234.5, 1230, 1239, 9), "1,234.5", "1,230.0 to"),
        (MINUTES, Estimate(math.nan, -math.inf, math.inf, 0), "not known", "not known"),
    ],
)
def test_numbers_are_written_as_exactly_as_they_are_known(
    path: str, estimate: Estimate, value: str, interval: str
) -> None:
    words = Words(sweep_of("target_score=6,8", games="4").figure(path))
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


def test_a_seat_that_some_points_lack_is_drawn_where_it_is() -> None:
    sweep = sweep_of("players=2,3", "starter=same,rotate", games="40", paths=("seats.3.win_rate",))
    [figure] = draw_charts(sweep).values()
    assert sum(text.get_text() == "none" for text in figure.axes[0].texts) == 2


def test_the_headline_names_what_is_varied_and_what_is_not() -> None:
    sweep = sweep_of("players=2,3", games="40", rules=["target_score=6"])
    lines = headline(sweep)
    assert lines[0] == "Snorkeling, base: players 2, 3"
    assert lines[-1] == "rules changed at all points: target_score=6"


def test_points_are_named_by_their_values() -> None:
    axes = [Axis("target_score", (8, 10)), Axis("expert", (False, True))]
    assert label(axes, (8, True)) == "target_score=8, expert=true"
    assert axes[0].is_number
    assert not axes[1].is_number
