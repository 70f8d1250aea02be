"""The time that learning takes: whether there is time for another round, and a progress display."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from reports.writing.progress import ProgressDisplay
from reports.writing.workload import ExpectedStep
from simulate.output.messages import is_quiet
from strategies.learned.steps import MEASURING, PLAYING, TRAINING, Report

if TYPE_CHECKING:
    from rich.console import Console

#: The plural nouns for the units of the steps.
_UNITS = {PLAYING: "games", TRAINING: "steps", MEASURING: "deals"}
#: The steps of a round, in order.
_STEPS = tuple(_UNITS)
#: What comes after a round, and at the end.
_LATER, _FINAL = "more rounds", "a final measurement"
#: A round that would end later than the limit by more than this share of the time is abandoned.
_TOLERATED = 0.1
#: The share of its games after which the time of a round is known well enough to abandon it.
_KNOWN = 0.1


class OutOfTimeError(Exception):
    """Raised within a round that would end much later than the limit, while it plays games."""


class LearningClock:
    """Says whether there is time for another round, and displays the progress within rounds.

    Parameters
    ----------
    minutes
        The time for learning, which begins now; None without a limit.
    rounds
        The number of rounds after which learning ends; None without a limit.
    clock
        Returns the time in seconds from any fixed moment.
    console
        The console for the display, as in `ProgressDisplay`.
    """

    def __init__(
        self,
        minutes: float | None,
        rounds: int | None,
        clock: Callable[[], float] = time.monotonic,
        console: Console | None = None,
    ) -> None:
        self._clock = clock
        self._console = console
        self._began = clock()
        self._limit = None if minutes is None else 60 * minutes
        self._rounds = rounds
        #: The deals of the measurement at the end, as a multiple of those after each round.
        self.final_multiple = 0.0
        #: The seconds of each step in the latest round of this command, without compiling.
        self._seconds: dict[str, float] = {}

    @property
    def _is_first(self) -> bool:
        return not self._seconds

    def has_time(self, rounds: int) -> bool:
        """Return True if another round should be started after a number of rounds.

        Without a number of rounds, the first round of a command always is. Others are if they are
        likely to end, and to be measured, within the time.
        """
        if self._rounds is not None and rounds >= self._rounds:
            return False
        left = self._seconds_until_final()
        return self._is_first or left is None or left >= sum(self._seconds.values())

    def seconds_left(self, rounds: int) -> float:
        """Return the estimated seconds until the end, after a number of rounds."""
        more = sum(self._seconds.values()) * ((self._rounds or 0) - rounds)
        return self._seconds_for_rounds(self._seconds_until_final(), more) + self._final_seconds

    @property
    def _final_seconds(self) -> float:
        """The expected seconds of the measurement at the end."""
        return self.final_multiple * self._seconds.get(MEASURING, 0.0)

    def _seconds_until_final(self) -> float | None:
        """Return the seconds until the last measurement has to begin; None without a limit."""
        if self._limit is None:
            return None
        return self._limit - self._final_seconds - (self._clock() - self._began)

    def _seconds_for_rounds(self, left: float | None, more: float) -> float:
        """Return the seconds for further rounds, whose end is the earlier of two limits.

        `left` are the seconds within the time, and `more` those for the number of rounds. Either
        counts only if it limits learning.
        """
        limits = []
        if left is not None:
            limits.append(left)
        if self._rounds is not None:
            limits.append(more)
        return max(0.0, min(limits, default=0.0))

    @contextmanager
    def watch_round(self, number: int) -> Iterator[Report]:
        """Display the progress of a round; yields what the round has to report to.

        Raises
        ------
        OutOfTimeError
            If it is not the first round of the command, and would end much later than the limit.
        """
        round_watch = _RoundWatch(self._clock)
        with ProgressDisplay(is_quiet(), self._console) as display:

            def report(step: str, done: int, total: int) -> None:
                if step != round_watch.step:
                    round_watch.begin(step)
                    doing = f"round {number}: {step}"
                    display.begin(doing, total=total, unit=_UNITS[step], step=step)
                rest = round_watch.rest(done, total) + self._seconds_after(step)
                self._check_time(step, done / total, rest)
                display.expect_steps(*self._expect_after(step, number, round_watch.spent, rest))
                display.show(done)

            yield report
        self._seconds = round_watch.finish()

    @contextmanager
    def watch_measurement(self) -> Iterator[Report]:
        """Display the progress of the measurement at the end; yields what it has to report to."""
        with ProgressDisplay(is_quiet(), self._console) as display:

            def report(step: str, done: int, total: int) -> None:
                if done == 0:
                    doing = f"{step} the best player in other games:"
                    display.begin(doing, total=total, unit=_UNITS[step], step=step)
                display.show(done)

            yield report

    def _seconds_after(self, step: str) -> float:
        """Return the expected seconds of the steps of a round that follow a step."""
        return sum(self._seconds.get(name, 0.0) for name in _steps_after(step))

    def _check_time(self, step: str, share: float, rest: float) -> None:
        """Raise `OutOfTimeError` if a round would end much too late.

        `share` is the share of the step that is done, and `rest` the seconds for the rest of the
        round.
        """
        left = self._seconds_until_final()
        if left is None or self._is_first or step != PLAYING or share < _KNOWN:
            return
        assert self._limit is not None, "there is a limit"
        if rest > left + _TOLERATED * self._limit:
            raise OutOfTimeError

    def _expect_after(
        self, step: str, number: int, spent: float, rest: float
    ) -> list[ExpectedStep]:
        """Return the steps that follow a step of a round, with their expected seconds.

        `spent` are the seconds since the round began, and `rest` those for the rest of it.
        """
        steps = [
            ExpectedStep(name, seconds=self._seconds.get(name, 0.0)) for name in _steps_after(step)
        ]
        left = self._seconds_until_final()
        if left is not None:
            left -= rest
        round_seconds = sum(self._seconds.values()) or spent + rest
        more = round_seconds * ((self._rounds or 0) - number)
        rounds = self._seconds_for_rounds(left, more)
        if rounds:
            steps.append(ExpectedStep(_LATER, seconds=rounds))
        if self._final_seconds:
            steps.append(ExpectedStep(_FINAL, seconds=self._final_seconds))
        return steps


def _steps_after(step: str) -> tuple[str, ...]:
    """Return the steps of a round that follow a step."""
    return _STEPS[_STEPS.index(step) + 1 :]


class _RoundWatch:
    """Measures the steps of a round. `clock` is that of `LearningClock`."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._seconds: dict[str, float] = {}
        self._first = self._began = clock()
        #: The current step; empty before the first.
        self.step = ""
        #: The units of the step that were done at the first sign of progress, and its time.
        self._progress: tuple[int, float] | None = None
        self._total = 0

    @property
    def spent(self) -> float:
        """The seconds since the first step began."""
        return self._clock() - self._first

    def begin(self, step: str) -> None:
        """Begin a step, which ends the one before."""
        if self.step:
            self._end()
        self.step = step

    def rest(self, done: int, total: int) -> float:
        """Return the expected seconds for the rest of the current step."""
        if done and not self._progress:
            self._progress = done, self._clock()
            self._total = total
        elapsed = self._clock() - self._began
        return elapsed * (total - done) / done if done else 0.0

    def finish(self) -> dict[str, float]:
        """End the last step; return the seconds that each would take again."""
        self._end()
        return self._seconds

    def _end(self) -> None:
        """End a step. Until the first sign of progress, code may have been compiled."""
        now = self._clock()
        seconds = now - self._began
        if self._progress:
            done, at = self._progress
            if done < self._total:
                seconds = min(seconds, (now - at) * self._total / (self._total - done))
        self._seconds[self.step] = seconds
        self._began = now
        self._progress = None
