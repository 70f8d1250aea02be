"""A figure over all versions of a game, reckoned from the few that were played.

Each rule adds something of its own, and each two rules something together: a Gaussian process whose
kernel is a sum over rules, and over pairs of them. Numbers bend smoothly, words stand each alone.
How much each rule weighs, and how much pairs do, is what makes the figures seen most likely.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_factor, cho_solve

from reports.sweep.results import Axis
from reports.tune.results import Floats
from simulate.errors import UsageError

Places = NDArray[np.int64]
#: How much a rule can weigh, and how much pairs can, beside the spread of what was seen.
_WEIGHTS, _PAIRS = (0.01, 0.1, 0.5, 2.0), (0.001, 0.02, 0.1, 0.4)
#: How much of a rule is a curve, how much is each value alone, and what no model tells.
_CURVE, _ALONE, _UNTOLD = 0.5, 0.05, 1e-4


def _kernel_of(axis: Axis) -> Floats:
    """Return how alike the values of a rule are: a matrix whose diagonal is 1 in the mean."""
    count = len(axis.values)
    found: Floats = np.eye(count) - 1 / count
    if axis.is_number:
        line = np.array(axis.values, np.float64) - np.mean(axis.values)
        line /= np.abs(line).max()
        curve = line**2 - np.mean(line**2)
        found = np.outer(line, line) + _CURVE * np.outer(curve, curve) + _ALONE * found
    found *= count / np.trace(found)
    return found


@dataclass(frozen=True)
class Model:
    """What one figure is at any version, by what was seen at some (rows of places on the axes)."""

    kernels: Sequence[Floats]
    seen: Places
    #: The mean of what was seen and its spread, in which all else is told.
    middle: float
    spread: float
    values: Floats
    #: To within what each value is known: a standard error, and what no model tells.
    noise: Floats
    weights: tuple[float, ...]
    pairs: float = 0.02

    @classmethod
    def fit(cls, axes: Sequence[Axis], seen: Places, values: Floats, errors: Floats) -> Model:
        """Make the model that makes most likely what was seen, one weight after the other."""
        fine = np.isfinite(values) & np.isfinite(errors)
        if not fine.any():
            raise UsageError("so few games tell nothing of one of the targets; give more --games")
        seen, values, errors = seen[fine], values[fine], errors[fine]
        middle, spread = float(values.mean()), float(values.std()) or 1.0
        noise = np.sqrt((errors / spread) ** 2 + _UNTOLD)
        told = (seen, middle, spread, (values - middle) / spread, noise)
        best = cls([*map(_kernel_of, axes)], *told, weights=(0.5,) * len(axes))
        for n in [*range(len(axes)), *range(len(axes))]:
            before, after = best.weights[:n], best.weights[n + 1 :]
            tried = [replace(best, weights=(*before, one, *after)) for one in _WEIGHTS]
            best = max(tried, key=lambda one: one._likelihood)
            best = max((replace(best, pairs=p) for p in _PAIRS), key=lambda one: one._likelihood)
        return best

    def _alike(self, some: Places) -> Floats:
        each = [
            weight * kernel[np.ix_(some[:, n], self.seen[:, n])]
            for n, (weight, kernel) in enumerate(zip(self.weights, self.kernels, strict=True))
        ]
        total: Floats = np.sum(each, axis=0)
        # All pairs at once: (a + b + c)² - a² - b² - c² is twice ab + ac + bc.
        total += 1 + self.pairs / 2 * (total**2 - np.sum(np.square(each), axis=0))
        return total

    @cached_property
    def _solver(self) -> Any:
        return cho_factor(self._alike(self.seen) + np.diag(self.noise**2), lower=True)

    @property
    def _likelihood(self) -> float:
        told = self.values @ cho_solve(self._solver, self.values)
        return float(-told / 2 - np.log(np.diag(self._solver[0])).sum())

    def mean(self, at: Places) -> Floats:
        """Return what the figure most likely is at some versions."""
        found: Floats = self._alike(at) @ cho_solve(self._solver, self.values)
        return self.middle + self.spread * found

    def draws(self, at: Places, chance: np.random.Generator) -> Iterator[Floats]:
        """Yield what the figure may be at some versions, each time another of all it may be.

        It is drawn as it might have been before anything was seen, and then bent to what was.
        """
        alike, both = self._alike(at), np.concatenate([at, self.seen])
        pairs = zip(self.weights, self.kernels, strict=True)
        roots = [np.linalg.cholesky(w * k + 1e-9 * np.eye(len(k))) for w, k in pairs]
        while True:
            found = np.full(len(both), chance.standard_normal())
            for n, root in enumerate(roots):
                found += (root @ chance.standard_normal(len(root)))[both[:, n]]
                for m, other in enumerate(roots[:n]):
                    table = root @ chance.standard_normal((len(root), len(other))) @ other.T
                    found += np.sqrt(self.pairs) * table[both[:, n], both[:, m]]
            here, noise = found[len(at) :], self.noise * chance.standard_normal(len(self.seen))
            missing = cho_solve(self._solver, self.values - here - noise)
            yield self.middle + self.spread * (found[: len(at)] + alike @ missing)
