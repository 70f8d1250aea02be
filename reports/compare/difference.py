"""How figures differ between runs on the same deals, whoever plays."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from reports.figures import differences
from reports.figures.differences import Difference
from reports.figures.figure import Mean, Quantile, Ratio, SeatDifference
from reports.figures.statistics import Estimate
from reports.robust.levels import PlayerLevel
from reports.run.results import RunResults, measure_level
from simulate.play.run import ArmsRun

#: Sums over deals of each figure of one study times each of another; see
#: `simulate.play.run.ArmsRun`.
Products = Sequence[Sequence[int]]
#: The smallest p-value looked for where it takes trying.
LEAST_P = 1e-9
#: What is left of nothing where shares such as 1/3 and 1/6 are taken from each other.
_ROUNDING = 1e-12


def figure_difference(
    path: str,
    first: RunResults,
    second: RunResults,
    products: Products,
    another: str = "",
    *,
    from_fair: bool = False,
) -> Difference:
    """Estimate how much larger a figure is in the second of two runs on the same deals.

    Means and ratios are paired by deal. Percentiles, and what is the largest of several, are
    not, so that their intervals are mostly too wide; a p-value below `LEAST_P` is told as that.

    The products are sums over deals of each figure of the first times each of the second; `another`
    is what the second calls the figure, if not the same. With `from_fair` it is compared how far
    the two are from their fair shares.
    """
    another = another or path
    one, other = first.figure(path).source, second.figure(another).source
    fair = first.fair_share - second.fair_share if from_fair else 0.0
    if is_exact(path, first, second, another):
        value = second.estimate(another).value - first.estimate(path).value + fair
        if fair and abs(value) < _ROUNDING:
            value = 0.0
        exactly = Estimate(value, value, value, first.run.tally.deals)
        return Difference(exactly, float(value == 0), math.nan)
    if isinstance(one, Quantile) and isinstance(other, Quantile) and same_games(first, second):
        # The same turns, told as other minutes.
        told, more = first.estimate(path), other.factor / one.factor - 1
        told = told.scaled(more) if more > 0 else told.negated().scaled(-more)
        return Difference(told, 0.0, math.nan)
    if not first.figure(path).is_paired:
        return _unpaired(path, first, second)
    if isinstance(one, Mean) and isinstance(other, Mean):
        # What a deal may differ by is known in the figure's own unit, before its factor.
        found = differences.difference(
            first.deal_sums(one),
            replace(second.deal_sums(other), unit=other.unit * one.factor / other.factor),
            products[one.place][other.place],
            first.look_confidence,
            kind=one.kind,
            shift=(other.shift - one.shift + fair) / one.factor,
        )
        return replace(found, estimate=found.estimate.scaled(one.factor))
    assert isinstance(one, Ratio) and isinstance(other, Ratio), f"{path} is two things"
    parts, wholes = (
        (products[mine][other.part], products[mine][other.whole]) for mine in (one.part, one.whole)
    )
    sums = first.ratio_sums(one), second.ratio_sums(other)
    return differences.ratio_difference(*sums, (parts, wholes), first.look_confidence)


def is_exact(path: str, first: RunResults, second: RunResults, another: str) -> bool:
    """Return whether chance had no part in how a figure differs between two runs.

    It had none where all games went the same, of percentiles where as many games were as long,
    and where each run allows one value only.
    """
    one, other = first.figure(path), second.figure(another)
    # The same turns may be told as other minutes.
    if one.source == other.source:
        if same_games(first, second):
            return True
        if isinstance(one.source, Quantile):
            lengths = [results.run.tally.lengths for results in (first, second)]
            return all(lengths) and lengths[0][one.source.length] == lengths[1][one.source.length]
    constant = all(e.low == e.high for e in (first.estimate(path), second.estimate(another)))
    return constant and one.is_paired


def same_games(first: RunResults, second: RunResults) -> bool:
    """Return whether every game went the same in two runs."""
    return first.run.tally.id == second.run.tally.id


def _unpaired(path: str, first: RunResults, second: RunResults) -> Difference:
    """Estimate an unpaired difference; p is the least error whose interval leaves out 0."""

    def at(*both: RunResults) -> Difference:
        one, other = (results.estimate(path) for results in both)
        # Of distances from what is fair one may grow as the other shrinks, on the same deals.
        turned = isinstance(first.figure(path).source, SeatDifference) and (
            min(one.low, other.low) <= 0 or len({*map(_ends, both)}) > 1
        )
        return differences.unpaired_difference(one, other, rho=-1.0 if turned else 0.0)

    found = at(first, second)

    def told(p_value: float) -> bool:
        interval = at(first.at_confidence(1 - p_value), second.at_confidence(1 - p_value)).estimate
        return not interval.low <= 0 <= interval.high

    low, high = math.log(LEAST_P), 0.0
    if found.estimate.value == 0 or told(LEAST_P):
        return replace(found, p_value=LEAST_P if found.estimate.value else 1.0)
    for _ in range(16):
        middle = (low + high) / 2
        low, high = (low, middle) if told(math.exp(middle)) else (middle, high)
    return replace(found, p_value=math.exp(high))


def _ends(results: RunResults) -> tuple[int, int]:
    """Return which seat wins most, and which least."""
    rates = [one.win_rate.value for one in results.seats()]
    return rates.index(max(rates)), rates.index(min(rates))


def measure_levels(
    together: ArmsRun, tables: Sequence[PlayerLevel], confidence: float
) -> tuple[PlayerLevel, ...]:
    """Return what each arm gave at its table, all but the first with its change; as `level_of`."""
    runs = together.runs
    tables = [replace(table, name=tables[0].name) for table in tables]  # it may tell how many play
    found = [measure_level(run, table, confidence) for run, table in zip(runs, tables, strict=True)]

    def compared(arm: int) -> PlayerLevel:
        place = together.against[arm]
        first = RunResults(runs[place]).with_run(together.beside[arm - 1])
        second, products = RunResults(runs[arm]), together.products[arm - 1]

        def known(path: str, confidence: float) -> Estimate:
            one, other = (
                each.at_confidence(each.confidence_per_look(confidence)) for each in (first, second)
            )
            return figure_difference(path, one, other, products).estimate

        return replace(found[arm], change=known, reference=found[place].figure)

    return (found[0], *(compared(arm) for arm in range(1, len(runs))))
