"""The bar and the time left of a command, from given readings of the clock."""

from __future__ import annotations

import math

import pytest

from reports.writing.workload import (
    GAMES,
    MORE_GAMES,
    ExpectedStep,
    Workload,
    write_brief_time,
    write_time,
)


def playing(*later: ExpectedStep, total: float = 1_000, at: float = 0.0) -> Workload:
    """Return a workload that has begun to play games."""
    workload = Workload()
    workload.expect_steps(*later)
    workload.begin("Playing", MORE_GAMES, total, GAMES, at)
    return workload


def line(workload: Workload, now: float) -> str:
    return f"{workload.words} · {workload.time_words(now)}"


def test_the_time_left_is_unknown_before_two_readings() -> None:
    workload = playing()
    assert workload.seconds_left(3.0) is None
    workload.reach(100, 4.0)
    assert workload.seconds_left(5.0) is None
    assert line(workload, 5.4) == "Playing 100 of 1,000 games · 5 s so far"


def test_the_time_left_ignores_the_time_for_compiling() -> None:
    workload = playing()
    workload.reach(100, 60.0)  # The first minute was spent compiling.
    workload.reach(300, 62.0)
    assert workload.seconds_left(62.0) == pytest.approx(7.0)
    assert workload.share_done(62.0) == pytest.approx(2 / 9)


def test_the_time_left_runs_down_between_readings() -> None:
    workload = playing()
    workload.reach(100, 0.0)
    workload.reach(300, 2.0)
    assert workload.seconds_left(5.0) == pytest.approx(4.0)
    assert workload.seconds_left(20.0) == 0


def test_nothing_is_estimated_from_the_first_moments_unless_all_is_done() -> None:
    workload = playing(ExpectedStep("checks", 400))
    workload.reach(10, 1.0)
    workload.reach(20, 1.1)
    assert workload.seconds_left(1.1) is None
    workload.reach(1_000, 1.2)
    assert workload.seconds_left(1.2) == pytest.approx(400 * 0.2 / 990)


def test_later_steps_are_part_of_the_time_left() -> None:
    workload = playing(ExpectedStep("checks", games=400, seconds=1), ExpectedStep("charts", 0, 3))
    workload.reach(0, 0.0)
    workload.reach(200, 2.0)
    # 800 games now and 400 later, at 100 games per second, and 4 seconds of other work.
    assert workload.seconds_left(2.0) == pytest.approx(16.0)
    assert workload.share_done(2.0) == pytest.approx(2 / 18)


def test_later_steps_of_unknown_work_leave_the_time_unknown_until_they_are_measured() -> None:
    workload = playing(ExpectedStep("other players", math.inf), ExpectedStep("charts", 0, 3))
    workload.reach(0, 0.0)
    workload.reach(200, 2.0)
    assert workload.seconds_left(2.0) is None
    workload.expect_steps(ExpectedStep("other players", 50))
    workload.begin("Other players:", "other players", 50, GAMES, 10.0)
    workload.reach(10, 11.0)
    workload.reach(20, 12.0)
    assert workload.seconds_left(12.0) == pytest.approx(3 + 3)


def test_a_step_without_readings_takes_the_estimated_time() -> None:
    workload = playing(ExpectedStep("checks", games=400), ExpectedStep("charts", 0, 3))
    workload.reach(0, 0.0)
    workload.reach(1_000, 10.0)
    workload.begin("Checking", "checks", 0, GAMES, 10.0)
    assert workload.seconds_left(11.0) == pytest.approx(3 + 3)
    assert workload.seconds_left(20.0) == pytest.approx(3)
    assert line(workload, 11.0) == "Checking · then charts · about 5 s left"


def test_later_games_are_as_fast_as_those_measured_last() -> None:
    workload = playing(ExpectedStep("other players", 100), ExpectedStep("checks", 400))
    workload.reach(0, 0.0)
    workload.reach(1_000, 10.0)
    workload.begin("Other players:", "other players", 100, GAMES, 10.0)
    workload.reach(0, 11.0)
    workload.reach(50, 12.0)
    assert workload.seconds_left(12.0) == pytest.approx(50 / 50 + 400 / 50)


