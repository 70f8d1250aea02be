"""The losses of seats and of strategies, in games that have losers."""

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
    """Return a list with an item on the seats that lose too often; empty without losers."""
    return _describe_losses(results, fig.SEATS, "Every seat")


def describe_losing_strategies(results: RunResults) -> list[Item]:
    """Return a list with an item on the strategies that lose too often.

    It is empty for a game without losers, and if all seats play the same strategy.
    """
    return _describe_losses(results, fig.STRATEGIES, "Every style")


def _describe_losses(results: RunResults, kind: str, everybody: str) -> list[Item]:
    """Return a list with an item on the losses of seats or strategies.

    `kind` is the kind of their figures. `everybody` is the subject of the sentence if all of them
    lose equally often.
    """
    rates = _joint_loss_rates(results, kind)
    if not rates or results.is_seated:
        return []
    fair = _even_rate(results)
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
        return [Item(f"{everybody} loses {of_100(fair)} of 100 games, give or take {reach}.")]
    low, high = math.floor(100 * rate.low), math.ceil(100 * rate.high)
    return [
        Item(
            f"Who loses: too few games to tell. {furthest} loses {low} to {high} of 100 games; "
            f"{of_100(fair)} would be even."
        )
    ]


def _joint_loss_rates(results: RunResults, kind: str) -> dict[str, Estimate]:
    """Return the losses of seats or strategies by name.

    Their intervals hold together (Bonferroni). The result is empty without losers.
    """
    figures = results.figures_of(kind, fig.LOSS_RATE)
    error = (1 - results.look_confidence) / max(1, len(figures))
    jointly = results.at_confidence(1 - error)
    rates = {}
    for figure in figures:
        name = wording.capital(figure.member) if kind == fig.SEATS else figure.member
        rates[name] = jointly.estimate(figure.path)
    return rates


def _even_rate(results: RunResults) -> float:
    """Return the share of games that each seat loses if all lose equally often."""
    figures = results.figures_of(fig.SEATS, fig.LOSS_RATE)
    return sum(results.estimate(figure.path).value for figure in figures) / len(figures)
