"""The steps of a command with their estimated work, and the time left for all of them.

Nothing here reads a clock. Readings are passed as arguments, in seconds from any fixed moment.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

#: The names of steps that several commands have.
MORE_GAMES = "more games"
OTHER_PLAYERS = "other players"
CHECKS = "checks"
CHARTS = "charts"
THE_REPORT = "the report"
#: The unit of steps that play games. Their speed is used to estimate the time of later games.
GAMES = "games"
#: The estimated number of seconds to draw a chart.
CHART_SECONDS = 0.5
#: A speed is measured over at least this number of seconds, because the first blocks of games are
#: not typical.
_SETTLED_SECONDS = 0.5
#: Up to a minute, the time left is rounded to this number of seconds.
_ROUNDED_SECONDS = 5
#: From this number of minutes on, the time left is written in hours.
_MOST_MINUTES = 90


@dataclass(frozen=True)
class ExpectedStep:
    """A step that a command has not begun, with its estimated work."""

    #: A noun for the step, such as "other players".
    name: str
    #: The estimated number of games; `math.inf` if the number or the duration of games is unknown.
    games: float = 0.0
    #: The estimated number of seconds for everything but these games.
    seconds: float = 0.0


class Workload:
    """The current step of a command, its speed, and the steps that come later.

    The estimate is simple. The rest of the current step is as fast as its beginning, and later
    games are as fast as those measured last.
    """

    def __init__(self) -> None:
        self._later: list[ExpectedStep] = []
        self._step = ExpectedStep("")
        #: The games of the current step beyond those of its current part.
        self._games_beyond = 0.0
        self._doing = ""
        self._unit = GAMES
        self._total = 0.0
        self._done = 0.0
        self._step_began = 0.0
        self._part_began = 0.0
        #: The first reading of the clock in this part, taken after code was compiled, and the
        #: number of units done by then.
        self._first: tuple[float, float] | None = None
        self._last_reading = 0.0
        #: The number of games per second that was measured last; None before the first measurement.
        self._games_per_second: float | None = None
        #: The first reading of the clock in any part; None before it.
        self._started: float | None = None
        self._share = 0.0

    def expect_steps(self, *steps: ExpectedStep) -> None:
        """Announce steps that come before all steps announced earlier.

        A new step replaces an earlier one with the same name.
        """
        names = {step.name for step in steps}
        self._later = [*steps, *(step for step in self._later if step.name not in names)]

    def skip(self, name: str) -> None:
        """Remove a step that was announced but will not be made."""
        self._later = [step for step in self._later if step.name != name]

    def begin(self, doing: str, name: str, total: float, unit: str, now: float) -> None:
        """Begin a step, or a further part of the current step.

        Steps that were announced before this one count as finished.

        Parameters
        ----------
        doing
            The beginning of the line, such as "Playing".
        name
            The name of the step. If the current step has this name, and no step with this name is
            still announced, this is a further part of the current step.
        total
            The number of units in this part; 0 if it is unknown.
        unit
            The plural noun for the units.
        now
            The reading of the clock.
        """
        self._games_per_second = self._speed_of_games(0.0)
        if name != self._step.name or any(step.name == name for step in self._later):
            self._step = self._take(name)
            self._games_beyond = self._step.games
            self._step_began = now
        if unit == GAMES:
            self._games_beyond = max(0.0, self._games_beyond - total)
        self._doing = doing
        self._unit = unit
        self._total = total
        self._done = 0.0
        self._part_began = now
        self._first = None

    def _take(self, name: str) -> ExpectedStep:
        """Return a step, and remove it and all steps announced before it."""
        names = [step.name for step in self._later]
        if name not in names:
            return ExpectedStep(name)
        place = names.index(name)
        step = self._later[place]
        del self._later[: place + 1]
        return step

    def change_total(self, total: float) -> None:
        """Change the number of units in this part, to no less than the number done."""
        self._total = max(total, self._done)

    def reach(self, done: float, now: float) -> None:
        """Set the number of units done in this part."""
        self._done = done
        self._last_reading = now
        if self._first is None:
            self._first = (now, done)
        if self._started is None:
            self._started = now

    def seconds_left(self, now: float) -> float | None:
        """Return the estimated seconds until everything is done; None if they are unknown."""
        seconds = self._seconds_of_step(now)
        for step in self._later:
            seconds += step.seconds + self._seconds_of_games(step.games)
        return seconds if math.isfinite(seconds) else None

    def share_done(self, now: float) -> float:
        """Return the estimated share of all work that is done, which never decreases."""
        left = self.seconds_left(now)
        if left is not None and self._started is not None and now > self._started:
            elapsed = now - self._started
            self._share = max(self._share, elapsed / (elapsed + left))
        return self._share

    @property
    def words(self) -> str:
        """The current step and the later ones, as in "Playing 1 of 9 games · then charts"."""
        from reports.writing.wording import capital, listed  # This loads the compiler.

        words = capital(self._doing)
        if self._total:
            words += f" {self._done:,.0f} of {self._total:,.0f} {self._unit}"
        if self._later:
            words += f" · then {listed([step.name for step in self._later])}"
        return words

    def time_words(self, now: float) -> str:
        """Return a text with the time left, such as "about 10 s left".

        While that is unknown, it has the time since this part of the work began.
        """
        left = self.seconds_left(now)
        if left is None:
            return f"{now - self._part_began:,.0f} s so far"
        return f"{write_time(left)} left"

    def _seconds_of_step(self, now: float) -> float:
        """Return the seconds left for the current step; `math.inf` if they are unknown."""
        if self._total and self._done >= self._total:
            return self._seconds_of_games(self._games_beyond)
        speed = self._speed(_SETTLED_SECONDS)
        if self._total and speed:
            seconds = (self._total - self._done) / speed - (now - self._last_reading)
            return max(0.0, seconds) + self._seconds_of_games(self._games_beyond)
        games = self._games_beyond
        if self._unit == GAMES:
            games += self._total
        if not games and not self._step.seconds:
            return math.inf
        # Nothing was measured in this part, so the elapsed time is subtracted from the estimate.
        expected = self._step.seconds + self._seconds_of_games(games)
        return max(0.0, expected - (now - self._step_began))

    def _seconds_of_games(self, games: float) -> float:
        """Return the estimated seconds for later games; `math.inf` if they are unknown."""
        if not games:
            return 0.0
        speed = self._speed_of_games(_SETTLED_SECONDS)
        return games / speed if speed else math.inf

    def _speed_of_games(self, least_seconds: float) -> float | None:
        """Return the games per second that were measured last; None if none were measured."""
        measured = self._speed(least_seconds) if self._unit == GAMES else None
        return measured or self._games_per_second

    def _speed(self, least_seconds: float) -> float | None:
        """Return the units per second in this part; None before `least_seconds` of measuring."""
        if self._first is None:
            return None
        first_time, first_done = self._first
        seconds = self._last_reading - first_time
        if self._done >= self._total:
            least_seconds = 0.0
        if seconds <= 0 or seconds < least_seconds or self._done <= first_done:
            return None
        return (self._done - first_done) / seconds


def write_time(seconds: float) -> str:
    """Return an estimated time in words, such as "about 10 s" or "about 2 min".

    Up to a minute it is rounded to 5 seconds.
    """
    rounded = _ROUNDED_SECONDS * round(seconds / _ROUNDED_SECONDS)
    if rounded < _ROUNDED_SECONDS:
        return "a few seconds"
    if rounded < 60:
        return f"about {rounded} s"
    minutes = round(seconds / 60)
    if minutes < _MOST_MINUTES:
        return f"about {minutes} min"
    return f"about {round(minutes / 60):,} h"


def write_brief_time(seconds: float) -> str:
    """Return an estimated time as short as possible, such as "~10 s" or "~2 min".

    It is rounded as `write_time` does, but at least 5 seconds.
    """
    return write_time(max(seconds, _ROUNDED_SECONDS)).replace("about ", "~")
