"""What each chart of a comparison shows: its finding, as a title, and in words."""

from __future__ import annotations

from collections.abc import Callable

from reports.comparison.choice import drawn
from reports.comparison.framing import pairs_drawn
from reports.comparison.results import Comparison
from reports.comparison.sentences import clause, quoted, values
from reports.figures.figure import ADVANTAGE, MINUTES, PLAIN, SEATS, Figure, Topic
from reports.figures.statistics import Estimate
from reports.writing import numbers
from reports.writing.words import capital


def differences_title(comparison: Comparison) -> str:
    """Say how much differs, and what most of who wins and how long it takes."""
    figures = [one for pair in pairs_drawn(comparison) for one in drawn(pair)]
    clear = sum(one.is_clear for one in figures)
    told = f"{clear or 'None'} of {len(figures)} figures clearly differ{'s' * (clear < 2)}"
    most = _largest(comparison, lambda one: one.topic is Topic.WINS or one.path == MINUTES)
    return f"{told}; {most}" if most else told


def seats_title(comparison: Comparison) -> str:
    """Say which seat's win rate differs most, if one clearly does."""
    most = _largest(
        comparison,
        lambda one: one.kind == ADVANTAGE or (one.kind == SEATS and one.is_win_rate),
    )
    return capital(most) if most else "No seat's win rate clearly differs"


def length_title(comparison: Comparison) -> str:
    """Say how much longer a game takes, if it clearly does."""
    most = _largest(comparison, lambda one: one.path == MINUTES)
    if most:
        return capital(most)
    means = [results.minutes().mean for results in comparison.arms.values()]
    low, high = (numbers.value(pick(means, key=_value), PLAIN) for pick in (min, max))
    ends = low if low == high else f"{low} to {high}"
    return f"Minutes do not clearly differ: {ends} in the mean"


def _value(estimate: Estimate) -> float:
    return estimate.value


def _largest(comparison: Comparison, wanted: Callable[[Figure], bool]) -> str:
    """Tell the largest clear difference of some figures, each measured by its margin, as a clause.

    Nothing if none is clear.
    """
    found = [
        (abs(one.difference.estimate.value) / one.margin if one.margin else 0.0, pair, one)
        for pair in pairs_drawn(comparison)
        for one in pair.figures.values()
        if one.is_clear and not one.figure.settled and wanted(one.figure)
    ]
    if not found:
        return ""
    _, pair, most = max(found, key=lambda each: each[0])
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
    for label, results in comparison.arms.items():
        rates = [
            f"seat {seat} {numbers.share_of(standing.win_rate)}"
            for seat, standing in enumerate(results.seats(), 1)
        ]
        arms.append(f"with {quoted(label)} {', '.join(rates)}")
    return f"Win rates by seat: {'; '.join(arms)}."


def lengths(comparison: Comparison) -> str:
    """Say what the chart shows."""
    arms = []
    for label, results in comparison.arms.items():
        minutes = results.minutes()
        mean = numbers.value(minutes.mean, PLAIN)
        low, high = (f"{minutes.percentiles[percent]:.3g}" for percent in (5, 95))
        turns = numbers.value(results.lengths()["turns"].mean, PLAIN)
        arms.append(
            f"with {quoted(label)} {mean} minutes ({turns} turns) in the mean, nine games in ten "
            f"{low} to {high} minutes"
        )
    return f"How long games last: {'; '.join(arms)}."
