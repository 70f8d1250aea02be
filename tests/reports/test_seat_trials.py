"""Trials of seats end as soon as their games answer it, and never play the same games twice."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from reports.analysis.arms import PlannedArm
from reports.analysis.execution import Execution
from reports.analysis.selection import resolve_study
from reports.tune.head_starts import SeatTrials, judge_seats
from reports.tune.search import play_deals
from simulate.command_options import Selection
from tests.helpers.file_games import file_of

#: The games of the study; a trial plays half of them.
GAMES = 4_000


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The first deal and the deal after the last of each part that is played."""
    parts: list[tuple[int, int]] = []

    def play(arms: Any, begin: int, end: int, *others: Any) -> Any:
        parts.append((begin, end))
        return play_deals(arms, begin, end, *others)

    monkeypatch.setattr("reports.tune.head_starts.play_deals", play)
    return parts


def arm_of(**rules: Any) -> PlannedArm:
    """Return Pig for four players to 30 points, in which the first seats win more."""
    selection = Selection(
        source=file_of("pig"), players=4, rule={"goal": 30, **rules}, games=str(GAMES)
    )
    return PlannedArm("pig", *resolve_study(selection))


def test_a_seat_that_is_weak_beyond_doubt_needs_few_games(played: list[tuple[int, int]]) -> None:
    arm = arm_of()
    deals = arm.study.deals // 2
    trials = SeatTrials(Execution())
    assert trials.is_weak(4, arm)
    assert played == [(0, deals // 8)]
    # The first seat wins too much, which half of the games show.
    assert not trials.is_weak(1, arm)
    assert played == [(0, deals // 8), (deals // 8, deals // 2)]


def test_games_of_a_trial_are_played_once_and_give_the_same_verdicts(
    played: list[tuple[int, int]],
) -> None:
    arm = arm_of()
    deals = arm.study.deals // 2
    trials = SeatTrials(Execution())
    trials.is_weak(1, arm)
    whole = trials.play(arm)
    assert played == [(0, deals // 8), (deals // 8, deals // 2), (deals // 2, deals)]
    assert whole.run.tally == SeatTrials(Execution()).play(arm).run.tally
    weak = judge_seats(whole).weak
    count = len(played)
    assert {seat for seat in range(1, 5) if trials.is_weak(seat, arm)} == weak
    assert len(played) == count


def test_the_display_counts_the_games_of_all_trials() -> None:
    shown: list[int] = []
    live = SimpleNamespace(show=lambda games, rows=None: shown.append(games))
    trials = SeatTrials(Execution(live=cast("Any", live)))
    first, second = arm_of(), arm_of(goal=40)
    games = first.study.games // 2
    trials.play(first)
    trials.play(second)
    assert shown == sorted(shown)
    assert shown[-1] == 2 * games
    trials.restart_count()
    trials.play(arm_of(goal=50))
    assert shown[-1] == games
