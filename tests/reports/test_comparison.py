"""Comparisons: their intervals have the stated coverage, and their texts claim no more."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy.stats import ttest_rel

from reports.compare import sentences as words
from reports.compare import tables as its_tables
from reports.compare.charts import CHARTS, charts_of
from reports.compare.difference import figure_difference, same_games
from reports.compare.document import answer_differences, make_findings
from reports.compare.ranking import possible_multiple, rank
from reports.compare.results import ComparisonResults, compare, judge_difference
from reports.compare.tables import make_tables, summarise_comparison
from reports.figures.differences import Difference, ratio_difference, unpaired_difference
from reports.figures.figure import PLAIN, Mean
from reports.figures.statistics import Estimate, RatioSums, quantile, rate
from reports.run.results import RunResults
from reports.writing import wording
from reports.writing.columns import all_meanings
from reports.writing.document import Cell, Paragraph, Table
from simulate.play.arms import make_engine
from simulate.play.counting import list_deals
from simulate.play.run import play_together
from simulate.play.tally import Histogram
from simulate.study import Study
from tests.helpers.studies import lineup_of, make_study
from tests.reports.test_charts import faults
from tests.reports.test_statistics import BAND, ROTATIONS, STUDIES, Integers, paired, sums_of

COLUMNS = all_meanings(its_tables.TABLES)


def two_arms(deals: int, shared: float) -> tuple[Integers, Integers]:
    """Draw the wins (0 or 1) of 4 games per deal in two arms that share some of their luck.

    The win rates are 0.3 and 0.25. Shape of each: (STUDIES, deals, ROTATIONS).
    """
    source = np.random.default_rng(7)
    common = source.random((STUDIES, deals, 1)) < shared
    cards = source.random((STUDIES, deals, 1))
    other = np.where(common, cards, source.random((STUDIES, deals, 1)))
    # A deal's luck moves the chance to win up or down by 0.2, in every game of the deal.
    chances = [share + 0.2 * (2 * luck - 1) for share, luck in ((0.3, cards), (0.25, other))]
    first, second = (source.random((STUDIES, deals, ROTATIONS)) < chance for chance in chances)
    return first.astype(np.int64), second.astype(np.int64)


def by_deal(first: Integers, second: Integers) -> Difference:
    return paired(first.sum(axis=1), second.sum(axis=1), ROTATIONS)


def unpaired(first: Integers, second: Integers) -> Difference:
    return unpaired_difference(*(rate(sums_of(a.sum(axis=1), ROTATIONS)) for a in (first, second)))


def ignoring_deals(first: Integers, second: Integers) -> Difference:
    return paired(first.ravel(), second.ravel())


def coverage(arms: Any, estimate: Callable[..., Difference], truth: float) -> float:
    estimates = [estimate(*study).estimate for study in zip(*arms, strict=True)]
    return float(np.mean([interval.low <= truth <= interval.high for interval in estimates]))


@pytest.mark.parametrize("shared", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("deals", [40, 150])
def test_paired_intervals_contain_the_truth_as_often_as_stated(deals: int, shared: float) -> None:
    assert BAND[0] <= coverage(two_arms(deals, shared), by_deal, -0.05) <= BAND[1]


def test_intervals_that_ignore_pairs_or_deals_have_the_wrong_coverage() -> None:
    # All four games of a deal have nearly the same luck, which pairing removes.
    assert coverage(two_arms(100, 1.0), unpaired, -0.05) > BAND[1]
    assert coverage(two_arms(100, 0.0), ignoring_deals, -0.05) < BAND[0]


def test_p_values_without_a_difference_are_below_5_percent_in_5_percent_of_studies() -> None:
    first, second = two_arms(80, 0.5)
    flipped = np.random.default_rng(1).random((STUDIES, 80, 1)) < 0.5
    first_arms, second_arms = np.where(flipped, first, second), np.where(flipped, second, first)
    p_values = [by_deal(*study).p_value for study in zip(first_arms, second_arms, strict=True)]
    assert 1 - BAND[1] <= np.mean(np.array(p_values) < 0.05) <= 1 - BAND[0]


@pytest.mark.parametrize("deals", [60, 300])
def test_paired_intervals_of_ratios_contain_the_truth_as_often_as_stated(deals: int) -> None:
    source = np.random.default_rng(3)
    luck = source.beta(0.8, 3.2, (STUDIES, deals))
    last = source.integers(0, 5, (2, STUDIES, deals))
    won = [source.binomial(last[0], luck), source.binomial(last[1], 0.5 + luck / 2)]

    def estimate(place: int) -> Estimate:
        whole, part = last[:, place], [60 * arm[place] for arm in won]
        sums = [
            RatioSums(sums_of(part[arm], 1, 60), sums_of(whole[arm]), int(part[arm] @ whole[arm]))
            for arm in (0, 1)
        ]
        crossed = [
            [int(before @ after) for after in (part[1], whole[1])] for before in (part[0], whole[0])
        ]
        products = ((crossed[0][0], crossed[0][1]), (crossed[1][0], crossed[1][1]))
        return ratio_difference(sums[0], sums[1], products).estimate

    estimates = [estimate(place) for place in range(STUDIES)]
    covered = np.mean([interval.low <= 0.4 <= interval.high for interval in estimates])
    assert BAND[0] <= covered <= BAND[1]


def test_the_interval_of_a_difference_of_correlated_ratios_agrees_with_the_jackknife() -> None:
    source = np.random.default_rng(4)
    last = source.integers(1, 6, 2000)
    won = source.binomial(last, 0.4)
    arms = [(last, won), (last, np.maximum(won - (source.random(2000) < 0.1), 0))]
    sums = [RatioSums(sums_of(w), sums_of(n), int(w @ n)) for n, w in arms]
    (n0, w0), (n1, w1) = arms
    products = ((int(w0 @ w1), int(w0 @ n1)), (int(n0 @ w1), int(n0 @ n1)))
    difference = ratio_difference(sums[0], sums[1], products)
    interval = difference.estimate
    assert difference.pairing_gain > 2

    def without_each(values: Integers) -> Any:
        return values.sum() - values

    replicates = without_each(w1) / without_each(n1) - without_each(w0) / without_each(n0)
    error = np.sqrt(
        (replicates - replicates.mean()) @ (replicates - replicates.mean()) * 1999 / 2000
    )
    assert (interval.high - interval.low) / 2 / 1.961 == pytest.approx(error, rel=0.03)


def test_the_interval_of_an_unpaired_difference_combines_the_ends_of_both_intervals() -> None:
    first, second = Estimate(10.0, 9.0, 14.0, 50), Estimate(20.0, 17.0, 22.0, 80)
    difference = unpaired_difference(first, second).estimate
    assert difference.value - difference.low == pytest.approx(math.hypot(3, 4))
    assert difference.high - difference.value == pytest.approx(math.hypot(2, 1))
    adding = unpaired_difference(first, second, rho=-1.0).estimate
    assert (adding.low, adding.high, adding.n) == (10 - 3 - 4, 10 + 2 + 1, 50)


def test_intervals_of_percentile_differences_contain_the_truth_at_least_as_often_as_stated() -> (
    None
):
    source = np.random.default_rng(5)
    lengths = source.negative_binomial(5, 0.05, (2, 500, 400))

    def ranks(values: Integers) -> list[Histogram]:
        return [Histogram(0, np.bincount(values))]

    intervals = [
        unpaired_difference(quantile(ranks(a), 50), quantile(ranks(b), 50)).estimate
        for a, b in zip(*lengths, strict=True)
    ]
    assert np.mean([interval.low <= 0 <= interval.high for interval in intervals]) >= BAND[0]


def play_arms(*studies: Study) -> tuple[list[RunResults], Any]:
    arms_run = play_together(studies, [lineup_of(study) for study in studies])
    return [RunResults(run) for run in arms_run.runs], arms_run.products


def compare_studies(*studies: Study, labels: Sequence[str] = ("a", "b", "c")) -> ComparisonResults:
    """Compare studies that are played together."""
    arms_run = play_together(studies, [lineup_of(study) for study in studies])
    arms = dict(zip(labels, map(RunResults, arms_run.runs), strict=False))
    return compare(arms, arms_run)


def snorkeling(variant: str = "base", deals: int = 400, **more: Any) -> Study:
    lineup = more.pop("lineup", ("random",) * more.get("players", 4))
    players = more.pop("players", len(lineup))
    study = make_study("snorkeling", players, variant, lineup=lineup, **more)
    return replace(study, games=deals * study.rotations)


@pytest.fixture(scope="module")
def different_arms() -> tuple[list[RunResults], Any]:
    """Two arms with different rules, seats, seconds per turn and games per deal."""
    mixed = ("random", "shedder", "random")
    rules = {"seconds_per_turn": 40}
    return play_arms(snorkeling(), snorkeling("expert", players=3, lineup=mixed, rules=rules))


def test_every_difference_equals_the_difference_of_both_estimates(
    different_arms: tuple[list[RunResults], Any],
) -> None:
    (first, second), products = different_arms
    shared = [path for path in first.figures if path in second.figures]
    assert {"first_player_advantage", "comebacks", "length.minutes.mean"} < set(shared)
    for path in shared:
        difference = figure_difference(path, first, second, products[0])
        expected = second.estimate(path).value - first.estimate(path).value
        assert difference.estimate.value == pytest.approx(expected, abs=1e-9), path
        assert difference.estimate.low <= expected + 1e-9, path
        assert expected - 1e-9 <= difference.estimate.high, path


def test_differences_of_means_agree_with_the_paired_t_test(
    different_arms: tuple[list[RunResults], Any],
) -> None:
    (first, second), products = different_arms
    engines = [make_engine(r.run.study, lineup_of(r.run.study)) for r in (first, second)]
    deals = [
        list_deals(r.run.layout, engine.play(0, r.run.games))
        for r, engine in zip((first, second), engines, strict=True)
    ]
    for path in ("first_player_advantage", "length.minutes.mean", "lead_changes"):
        arms: list[np.ndarray[Any, Any]] = []
        for results, rows in zip((first, second), deals, strict=True):
            figure = results.figure(path).source
            assert isinstance(figure, Mean)
            values = rows[:, figure.place] / (figure.per_deal * figure.unit)
            arms.append(values * figure.factor + figure.shift)
        expected = ttest_rel(arms[1], arms[0])
        difference = figure_difference(path, first, second, products[0])
        interval = expected.confidence_interval(0.95)
        # The product adds two deals, which hardly count because most deals differ.
        width = interval.high - interval.low
        assert difference.p_value == pytest.approx(expected.pvalue, rel=0.05)
        assert difference.estimate.low == pytest.approx(interval.low, abs=0.01 * width)
        assert difference.estimate.high == pytest.approx(interval.high, abs=0.01 * width)
        apart, both = np.var(arms[1] - arms[0], ddof=1), sum(np.var(arms, axis=1, ddof=1))
        assert difference.pairing_gain == pytest.approx(both / apart, rel=1e-9)


def test_a_rule_without_effect_gives_differences_of_exactly_zero() -> None:
    # No game comes near the safety cap on turns.
    still = {"max_turns": 9_999}
    comparison = compare_studies(snorkeling(), snorkeling(rules=still))
    [pair] = comparison.pairs
    assert same_games(*pair.results)
    for figure in pair.figures.values():
        estimate = figure.difference.estimate
        assert (estimate.value, estimate.low, estimate.high) == (0, 0, 0), figure.definition.path
        assert figure.verdict == "practically the same"
        assert words.difference_clause(figure) == "exactly the same"
    assert comparison.tests == 0
    assert words.describe_pair(pair) == [
        "With random in every seat, every game went the same in both."
    ]
    assert not answer_differences(comparison).parts


def test_the_difference_of_an_event_that_never_happened_has_an_interval_around_zero() -> None:
    arms, products = play_arms(snorkeling(), snorkeling("expert"))
    estimate = figure_difference("unfinished", arms[0], arms[1], products[0]).estimate
    assert estimate.value == 0
    # As if two of the 400 games were unfinished, one in each arm.
    assert estimate.high == pytest.approx(-estimate.low)
    assert 2.5 < estimate.high < 3.5


def test_the_p_value_of_a_percentile_is_the_error_at_which_its_interval_reaches_zero() -> None:
    arms, products = play_arms(
        snorkeling(deals=300), snorkeling(rules={"target_score": 13}, deals=300)
    )
    difference = figure_difference("length.turns.p50", arms[0], arms[1], products[0])
    assert 1e-9 < difference.p_value < 0.9
    for level, outside in (
        (1 - difference.p_value * 0.9, False),
        (1 - difference.p_value * 1.1, True),
    ):
        results_at_level = [RunResults(results.run, level) for results in arms]
        interval = figure_difference(
            "length.turns.p50", results_at_level[0], results_at_level[1], products[0]
        ).estimate
        assert (interval.low > 0 or interval.high < 0) == outside
    assert math.isnan(difference.pairing_gain)


@pytest.mark.parametrize(
    ("ends", "p_holm", "word"),
    [
        ((1.0, 2.0, 3.0), 0.01, "higher"),
        ((-3.0, -2.0, -1.0), 0.01, "lower"),
        ((0.1, 0.2, 0.3), 0.01, "slightly higher"),
        ((-0.3, -0.2, -0.1), 0.01, "slightly lower"),
        ((-0.1, 0.2, 0.4), 0.2, "practically the same"),
        ((0.1, 0.2, 0.3), 0.06, "practically the same"),
        ((-0.1, 0.2, 0.6), 0.2, "not told"),
        ((0.1, 0.6, 1.1), 0.06, "not told"),
        ((-math.inf, 0.2, math.inf), math.nan, "not told"),
    ],
)
def test_a_verdict_follows_from_the_interval_and_the_p_value(
    ends: tuple[float, float, float], p_holm: float, word: str
) -> None:
    low, value, high = ends
    assert judge_difference(Estimate(value, low, high, 9), p_holm, margin=0.5, alpha=0.05) == word


@pytest.fixture(scope="module")
def three() -> ComparisonResults:
    alone = snorkeling(lineup=("shedder",) + ("random",) * 3)
    return compare_studies(
        snorkeling(), snorkeling("expert"), alone, labels=("base", "expert", "one, three")
    )


def test_p_values_are_corrected_over_all_arms_and_figures_without_counting_any_twice(
    three: ComparisonResults,
) -> None:
    figures = [figure for pair in three.pairs for figure in pair.figures.values()]
    values = [figure.difference.p_value for figure in figures]
    smallest = min(value for value in values if value > 0)
    assert 50 < three.tests < sum(not figure.is_exact for figure in figures)
    corrected = smallest * (three.tests - values.count(0))
    [p_holm] = {figure.p_holm for figure in figures if figure.difference.p_value == smallest}
    assert p_holm == pytest.approx(corrected, rel=0.05, abs=0)
    for path, same_path in (
        ("length.turns.mean", "length.minutes.mean"),
        ("first_player_advantage", "seats.1.win_rate"),
    ):
        first, second = (three.pairs[0].figures[name] for name in (path, same_path))
        assert first.p_holm == second.p_holm


def test_every_figure_has_a_row_and_is_compared_or_named_as_left_out(
    three: ComparisonResults,
) -> None:
    for pair in three.pairs:
        for only, arm in ((pair.only_a, pair.a), (pair.only_b, pair.b)):
            assert set(pair.figures) | set(only) == set(three.arms[arm].figures)
    assert "unfinished" in three.pairs[1].only_a
    sentences = " ".join(words.describe_uncompared_figures(three.pairs[1]))
    assert "Unfinished games are not compared" in sentences
    assert "win rate of shedder" in sentences
    tables = make_tables(three)
    assert {name: list(table.columns) for name, table in tables.items()} == {
        name: list(columns)
        for name, columns in COLUMNS.items()
        if name
        # The studies have no targets and no groups, and no other players played.
        not in ("targets", "levels", "groups")
    }
    assert len(tables["differences"]) == sum(len(pair.figures) for pair in three.pairs)
    assert len(tables["arms"]) == sum(len(results.figures) for results in three.arms.values())


def test_a_comparison_of_a_single_deal_reports_no_difference() -> None:
    comparison = compare_studies(snorkeling(deals=1), snorkeling("expert", deals=1))
    turns = comparison.pairs[0].figures["length.turns.mean"]
    assert turns.verdict == "not told"
    assert words.difference_clause(turns) == "it takes more deals to estimate the difference"
    assert summarise_comparison(comparison)["differences"][0]["ci_low"] is None


def test_charts_of_a_comparison_state_the_games_and_show_every_version(
    three: ComparisonResults,
) -> None:
    narrow = [chart.draw(narrow=True) for chart in charts_of(three)]
    charts = {chart.name: chart.draw() for chart in charts_of(three)}
    assert list(charts) == [chart.name for chart in CHARTS]
    assert charts["length"].axes[0].get_xlabel() == "minutes"
    for drawing in (*charts.values(), *narrow):
        assert faults(drawing) == []
        notes = "\n".join(text.get_text() for text in drawing.texts)
        assert "on the same 400 deals." in " ".join(notes.split())
    for drawing in charts.values():
        assert drawing.get_figheight() * drawing.dpi <= 1600
    panels = [panel for panel in charts["differences"].axes if panel.get_yticklabels()]
    for panel in panels:
        labels = [label.get_text().replace("\n", "") for label in panel.get_yticklabels()]
        assert labels == list(three.arms)
    panel_titles = [text.get_text() for panel in panels for text in panel.texts]
    assert {"Mean length in minutes", "Least fair seat, points from fair"} <= set(panel_titles)


@pytest.mark.slow
@pytest.mark.parametrize("count", [5, 10, 14])
def test_charts_of_many_versions_stay_small_without_overlapping_texts(count: int) -> None:
    scores = [*range(4, 3 + count), 60]
    arms = [snorkeling(rules={"target_score": score}, deals=30) for score in scores]
    labels = [f"first to reach {score}, and much more" for score in scores]
    comparison = compare_studies(*arms, labels=labels)
    for chart in charts_of(comparison):
        drawing = chart.draw()
        assert drawing.get_figheight() * drawing.dpi <= 1600, chart.name
        assert faults(drawing) == [], chart.name
        assert faults(chart.draw(narrow=True)) == [], chart.name
        notes = " ".join(text.get_text() for text in drawing.texts)
        if count == 14:
            assert re.search(r"Not shown: \d+ more versions?\.", notes), chart.name


def test_a_version_beyond_the_axis_is_drawn_as_an_arrow_with_its_number() -> None:
    scores = (10, 11, 12, 13, 60)
    arms = [snorkeling(rules={"target_score": score}, deals=30) for score in scores]
    comparison = compare_studies(*arms, labels=[str(score) for score in scores])
    [panel] = [
        axes
        for axes in charts_of(comparison)[0].draw().axes
        if "Mean length in minutes" in [text.get_text() for text in axes.texts]
    ]
    minutes = [results.minutes().mean.value for results in comparison.arms.values()]
    assert panel.get_xlim()[1] < minutes[-1], "it does not squash the others"
    marks = [line.get_marker() for line in panel.lines if line.get_marker() in ("o", ">")]
    assert marks == ["o", "o", "o", "o", ">"]
    far = wording.with_half(comparison.arms["60"].minutes().mean, PLAIN)
    assert far in [text.get_text() for text in panel.texts]


def all_rows(comparison: ComparisonResults) -> list[list[Cell]]:
    """Return the rows of the tables of all figures, for all pairs."""
    findings = make_findings(comparison)
    parts = next(section.parts for section in findings.sections if section.name == "differences")
    tables = [part for part in parts if isinstance(part, Table) and " against " in part.caption]
    return [list(row) for table in tables for row in table.rows]


def test_counts_have_their_median_and_usual_range_in_each_version(three: ComparisonResults) -> None:
    *_, table, note = next(
        s.parts for s in make_findings(three).sections if s.name == "differences"
    )
    assert isinstance(table, Table)
    assert isinstance(note, Paragraph)
    assert "Nine games in ten" in note.text
    assert [heading.title for heading in table.columns[1:]] == list(three.arms)
    rows = {row[0].text: row[1:] for row in table.rows}
    assert {"lead changes per game", "rounds ended by an empty deck"} < rows.keys()
    for path, title in (
        ("lead_changes", "lead changes per game"),
        ("counts.rounds_ended_by_empty_deck", "rounds ended by an empty deck"),
    ):
        for cell, results in zip(rows[title], three.arms.values(), strict=True):
            spread = results.count_spread(path)
            assert spread is not None
            low, median, high = spread.percentiles.values()
            span = f"{low:g} to {high:g}" if low < high else f"{low:g}"
            assert cell.text == f"{median:g} ({span})"


def test_a_report_has_every_figure_exactly_once_under_its_topic(three: ComparisonResults) -> None:
    findings = make_findings(three)
    assert findings.title.startswith(
        "Snorkeling: base, expert or \N{LEFT DOUBLE QUOTATION MARK}one, "
    )
    names = [item.name for item in findings.answers[0].items if item.name]
    assert names == ["Expert against base", "One, three against base"]
    names = [row[0].text for row in all_rows(three)]
    assert names[0] == "first-player advantage"
    # The advantage tells seat 1's win rate; nobody plays but random, and no game is unfinished.
    assert "win rate of seat 2" in names
    assert "win rate of seat 1" not in names
    assert names.count("win rate of random") == 1
    assert "unfinished games" not in names
    verdicts = {row[4].text for row in all_rows(three)}
    assert {"not clear", "higher", "lower"} <= verdicts
    assert "not told" not in verdicts


def test_the_same_games_with_other_seconds_per_turn_differ_only_in_minutes() -> None:
    comparison = compare_studies(snorkeling(), snorkeling(rules={"seconds_per_turn": 40}))
    rows = {row[0].text: [cell.text for cell in row] for row in all_rows(comparison)}
    assert rows["turns: mean"][3:5] == ["0", "practically the same"]
    assert rows["minutes: mean"][4] == "higher"
    ranked = rank(comparison.pairs)
    assert all(possible_multiple(comparison.pairs[0].figures[path]) <= 1 for path in ranked.small)
    first_sentence, second_sentence = words.describe_pair(comparison.pairs[0])
    assert second_sentence == "With random in every seat, every game went the same in both."
    assert first_sentence.startswith("Mean length in minutes: ")
    assert "at an assumed 15 and 40 seconds per turn" in words.describe_limits(comparison)


def test_a_strategy_is_compared_with_the_strategy_whose_place_it_takes() -> None:
    first = snorkeling(lineup=("shedder", "random", "random"), deals=60)
    in_its_place = snorkeling(lineup=("eager", "random", "random"), deals=60)
    elsewhere = snorkeling(lineup=("random", "eager", "eager"), deals=60)
    comparison = compare_studies(first, in_its_place, elsewhere)
    arms = list(comparison.arms.values())
    figure = comparison.pairs[0].figures["lineup.1.win_rate"]
    assert figure.first == arms[0].estimate("strategies.shedder.win_rate")
    assert figure.second == arms[1].estimate("strategies.eager.win_rate")
    assert figure.difference.estimate.value == pytest.approx(
        figure.second.value - figure.first.value
    )
    sentences = " ".join(words.describe_pair(comparison.pairs[0]))
    assert "; eager, in its place, " in sentences
    assert "lineup.1.win_rate" not in comparison.pairs[1].figures


def test_win_rates_with_different_numbers_of_players_are_not_compared() -> None:
    [pair] = compare_studies(snorkeling(players=3), snorkeling(players=4)).pairs
    assert "first_player_advantage" in pair.figures
    assert not [p for p in pair.figures if p.endswith(".win_rate") or p == "comebacks"]
    assert "(33.3% and 25.0%)" in words.describe_uncompared_figures(pair)[0]
