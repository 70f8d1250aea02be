"""Where the verdict on a target changes."""

from __future__ import annotations

from reports.sweep.aims import aims
from reports.sweep.tables import make_tables
from tests.helpers.sweeps import ADVANTAGE, MINUS, MINUTES, sweep_of


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