def test_the_speed_of_drawing_is_not_that_of_games() -> None:
    workload = playing(ExpectedStep("charts", 0, 3), ExpectedStep("checks", 400))
    workload.reach(0, 0.0)
    workload.reach(1_000, 10.0)
    workload.begin("Drawing", "charts", 5, "charts", 10.0)
    assert workload.seconds_left(10.0) == pytest.approx(3 + 4)
    workload.reach(0, 10.0)
    workload.reach(2, 12.0)
    assert workload.seconds_left(12.0) == pytest.approx(3 + 4)
    assert line(workload, 12.0).startswith("Drawing 2 of 5 charts · then checks")


def test_parts_of_a_step_share_its_estimated_games() -> None:
    workload = playing(ExpectedStep("other players", 600))
    workload.reach(0, 0.0)
    workload.reach(1_000, 10.0)
    workload.begin("Experts:", "other players", 200, GAMES, 10.0)
    assert workload.seconds_left(10.0) == pytest.approx(6)
    workload.reach(0, 10.0)
    workload.reach(100, 11.0)
    assert workload.seconds_left(11.0) == pytest.approx(5)
    workload.begin("Beginners:", "other players", 200, GAMES, 12.0)
    workload.reach(0, 12.0)
    workload.reach(100, 13.0)
    assert workload.seconds_left(13.0) == pytest.approx(1 + 2)


def test_a_step_that_is_skipped_or_passed_is_no_longer_expected() -> None:
    workload = playing(*(ExpectedStep(name, 100) for name in ("players", "checks", "charts")))
    workload.skip("players")
    assert "then checks and charts" in line(workload, 0.0)
    workload.begin("Drawing", "charts", 3, "charts", 0.0)
    assert "then" not in line(workload, 0.0)


def test_steps_announced_by_the_caller_come_last() -> None:
    workload = Workload()
    workload.expect_steps(ExpectedStep("charts"))
    workload.expect_steps(ExpectedStep("other players"), ExpectedStep("checks"))
    workload.begin("Playing", MORE_GAMES, 20_000, GAMES, 0.0)
    workload.reach(12_000, 1.0)
    assert line(workload, 1.0) == (
        "Playing 12,000 of 20,000 games · then other players, checks and charts · 1 s so far"
    )


def test_the_bar_never_goes_backwards() -> None:
    workload = playing(ExpectedStep("checks", 400))
    shares = []
    # The total grows, and the next step takes longer than estimated.
    for done, now in [(0, 0.0), (500, 1.0), (510, 5.0)]:
        workload.reach(done, now)
        shares.append(workload.share_done(now))
    workload.change_total(5_000)
    shares.append(workload.share_done(6.0))
    workload.begin("Checking", "checks", 0, GAMES, 30.0)
    shares += [workload.share_done(now) for now in (30.0, 40.0, 400.0)]
    assert shares == sorted(shares)
    assert shares[0] == 0
    assert 0.3 < shares[1] < shares[2] == shares[3] < 0.5
    assert shares[-1] == 1


def test_the_total_is_never_less_than_the_games_done() -> None:
    workload = playing()
    workload.reach(0, 0.0)
    workload.reach(600, 2.0)
    workload.change_total(500)
    assert workload.seconds_left(2.0) == 0
    assert line(workload, 2.0) == "Playing 600 of 600 games · a few seconds left"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "a few seconds"),
        (2.4, "a few seconds"),
        (3, "about 5 s"),
        (8, "about 10 s"),
        (57, "about 55 s"),
        (58, "about 1 min"),
        (100, "about 2 min"),
        (89 * 60, "about 89 min"),
        (91 * 60, "about 2 h"),
        (3_000 * 3_600, "about 3,000 h"),
    ],
)
def test_the_time_left_is_written_in_rounded_seconds_minutes_or_hours(
    seconds: float, words: str
) -> None:
    assert write_time(seconds) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "~5 s"), (57, "~55 s"), (70, "~1 min"), (360, "~6 min"), (2 * 3_600, "~2 h")],
)
def test_the_time_of_a_suggested_command_is_brief(seconds: float, words: str) -> None:
    assert write_brief_time(seconds) == words
