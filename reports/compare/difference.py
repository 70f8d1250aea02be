"""Estimates of the difference of a figure between two runs on the same deals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from reports.figures import differences
from reports.figures.differences import Difference
from reports.figures.figure import CountQuantile, Mean, Quantile, Ratio, SeatDifference, Surplus
from reports.figures.statistics import Estimate
from reports.robust.levels import PlayerLevel
from reports.run.results import RunResults, measure_level
from simulate.play.run import ArmsRun

#: Each count of one run times each count of another run, summed over deals. The two indices are
#: those of the counts in the tallies of the runs (see `simulate.play.run.ArmsRun`).
Products = Sequence[Sequence[int]]
#: The smallest p-value that bisection over confidences returns.
LEAST_P = 1e-9
#: Differences of fair shares, such as 1/3 - 2 · 1/6, that are smaller than this count as 0.
_ROUNDING = 1e-12


def figure_difference(
    path: str,
    first: RunResults,
    second: RunResults,
    products: Products,
    second_path: str = "",
    *,
    from_fair: bool = False,
) -> Difference:
    """Return the difference of a figure between two runs on the same deals, second minus first.

    Means and ratios are compared deal by deal. Percentiles and the largest of several differences
    are compared by their intervals, so their intervals are mostly too wide.

    Parameters
    ----------
    path
        The path of the figure.
    first, second
        The results of the runs.
    products
        The sums over deals of each count of the first run times each count of the second.
    second_path
        The path of the figure in the second run; empty for the same path.
    from_fair
        True to compare the distances from the fair shares instead of the values.

    Returns
    -------
    Difference
        For figures that are compared by their intervals, the p-value is at least `LEAST_P`. If
        chance had no part in the difference, its interval has no width and its p-value is 0 or 1.

    Raises
    ------
    UsageError
        If a run has no figure with this path.
    """
    second_path = second_path or path
    source = first.figure(path).source
    second_source = second.figure(second_path).source
    shift = first.fair_share - second.fair_share if from_fair else 0.0
    if is_exact(path, first, second, second_path):
        return _exact_difference(first, first.estimate(path), second.estimate(second_path), shift)
    is_length = isinstance(source, Quantile) and isinstance(second_source, Quantile)
    if is_length and same_games(first, second):
        return _rescaled_difference(first.estimate(path), second_source.factor / source.factor)
    if not first.figure(path).is_paired:
        return _unpaired(path, first, second)
    if isinstance(source, Mean) and isinstance(second_source, Mean):
        return _mean_difference(source, second_source, first, second, products, shift)
    if isinstance(source, Surplus) and isinstance(second_source, Surplus):
        fair = [first.fixed_share(source.fair), second.fixed_share(second_source.fair)]
        if fair[0] is not None and fair[0] == fair[1]:
            # The difference is that of the win rates.
            source, second_source = source.rate, second_source.rate
    is_same_kind = isinstance(source, Ratio) and isinstance(second_source, Ratio)
    assert is_same_kind, f"{path} is computed in different ways in the two runs"
    return _ratio_difference(source, second_source, first, second, products)


def _rescaled_difference(estimate: Estimate, factor: float) -> Difference:
    """Return the difference between a length times `factor` and the length itself.

    Two runs with the same games have this difference in minutes if they assume different seconds
    per turn.
    """
    if factor > 1:
        return Difference(estimate.scaled(factor - 1), 0.0, math.nan)
    return Difference(estimate.negated().scaled(1 - factor), 0.0, math.nan)


def _mean_difference(
    source: Mean,
    second_source: Mean,
    first: RunResults,
    second: RunResults,
    products: Products,
    shift: float,
) -> Difference:
    """Return the difference of two means, paired by deal, plus a constant `shift`."""
    # Both means are compared without the factor of the figure, which is applied at the end.
    second_unit = second_source.unit * source.factor / second_source.factor
    difference = differences.difference(
        first.deal_sums(source),
        replace(second.deal_sums(second_source), unit=second_unit),
        products[source.place][second_source.place],
        first.look_confidence,
        kind=source.kind,
        shift=(second_source.shift - source.shift + shift) / source.factor,
    )
    return replace(difference, estimate=difference.estimate.scaled(source.factor))


def _ratio_difference(
    source: Ratio,
    second_source: Ratio,
    first: RunResults,
    second: RunResults,
    products: Products,
) -> Difference:
    """Return the difference of two ratios, paired by deal."""
    parts, wholes = (
        (products[place][second_source.part], products[place][second_source.whole])
        for place in (source.part, source.whole)
    )
    return differences.ratio_difference(
        first.ratio_sums(source),
        second.ratio_sums(second_source),
        (parts, wholes),
        first.look_confidence,
    )


def _exact_difference(
    first: RunResults, estimate: Estimate, second_estimate: Estimate, shift: float
) -> Difference:
    """Return a difference in which chance had no part, plus a constant `shift`.

    Its interval has no width, and its p-value is 1 if the difference is 0, else 0.
    """
    value = second_estimate.value - estimate.value + shift
    if shift and abs(value) < _ROUNDING:
        value = 0.0
    exact = Estimate(value, value, value, first.run.tally.deals)
    return Difference(exact, float(value == 0), math.nan)


def is_exact(path: str, first: RunResults, second: RunResults, second_path: str) -> bool:
    """Return True if chance had no part in the difference of a figure between two runs.

    That is so if the games of both runs were the same, if a percentile is computed from the same
    distribution in both, or if the interval of a mean or ratio has no width in either run.

    Parameters
    ----------
    path
        The path of the figure in the first run.
    first, second
        The results of the runs.
    second_path
        The path of the figure in the second run.

    Raises
    ------
    UsageError
        If a run has no figure with this path.
    """
    figure = first.figure(path)
    # The sources differ, for example, if the runs assume different seconds per turn.
    if figure.source == second.figure(second_path).source:
        if same_games(first, second):
            return True
        if isinstance(figure.source, Quantile):
            first_lengths = first.run.tally.lengths
            second_lengths = second.run.tally.lengths
            if not (first_lengths and second_lengths):
                return False
            length = figure.source.length
            return first_lengths[length] == second_lengths[length]
        if isinstance(figure.source, CountQuantile):
            distribution = first.distribution(figure.source)
            return distribution is not None and distribution == second.distribution(figure.source)
    estimates = (first.estimate(path), second.estimate(second_path))
    is_constant = all(estimate.low == estimate.high for estimate in estimates)
    return is_constant and figure.is_paired


def same_games(first: RunResults, second: RunResults) -> bool:
    """Return True if two runs have the same fingerprint, so that all games went the same."""
    return first.run.tally.id == second.run.tally.id


def _unpaired(path: str, first: RunResults, second: RunResults) -> Difference:
    """Return the difference of a figure, estimated from its intervals in both runs.

    The p-value is 1 minus the largest confidence at which the interval excludes 0. It is found by
    bisection.
    """

    def estimate_between(*runs: RunResults) -> Difference:
        first_estimate, second_estimate = (results.estimate(path) for results in runs)
        # Distances from the fair share may have opposite errors on the same deals, unless they
        # clearly belong to the same seats.
        is_opposed = isinstance(first.figure(path).source, SeatDifference) and (
            min(first_estimate.low, second_estimate.low) <= 0
            or len({*map(_best_and_worst_seat, runs)}) > 1
        )
        return differences.unpaired_difference(
            first_estimate, second_estimate, rho=-1.0 if is_opposed else 0.0
        )

    def excludes_zero(error: float) -> bool:
        interval = estimate_between(
            first.at_confidence(1 - error), second.at_confidence(1 - error)
        ).estimate
        return not interval.low <= 0 <= interval.high

    difference = estimate_between(first, second)
    if difference.estimate.value == 0:
        return replace(difference, p_value=1.0)
    if excludes_zero(LEAST_P):
        return replace(difference, p_value=LEAST_P)
    low, high = math.log(LEAST_P), 0.0
    for _ in range(16):
        middle = (low + high) / 2
        if excludes_zero(math.exp(middle)):
            high = middle
        else:
            low = middle
    return replace(difference, p_value=math.exp(high))


def _best_and_worst_seat(results: RunResults) -> tuple[int, int]:
    """Return the indices of the seat that wins most and of the seat that wins least."""
    rates = [seat.win_rate.value for seat in results.seats()]
    return rates.index(max(rates)), rates.index(min(rates))


def measure_levels(
    together: ArmsRun, tables: Sequence[PlayerLevel], confidence: float
) -> tuple[PlayerLevel, ...]:
    """Return one player level for each arm, with its results.

    Parameters
    ----------
    together
        The games of all arms with the players of one level.
    tables
        The level in each arm, without results.
    confidence
        The confidence of all intervals.

    Returns
    -------
    tuple
        The level in each arm, as `reports.run.results.measure_level` returns it. Each arm but the
        first is compared with a reference arm: `change` returns the difference of a figure from the
        reference arm, and `reference` the figure in the reference arm.

    Raises
    ------
    ZeroDivisionError
        If no game was played.
    """
    runs = together.runs
    # All arms get the same name, because names may contain the number of players.
    named = [replace(table, name=tables[0].name) for table in tables]
    levels = [measure_level(run, table, confidence) for run, table in zip(runs, named, strict=True)]

    def compared(arm: int) -> PlayerLevel:
        base = together.against[arm]
        first = RunResults(runs[base]).with_run(together.beside[arm - 1])
        second = RunResults(runs[arm])
        products = together.products[arm - 1]

        def change(path: str, confidence: float) -> Estimate:
            first_results, second_results = (
                results.at_confidence(results.confidence_per_look(confidence))
                for results in (first, second)
            )
            return figure_difference(path, first_results, second_results, products).estimate

        return replace(levels[arm], change=change, reference=levels[base].figure)

    return (levels[0], *(compared(arm) for arm in range(1, len(runs))))
