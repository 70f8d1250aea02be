"""The losses of seats, in games that have losers."""

from __future__ import annotations

import math

from reports.figures import figure as fig
from reports.figures.statistics import Estimate
from reports.run import fairness
from reports.run.first_page import decimals_near, of_100
from reports.run.results import RunResults
from reports.writing import wording
from reports.writing.document import Item


def describe_losers(results: RunResults) -> list[Item]:
    """Return an item on the seats that lose too often; empty for a game without losers."""
    if not results.run.layout.loses or results.is_seated:
        return []
    rates = _joint_loss_rates(results)
    fair = sum(rate.value for rate in rates.values()) / len(rates)
    clear = {name: rate for name, rate in rates.items() if not rate.low <= fair <= rate.high}
    furthest = max(clear or rates, key=lambda name: abs(rates[name].value - fair))
    rate = rates[furthest]
    if clear:
        decimals = decimals_near([rate.value], fair)
        text = f"{furthest} loses {of_100(rate.value, decimals)} of 100 games"
        return [Item(f"{text}; {of_100(fair, decimals)} would be even.")]
    distance = max(fairness.largest_distance(rate, fair) for rate in rates.values())
    if distance <= fairness.SMALL:
        reach = wording.rounded_up(100 * distance, 1)
        return [Item(f"Every seat loses {of_100(fair)} of 100 games, give or take {reach}.")]
    low, high = math.floor(100 * rate.low), math.ceil(100 * rate.high)
    return [
        Item(
            f"Who loses: too few games to tell. {furthest} loses {low} to {high} of 100 games; "
            f"{of_100(fair)} would be even."
        )
    ]


def _joint_loss_rates(results: RunResults) -> dict[str, Estimate]:
    """Return the losses of seats by name, with intervals that hold together (Bonferroni)."""
    error = (1 - results.look_confidence) / max(1, results.players)
    jointly = results.at_confidence(1 - error)
    return {
        f"Seat {seat}": jointly.estimate(f"{fig.SEATS}.{seat}.{fig.LOSS_RATE}")
        for seat in range(1, results.players + 1)
    }
