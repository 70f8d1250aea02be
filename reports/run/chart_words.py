"""What each chart of a run shows, in words, for who cannot see it."""

from __future__ import annotations

import math

from reports.figures.catalogue import PERCENTILES
from reports.figures.statistics import Estimate
from reports.run.results import Length, Results
from reports.run.sentences import percent, percent_interval

#: What each chart of `reports.run.charts.draw_charts` is called.
TITLES = {
    "win_rate_by_seat": "Win rate by seat",
    "win_rate_by_strategy_and_seat": "Win rate by strategy and seat",
    "length": "Length of a game",
    "scores_by_seat": "Final score by seat",
}


def chart_words(results: Results) -> dict[str, str]:
    """Return the numbers of each chart of `reports.run.charts.draw_charts` in words."""
    return {
        "win_rate_by_seat": _seats(results),
        "win_rate_by_strategy_and_seat": _cells(results),
        "length": _lengths(results),
        "scores_by_seat": _scores(results),
    }


def _seats(results: Results) -> str:
    told = [
        f"seat {seat} wins {_rate(standing.win_rate)}"
        for seat, standing in enumerate(results.seats(), 1)
    ]
    return f"A dot with its interval for each seat: {'; '.join(told)}. {_fair(results)}"


def _cells(results: Results) -> str:
    told = [
        f"{spec} wins {_rate(standing.win_rate)} in seat {seat}"
        for (spec, seat), standing in results.cells().items()
    ]
    return f"A grid of strategies and seats: {'; '.join(told)}. {_fair(results)}"


def _lengths(results: Results) -> str:
    told = [f"{name}: {_length(length)}" for name, length in results.lengths().items()]
    return f"How many games have which length. {'; '.join(told)}."


def _length(length: Length) -> str:
    low, middle, high = (f"{value:,.0f}" for value in length.percentiles.values())
    ends = f"{length.histogram.values[0]:,} to {length.histogram.values[-1]:,}"
    return (
        f"mean {length.mean.value:,.1f}, median {middle}, nine games in ten {low} to {high}, "
        f"all {ends}"
    )


def _scores(results: Results) -> str:
    told = []
    for seat, (standing, scores) in enumerate(
        zip(results.seats(), results.scores(), strict=True), 1
    ):
        mean = f"mean {standing.score.value:.2f}, " if standing.score else ""
        low, middle, high = (scores.percentile(percent) for percent in PERCENTILES)
        told.append(f"seat {seat}: {mean}median {middle}, nine games in ten {low} to {high}")
    return f"How many games end with how many {results.game.score_unit}. {'; '.join(told)}."


def _rate(rate: Estimate) -> str:
    known = f" ({percent_interval(rate)})" if math.isfinite(rate.high) else ""
    return f"{percent(rate.value)}{known}"


def _fair(results: Results) -> str:
    return f"The fair share is {percent(results.fair_share)}."
