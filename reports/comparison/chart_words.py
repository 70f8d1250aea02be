"""What each chart of a comparison shows: its finding, as a title, and in words."""

from __future__ import annotations

from collections.abc import Callable

from reports.comparison.choice import drawn
from reports.comparison.framing import arms_drawn, pairs_drawn
from reports.comparison.ranking import order, weight
from reports.comparison.results import Comparison
from reports.comparison.sentences import clause, quoted, values
from reports.figures.figure import (
    ADVANTAGE,
    MINUTES,
    PLAIN,
    SEAT_SPREAD,
    SEATS,
    Figure,
    Topic,
)
from reports.figures.statistics import Estimate
from reports.run.results import Results
from reports.writing import numbers
from reports.writing.words import capital, listed


def differences_title(comparison: Comparison) -> str:
    """Say how much differs, of how much that is open, and what most of who wins and how long."""
    figures = [one for pair in pairs_drawn(comparison) for one in drawn(pair)]
    clear = sum(one.is_clear for one in figures)
    unclear = sum(weight(one) == "unclear" for one in figures)
    told = f"{clear or 'None'} of {len(figures)} figures clearly differ{'s' * (clear < 2)}"
    if unclear:
        told += f", {unclear} cannot be told with so few games"
    most = _largest(comparison, lambda one: one.topic is Topic.WINS or one.path == MINUTES)
    return f"{told}; {most}" if most else told


def seats_title(comparison: Comparison) -> str:
    """Say which seat's win rate differs most, if one clearly does."""

    def of_seats(one: Figure) -> bool:
        return one.kind == ADVANTAGE or (one.kind == SEATS and one.is_win_rate)

    most = _largest(comparison, of_seats)
    if most:
        return capital(most)
    told = "no seat's win rate differs so much that one would notice"
    if _is_open(comparison, of_seats):
        told = "whether a seat wins more with one than with another is not clear"
    # The chart shows how each arm's seats stand, which may be clear where no difference is.
    arms = [quoted(arm.label) for arm in arms_drawn(comparison) if _seats_differ(arm.results)]
    return capital(f"the seats differ with {listed(arms)}; {told}" if arms else told)


def _seats_differ(results: Results) -> bool:
    """Return whether some seat clearly wins more than another, and not because of who has it."""
    judged = results.has(SEAT_SPREAD) and not results.is_seated
    return judged and results.estimate(SEAT_SPREAD).low > 0


def length_title(comparison: Comparison) -> str:
    """Say how much longer a game takes, if it clearly does."""

    def is_minutes(one: Figure) -> bool:
        return one.path == MINUTES

    most = _largest(comparison, is_minutes)
    if most:
        return capital(most)
    means = [results.minutes().mean for results in comparison.arms.values()]
    low, high = (numbers.value(pick(means, key=_value), PLAIN) for pick in (min, max))
    ends = low if low == high else f"{low} to {high}"
    if _is_open(comparison, is_minutes):
        return f"Too few games to tell whether minutes differ: {ends} in the mean"
    return f"Minutes are as good as the same: {ends} in the mean"


def _value(estimate: Estimate) -> float:
    return estimate.value


def _is_open(comparison: Comparison, wanted: Callable[[Figure], bool]) -> bool:
    """Return whether the games cannot tell if one would notice a difference of such a figure."""
    return any(
        weight(one) == "unclear" and wanted(one.figure)
        for pair in pairs_drawn(comparison)
        for one in pair.figures.values()
    )


def _largest(comparison: Comparison, wanted: Callable[[Figure], bool]) -> str:
    """Tell the clear difference of some figures that designers ask for first, as a clause.

    Nothing if none is clear.
    """
    found = [
        (pair, one)
        for pair in pairs_drawn(comparison)
        for one in pair.figures.values()
        if one.is_clear and not one.figure.settled and wanted(one.figure)
    ]
    if not found:
        return ""
    pair, most = min(found, key=lambda each: order(each[1], each[0]))
    return f"{most.figure.title}: {values(most, pair)}"


def differences(comparison: Comparison) -> str:
    """Say what the chart shows."""
    pairs = []
    for pair in comparison.pairs:
        clear = [f"{one.figure.title}, {clause(one)}" for one in drawn(pair) if one.is_clear]
        pairs.append(
            f"{quoted(pair.b)} against {quoted(pair.a)}: {'; '.join(clear) if clear else 'none'}"
        )
    return f"Clear differences, {'. And '.join(pairs)}."


def seats(comparison: Comparison) -> str:
    """Say what the chart shows."""
    arms = []
    for arm in arms_drawn(comparison):
        rates = [
            f"seat {seat} {numbers.share_of(standing.win_rate)}"
            for seat, standing in enumerate(arm.results.seats(), 1)
        ]
        arms.append(f"with {quoted(arm.label)} {', '.join(rates)}")
    return f"Win rates by seat: {'; '.join(arms)}."


def lengths(comparison: Comparison) -> str:
    """Say what the chart shows."""
    arms = []
    for arm in arms_drawn(comparison):
        minutes = arm.results.minutes()
        mean = numbers.value(minutes.mean, PLAIN)
        low, high = (f"{minutes.percentiles[percent]:.3g}" for percent in (5, 95))
        turns = numbers.value(arm.results.lengths()["turns"].mean, PLAIN)
        arms.append(
            f"with {quoted(arm.label)} {mean} minutes ({turns} turns) in the mean, nine games in "
            f"ten {low} to {high} minutes"
        )
    return f"How long games last: {'; '.join(arms)}."
