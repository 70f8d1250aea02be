"""Reports keep clear differences, differences too small to notice, and open ones apart."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from reports.compare import sentences as words
from reports.compare.charts import charts_of
from reports.compare.document import answer_differences, compare_cells
from reports.compare.ranking import judge_weight, more_games, rank, threshold
from reports.compare.results import (
    ArmPair,
    ComparisonResults,
    FigureComparison,
    compare,
    find_design,
    judge_difference,
)
from reports.figures.differences import Difference, difference, difference_by_intervals
from reports.figures.figure import ADVANTAGE, LEAD_CHANGES, MINUTES
from reports.figures.statistics import Estimate
from reports.run.results import RunResults
from reports.writing import marks
from reports.writing.document import Items, Table
from reports.writing.wording import brief_labels
from simulate.play.run import play_together
from simulate.study import Study
from tests.helpers.studies import lineup_of, make_study
from tests.reports.test_statistics import BAND, STUDIES, sums_of

CLOSE = "close_games"
MAIN = "The main figures"


def study(deals: int, **more: Any) -> Study:
    base = make_study("snorkeling", 4, "base", lineup=("random",) * 4)
    return replace(base, games=deals * base.rotations, **more)


def compared(*studies: Study) -> ComparisonResults:
    run = play_together(studies, [lineup_of(study) for study in studies])
    labels = ("base", "other", "third")[: len(studies)]
    arms = dict(zip(labels, map(RunResults, run.runs), strict=True))
    return compare(arms, run)


@pytest.fixture(scope="module")
def few() -> ComparisonResults:
    """Two versions with the same rules but other deals, in too few games to show that."""
    arms = {}
    for label, seed in (("base", 1), ("other", 2)):
        single = study(100, seed=seed)
        [run] = play_together([single], [lineup_of(single)]).runs
        arms[label] = RunResults(run)
    return compare(arms, None)


def with_change(
    figure: FigureComparison, value: float, half: float, p_holm: float
) -> FigureComparison:
    estimate = Estimate(value, value - half, value + half, 400)
    word = judge_difference(estimate, p_holm, figure.margin, 0.05)
    change = Difference(estimate, p_holm / 20, 1.0)
    return replace(figure, difference=change, p_holm=p_holm, verdict=word, is_exact=False)


def changed(pair: ArmPair, **times: float) -> ArmPair:
    """Return a pair whose figures differ by multiples of the noticeable difference, or by 0."""
    figures = {}
    for path, figure in pair.figures.items():
        size = threshold(figure)
        by = times.get(path.replace(".", "_"), 0.0)
        figures[path] = with_change(figure, by * size, 0.1 * size, 1e-6 if by else 0.9)
    return replace(pair, figures=figures)


def shown(parts: Sequence[object]) -> tuple[dict[str, list[str]], dict[str, str]]:
    """Return the rows of all tables and the lines below them, both by name."""
    rows = {
        row[0].text: [cell.text for cell in row]
        for part in parts
        if isinstance(part, Table)
        for row in part.rows
    }
    items = {
        item.name: item.text for part in parts if isinstance(part, Items) for item in part.items
    }
    return rows, items


def test_a_headline_from_too_few_games_does_not_claim_that_nothing_differs(
    few: ComparisonResults,
) -> None:
    [pair] = few.pairs
    lead = words.describe_pair(pair)[0]
    assert lead.startswith("Too few games to tell whether ")
    assert "Nothing" not in lead
    rows, items = shown(answer_differences(few).parts)
    change = pair.figures[ADVANTAGE].difference.estimate
    cell, more = rows["First-player advantage"][-2:]
    assert f"{100 * change.value:+.1f}".replace("-", "\N{MINUS SIGN}") in cell
    assert "\N{PLUS-MINUS SIGN}" in cell
    assert int(more.replace(",", "")) > 100
    text = " ".join([*rows, *items.values()]).lower()
    for figure in (pair.figures[path] for path in rank([pair]).unclear):
        if figure.definition.kind not in ("seats", "counts"):
            assert figure.definition.title.lower() in text, "each is named"


def test_differences_known_to_be_small_are_listed_apart_from_unclear_differences(
    few: ComparisonResults,
) -> None:
    small = changed(few.pairs[0])
    assert not rank([small]).unclear
    assert not rank([small]).large
    none = words.describe_pair(small)[0]
    assert none.startswith("None of ") and none.endswith("enough to be noticed.")
    wide = with_change(small.figures[MINUTES], 0.0, 1.01 * threshold(small.figures[MINUTES]), 0.9)
    assert (judge_weight(small.figures[MINUTES]), judge_weight(wide)) == ("same", "unclear")
    assert words.difference_clause(wide).startswith("not clear (")
    assert words.difference_clause(small.figures[MINUTES]).startswith("practically the same (") or (
        "too small to notice" in words.difference_clause(small.figures[MINUTES])
    )
    figure = few.pairs[0].figures[LEAD_CHANGES]
    size = threshold(figure)
    for value, half, p_holm, word in (
        (0.8, 0.5, 0.001, "large"),
        (0.8, 0.1, 0.001, "small"),
        (2.0, 0.1, 0.001, "large"),
        (2.0, 1.9, 0.2, "unclear"),
    ):
        assert judge_weight(with_change(figure, value * size, half * size, p_holm)) == word


def test_the_title_of_the_chart_of_seats_names_the_uneven_versions(
    few: ComparisonResults,
) -> None:
    single = study(20_000, seed=3)
    [run] = play_together([single], [lineup_of(single)]).runs
    clear = replace(few, arms={**few.arms, "base": RunResults(run)})
    [title] = [chart.title for chart in charts_of(clear) if chart.name == "win_rate_by_seat"]
    other = next(label for label in few.arms if label != "base")
    assert title == f"The seats are uneven with base; not clear yet with {other}"


def dots_of_lead_changes(few: ComparisonResults, p_holm: float) -> list[str]:
    """Return the fillings of the dots of lead changes if they differ with a p-value."""
    pair = changed(few.pairs[0])
    figure = pair.figures[LEAD_CHANGES]
    value = figure.first.value
    figures = {**pair.figures, LEAD_CHANGES: with_change(figure, value, 0.1 * value, p_holm)}
    differences = charts_of(replace(few, pairs=(replace(pair, figures=figures),)))[0]
    [panel] = [
        axes
        for axes in differences.draw().axes
        if "Lead changes per game" in [text.get_text() for text in axes.texts]
    ]
    return [str(line.get_markerfacecolor()) for line in panel.lines if line.get_marker() == "o"]


def test_clear_differences_have_filled_dots_and_unclear_ones_hollow_dots(
    few: ComparisonResults,
) -> None:
    assert dots_of_lead_changes(few, 1e-6) == [marks.DATA, marks.DATA]
    assert dots_of_lead_changes(few, 0.9) == [marks.DATA, "white"]


def test_chart_titles_distinguish_undecided_differences_from_small_ones(
    few: ComparisonResults,
) -> None:
    titles = {chart.name: chart.title for chart in charts_of(few)}
    assert titles["win_rate_by_seat"] == "Too few games to tell whether the seats are uneven"
    known = replace(few, pairs=(changed(few.pairs[0]),), is_paired=True)
    titles = {chart.name: chart.title for chart in charts_of(known)}
    assert titles["length"] == "No version's games are noticeably longer"


def test_undecided_differences_of_several_arms_have_an_interval_and_the_games_needed() -> None:
    changed_arms = (study(60, rules={"target_score": score}) for score in (13, 11))
    rows, _ = shown(answer_differences(compared(study(60), *changed_arms)).parts)
    cell, _, more = rows["First-player advantage"][1:]
    assert cell.endswith(" pp ?")
    assert int(more.replace(",", "")) > 0


def decided(figure: FigureComparison, few: ComparisonResults, share: float = 1.0) -> float:
    """Return the share of studies that are decided by the estimated games, times `share`."""
    source, size = np.random.default_rng(5), threshold(figure)
    outcomes = []
    for truth in source.uniform(-6 * size, 6 * size, 6000):
        estimate = truth + source.normal(0, size)
        first = judged(figure, few, estimate, size)
        more = more_games(first, few.pairs[0], few) if judge_weight(first) == "unclear" else None
        if more is None:
            continue
        games = few.first.run.games
        extra = max(1.0, more * share)
        later = truth + source.normal(0, size * math.sqrt(games / extra))
        both = (games * estimate + extra * later) / (games + extra)
        last = judged(figure, few, both, size * math.sqrt(games / (games + extra)))
        outcomes.append(judge_weight(last) != "unclear")
    assert len(outcomes) > 1000
    return float(np.mean(outcomes))


def judged(
    figure: FigureComparison, few: ComparisonResults, value: float, error: float
) -> FigureComparison:
    p_value = math.erfc(abs(value) / error / math.sqrt(2))
    return with_change(figure, value, 1.96 * error, min(1.0, p_value * few.tests))


def test_the_estimated_games_decide_four_undecided_differences_in_five(
    few: ComparisonResults,
) -> None:
    figure = few.pairs[0].figures[LEAD_CHANGES]
    assert 0.78 < decided(figure, few) < 0.85
    assert decided(figure, few, 0.5) < 0.68
    known = changed(few.pairs[0], **{"length_minutes_mean": 5.0})
    assert {more_games(other, known, few) for other in known.figures.values()} == {None}


def test_minutes_seats_and_skill_rank_before_the_course_of_games(few: ComparisonResults) -> None:
    [pair] = few.pairs
    ranked_pair = changed(
        pair,
        lead_changes=20.0,
        close_games=9.0,
        first_player_advantage=2.5,
        length_minutes_mean=2.0,
        strategies_random_score_mean=30.0,
    )
    assert rank([ranked_pair]).large == [
        MINUTES,
        ADVANTAGE,
        LEAD_CHANGES,
        CLOSE,
        "strategies.random.score_mean",
    ]
    unfair = changed(pair, first_player_advantage=6.0, length_minutes_mean=2.0)
    assert rank([unfair]).large == [ADVANTAGE, MINUTES], "three noticeable differences go first"


def test_figures_of_targets_rank_first(few: ComparisonResults) -> None:
    aimed = replace(few.pairs[0], aims=frozenset({CLOSE, "length.minutes.p95"}))
    ranked_pair = changed(
        aimed, close_games=1.5, length_minutes_mean=9.0, length_minutes_p95=1.2, lead_changes=9.0
    )
    assert rank([ranked_pair]).large == [CLOSE, "length.minutes.p95", MINUTES, LEAD_CHANGES]
    targets = {"length.minutes.p90": {"max": 30}, "seats_gap": {"max": 0.05}}
    [pair] = compared(study(20, targets=targets), study(20, rules={"target_score": 13})).pairs
    assert pair.aims == {MINUTES, "seats_gap"}, "a mean stands for what is not compared"


def test_a_grid_reports_the_difference_in_each_cell(few: ComparisonResults) -> None:
    [pair] = few.pairs
    small = changed(pair)
    figure = small.figures[MINUTES]
    columns = {
        cell: replace(small, figures={**small.figures, MINUTES: with_change(figure, *change)})
        for cell, change in {
            "3 players": (19.4, 1.0, 0.001),
            "4 players": (-2.9, 4.0, 0.5),
            "5 players": (-54.0, 3.0, 0.001),
        }.items()
    }
    sentence = compare_cells(columns, 0.05)
    assert sentence.startswith(
        "mean length in minutes +19.4 \N{PLUS-MINUS SIGN} 1.0 with 3 players, "
    )
    assert "4 with 4 players (not clear)" in sentence
    assert compare_cells({"3 players": pair}, 0.05).startswith("Too few games to tell")
    ranked = rank([pair, changed(pair)])
    assert not ranked.large
    assert ranked.unclear[0] in (MINUTES, ADVANTAGE)


def test_short_headings_of_columns_still_name_the_arms() -> None:
    assert brief_labels(["week1", "expert, rotating start"]) == [
        "week1",
        "expert,\nrotating\nstart",
    ]
    long = brief_labels(["decks.red_cards=3", "decks.red_cards=4"])
    assert len(set(long)) == 2
    assert max(map(len, long)) <= 12


def test_figures_below_each_other_have_the_same_number_of_decimals() -> None:
    others = (study(deals, rules={"target_score": score}) for deals, score in ((60, 6), (60, 30)))
    parts = answer_differences(compared(study(60), *others)).parts
    [main] = [part for part in parts if isinstance(part, Table) and part.caption.startswith(MAIN)]
    for place in range(1, len(main.columns)):
        decimals = [row[place].text.partition(" ")[0].partition(".")[2] for row in main.rows]
        assert len({len(digits) for digits in decimals}) == 1, main.columns[place].title


# Effects that differ between cells --------------------------------------------------------------


DEALS = 300


def effects(lifts: tuple[float, float], seed: int) -> list[list[Difference]]:
    """Draw paired effects of a rule in two cells: scores of deals that share half their luck."""
    source = np.random.default_rng(seed)
    differences = []
    for lift in lifts:
        luck = source.integers(0, 10, (STUDIES, DEALS))
        first, second = (luck + source.integers(0, 10, (STUDIES, DEALS)) for _ in range(2))
        # Some of the deals get a point more, or fewer, in the second arm.
        moved = (source.random((STUDIES, DEALS)) < abs(lift)) * int(np.sign(lift))
        differences.append(
            [
                difference(sums_of(a), sums_of(b), int(a @ b))
                for a, b in zip(first, second + moved, strict=True)
            ]
        )
    return differences


def interactions_of(lifts: tuple[float, float], seed: int = 3) -> list[Difference]:
    return [
        difference_by_intervals(first.estimate, second.estimate)
        for first, second in zip(*effects(lifts, seed), strict=True)
    ]


@pytest.mark.parametrize("lifts", [(0.2, 0.6), (0.2, 0.2), (-0.3, 0.5)])
def test_intervals_of_interactions_contain_the_true_difference(lifts: tuple[float, float]) -> None:
    truth = lifts[1] - lifts[0]
    intervals = [interaction.estimate for interaction in interactions_of(lifts)]
    assert (
        BAND[0]
        <= np.mean([interval.low <= truth <= interval.high for interval in intervals])
        <= BAND[1]
    )


def test_the_interval_of_a_single_effect_does_not_contain_the_interaction() -> None:
    first, second = effects((0.2, 0.6), 3)
    covered = [
        effect.estimate.low <= second_effect.estimate.value - 0.4 <= effect.estimate.high
        for effect, second_effect in zip(first, second, strict=True)
    ]
    assert np.mean(covered) < BAND[0] - 0.05


def test_p_values_without_an_interaction_are_uniform() -> None:
    p_values = np.array([interaction.p_value for interaction in interactions_of((0.4, 0.4), 5)])
    for level in (0.01, 0.05, 0.2):
        error = np.sqrt(level * (1 - level) / STUDIES)
        assert abs(np.mean(p_values < level) - level) < 4 * error
    p_values_with_interaction = np.array(
        [interaction.p_value for interaction in interactions_of((-0.9, 0.9))]
    )
    assert np.mean(p_values_with_interaction < 0.05) > 0.9


def test_only_studies_with_every_combination_of_levels_are_a_grid() -> None:
    def study(variant: str, players: int) -> Study:
        return make_study("snorkeling", players, variant, lineup=("random",) * players)

    four = [study(variant, players) for players in (3, 4) for variant in ("base", "expert")]
    design = find_design(four)
    assert design is not None
    assert list(design.factors) == ["variant", "players"]
    assert design.against == (0, 0, 0, 2)
    assert design.columns(1) == {"3 players": 1, "4 players": 3}
    assert find_design(four[:3]) is None
    assert find_design(four[:2]) is None
    assert find_design([four[0], four[3]]) is None
