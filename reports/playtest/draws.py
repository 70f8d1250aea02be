"""Draws from distributions, for intervals that combine several causes of uncertainty.

An uncertain number is an array of shape (1 + `DRAWS`,): its expected value, and then draws of it,
all equally likely.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.special import stdtrit

from reports.playtest.games import Values
from simulate.play.rows import Integers

#: The number of draws. The smallest p-value is 1 in 5,000, which leaves room for a correction for a
#: few dozen figures.
DRAWS = 10_000


def spread_evenly(seed: int) -> Values:
    """Return `DRAWS` evenly spaced numbers between 0 and 1, in an order that depends on the seed.

    Quantiles and means of them vary less between seeds than those of independent random numbers.
    """
    return np.asarray((np.random.default_rng(seed).permutation(DRAWS) + 0.5) / DRAWS)


def draw_indices(probabilities: Values, chances: Values) -> Integers:
    """Draw an index for each row of probabilities.

    Parameters
    ----------
    probabilities
        The probability of each index, shape (rows, indices); each row sums to 1.
    chances
        A number for each row, uniform between 0 and 1.

    Returns
    -------
    Integers
        An index for each row.
    """
    below = np.cumsum(probabilities, axis=1) < chances[:, None]
    return np.asarray(np.minimum(below.sum(axis=1), probabilities.shape[1] - 1))


def draw_mean(values: Values) -> Values:
    """Return the mean of a sample, and draws of the true mean from Student's t distribution.

    The draws are infinite for a single value, of which the variance is unknown.
    """
    if len(values) == 1:
        return np.append(values, np.full(DRAWS, np.inf))
    error = values.std(ddof=1) / math.sqrt(len(values))
    draws = values.mean() + error * stdtrit(len(values) - 1, spread_evenly(3))
    return np.append(values.mean(), draws)
