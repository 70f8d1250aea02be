"""Rules without an effect, and where the verdict on a target changes."""

from __future__ import annotations

import pytest

from reports.sweep.aims import aims
from reports.sweep.sentences import dead_sentences
from reports.sweep.tables import make_tables, summarise_sweep
from tests.helpers.sweeps import ADVANTAGE, MINUS, MINUTES, at, sweep_of


def test_a_rule_without_any_effect_is_dead() -> None:
    sweep = sweep_of("max_turns=10000,9000", games="100")
    assert sweep.dead == ["max_turns"]
    assert at(sweep, MINUTES, 1).verdict == "the same"
    assert dead_sentences(sweep) == [
        "max_turns changes no game of these strategies: all its values give the very same 100 "
        "games; with other strategies it may change some."
    ]
    assert summarise_sweep(sweep)["dead_rules"] == [{"rule": "max_turns"}]


def test_a_rule_that_only_tells_lengths_otherwise_changes_no_game() -> None:
    sweep = sweep_of("seconds_per_turn=10,20", games="100")
    assert sweep.dead == ["seconds_per_turn"]
    difference = at(sweep, MINUTES, 1).difference
    base = sweep.base.estimate(MINUTES)
    assert difference
    assert difference.estimate.value == pytest.approx(base.value)
    assert difference.estimate.low == pytest.approx(base.low, rel=0.02)


def test_a_rule_with_an_effect_is_not_dead() -> None:
    assert sweep_of("target_score=6,8", games="50").dead == []


def test_a_rule_can_be_dead_beside_another_that_is_not() -> None:
    sweep = sweep_of("max_turns=9000,10000", "target_score=6,8", games="50")
    assert sweep.dead == ["max_turns"]
    # With games cut off after 5 or 6 turns the target is never reached, but it is elsewhere.
    assert sweep_of("max_turns=6,10000", "target_score=40,50", games="50").dead == []


def test_a_target_is_told_with_the_settings_that_meet_it() -> None:
    targets = {MINUTES: {"max": 24.0}}
    sweep = sweep_of("target_score=4,8,12", games="400", targets=targets)
    words = [point.results.judged()[0].verdict.word for point in sweep.points]
    assert words == ["meets", "meets", "misses"]
    four, eight, twelve = (point.results.estimate(MINUTES).value for point in sweep.points)
    [aim] = aims(sweep)
    assert aim.text == (
        "Mean length in minutes at an assumed 15 seconds a turn, wanted at most 24: met with "
        f"target_score 4 ({four:.1f}), 8 ({eight:.1f}); missed with 12 (as it is: {twelve:.1f})."
    )
    assert (aim.item.name, aim.item.mark) == ("met at 2 of 3 settings", "look")
    table = make_tables(sweep)["targets"]
    assert list(table["verdict"]) == words


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
        f", 18 ({last}) and 1 more, where about {min(games):,} to {max(games):,} more games would "
        f"probably decide it (at {7 - len(games)} of them it cannot be told)."
    )
    assert (aim.verdict, aim.item.name, aim.item.mark) == ("undecided", "undecided", "look")


def test_over_two_rules_a_target_names_the_settings_that_meet_it() -> None:
    sweep = sweep_of("target_score=4,12", "hand_size=4,5", targets={MINUTES: {"max": 24.0}})
    [aim] = aims(sweep)
    found = [point.results.estimate(MINUTES).value for point in sweep.points]
    assert aim.text == (
        "Mean length in minutes at an assumed 15 seconds a turn, wanted at most 24: met with "
        f"target_score 4, hand_size 4 ({found[0]:.1f}), target_score 4, hand_size 5 "
        f"({found[1]:.1f}); missed with target_score 12, hand_size 4 ({found[2]:.1f}), "
        f"target_score 12, hand_size 5 (as it is: {found[3]:.1f})."
    )
