"""Head starts: the seats that may get them, and the trials for the seat that wins least.

Only a seat that clearly wins less than its fair share gets a head start. If it is not clear, there
are too few games, and no seat gets one.

More points need not help in proportion, because in many games a seat either catches up or does not.
So the effect of many points is not extrapolated from the effect of a few. The number of points is
doubled until the seat wins its fair share, and then the range in between is halved (bisection).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from reports.analysis.arms import ArmOptions, FactorValue, PlannedArm
from reports.analysis.execution import Execution
from reports.compare.difference import figure_difference
from reports.figures.figure import SEATS, WIN_RATE
from reports.run.results import RunResults
from reports.tune.results import EVEN, LEAD, HeadStart, HeadStarts, JudgedSeats
from reports.tune.search import Space, join_runs, play_deals
from simulate.errors import UsageError
from simulate.play.run import Run, require_finished
from simulate.rules.kinds import HalfPoints
from simulate.rules.values import HEAD_START

#: The maximum number of head starts, in different numbers of points, that are tried.
MOST_TRIED = 10
#: Each number of points is tried with the study's number of deals, divided by this number.
SHARE_OF_DEALS = 4
#: The shares of the deals of a trial after which it may end early.
FIRST_SHARES = (1 / 8, 1 / 2)
#: It ends if they show with this confidence that a seat is weak.
FIRST_CONFIDENCE = 0.999
#: From this share on, it also ends if a seat wins its fair share or more.
FAIR_SHARE_FROM = 1 / 2


def judge_seats(results: RunResults) -> JudgedSeats:
    """Return the seats that clearly win less or more than their fair share, or may win less.

    Seats are numbered from 1.
    """
    # The confidence is corrected for all seats together (Bonferroni).
    jointly = results.at_confidence(1 - (1 - results.confidence) / results.players)
    fair_share = results.decided_fair_share
    rates = {
        seat: jointly.estimate(f"{SEATS}.{seat}.{WIN_RATE}")
        for seat in range(1, results.players + 1)
    }
    weak = frozenset(seat for seat, rate in rates.items() if rate.high < fair_share)
    strong = frozenset(seat for seat, rate in rates.items() if rate.low > fair_share)
    may_be_weak = frozenset(seat for seat, rate in rates.items() if rate.low < fair_share - EVEN)
    return JudgedSeats(weak, strong, may_be_weak - weak - strong)


class SeatTrials:
    """Plays games of rules to judge their seats, and remembers them.

    The same rules are needed for several versions: those without the points of a seat.

    Parameters
    ----------
    playing
        The execution settings.
    """

    def __init__(self, playing: Execution) -> None:
        self._playing = playing
        #: The number of games played since the progress display began to count them.
        self._games = 0
        #: The games so far, by the id of the study.
        self._runs: dict[str, Run] = {}

    def restart_count(self) -> None:
        """Count the games for the progress display from 0 again."""
        self._games = 0

    def play(self, arm: PlannedArm) -> RunResults:
        """Play half of the games of an arm, and return the results.

        Raises
        ------
        FathomError
            If the game or a strategy does not compile or fails.
        KeyboardInterrupt
            If the games were interrupted.
        """
        return self._play_share(arm, 1.0)

    def is_weak(self, seat: int, arm: PlannedArm) -> bool:
        """Return True if a seat clearly wins less than its fair share by the rules of an arm.

        Fewer games are played if the first of them answer it beyond doubt. A seat is weak if they
        show it with `FIRST_CONFIDENCE`, which is so high that these looks hardly add to the errors
        of the last (Haybittle, British Journal of Radiology 44, 1971). It is not weak if it has won
        at least its fair share of half of the games.

        Raise `FathomError` if the game or a strategy fails, and `KeyboardInterrupt` if the games
        were interrupted.
        """
        for share in FIRST_SHARES:
            first = self._play_share(arm, share)
            if seat in judge_seats(first.at_confidence(FIRST_CONFIDENCE)).weak:
                return True
            rate = first.estimate(f"{SEATS}.{seat}.{WIN_RATE}").value
            if share >= FAIR_SHARE_FROM and rate >= first.decided_fair_share:
                return False
        return seat in judge_seats(self.play(arm)).weak

    def _play_share(self, arm: PlannedArm, share: float) -> RunResults:
        """Play at least a share of the games of a trial, and return the results of all so far."""
        deals = max(1, round(share * (arm.study.deals // 2)))
        run = self._runs.get(arm.study.id)
        begin = run.tally.deals if run else 0
        if begin < deals:
            played = play_deals([arm], begin, deals, self._playing, self._games)
            [more] = require_finished(played).runs
            self._games += more.games
            run = self._runs[arm.study.id] = join_runs(run, more) if run else more
        assert run is not None
        return RunResults(run, self._playing.confidence)


def paid_seats(space: Space, values: Sequence[Any]) -> set[int]:
    """Return the seats that begin with more points than under the current rules, numbered from 1.

    `values` has the value of a version on each axis.
    """
    seats = set()
    for axis, value, current in zip(space.axes, values, space.base[0].values, strict=True):
        rule, _, seat = axis.name.partition(".")
        if rule == HEAD_START and seat and value > current:
            seats.add(int(seat))
    return seats


def pays_only_weak_seats(space: Space, arm: PlannedArm, trials: SeatTrials) -> bool:
    """Return True if each seat that an arm gives points to is weak without its own points.

    The same rules are played without the points of this seat, because other changed rules, and the
    points of other seats, may favour other seats than the current rules do.

    Raises
    ------
    KeyboardInterrupt
        If it is interrupted.
    FathomError
        If the game or a strategy fails.
    """
    for seat in sorted(paid_seats(space, arm.values)):
        levels = [
            level
            for rule, value in zip(space.varied, arm.values, strict=True)
            for level in rule.levels
            if level.value == value and rule.axis.name != f"{HEAD_START}.{seat}"
        ]
        if not trials.is_weak(seat, space.make(levels)):
            return False
    return True


def try_head_starts(
    space: Space, seats: Sequence[str], base: RunResults, begin: int, playing: Execution
) -> HeadStarts:
    """Play head starts of the seat that wins least, and return its win rate with each.

    Parameters
    ----------
    space
        The versions searched, for one number of players.
    seats
        The seats that may begin with more points, such as ``"1"``.
    base
        The results of the current rules. The intervals of all head starts hold together at the
        confidence of these results.
    begin
        The first deal to play. No deal from it on has been used before.
    playing
        The execution settings.

    Raises
    ------
    UsageError
        If a head start of `LEAD` points is not allowed.
    KeyboardInterrupt
        If it is interrupted.
    FathomError
        If the game or a strategy fails.
    """
    paths = {seat: f"{SEATS}.{seat}.{WIN_RATE}" for seat in seats}
    seat = min(seats, key=lambda number: base.estimate(paths[number]).value)
    path = paths[seat]
    end = begin + max(1, base.run.study.deals // SHARE_OF_DEALS)
    head_starts: Any = base.run.study.values[HEAD_START]
    current = head_starts.get(seat, 0)
    # The confidence is corrected for all rates together (Bonferroni).
    confidence = 1 - (1 - base.confidence) / (1 + MOST_TRIED)

    def make_arm(points: float) -> PlannedArm:
        rule = f"{HEAD_START}.{seat}={current + points:g}"
        return space.make([FactorValue("ahead", ArmOptions(rule=[rule]))])

    arms = [*space.base, make_arm(LEAD)]
    arms_run = require_finished(play_deals(arms, begin, end, playing, against=None))
    before, after = (RunResults(run, base.confidence) for run in arms_run.runs)
    rates = {
        0.0: before.at_confidence(confidence).estimate(path),
        float(LEAD): after.at_confidence(confidence).estimate(path),
    }

    def play(points: float) -> float | None:
        try:
            arm = make_arm(points)
        except UsageError:  # The rule does not allow this number of points.
            return None
        [run] = require_finished(play_deals([arm], begin, end, playing)).runs
        rates[points] = RunResults(run, confidence).estimate(path)
        return rates[points].value

    fair_share = before.decided_fair_share
    [finest] = [option.finest for option in base.game.options if isinstance(option, HalfPoints)]
    bracket_fair_share(
        play, {points: rate.value for points, rate in rates.items()}, fair_share, finest
    )
    return HeadStarts(
        seat=int(seat),
        fair_share=fair_share,
        finest=finest,
        more=figure_difference(path, before, after, arms_run.products[0]).estimate,
        tried=[HeadStart(points, rates[points]) for points in sorted(rates)],
    )


def bracket_fair_share(
    play: Callable[[float], float | None],
    rates: Mapping[float, float],
    fair: float,
    finest: float,
    most: int = MOST_TRIED,
) -> list[float]:
    """Try numbers of points until the two nearest to the fair share are known, and return them all.

    Parameters
    ----------
    play
        A function that is called with a number of points and returns the seat's win rate with them;
        None if the rules reject that number.
    rates
        The known win rates, by number of points; 0 is among them. The mapping is not changed.
    fair
        The fair share.
    finest
        The smallest step between numbers of points.
    most
        The maximum number of known win rates in the end, not counting the one for 0 points.

    Returns
    -------
    list of float
        The numbers of points that were tried, in the order in which they were tried. Numbers in
        `rates`, and a number that the rules reject, are not among them.
    """
    known_rates = dict(rates)
    tried_points: list[float] = []
    while len(known_rates) <= most:
        points = _next_points(known_rates, fair, finest)
        if points is None:
            break
        rate = play(points)
        if rate is None:
            break
        tried_points.append(points)
        known_rates[points] = rate
    return tried_points


def _next_points(rates: Mapping[float, float], fair: float, finest: float) -> float | None:
    """Return the number of points to try next; None if nothing is left to try.

    Whole points are tried before smaller steps. Nothing is left once the number of points that
    first reaches the fair share is known to the smallest step.
    """
    enough = [points for points, rate in rates.items() if rate >= fair]
    if not enough:
        return 2 * max(rates)
    high = min(enough)
    low = max((points for points in rates if points < high), default=high)
    if high - low > 1:
        return low + (high - low) // 2
    if high - low > finest:
        return (low + high) / 2
    return None
