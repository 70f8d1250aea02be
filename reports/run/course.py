"""The share of games in which the lead never changes, changes once, twice and so on."""

from __future__ import annotations

import numpy as np

from reports.figures.statistics import DealSums, Estimate, rate
from reports.run.results import RunResults

#: The maximum number of columns of lead changes. The last column also counts all larger numbers.
_MOST_COLUMNS = 8
#: The last column is for the largest number of lead changes that at least this share of games
#: reaches.
_RARE = 0.005
_TIMES = "\N{MULTIPLICATION SIGN}"


def count_lead_changes(results: RunResults, columns: int = 0) -> dict[str, Estimate]:
    """Return the share of games with each number of lead changes, in rising order of the number.

    The keys are words for the numbers, such as "never". The last may also count all larger numbers.
    It is empty if lead changes are not known.

    Parameters
    ----------
    results
        The results.
    columns
        The number of numbers of lead changes to count; 0 to leave out rare numbers at the end.
    """
    histogram = results.lead_changes
    if histogram is None:
        return {}
    games = results.run.games
    counts = [0] * histogram.low + histogram.counts.tolist()
    remaining = np.cumsum(counts[::-1])[::-1].tolist()
    frequent = [number for number, rest in enumerate(remaining) if rest >= _RARE * games]
    columns = columns or min(_MOST_COLUMNS, frequent[-1] + 1)
    zeros = [0] * (columns - len(counts))
    counts += zeros
    remaining += zeros
    shares = {}
    for number in range(columns):
        is_last = number == columns - 1 and len(counts) > columns
        share = (remaining if is_last else counts)[number] / games
        # Games on the same deal resemble each other, so each deal counts as one observation.
        deals = results.run.tally.deals
        sums = DealSums(deals, round(share * deals), round(share * deals), 1, 1)
        interval = rate(sums, results.look_confidence)
        name = ("never", "once")[number] if number < 2 else f"{number}{_TIMES}"
        if is_last:
            name = f"{number}{_TIMES} or more"
        shares[name] = Estimate(share, min(interval.low, share), max(interval.high, share), deals)
    return shares
