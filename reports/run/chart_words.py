"""What each chart of a run shows: its finding, as a title, and in words, for who cannot see it."""

from __future__ import annotations

import math
from functools import reduce
from operator import add

import numpy as np

from reports.figures.catalogue import PERCENTILES
from reports.figures.figure import PLAIN, SEATS
from reports.figures.statistics import Estimate
from reports.run import fairness, sentences
from reports.run.results import Length, Results
from reports.writing import numbers
from reports.writing.numbers import percent
from reports.writing.words import listed

#: Mean scores that lie within this share of the spread of all scores are practically the same.
_SAME_SCORES = 0.1


def seats_title(results: Results) -> str:
    """Say what was found."""
    return fairness.seats_in_a_line(results)


def seats(results: Results) -> str:
    """Say what the chart shows."""
    told = [
        f"seat {seat} wins {numbers.share_of(standing.win_rate)}"
        for seat, standing in enumerate(results.seats(), 1)
    ]
    if results.contest == "together":
        return f"A dot with its interval for each seat, which all win together: {told[0]}."
    return f"A dot with its interval for each seat: {'; '.join(told)}. {_fair(results)}"


def cells_title(results: Results) -> str:
    """Say what was found."""
    return sentences.strategies_in_a_line(results)


def cells(results: Results) -> str:
    """Say what the chart shows."""
    told = [
        f"{spec} wins {numbers.share_of(standing.win_rate)} in seat {seat}"
        for (spec, seat), standing in results.cells().items()
    ]
    return f"A grid of strategies and seats: {'; '.join(told)}. {_fair(results)}"


def length_title(results: Results) -> str:
    """Say what was found."""
    return sentences.minutes_in_a_line(results)


def lengths(results: Results) -> str:
    """Say what the chart shows."""
    measures = results.measures()
    told = [f"minutes: {_length(measures['minutes'])}"]
    told += [f"{name}: {_length(one)}" for name, one in results.lengths().items()]
    return f"How many games have which length. {'; '.join(told)}."


def _length(length: Length) -> str:
    low, middle, high = sentences.as_lengths(*length.percentiles.values())
    return (
        f"mean {numbers.value(length.mean, PLAIN)}, median {middle}, nine games in ten {low} to "
        f"{high}"
    )


def over_title(results: Results) -> str:
    """Say what was found."""
    _, half, most = _reached(results)
    said = sentences.box_says(results)
    if half == most:
        return f"95 of 100 games are over by {most} minutes{said}"
    return f"Half of the games are over by {half} minutes, 95 of 100 by {most}{said}"


def over(results: Results) -> str:
    """Say what the chart shows."""
    told = [
        f"{share} % by {minutes} minutes"
        for share, minutes in zip(PERCENTILES, _reached(results), strict=True)
    ]
    return f"A curve that rises as games end: {listed(told)}."


def _reached(results: Results) -> list[str]:
    """Write by how many minutes each of some shares of the games is over."""
    return sentences.as_lengths(*results.minutes().percentiles.values())


def scores_title(results: Results) -> str:
    """Say what was found."""
    means, unit = _means(results), results.game.score_unit
    ordered = sorted(means, key=lambda seat: means[seat].value)
    least, most = ordered[0], ordered[-1]
    low, high = (numbers.value(means[seat], PLAIN) for seat in (least, most))
    ends = low if low == high else f"{low} to {high}"
    if not _apart(results):
        return f"No seat clearly scores more: {ends} {unit} in the mean"
    if scores_alike(results):
        return f"All seats score practically the same: {ends} {unit} in the mean"
    if len(means) == 2:
        return f"Seat {most} scores more than seat {least}: {high} and {low} {unit} in the mean"
    return f"Seat {most} scores most, seat {least} least: {high} and {low} {unit} in the mean"


def scores_alike(results: Results) -> bool:
    """Return whether no seat clearly scores more, or none as much more as would be seen."""
    values = [mean.value for mean in _means(results).values()]
    everyone = reduce(add, results.scores())
    centre = np.average(everyone.values, weights=everyone.counts)
    variance = float(np.average((everyone.values - centre) ** 2, weights=everyone.counts))
    near = max(values) - min(values) <= _SAME_SCORES * math.sqrt(variance)
    return near or not _apart(results)


def _apart(results: Results) -> bool:
    """Return whether some seat clearly scores more than another, among all pairs of seats."""
    if results.players == 1:
        return False
    pairs = math.comb(results.players, 2)
    means = _means(results.at(1 - (1 - results.level) / pairs)).values()
    return max(mean.low for mean in means) > min(mean.high for mean in means)


def _means(results: Results) -> dict[int, Estimate]:
    """Return the mean score of each seat."""
    seats = range(1, results.players + 1)
    return {seat: results.estimate(f"{SEATS}.{seat}.score_mean") for seat in seats}


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
    if results.contest == "together":
        return "All win together or none does."
    return f"The fair share is {percent(results.fair_share)}."
