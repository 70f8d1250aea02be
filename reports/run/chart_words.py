"""What each chart of a run shows, in words, for who cannot see it."""

from __future__ import annotations

from reports.figures.catalogue import PERCENTILES
from reports.figures.figure import PLAIN
from reports.run.results import Length, Results
from reports.writing import numbers
from reports.writing.numbers import percent


def seats(results: Results) -> str:
    """Say what the chart shows."""
    told = [
        f"seat {seat} wins {numbers.share_of(standing.win_rate)}"
        for seat, standing in enumerate(results.seats(), 1)
    ]
    return f"A dot with its interval for each seat: {'; '.join(told)}. {_fair(results)}"


def cells(results: Results) -> str:
    """Say what the chart shows."""
    told = [
        f"{spec} wins {numbers.share_of(standing.win_rate)} in seat {seat}"
        for (spec, seat), standing in results.cells().items()
    ]
    return f"A grid of strategies and seats: {'; '.join(told)}. {_fair(results)}"


def lengths(results: Results) -> str:
    """Say what the chart shows."""
    told = [f"{name}: {_length(length)}" for name, length in results.lengths().items()]
    return f"How many games have which length. {'; '.join(told)}."


def _length(length: Length) -> str:
    low, middle, high = (f"{value:,.0f}" for value in length.percentiles.values())
    ends = f"{length.histogram.values[0]:,} to {length.histogram.values[-1]:,}"
    return (
        f"mean {numbers.value(length.mean, PLAIN)}, median {middle}, nine games in ten {low} to "
        f"{high}, all {ends}"
    )


def scores(results: Results) -> str:
    """Say what the chart shows."""
    told = []
    for seat, (standing, scores) in enumerate(
        zip(results.seats(), results.scores(), strict=True), 1
    ):
        mean = f"mean {numbers.value(standing.score, PLAIN)}, " if standing.score else ""
        low, middle, high = (scores.percentile(percent) for percent in PERCENTILES)
        told.append(f"seat {seat}: {mean}median {middle}, nine games in ten {low} to {high}")
    return f"How many games end with how many {results.game.score_unit}. {'; '.join(told)}."


def _fair(results: Results) -> str:
    return f"The fair share is {percent(results.fair_share)}."
