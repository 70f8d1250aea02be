"""What a sweep says of settings: whose they are, which meet a target, and what changes there."""

from __future__ import annotations

import pytest

from reports.sweep.aims import aims, besides, changed_besides, summarise_besides
from reports.sweep.document import find
from reports.sweep.sentences import base_name, mark_of
from reports.sweep.tables import make_tables
from tests.helpers.sweeps import ADVANTAGE, MINUS, MINUTES, sweep_of

SHORT = {MINUTES: {"max": 40}}


@pytest.mark.parametrize(
    ("vary", "rules", "expected"),
    [
        ("target_score=8,12", "hand_size=4", ["", "as it is"]),
        # The study's value; that of another rule is no matter.
        ("target_score=8,10,12", "target_score=10", ["", "as in the study", ""]),
        ("target_score=8,12", "target_score=10", ["", ""]),
        ("players=3,4", "target_score=10", ["", "as it is"]),
    ],
)
def test_the_setting_in_force_is_marked_as_it_is_or_as_the_studys(
    vary: str, rules: str, expected: list[str]
) -> None:
    sweep = sweep_of(vary, games="40", rule=[rules])
    assert [mark_of(sweep, point) for point in sweep.points] == expected


def test_a_changed_value_is_never_said_to_be_as_it_is() -> None:
    sweep = sweep_of("target_score=8,10,12", games="200", rule=["target_score=10"], targets=SHORT)
    assert base_name(sweep) == "target_score 10 (as in the study)"
    [aim] = aims(sweep)
    assert "10 (as in the study: " in aim.text
    found = find(sweep)
    assert "as it is" not in " ".join(
        [item.text for answer in found.answers for item in answer.items] + list(found.known)
    )


def test_what_else_changes_where_a_target_is_met_is_said_with_its_interval() -> None:
    sweep = sweep_of("target_score=6,12,18", games="400", targets=SHORT)
    changed = changed_besides(sweep)
    assert MINUTES not in changed  # it has a target, which says so already
    [one] = [one for one in changed["lead_changes"] if one.point.values == (6,)]
    assert one.difference
    [item] = besides(sweep)
    assert item.text.startswith("Against target_score 12 (as it is), where a target is met: ")
    assert item.name == "side effects"
    assert "lead changes a game \N{MINUS SIGN}" in item.text
    assert find(sweep).targets[-1] == item
    assert {"figure": "lead_changes", "point": "target_score=6"}.items() <= summarise_besides(
        sweep
    )[0].items()


def test_where_no_target_is_met_or_nothing_changes_it_says_no_more_than_that() -> None:
    assert besides(sweep_of("target_score=6,12", games="100")) == []
    missed = sweep_of("target_score=6,12", games="100", targets={MINUTES: {"max": 1}})
    assert besides(missed) == []
    # What is told otherwise only changes no game.
    same = sweep_of("seconds_per_turn=10,15", games="100", targets=SHORT | {MINUTES: {"max": 900}})
    [item] = besides(same)
    assert item.text == (
        "Against seconds_per_turn 15 (as it is), where a target is met: none of the main figures "
        "clearly changes."
    )


def test_a_target_is_told_with_the_settings_that_meet_it() -> None:
    targets = {MINUTES: {"max": 24.0}}
    start = "Mean length in minutes at an assumed 15 seconds a turn, wanted at most 24: met with "
    sweep = sweep_of("target_score=4,8,12", games="400", targets=targets)
    words = [point.results.judged()[0].verdict.word for point in sweep.points]
    assert words == ["meets", "meets", "misses"]
    four, eight, twelve = (point.results.estimate(MINUTES).value for point in sweep.points)
    [aim] = aims(sweep)
    assert aim.text == (
        f"{start}target_score 4 ({four:.1f}), 8 ({eight:.1f}); missed with 12 (as it is: "
        f"{twelve:.1f})."
    )
    assert (aim.name, aim.mark) == ("met at 2 of 3 values", "look")
    assert list(make_tables(sweep)["targets"]["verdict"]) == words
    two = sweep_of("target_score=4,12", "hand_size=4,5", targets=targets)
    [aim] = aims(two)
    found = [f"{point.results.estimate(MINUTES).value:.1f}" for point in two.points]
    assert aim.text == (
        f"{start}target_score 4, hand_size 4 ({found[0]}), target_score 4, hand_size 5 "
        f"({found[1]}); missed with target_score 12, hand_size 4 ({found[2]}), target_score 12, "
        f"hand_size 5 (as it is: {found[3]})."
    )


def test_an_undecided_target_says_how_many_more_games_decide_it() -> None:
    targets = {ADVANTAGE: {"within": 0.03}}
    sweep = sweep_of("target_score=8:20:2", games="2000", targets=targets)
    [aim] = aims(sweep)
    judged = [point.results.judged()[0] for point in sweep.points]
    assert {one.verdict.word for one in judged} == {"undecided"}
    values_ = [one.estimate.value for one in judged]
    first, last = (f"{100 * values_[n]:+.1f}" for n in (0, 5))
    games = [one.verdict.more_games for one in judged if one.verdict.more_games]
    assert 1 < len(games) < 7  # at some it cannot be told
    assert aim.text.startswith(
        f"First-player advantage, wanted {MINUS}3 to +3 percentage points: undecided with "
        f"target_score 8 ({first}), 10 ("
    )
    assert aim.text.endswith(
        f", 18 ({last}) and 1 more, where at most about {max(games):,} more games would "
        f"probably decide it (at {7 - len(games)} of them it cannot be told)."
    )
    assert (aim.name, aim.mark) == ("undecided", "look")
