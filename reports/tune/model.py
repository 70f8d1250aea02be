"""A model of a figure over all versions of a game, fitted to the versions that were played.

The figure is the sum of an effect of each rule and of each pair of rules. The model is a Gaussian
process whose kernel is a sum over rules and pairs of rules (Duvenaud, Nickisch and Rasmussen,
Additive Gaussian processes, NIPS 2011). The effect of a number changes smoothly with its value; the
effects of words are independent of each other. The weights of the rules and of the pairs are those
with the highest likelihood.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_factor, cho_solve

from reports.sweep.results import Axis
from reports.tune.results import Floats
from simulate.errors import UsageError

#: Versions, each as the index of its value on every axis: shape (..., axes).
Places = NDArray[np.int64]
#: The weights that a rule can have, relative to the spread of the figures.
_WEIGHTS = (0.01, 0.1, 0.5, 2.0)
#: The weights that all pairs of rules can have.
_PAIR_WEIGHTS = (0.001, 0.02, 0.1, 0.4)
#: The weight of the curved part in the effect of a number, relative to the linear part.
_CURVE = 0.5
#: The weight of an independent effect of each value of a number, relative to the linear part.
_INDEPENDENT = 0.05
#: The variance that no model explains, as a share of the variance of the figures.
_UNEXPLAINED = 1e-4


def _kernel_of(axis: Axis) -> Floats:
    """Return the covariance of the effects of a rule's values: shape (values, values).

    The mean of its diagonal is 1.
    """
    count = len(axis.values)
    kernel: Floats = np.eye(count) - 1 / count
    if axis.is_number:
        line = np.array(axis.values, np.float64) - np.mean(axis.values)
        line /= np.abs(line).max()
        curve = line**2 - np.mean(line**2)
        kernel = np.outer(line, line) + _CURVE * np.outer(curve, curve) + _INDEPENDENT * kernel
    kernel *= count / np.trace(kernel)
    return kernel


@dataclass(frozen=True)
class Model:
    """A Gaussian process for one figure as a function of the values of the varied rules.

    Attributes
    ----------
    kernels
        The covariance matrix of each axis: shape (values, values).
    places
        The versions that were played: shape (versions, axes).
    center, spread
        The mean and the standard deviation of the figure in these versions.
    values
        The figure in these versions, minus `center`, divided by `spread`: shape (versions,).
    noise
        The standard errors of `values`, which include the unexplained variance.
    weights
        The weight of each axis.
    pair_weight
        The weight of all pairs of axes.
    kernels_played
        The covariance of each axis between the versions that were played, without weights: shape
        (axes, versions, versions).
    """

    kernels: Sequence[Floats]
    places: Places
    center: float
    spread: float
    values: Floats
    noise: Floats
    weights: tuple[float, ...]
    pair_weight: float = 0.02
    kernels_played: Floats = field(default_factory=lambda: np.zeros((0, 0, 0)))

    @classmethod
    def fit(cls, axes: Sequence[Axis], places: Places, values: Floats, errors: Floats) -> Model:
        """Return the model with the highest likelihood, found by changing one weight at a time.

        Parameters
        ----------
        axes
            The varied rules.
        places
            The versions that were played: shape (versions, axes).
        values, errors
            The figure in each version and its standard error: shape (versions,). Versions in which
            either is not finite are ignored.

        Raises
        ------
        UsageError
            If no version has a finite value and error.
        """
        is_known = np.isfinite(values) & np.isfinite(errors)
        if not is_known.any():
            raise UsageError(
                "one of the targets cannot be estimated from so few games; give more --games"
            )
        values = values[is_known]
        center = float(values.mean())
        spread = float(values.std()) or 1.0
        model = cls(
            kernels=[_kernel_of(axis) for axis in axes],
            places=places[is_known],
            center=center,
            spread=spread,
            values=(values - center) / spread,
            noise=np.sqrt((errors[is_known] / spread) ** 2 + _UNEXPLAINED),
            weights=(0.5,) * len(axes),
        )
        # All candidates have the same versions, so these matrices are computed once.
        model = replace(model, kernels_played=model._kernels_between(model.places))
        for axis in [*range(len(axes)), *range(len(axes))]:
            before, after = model.weights[:axis], model.weights[axis + 1 :]
            candidates = [replace(model, weights=(*before, weight, *after)) for weight in _WEIGHTS]
            model = max(candidates, key=lambda candidate: candidate._log_likelihood)
            candidates = [replace(model, pair_weight=weight) for weight in _PAIR_WEIGHTS]
            model = max(candidates, key=lambda candidate: candidate._log_likelihood)
        return model

    def _covariance(self, places: Places) -> Floats:
        """Return the covariance between `places` and the versions played: shape (places, versions).

        It is the covariance of the standardised figure.
        """
        return self._weighted(self._kernels_between(places))

    def _kernels_between(self, places: Places) -> Floats:
        """Return the covariance of each axis between `places` and the versions played, unweighted.

        The shape is (axes, places, versions).
        """
        return np.array(
            [
                kernel[np.ix_(places[:, axis], self.places[:, axis])]
                for axis, kernel in enumerate(self.kernels)
            ]
        )

    def _weighted(self, kernels: Floats) -> Floats:
        """Return the covariance that follows from those of the axes, given all weights.

        `kernels` has the shape (axes, places, versions).
        """
        by_axis = np.array(self.weights)[:, np.newaxis, np.newaxis] * kernels
        total: Floats = np.sum(by_axis, axis=0)
        # All pairs at once: (a + b + c)² - a² - b² - c² is twice ab + ac + bc.
        total += 1 + self.pair_weight / 2 * (total**2 - np.sum(np.square(by_axis), axis=0))
        return total

    @cached_property
    def _solver(self) -> Any:
        """The Cholesky factor of the covariance of `values`, for `cho_solve`."""
        covariance = self._weighted(self.kernels_played) + np.diag(self.noise**2)
        return cho_factor(covariance, lower=True)

    @property
    def _log_likelihood(self) -> float:
        """The log-likelihood of `values`, up to a constant."""
        fit = self.values @ cho_solve(self._solver, self.values)
        return float(-fit / 2 - np.log(np.diag(self._solver[0])).sum())

    def mean(self, places: Places) -> Floats:
        """Return the posterior mean of the figure in each of the versions `places`: (places,)."""
        effects: Floats = self._covariance(places) @ cho_solve(self._solver, self.values)
        return self.center + self.spread * effects

    def draws(self, places: Places, chance: np.random.Generator) -> Iterator[Floats]:
        """Yield random draws of the figure in the versions `places` from the posterior: (places,).

        The iterator never ends. Each draw is a draw from the prior, corrected by the known values
        (Matheron's rule; Journel and Huijbregts, Mining Geostatistics, 1978).
        """
        covariance = self._covariance(places)
        all_places = np.concatenate([places, self.places])
        roots = [
            np.asarray(np.linalg.cholesky(weight * kernel + 1e-9 * np.eye(len(kernel))), np.float64)
            for weight, kernel in zip(self.weights, self.kernels, strict=True)
        ]
        while True:
            prior = self._draw_prior(roots, all_places, chance)
            at_played = prior[len(places) :]
            noise = self.noise * chance.standard_normal(len(self.places))
            correction = cho_solve(self._solver, self.values - at_played - noise)
            yield self.center + self.spread * (prior[: len(places)] + covariance @ correction)

    def _draw_prior(
        self, roots: Sequence[Floats], places: Places, chance: np.random.Generator
    ) -> Floats:
        """Return a draw of the standardised figure from the prior: shape (places,).

        `roots` has the Cholesky factor of the weighted kernel of each axis.
        """
        figure = np.full(len(places), chance.standard_normal())
        for axis, root in enumerate(roots):
            figure += (root @ chance.standard_normal(len(root)))[places[:, axis]]
            for other_axis, other_root in enumerate(roots[:axis]):
                normal = chance.standard_normal((len(root), len(other_root)))
                table = root @ normal @ other_root.T
                effects = table[places[:, axis], places[:, other_axis]]
                figure += np.sqrt(self.pair_weight) * effects
        return figure
