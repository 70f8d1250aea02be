"""Draw from distributions, for intervals that combine several causes of uncertainty.

An uncertain number is represented by an array of shape (1 + `DRAWS`,): its expected value, followed
by equally likely draws from its distribution.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.special import stdtrit

from reports.figures.statistics import Estimate
from reports.playtest.games import Values
from simulate.play.rows import Integers

#: The number of draws. Two-sided p-values are then at least about 1/5,000, which is small enough
#: for a Bonferroni correction for a few dozen figures.
DRAWS = 10_000
#: The largest logarithm of the ratio of a draw to the mean of a sample. It only avoids overflow.
_MOST_LOG = 50.0


def spread_evenly(seed: int) -> Values:
    """Return `DRAWS` evenly spaced numbers between 0 and 1, in an order that depends on the seed.

    The shape is (`DRAWS`,). The quantiles and means of these numbers vary less between seeds than
    those of independent random numbers.
    """
    return np.asarray((np.random.default_rng(seed).permutation(DRAWS) + 0.5) / DRAWS)


def draw_indices(probabilities: Values, chances: Values) -> Integers:
    """Return one index for each row of probabilities, drawn with these probabilities.

    Parameters
    ----------
    probabilities
        The probability of each index, shape (rows, indices); each row sums to 1.
    chances
        Uniform random numbers between 0 and 1, shape (rows,).

    Returns
    -------
    Integers
        Column indices, shape (rows,).
    """
    below = np.cumsum(probabilities, axis=1) < chances[:, None]
    return np.asarray(np.minimum(below.sum(axis=1), probabilities.shape[1] - 1))


def draw_mean(values: Values) -> Values:
    """Return the mean of a sample of positive numbers, followed by draws of the true mean.

    The logarithm of the mean has Student's t distribution, with the standard error that the delta
    method gives. So no draw is negative. The draws are infinite if the sample has one value,
    because its variance is unknown.

    Parameters
    ----------
    values
        The sample, shape (values,), with at least one value. All values are above 0.

    Returns
    -------
    Values
        An array of shape (1 + `DRAWS`,).
    """
    if len(values) == 1:
        return np.append(values, np.full(DRAWS, np.inf))
    mean = values.mean()
    error = values.std(ddof=1) / math.sqrt(len(values)) / mean
    logs = error * stdtrit(len(values) - 1, spread_evenly(3))
    draws = mean * np.exp(np.clip(logs, -_MOST_LOG, _MOST_LOG))
    return np.append(mean, draws)


def estimate_of_draws(draws: Values, games: int, confidence: float) -> Estimate:
    """Return an estimate with percentiles of draws from its distribution as its interval.

    The bounds are infinite if any draw is infinite.

    Parameters
    ----------
    draws
        The expected value followed by draws, shape (1 + `DRAWS`,).
    games
        The number of games of the estimate.
    confidence
        The confidence of the interval.
    """
    low = -math.inf
    high = math.inf
    if np.isfinite(draws).all():
        tail = 50 * (1 - confidence)
        low, high = np.percentile(draws[1:], (tail, 100 - tail), method="hazen").tolist()
    return Estimate(float(draws[0]), low, high, games)
