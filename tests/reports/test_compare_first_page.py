"""The first page of a comparison says what differs, which version is best, and what changed."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from reports.compare import first_page
from reports.compare.best import (
    BestVersions,
    Ranking,
    describe_best,
    describe_ranking,
    find_best,
    has_only_player_counts,
    list_versions,
    rank_by_fairness,
    rank_by_skill,
    rank_by_tension,
)
from reports.compare.changes import describe_changes_of_study, name_folders
from reports.compare.document import make_findings
from reports.compare.ranking import judge_weight, threshold
from reports.compare.results import ArmPair, ComparisonResults, RuleUsers, compare
from reports.compare.sentences import quote_label
from reports.figures.figure import (
    ADVANTAGE,
    GAMES_WON,
    LEAD_CHANGES,
    MINUTES,
    POINTS,
    SEAT_SPREAD,
    SIDES,
)
from reports.figures.statistics import Estimate
from reports.figures.targets import read_targets
from reports.run.results import RunResults
from reports.run.sentences import write_lengths
from reports.writing.wording import target_text
from simulate.play.run import play_together
from simulate.study import Study
from tests.helpers.file_games import file_of
from tests.helpers.studies import lineup_of, make_study
from tests.reports.test_comparison_open import changed, with_change


def random_study(players: int = 4, deals: int = 200, variant: str = "base") -> Study:
    study = make_study("snorkeling", players, variant, lineup=("random",) * players)
    return replace(study, games=deals * study.rotations)


def compared(**studies: Study) -> ComparisonResults:
    lineups = [lineup_of(study) for study in studies.values()]
    together = play_together(list(studies.values()), lineups)
    labels = [name.replace("_", " ") for name in studies]
    arms = dict(zip(labels, map(RunResults, together.runs), strict=True))
    return compare(arms, together)


@pytest.fixture(scope="module")
def pair() -> ArmPair:
    [pair] = compared(base=random_study(), expert=random_study(variant="expert")).pairs
    return pair


COUNTS = ["2 players", "3 players", "4 players"]


def ranking(name: str, *labels: int, near: Sequence[int] = (), sure: Sequence[int] = ()) -> Ranking:
    """Return a ranking by numbers of players; `near` includes `labels` anyway."""
    all_near = {*labels, *near}
    texts = [[f"{count} players" for count in counts] for counts in (labels, all_near, sure)]
    return Ranking(name, texts[0], near=texts[1], sure=texts[2])


@pytest.mark.parametrize(
    ("fairest", "tensest", "sentence"),
    [
        (
            ranking("Fairest", 3, sure=[3]),
            ranking("Tensest", 3, sure=[3]),
            "Best: 3 players. Fairest, and the lead changes most often.",
        ),
        (
            ranking("Fairest", 3, sure=[3]),
            None,
            "Best: 3 players. Fairest.",
        ),
        (
            ranking("Fairest", 2, 3, sure=[]),
            ranking("Tensest", 3, sure=[3]),
            "Best so far: 3 players. No other number is clearly fairer, and the lead changes most "
            "often.",
        ),
        (
            ranking("Fairest", 2, near=[3], sure=[2, 3]),
            ranking("Tensest", 4, near=[3], sure=[3, 4]),
            "Best: 3 players. Hardly less fair than 2 players, and the lead changes almost as "
            "often as with 4 players.",
        ),
        (
            ranking("Fairest", 2, 3),
            ranking("Tensest", 3, near=[2]),
            "Best so far: 2 or 3 players. Fairest, and the lead changes most often with 3 players "
            "and almost as often with 2 players.",
        ),
        (
            ranking("Fairest", 2, near=[3]),
            ranking("Tensest", 2, 3),
            "Best so far: 2 or 3 players. Fairest with 2 players, hardly less fair with 3 players, "
            "and the lead changes most often.",
        ),
        (
            ranking("Fairest", 2, 3),
            ranking("Tensest", 2, 3),
            "Best so far: 2 or 3 players. Fairest, and the lead changes most often.",
        ),
        (
            ranking("Fairest", 3),
            ranking("Tensest", 2, 3, 4),
            "Best so far: 3 players. Fairest, and the lead changes about as often as with any "
            "other.",
        ),
        (
            ranking("Fairest", 3, sure=[3]),
            ranking("Tensest", 2, 4),
            "No number of players is best in everything: the game is fairest with 3 players, and "
            "tensest with 2 or 4 players.",
        ),
        (
            ranking("Fairest", 2, 3, 4),
            ranking("Tensest", 2, 3, 4),
            "Too few games to tell which number of players is best.",
        ),
        (
            ranking("Fairest", 3, near=[2, 4], sure=[2, 3, 4]),
            ranking("Tensest", 3, near=[2, 4], sure=[2, 3, 4]),
            "Every number of players is equally good: nobody would notice a difference.",
        ),
        (
            None,
            ranking("Tensest", 3),
            "No number of players can be called best, because it is unknown how fair they are.",
        ),
    ],
)
def test_the_best_number_of_players_is_among_the_fairest_and_the_tensest(
    fairest: Ranking | None, tensest: Ranking | None, sentence: str
) -> None:
    assert describe_best(BestVersions(fairest, tensest, COUNTS)) == sentence


def stand_in(off: float, half: float, fair: float) -> SimpleNamespace:
    """Return results whose first seat wins too much by `off`, give or take `half`."""
    first = Estimate(fair + off, fair + off - half, fair + off + half, 4_000)
    return SimpleNamespace(
        has=lambda path: path == SEAT_SPREAD,
        is_seated=False,
        is_hardly_won=False,
        contest="seats",
        look_confidence=0.95,
        fair_share=fair,
        decided_fair_share=fair,
        joint_win_rates=lambda: {"seat 1": first},
        judge_rivals=lambda: ["above" if off > half else "not clear"],
        run=SimpleNamespace(
            study=SimpleNamespace(lineup=("planner",)), layout=SimpleNamespace(groupings=())
        ),
        estimate=lambda path: Estimate(off, max(0.0, off - half), off + half, 4_000),
    )


def find_fairest(half: float, **distances: float) -> BestVersions:
    """Return the best of versions by label, given how far off the first seat is in each."""
    arms = {label.replace("_", " "): stand_in(off, half, 0.25) for label, off in distances.items()}
    first = next(iter(arms.values()))
    return find_best(cast(Any, SimpleNamespace(arms=arms, first=first)))


def test_differences_that_nobody_notices_do_not_decide_which_number_is_best() -> None:
    exact = find_fairest(0.0005, two_players=0.004, three_players=0.009, four_players=0.03)
    assert exact.best == ["two players", "three players"]
    assert exact.is_sure
    all_fair = find_fairest(0.0005, two_players=0.004, three_players=0.009)
    assert all_fair.is_sure
    [fairest] = all_fair.rankings
    assert describe_ranking(fairest, all_fair.labels) == (
        "Fairest: two players (the least fair seat is off by 0.4 in 100; with three players, by "
        "0.9). In all versions, every seat is fair within 1 in 100."
    )
    rough = find_fairest(0.02, two_players=0.004, three_players=0.009, four_players=0.06)
    assert rough.best == ["two players", "three players"]
    assert not rough.is_sure


def test_a_number_of_players_that_is_clearly_not_fair_is_not_best_if_others_may_be_fair() -> None:
    # With three players, the first seat clearly wins too much, but not clearly more than with two.
    versions = find_fairest(0.012, two_players=0.005, three_players=0.014)
    assert versions.best == ["two players"]
    # With more games, three players might turn out to be as fair as two.
    assert not versions.is_sure
    assert describe_best(versions) == (
        "Best so far: two players. No seat clearly wins too much or too little."
    )
    [fairest] = versions.rankings
    assert describe_ranking(fairest, versions.labels) == (
        "Fairest: two players (no seat clearly wins too much or too little; with three players, "
        "the least fair seat is off by 1.4 in 100)."
    )


def test_numbers_of_players_that_are_all_not_fair_are_said_to_be() -> None:
    versions = find_fairest(0.01, two_players=0.03, three_players=0.035, four_players=0.08)
    assert describe_best(versions) == (
        "Best so far: two players or three players. Not fair, but no other number is fairer."
    )


def compare_camps(*counts: int) -> ComparisonResults:
    """Return a comparison of numbers of players in a game with factions and teams."""
    return compared(
        **{
            f"{players}_players": replace(
                make_study(file_of("camps"), players, "base", lineup=("random",) * players),
                games=12_000,
            )
            for players in counts
        }
    )


def test_unequal_teams_and_factions_count_for_the_fairest_number_of_players() -> None:
    comparison = compare_camps(2, 3, 4)
    # Seats are even. The lone wolf wins 1 of 2, 3 or 4 games, and each team should win half.
    fairest = rank_by_fairness(comparison)
    assert fairest is not None
    assert list(fairest.labels) == ["2 players"]
    # With two players, Cats win 2 of 3 games against another faction, in 4 of the 5 games with
    # Cats in them: 13.3 in 100 games more than their share of the seats.
    assert re.fullmatch(r"the least fair faction is off by 1[34](\.\d)? in 100", fairest.remark)
    assert re.fullmatch(r"with 4 players, the least fair role by 2[456](\.\d)?", fairest.contrast)
    assert fairest.note == "None is fair."
    verdict, *_ = first_page.describe_versions(comparison)
    assert verdict == "Best: 2 players. Not fair, but no other number is fairer."


def test_the_table_of_versions_has_the_wins_of_a_team_that_wins_too_much() -> None:
    comparison = compare_camps(3, 4)
    table, _ = first_page.make_versions_table(comparison)
    place = [column.title for column in table.columns].index("villagers win")
    wins = [row[place].value for row in table.rows]
    assert wins == pytest.approx([2 / 3, 3 / 4], abs=0.02)


def test_a_game_in_which_nobody_ever_leads_has_no_tensest_version() -> None:
    assert rank_by_tension(compare_camps(2, 3)) is None


def test_the_verdict_on_equally_good_numbers_of_players_names_what_clearly_differs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    studies = {f"{players}_players": random_study(players) for players in (2, 3, 4)}
    comparison = compared(**studies)
    equal = ranking("Fairest", 3, near=[2, 4], sure=[2, 3, 4])
    monkeypatch.setattr(
        first_page, "find_best", lambda comparison: BestVersions(equal, None, COUNTS)
    )
    verdict, *_ = first_page.describe_versions(comparison)
    assert "nobody would notice" not in verdict
    assert verdict.startswith(
        "Every number of players is equally fair, but they differ. Games take "
    )


@pytest.mark.parametrize(
    ("labels", "text"),
    [
        (["2 players", "3 players", "4 players"], "2 to 4 players"),
        (["2 players", "3 players"], "2 or 3 players"),
        (["2 players", "3 players", "6 players"], "2, 3 or 6 players"),
        (
            ["base", "goal=5,6"],
            "base or \N{LEFT DOUBLE QUOTATION MARK}goal=5,6\N{RIGHT DOUBLE QUOTATION MARK}",
        ),
        (["1 player", "2 players"], "1 player or 2 players"),
    ],
)
def test_several_versions_are_listed_as_people_say_them(labels: list[str], text: str) -> None:
    assert list_versions(labels, "or") == text


@pytest.mark.parametrize(
    ("best", "sentence"),
    [
        (["3 players"], "Fairest: 3 players (2 points off)."),
        (["2 players", "3 players"], "Fairest: 2 or 3 players (2 points off)."),
        (["2 players", "3 players", "4 players"], "Fairest: no clear difference between them."),
    ],
)
def test_a_ranking_names_all_versions_that_may_be_best(best: list[str], sentence: str) -> None:
    labels = ["2 players", "3 players", "4 players"]
    assert describe_ranking(Ranking("Fairest", best, "2 points off"), labels) == sentence


def test_the_first_page_on_numbers_of_players_names_the_fairest_and_their_lengths() -> None:
    studies = {f"{players}_players": random_study(players) for players in (2, 3, 4)}
    comparison = compared(**studies)
    assert has_only_player_counts(comparison)
    verdict, fairness, length = first_page.describe_versions(comparison)
    best = find_best(comparison).best
    assert verdict.startswith(f"Best so far: {list_versions(best, 'or')}. ")
    assert re.match("Fairest: .* Tensest: ", fairness)
    # Lengths are medians, as on the first page of a run, in the sentence and in the table.
    usual = [results.minutes().percentiles[50] for results in comparison.arms.values()]
    low, high = write_lengths(min(usual), max(usual))
    assert length == f"Length: usually {low} minutes with 4 players, up to {high} with 2 players."
    table, left_out = first_page.make_versions_table(comparison)
    place = [column.title for column in table.columns].index("minutes")
    assert [row[place].value for row in table.rows] == usual
    assert [row[0].text for row in table.rows] == ["2", "3", "4"]
    assert [row[2].text for row in table.rows] == ["50%", "33.3%", "25%"]
    assert left_out == []


def test_the_verdict_on_several_versions_names_the_version_that_differs_most() -> None:
    seconds = {"base": 15, "longer": 18, "longest": 60}
    studies = {
        label: replace(random_study(), rules={"seconds_per_turn": value})
        for label, value in seconds.items()
    }
    verdict, *_ = first_page.describe_versions(compared(**studies))
    assert verdict.startswith("Yes. Games take ")
    assert "with longest, " in verdict


def test_rows_with_names_of_many_lines_are_left_out_and_counted(pair: ArmPair) -> None:
    figure = pair.figures[MINUTES]
    longer = changed(pair, length_minutes_mean=5.0, close_games=5.0)
    definition = replace(figure.definition, kind="counts", title="very long name " * 6)
    figures = longer.figures | {MINUTES: replace(longer.figures[MINUTES], definition=definition)}
    table, left_out = first_page.make_pair_table(replace(longer, figures=figures))
    assert not any("very long name" in row[0].text for row in table.rows)
    assert [item.brief for item in left_out] == [
        "Not shown here: 1 more clear difference; see --full."
    ]


def test_players_who_win_together_have_no_best_number_of_players() -> None:
    def results_with(rate: Estimate) -> Any:
        return SimpleNamespace(contest="together", estimate=lambda path: rate)

    def verdict_on(*rates: Estimate) -> str:
        arms = {f"{players} players": results_with(rate) for players, rate in enumerate(rates, 2)}
        return first_page._describe_joint_wins(cast(Any, SimpleNamespace(arms=arms)))

    few, many = Estimate(0.4, 0.38, 0.42, 900), Estimate(0.6, 0.58, 0.62, 900)
    assert verdict_on(many, few) == (
        "The players win 40 of 100 games with 3 players, 60 with 2 players; which is best is for "
        "you to say."
    )
    assert verdict_on(few, few).startswith(
        "The players win about 40 of 100 games with any number; "
    )


@pytest.mark.parametrize(
    ("large", "unclear", "text"),
    [
        (
            ["a"],
            ["b", "c"],
            "Not shown here: 1 more clear difference and 2 that need more games; see --full.",
        ),
        ([], ["b"], "Not shown here: 1 difference that needs more games; see --full."),
        (["a", "b"], [], "Not shown here: 2 more clear differences; see --full."),
    ],
)
def test_differences_that_the_table_leaves_out_are_counted(
    monkeypatch: pytest.MonkeyPatch, large: list[str], unclear: list[str], text: str
) -> None:
    ranked = SimpleNamespace(large=large, unclear=unclear)
    monkeypatch.setattr(first_page, "rank", lambda pairs: ranked)
    monkeypatch.setattr(first_page, "_is_known", lambda figure: True)
    pair = cast(Any, SimpleNamespace(figures=dict.fromkeys([*large, *unclear])))
    assert [item.brief for item in first_page._name_the_rest(pair, [])] == [text]


@pytest.mark.parametrize(
    ("times", "start"),
    [
        ({"length_minutes_mean": 5.0}, "Yes. Games take "),
        ({"lead_changes": 5.0}, "Yes. The lead changes "),
        ({"first_player_advantage": -5.0}, "Yes. The first player wins "),
        ({}, "No. Nothing changes that people would notice."),
    ],
)
def test_the_verdict_on_two_versions_names_the_largest_difference(
    pair: ArmPair, times: dict[str, float], start: str
) -> None:
    assert first_page.describe_pair(changed(pair, **times)).startswith(start)


@pytest.mark.parametrize(
    ("weight", "start"),
    [
        ("large", "Yes. The players win "),
        ("small", "Yes, but hardly in wins. The players win "),
        ("same", "Yes, but not in wins. The players win "),
        ("unclear", "Yes, though perhaps not in wins. The players win "),
    ],
)
def test_the_verdict_for_players_who_win_together_mentions_a_difference_other_than_in_wins(
    pair: ArmPair, monkeypatch: pytest.MonkeyPatch, weight: str, start: str
) -> None:
    longer = changed(pair, length_minutes_mean=5.0)
    wins = replace(
        longer.figures["seats.1.win_rate"],
        definition=replace(longer.figures["seats.1.win_rate"].definition, kind=SIDES, of=("1",)),
    )
    together = SimpleNamespace(contest="together", fair_share=1.0, players=4)
    team = SimpleNamespace(
        a="a",
        b="b",
        figures=longer.figures | {GAMES_WON: wins},
        results=(together, together),
    )
    monkeypatch.setattr(first_page, "rank", lambda pairs: SimpleNamespace(large=[MINUTES]))
    monkeypatch.setattr(first_page, "judge_weight", lambda figure: weight)
    assert first_page.describe_pair(cast(Any, team)).startswith(start)


def test_few_games_give_no_verdict_on_two_versions(pair: ArmPair) -> None:
    figures = {
        path: with_change(figure, 0.0, 3 * threshold(figure) + 1, 0.9)
        for path, figure in pair.figures.items()
    }
    verdict = first_page.describe_pair(replace(pair, figures=figures))
    assert verdict == "Too few games to tell whether anything changes that people notice."


def test_versions_with_exactly_the_same_games_are_reported_as_such() -> None:
    comparison = compared(base=random_study(deals=40), same=random_study(deals=40))
    verdict = first_page.describe_pair(comparison.pairs[0])
    assert verdict == "No. Every game went the same in both versions."


@pytest.mark.parametrize(
    ("path", "times", "half", "word"),
    [
        (MINUTES, 3.0, 0.1, "longer"),
        (MINUTES, -3.0, 0.1, "shorter"),
        (MINUTES, -0.5, 0.1, "a little shorter"),
        (LEAD_CHANGES, 3.0, 0.1, "more"),
        (LEAD_CHANGES, -3.0, 0.1, "fewer"),
        (ADVANTAGE, 3.0, 0.1, "higher"),
        (ADVANTAGE, 0.1, 0.2, "about the same"),
        (ADVANTAGE, 0.1, 3.0, "not clear"),
    ],
)
def test_differences_have_verdicts_in_words(
    pair: ArmPair, path: str, times: float, half: float, word: str
) -> None:
    figure = pair.figures[path]
    size = threshold(figure)
    p_value = 0.9 if half > abs(times) else 1e-9
    shown = with_change(figure, times * size, half * size, p_value)
    assert first_page.describe_direction(shown)[0] == word


def test_an_unknown_value_is_called_none_without_a_unit(pair: ArmPair) -> None:
    figure = pair.figures["comebacks"]
    unknown = replace(figure.first, value=math.nan)
    sentence = first_page.describe_change(replace(figure, first=unknown), pair)
    assert "none with base" in sentence
    assert "none%" not in sentence


def test_shown_intervals_of_differences_agree_with_their_verdicts(pair: ArmPair) -> None:
    for figure in pair.figures.values():
        shown = first_page.make_decisive_interval(figure)
        excludes_zero = shown.low > 0 or shown.high < 0
        if not figure.is_exact and figure.difference.estimate.value:
            assert excludes_zero == figure.is_clear, figure.definition.path


def test_an_uncorrected_interval_that_excludes_zero_is_widened_if_the_difference_is_not_clear(
    pair: ArmPair,
) -> None:
    figure = with_change(pair.figures[MINUTES], 2.0, 1.9, 0.5)
    figure = replace(figure, difference=replace(figure.difference, p_value=0.04))
    assert not figure.is_clear
    shown = first_page.make_decisive_interval(figure)
    assert shown.low < 0 < shown.high
    assert shown.value == 2.0


def test_figures_that_are_constant_in_both_versions_need_no_more_games(pair: ArmPair) -> None:
    figure = with_change(pair.figures[MINUTES], 0.0, 50.0, 0.9)
    assert judge_weight(figure) == "unclear"
    constant = Estimate(8.0, 7.0, 9.0, 20, is_constant=True)
    figure = replace(figure, first=constant, second=constant)
    assert judge_weight(figure) == "same"


def test_changed_rules_and_players_are_named() -> None:
    first = random_study()
    second = replace(random_study(3), rules={"hand_size": 4})
    arrow = "\N{RIGHTWARDS ARROW}"
    changes = describe_changes_of_study(first, second)
    assert changes == f"hand_size 5 {arrow} 4, players 4 {arrow} 3"
    assert describe_changes_of_study(first, first) == ""


def make_folders(tmp_path: Path, *names: str, apart: float = 60.0) -> list[str]:
    """Return folders of runs that ended one after the other."""
    folders = []
    for place, name in enumerate(names):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "summary.json").write_text("{}")
        time = 1_790_000_000 + place * apart
        os.utime(folder / "summary.json", (time, time))
        folders.append(str(folder))
    return folders


@pytest.mark.parametrize(
    ("apart", "count", "form"),
    [
        (90_000.0, 2, r"\d+ Sep"),
        (61.0, 2, r"\d+ Sep \d\d:\d\d"),
        (0.5, 2, "older|newer"),
        (0.5, 3, r"\d+ Sep \d\d:\d\d:\d\d\.\d+"),
    ],
)
def test_folders_that_fathom_named_are_ordered_by_time_and_named_as_briefly_as_possible(
    tmp_path: Path, apart: float, count: int, form: str
) -> None:
    names = [f"reef-base-4p-1k-4b1{number}" for number in range(count)]
    folders = make_folders(tmp_path, *names, apart=apart)
    by_time = name_folders(folders[::-1])
    assert list(by_time) == folders
    assert len(set(by_time.values())) == count
    assert all(re.fullmatch(form, name) for name in by_time.values())


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("28 Nov", "the version of 28 Nov"),
        ("28 Nov 2026 23:32", "the version of 28 Nov 2026 23:32"),
        ("newer", "the newer version"),
        ("chips=8", "chips=8"),
    ],
)
def test_versions_that_are_named_by_their_times_have_a_noun(label: str, text: str) -> None:
    assert quote_label(label) == text


def test_folders_with_different_names_keep_their_names_without_ids(tmp_path: Path) -> None:
    folders = make_folders(tmp_path, "reef-base-4p-1k-4b1f", "reef-short-4p-1k-65fd")
    assert list(name_folders(folders).values()) == ["reef-base-4p-1k", "reef-short-4p-1k"]


def test_folders_named_by_users_or_written_at_the_same_time_keep_their_order(
    tmp_path: Path,
) -> None:
    assert name_folders(make_folders(tmp_path, "before", "after")) == {}
    assert name_folders(make_folders(tmp_path, "x-4b1f", "x-65fd", apart=0)) == {}


@pytest.mark.parametrize(
    ("bounds", "text"),
    [
        ({"max": 0.01}, "at most +1 in 100 games"),
        ({"max": 0.02}, "at most +2 in 100 games"),
        ({"within": 0.02}, "\N{MINUS SIGN}2 to +2 in 100 games"),
    ],
)
def test_bounds_in_percentage_points_are_written_as_games_out_of_100(
    bounds: dict[str, float], text: str
) -> None:
    [target] = read_targets({ADVANTAGE: bounds})
    assert target_text(target, POINTS) == text


@pytest.mark.parametrize(
    ("first", "second", "is_known"),
    [(0.2, 0.3, True), (math.nan, 0.3, False), (0.2, math.nan, False)],
)
def test_a_row_is_left_out_if_a_version_has_no_value(
    first: float, second: float, is_known: bool
) -> None:
    estimates = [Estimate(value, value - 0.1, value + 0.1, 90) for value in (first, second)]
    change = second - first
    difference = SimpleNamespace(estimate=Estimate(change, change - 0.1, change + 0.1, 90))
    figure = SimpleNamespace(first=estimates[0], second=estimates[1], difference=difference)
    assert first_page._is_known(cast(Any, figure)) == is_known


def test_fairness_and_skill_are_given_for_the_best_and_the_worst_number_of_players() -> None:
    arms = {
        "2 players": (0.13, 0.5, 0.99),
        "3 players": (0.033, 1 / 3, 0.9),
        "4 players": (0.04, 0.25, 0.7),
    }
    results = {label: stand_in(off, 0.01, fair) for label, (off, fair, _) in arms.items()}
    skill = SimpleNamespace(
        estimate=lambda label: Estimate(
            arms[label][2], arms[label][2] - 0.01, arms[label][2] + 0.01, 900
        )
    )
    comparison = cast(Any, SimpleNamespace(arms=results, first=results["2 players"], skill=skill))
    fairest, skilled = rank_by_fairness(comparison), rank_by_skill(comparison)
    assert fairest is not None and skilled is not None
    assert describe_ranking(fairest, list(arms)) == (
        "Fairest: 3 or 4 players (at best, the least fair seat is off by 3.3 in 100; with 2 "
        "players, by 13). None is fair."
    )
    assert describe_ranking(skilled, list(arms)) == (
        "Skill counts most: 2 players (a good player among beginners loses 1 of 100; with 4 "
        "players, 30)."
    )


@pytest.mark.parametrize(
    ("share", "is_same", "times", "sentences"),
    [
        (
            0.0,
            True,
            {"length_minutes_mean": 5.0},
            "Not for players who move at random, who never use this rule. With eager players, "
            "games take ",
        ),
        (
            0.03,
            False,
            {},
            "Hardly for players who move at random: the rule changes about 3 of 100 of their "
            "games. Nor does anything noticeable change with eager players, who use it.",
        ),
        (
            0.0,
            False,
            {},
            "Hardly for players who move at random: the rule changes fewer than 1 of 100 of their "
            "games. Nor does anything noticeable change with eager players, who use it.",
        ),
    ],
)
def test_a_rule_that_the_players_hardly_use_is_judged_with_players_who_use_it(
    pair: ArmPair,
    monkeypatch: pytest.MonkeyPatch,
    share: float,
    is_same: bool,
    times: dict[str, float],
    sentences: str,
) -> None:
    monkeypatch.setattr(first_page, "same_games", lambda first, second: is_same)
    same, with_users = changed(pair), changed(pair, **times)
    rule_users = RuleUsers("random", share, ["eager"], "eager", with_users)
    comparison = cast(Any, SimpleNamespace(first=pair.results[0], pairs=[same]))
    [text] = first_page.describe_rule_users(comparison, rule_users)
    assert text.startswith(sentences)
    table, _ = first_page.make_pair_table(with_users, "eager")
    assert table.columns[0].title == "eager players"


def test_a_report_says_once_what_a_variant_is() -> None:
    comparison = compared(
        base=random_study(deals=20), expert=random_study(deals=20, variant="expert")
    )
    played = make_findings(comparison).played
    meaning = comparison.arms["expert"].game.variants["expert"].meaning.removeprefix("The ")
    in_report = [item.text for item in played if meaning.rstrip(".") in item.text]
    on_screen = [item.brief for item in played if meaning.rstrip(".") in (item.brief or "")]
    assert len(in_report) == 1
    assert in_report[0].startswith("expert: ")
    assert "variant expert (" not in in_report[0]
    assert len(on_screen) == 1
