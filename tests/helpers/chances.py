"""What statistical tests share: the 4-standard-error bound, and tests of evenness."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.stats import chi2, norm

#: A statistical test may fail by chance this seldom: beyond 4 standard errors, two-sided.
RARE = float(2 * norm.sf(4))


def evenness(counts: Sequence[int] | np.ndarray[Any, Any]) -> float:
    """Return the p-value of the hypothesis that all counts have the same expectation."""
    observed = np.asarray(counts, float).ravel()
    expected = observed.sum() / len(observed)
    statistic = ((observed - expected) ** 2).sum() / expected
    return float(chi2.sf(statistic, len(observed) - 1))
