"""What differs, what is too small to notice and what is open are never said to be one another."""

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
from reports.writing.document import Items, Table
from reports.writing.wording import brief_labels
from simulate.play.run import play_together
from simulate.study import Study
from tests.helpers.studies import lineup_of, make_study
from tests.reports.test_statistics import BAND, STUDIES, sums_of

CLOSE = "close_games"
MAIN = "The main figures"


def study(deals: int, **more: Any) -> Study:
    made = make_study("snorkeling", 4, "base", lineup=("random",) * 4)
    return replace(made, games=deals * made.rotations, **more)


def compared(*studies: Study) -> ComparisonResults:
    played = play_together(studies, [lineup_of(one) for one in studies])
    labels = ("base", "other", "third")[: len(studies)]
    arms = dict(zip(labels, map(RunResults, played.runs), strict=True))
    return compare(arms, played)


@pytest.fixture(scope="module")
def few() -> ComparisonResults:
    """The same rules with other deals, so that nothing differs, in too few games to see it."""
    arms = {}
    for label, seed in (("base", 1), ("other", 2)):
        one = study(100, seed=seed)
        [run] = play_together([one], [lineup_of(one)]).runs
        arms[label] = RunResults(run)
    return compare(arms, None)


def with_change(
    one: FigureComparison, value: float, half: float, p_holm: float
) -> FigureComparison:
    found = Estimate(value, value - half, value + half, 400)
    word = judge_difference(found, p_holm, one.margin, 0.05)
    change = Difference(found, p_holm / 20, 1.0)
    return replace(one, difference=change, p_holm=p_holm, verdict=word, is_exact=False)


def changed(pair: ArmPair, **times: float) -> ArmPair:
    """Return a pair whose figures differ by so many times what people notice; others by nothing."""
    figures = {}
    for path, one in pair.figures.items():
        size = threshold(one)
        by = times.get(path.replace(".", "_"), 0.0)
        figures[path] = with_change(one, by * size, 0.1 * size, 1e-6 if by else 0.9)
    return replace(pair, figures=figures)


def shown(parts: Sequence[object]) -> tuple[dict[str, list[str]], dict[str, str]]:
    """Return the rows of all tables by their names, and the lines below by theirs."""
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


def test_with_too_few_games_the_headline_does_not_say_that_nothing_differs(
    few: ComparisonResults,
) -> None:
    [pair] = few.pairs
    lead = words.describe_pair(pair)[0]
    assert lead.startswith("Too few games to tell: ")
    assert "Nothing" not in lead
    rows, items = shown(answer_differences(few).parts)
    change = pair.figures[ADVANTAGE].difference.estimate
    told, more = rows["First-player advantage"][-2:]
    assert f"{100 * change.value:+.1f}".replace("-", "\N{MINUS SIGN}") in told
    assert "\N{PLUS-MINUS SIGN}" in told
    assert int(more.replace(",", "")) > 100
    told_of = " ".join([*rows, *items.values()]).lower()
    for one in (pair.figures[path] for path in rank([pair]).unclear):
        if one.figure.kind not in ("seats", "counts"):
            assert one.figure.title.lower() in told_of, "each is named"


