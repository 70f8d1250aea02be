"""What each chart of a comparison shows, in words, for who cannot see it."""

from __future__ import annotations

from reports.comparison.choice import drawn
from reports.comparison.results import Comparison
from reports.comparison.sentences import clause, quoted
from reports.figures.figure import PLAIN
from reports.writing import numbers


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
        turns = results.lengths()["turns"]
        mean = numbers.value(turns.mean, PLAIN)
        low, high = (numbers.whole(round(turns.percentiles[percent])) for percent in (5, 95))
        arms.append(
            f"with {quoted(label)} {mean} turns in the mean, nine games in ten {low} to {high}"
        )
    return f"How long games last: {'; '.join(arms)}."
