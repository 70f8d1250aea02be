"""Helpers of statistical tests: the bound of 4 standard errors, and a test of equal chances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.stats import chi2, norm

#: The probability that a statistical test fails by chance: that of more than 4 standard errors.
RARE = float(2 * norm.sf(4))


def evenness(counts: Sequence[int] | np.ndarray[Any, Any]) -> float:
    """Return the p-value of the hypothesis that all counts have the same expectation."""
    observed = np.asarray(counts, float).ravel()
    expected = observed.sum() / len(observed)
    statistic = ((observed - expected) ** 2).sum() / expected
    return float(chi2.sf(statistic, len(observed) - 1))
