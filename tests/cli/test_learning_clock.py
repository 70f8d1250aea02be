"""The time that learning takes: rounds that would end too late are not played."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO

import pytest
from rich.console import Console

from simulate.cli.learning_clock import LearningClock, OutOfTimeError
from simulate.output.messages import set_quiet
from strategies.learned.steps import MEASURING, PLAYING, TRAINING


class Watch:
    """A clock that is set by hand, in seconds."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def play(clock: LearningClock, watch: Watch, number: int, playing: float = 40) -> None:
    """Play a round of 40 seconds (or other ones) of playing, 10 of training and 10 of measuring."""
    with clock.watch_round(number) as report:
        for step, seconds in ((PLAYING, playing), (TRAINING, 10), (MEASURING, 10)):
            for done in range(21):
                report(step, done, 20)
                watch.now += seconds / 20 if done < 20 else 0


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Display nothing."""
    set_quiet(True)
    yield
    set_quiet(False)


def test_a_terminal_shows_the_step_what_is_done_and_the_time_left() -> None:
    set_quiet(False)
    text = StringIO()
    console = Console(file=text, width=120, force_terminal=True, color_system=None)
    watch = Watch()
    clock = LearningClock(None, 4, watch, console)
    play(clock, watch, 1)
    play(clock, watch, 2)
    with clock.watch_measurement() as report:
        report(MEASURING, 0, 50)
        report(MEASURING, 20, 50)
    lines = text.getvalue()
    # Each step is shown at least once, when it ends.
    for number in (1, 2):
        begins = f"Round {number}: playing and comparing actions 20 of 20 games"
        assert f"{begins} · then training, measuring and more rounds" in lines
        assert f"Round {number}: training 20 of 20 steps · then measuring and more rounds" in lines
        assert f"Round {number}: measuring 20 of 20 deals · then more rounds" in lines
        assert "about 2 min left" in lines
    assert "Measuring the best player in other games: 20 of 50 deals" in lines


def test_nothing_is_shown_if_the_command_is_quiet_or_there_is_no_terminal() -> None:
    for quiet, terminal in ((True, True), (False, False)):
        set_quiet(quiet)
        text = StringIO()
        watch = Watch()
        play(LearningClock(1, 1, watch, Console(file=text, force_terminal=terminal)), watch, 1)
        assert text.getvalue() == ""


def test_the_first_round_is_always_played_and_others_only_if_they_end_in_time() -> None:
    watch = Watch()
    clock = LearningClock(0.01, None, watch)
    assert clock.has_time(7)
    play(clock, watch, 8)
    assert not clock.has_time(8)


@pytest.mark.parametrize(("seconds", "rounds"), [(119, 1), (121, 2), (179, 2), (181, 3)])
def test_the_rounds_that_end_within_the_time_are_played(seconds: float, rounds: int) -> None:
    watch = Watch()
    clock = LearningClock(seconds / 60, None, watch)
    played = 0
    while clock.has_time(played):
        played += 1
        play(clock, watch, played)
    assert played == rounds


def test_the_measurement_at_the_end_is_part_of_the_time() -> None:
    watch = Watch()
    clock = LearningClock(125 / 60, None, watch)
    clock.final_multiple = 2.0  # It takes 20 seconds.
    play(clock, watch, 1)
    assert clock.seconds_left(1) == pytest.approx(65)
    assert not clock.has_time(1)


def test_the_measurement_at_the_end_is_part_of_the_time_left_after_the_last_round() -> None:
    set_quiet(False)
    text = StringIO()
    console = Console(file=text, width=120, force_terminal=True, color_system=None)
    watch = Watch()
    clock = LearningClock(None, 2, watch, console)
    clock.final_multiple = 2.0
    play(clock, watch, 1)
    play(clock, watch, 2)
    assert clock.seconds_left(2) == pytest.approx(20)
    assert "Round 2: measuring 20 of 20 deals · then a final measurement" in text.getvalue()


def test_the_nearer_limit_decides_the_time_left() -> None:
    for minutes, rounds, seconds in ((3, 3, 120), (10, 2, 60)):
        watch = Watch()
        clock = LearningClock(minutes, rounds, watch)
        play(clock, watch, 1)
        assert clock.seconds_left(1) == pytest.approx(seconds)


def test_requested_rounds_are_played_however_long_they_take() -> None:
    watch = Watch()
    clock = LearningClock(None, 3, watch)
    played = 1
    while clock.has_time(played):
        played += 1
        play(clock, watch, played, 1000 * played)
    assert played == 3
    assert not clock.has_time(4)
    assert LearningClock(None, 5, watch).has_time(4)


def test_a_round_that_is_slower_than_the_first_is_abandoned_while_games_are_played() -> None:
    watch = Watch()
    clock = LearningClock(3, None, watch)
    play(clock, watch, 1)
    assert clock.has_time(1)
    with pytest.raises(OutOfTimeError):
        play(clock, watch, 2, 400)
    assert watch.now < 1000 + 60 + 50  # It was abandoned after an eighth of its games.


def test_a_slow_first_round_and_a_slightly_slower_one_are_played() -> None:
    watch = Watch()
    clock = LearningClock(2.2, None, watch)
    play(clock, watch, 1, 40)
    play(clock, watch, 2, 55)
    assert watch.now == pytest.approx(1000 + 60 + 75)
    slow = LearningClock(0.1, None, watch)
    play(slow, watch, 1, 4000)
    assert watch.now == pytest.approx(1000 + 60 + 75 + 4020)


def test_the_time_left_is_that_of_the_remaining_rounds() -> None:
    watch = Watch()
    clock = LearningClock(None, 4, watch)
    play(clock, watch, 1)
    assert clock.seconds_left(1) == pytest.approx(180)
    assert clock.seconds_left(4) == 0


def test_the_time_in_which_code_is_compiled_is_not_expected_again() -> None:
    watch = Watch()
    clock = LearningClock(None, 2, watch)
    with clock.watch_round(1) as report:
        for step in (PLAYING, TRAINING, MEASURING):
            report(step, 0, 20)
            watch.now += 500
            for done in range(1, 21):
                watch.now += 2
                report(step, done, 20)
    assert clock.seconds_left(1) == pytest.approx(3 * 40)