def test_what_is_known_to_be_small_is_not_called_unclear_nor_vice_versa(
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
    one = few.pairs[0].figures[LEAD_CHANGES]
    size = threshold(one)
    for value, half, p_holm, word in (
        (0.8, 0.5, 0.001, "large"),
        (0.8, 0.1, 0.001, "small"),
        (2.0, 0.1, 0.001, "large"),
        (2.0, 1.9, 0.2, "unclear"),
    ):
        assert judge_weight(with_change(one, value * size, half * size, p_holm)) == word


def test_a_title_over_seats_that_differ_says_so_though_no_change_is_clear(
    few: ComparisonResults,
) -> None:
    one = study(20_000, seed=3)
    [run] = play_together([one], [lineup_of(one)]).runs
    clear = replace(few, arms={**few.arms, "base": RunResults(run)})
    [title] = [one.title for one in charts_of(clear) if one.name == "win_rate_by_seat"]
    assert title.startswith("The seats differ with base. Not clear yet whether a seat wins more ")


def drawn_with(few: ComparisonResults, times: float, half: float, p_holm: float) -> list[str]:
    """Draw the forest with lead changes so many times their value more; return the marks."""
    pair = changed(few.pairs[0])
    one = pair.figures[LEAD_CHANGES]
    value = one.first.value
    figures = {**pair.figures, LEAD_CHANGES: with_change(one, times * value, half * value, p_holm)}
    differences = charts_of(replace(few, pairs=(replace(pair, figures=figures),)))[0]
    [panel] = differences.draw().axes
    return [str(line.get_marker()) for line in panel.lines]


def test_what_is_clear_is_drawn_on_the_axis_and_what_is_not_as_an_arrow(
    few: ComparisonResults,
) -> None:
    assert ">" not in drawn_with(few, 30.0, 0.1, 1e-6)
    assert ">" in drawn_with(few, 30.0, 0.1, 0.9)


def test_titles_of_charts_do_not_say_the_same_of_what_is_open(few: ComparisonResults) -> None:
    titles = {chart.name: chart.title for chart in charts_of(few)}
    open_ = "Not clear yet whether a seat wins more with one than another: more games would tell"
    assert titles["win_rate_by_seat"] == open_
    known = replace(few, pairs=(changed(few.pairs[0]),), is_paired=True)
    titles = {chart.name: chart.title for chart in charts_of(known)}
    small = "differs enough to be noticed"
    assert titles["win_rate_by_seat"] == f"No seat's win rate {small}"
    assert titles["length"] == f"No version's length {small}"


def test_of_several_arms_what_is_open_has_its_interval_and_how_many_games_tell() -> None:
    others = (study(60, rules={"target_score": score}) for score in (13, 11))
    rows, _ = shown(answer_differences(compared(study(60), *others)).parts)
    told, _, more = rows["First-player advantage"][1:]
    assert told.endswith(" pp ?")
    assert int(more.replace(",", "")) > 0


def decided(one: FigureComparison, few: ComparisonResults, share: float = 1.0) -> float:
    """Return how many of many studies are decided by the games told, or by a share of them."""
    source, size = np.random.default_rng(5), threshold(one)
    done = []
    for truth in source.uniform(-6 * size, 6 * size, 6000):
        seen = truth + source.normal(0, size)
        first = judged(one, few, seen, size)
        more = more_games(first, few.pairs[0], few) if judge_weight(first) == "unclear" else None
        if more is None:
            continue
        games = few.first.run.games
        extra = max(1.0, more * share)
        later = truth + source.normal(0, size * math.sqrt(games / extra))
        both = (games * seen + extra * later) / (games + extra)
        last = judged(one, few, both, size * math.sqrt(games / (games + extra)))
        done.append(judge_weight(last) != "unclear")
    assert len(done) > 1000
    return float(np.mean(done))


def judged(
    one: FigureComparison, few: ComparisonResults, value: float, error: float
) -> FigureComparison:
    p_value = math.erfc(abs(value) / error / math.sqrt(2))
    return with_change(one, value, 1.96 * error, min(1.0, p_value * few.tests))


def test_as_many_more_games_as_told_decide_four_differences_in_five(few: ComparisonResults) -> None:
    one = few.pairs[0].figures[LEAD_CHANGES]
    assert 0.78 < decided(one, few) < 0.85
    assert decided(one, few, 0.5) < 0.68
    known = changed(few.pairs[0], **{"length_minutes_mean": 5.0})
    assert {more_games(one, known, few) for one in known.figures.values()} == {None}


def test_minutes_seats_and_skill_go_before_how_a_game_goes(few: ComparisonResults) -> None:
    [pair] = few.pairs
    found = changed(
        pair,
        lead_changes=20.0,
        close_games=9.0,
        first_player_advantage=2.5,
        length_minutes_mean=2.0,
        strategies_random_score_mean=30.0,
    )
    assert rank([found]).large == [
        MINUTES,
        ADVANTAGE,
        LEAD_CHANGES,
        CLOSE,
        "strategies.random.score_mean",
    ]
    unfair = changed(pair, first_player_advantage=6.0, length_minutes_mean=2.0)
    assert rank([unfair]).large == [ADVANTAGE, MINUTES], "three times what one notices goes first"


def test_figures_that_targets_are_about_come_first_of_all(few: ComparisonResults) -> None:
    aimed = replace(few.pairs[0], aims=frozenset({CLOSE, "length.minutes.p95"}))
    found = changed(
        aimed, close_games=1.5, length_minutes_mean=9.0, length_minutes_p95=1.2, lead_changes=9.0
    )
    assert rank([found]).large == [CLOSE, "length.minutes.p95", MINUTES, LEAD_CHANGES]
    wanted = {"length.minutes.p90": {"max": 30}, "seats_gap": {"max": 0.05}}
    [pair] = compared(study(20, targets=wanted), study(20, rules={"target_score": 13})).pairs
    assert pair.aims == {MINUTES, "seats_gap"}, "a mean stands for what is not compared"


def test_a_grid_says_how_a_change_is_in_each_cell_or_what_is_known(few: ComparisonResults) -> None:
    [pair] = few.pairs
    small = changed(pair)
    one = small.figures[MINUTES]
    columns = {
        cell: replace(small, figures={**small.figures, MINUTES: with_change(one, *change)})
        for cell, change in {
            "3 players": (19.4, 1.0, 0.001),
            "4 players": (-2.9, 4.0, 0.5),
            "5 players": (-54.0, 3.0, 0.001),
        }.items()
    }
    said = compare_cells(columns, 0.05)
    assert said.startswith("mean length in minutes +19.4 \N{PLUS-MINUS SIGN} 1.0 with 3 players, ")
    assert "4 with 4 players (not clear)" in said
    assert compare_cells({"3 players": pair}, 0.05).startswith("Too few games to tell")
    ranked = rank([pair, changed(pair)])
    assert not ranked.large
    assert ranked.unclear[0] in (MINUTES, ADVANTAGE)


def test_short_heads_of_columns_are_still_the_names_of_what_is_compared() -> None:
    assert brief_labels(["week1", "expert, rotating start"]) == [
        "week1",
        "expert,\nrotating\nstart",
    ]
    long = brief_labels(["decks.red_cards=3", "decks.red_cards=4"])
    assert len(set(long)) == 2
    assert max(map(len, long)) <= 12


def test_figures_below_each_other_have_as_many_decimals() -> None:
    others = (study(deals, rules={"target_score": score}) for deals, score in ((60, 6), (60, 30)))
    parts = answer_differences(compared(study(60), *others)).parts
    [main] = [part for part in parts if isinstance(part, Table) and part.caption.startswith(MAIN)]
    for place in range(1, len(main.columns)):
        decimals = [row[place].text.partition(" ")[0].partition(".")[2] for row in main.rows]
        assert len({len(one) for one in decimals}) == 1, main.columns[place].title


# Effects that differ between cells --------------------------------------------------------------


DEALS = 300


def effects(lifts: tuple[float, float], seed: int) -> list[list[Difference]]:
    """Draw paired effects of a rule in two cells: scores of deals that share half their luck."""
    source = np.random.default_rng(seed)
    found = []
    for lift in lifts:
        luck = source.integers(0, 10, (STUDIES, DEALS))
        one, other = (luck + source.integers(0, 10, (STUDIES, DEALS)) for _ in range(2))
        # Some of the deals get a point more, or fewer, in the second arm.
        moved = (source.random((STUDIES, DEALS)) < abs(lift)) * int(np.sign(lift))
        found.append(
            [
                difference(sums_of(a), sums_of(b), int(a @ b))
                for a, b in zip(one, other + moved, strict=True)
            ]
        )
    return found


def interactions_of(lifts: tuple[float, float], seed: int = 3) -> list[Difference]:
    return [
        difference_by_intervals(one.estimate, other.estimate)
        for one, other in zip(*effects(lifts, seed), strict=True)
    ]


@pytest.mark.parametrize("lifts", [(0.2, 0.6), (0.2, 0.2), (-0.3, 0.5)])
def test_the_interval_holds_the_true_difference_of_differences(lifts: tuple[float, float]) -> None:
    truth = lifts[1] - lifts[0]
    found = [one.estimate for one in interactions_of(lifts)]
    assert BAND[0] <= np.mean([one.low <= truth <= one.high for one in found]) <= BAND[1]


def test_the_interval_of_one_effect_alone_does_not_hold_it() -> None:
    first, second = effects((0.2, 0.6), 3)
    held = [
        one.estimate.low <= other.estimate.value - 0.4 <= one.estimate.high
        for one, other in zip(first, second, strict=True)
    ]
    assert np.mean(held) < BAND[0] - 0.05


def test_without_an_interaction_p_values_are_small_as_seldom_as_they_claim() -> None:
    p_values = np.array([one.p_value for one in interactions_of((0.4, 0.4), 5)])
    for level in (0.01, 0.05, 0.2):
        error = np.sqrt(level * (1 - level) / STUDIES)
        assert abs(np.mean(p_values < level) - level) < 4 * error
    there = np.array([one.p_value for one in interactions_of((-0.9, 0.9))])
    assert np.mean(there < 0.05) > 0.9


def test_studies_with_every_combination_are_a_grid_and_others_are_none() -> None:
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
