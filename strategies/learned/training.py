"""Training: the gradient of the network's error, and the optimiser Adam.

Adam is by Kingma and Ba ("Adam: a method for stochastic optimization", ICLR 2015). Sums are added
in a fixed order, so that the result of training does not depend on the number of threads.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulate.kit.compiled import compiled
from simulate.kit.vectors import add_scaled, dot
from strategies.learned.brain import FIRST_UNITS, SECOND_UNITS, Brain, add_rows, finish_estimate
from strategies.learned.steps import TRAINING, Report, report_nothing
from strategies.learned.teaching import Examples

#: The weight of the mean error of a decision's actions, compared with the differences between
#: actions. The differences decide which action is chosen.
SHARED = np.float32(0.3)
#: The number of decisions in each step of the optimiser.
BATCH = 256
#: The decay rates of Adam's means of gradients and of squared gradients.
_MOMENTUM, _SQUARES = 0.9, 0.999


@dataclass(frozen=True)
class Training:
    """The state of training, from which it continues as if it had not stopped."""

    #: The number of steps of the optimiser.
    steps: int
    #: The weights of the network.
    weights: NDArray[np.float32]
    #: The optimiser's running means of the gradient and of its square, for each weight.
    mean: NDArray[np.float32]
    square: NDArray[np.float32]


class Trainer:
    """Changes the weights of a player so that its estimates get closer to labels.

    Parameters
    ----------
    brain
        The player, whose weights are changed in place.
    seed
        The seed of the order in which decisions are used.
    """

    def __init__(self, brain: Brain, seed: int) -> None:
        self._brain = brain
        self._seed = seed
        self._gradient = np.zeros_like(brain.weights)
        self._mean = np.zeros_like(brain.weights)
        self._square = np.zeros_like(brain.weights)
        self._steps = 0

    def train(
        self,
        examples: Examples,
        passes: int,
        rate: float,
        last_rate: float,
        report: Report = report_nothing,
    ) -> float:
        """Use all examples several times.

        Parameters
        ----------
        examples
            The labelled decisions.
        passes
            The number of times that each decision is used.
        rate, last_rate
            The learning rates at the beginning and at the end, between which it falls as a cosine.
        report
            Is called with the number of steps that are done.

        Returns
        -------
        float
            The mean squared error of the differences between actions, in the last pass; 0 without
            examples.
        """
        if not len(examples.decisions):
            return 0.0
        random = np.random.default_rng((self._seed, self._steps))
        decisions = len(examples.decisions)
        steps = passes * -(-decisions // BATCH)
        done = 0
        error = 0.0
        report(TRAINING, 0, steps)
        for _ in range(passes):
            order = random.permutation(decisions)
            error = 0.0
            for first in range(0, decisions, BATCH):
                batch = order[first : first + BATCH]
                self._gradient[:] = 0
                error += add_gradient(self._brain, examples, batch, self._gradient)
                self._gradient /= np.float32(len(batch))
                falling = 0.5 * (1 + np.cos(np.pi * done / steps))
                self._step(last_rate + (rate - last_rate) * falling)
                done += 1
                report(TRAINING, done, steps)
        return error / len(examples.labels)

    def state(self) -> Training:
        """Return a copy of the state of training."""
        weights, mean, square = self._brain.weights, self._mean, self._square
        return Training(self._steps, weights.copy(), mean.copy(), square.copy())

    def resume(self, state: Training) -> None:
        """Continue from a state of training. Its arrays are copied."""
        self._steps = state.steps
        self._brain.weights[:] = state.weights
        self._mean[:] = state.mean
        self._square[:] = state.square

    def _step(self, rate: float) -> None:
        """Change the weights against the gradient."""
        self._steps += 1
        gradient = self._gradient
        self._mean *= np.float32(_MOMENTUM)
        self._mean += np.float32(1 - _MOMENTUM) * gradient
        self._square *= np.float32(_SQUARES)
        self._square += np.float32(1 - _SQUARES) * gradient * gradient
        correction = np.sqrt(1 - _SQUARES**self._steps) / (1 - _MOMENTUM**self._steps)
        change = np.float32(rate * correction) * self._mean
        self._brain.weights[:] -= change / (np.sqrt(self._damped_squares()) + np.float32(1e-8))

    def _damped_squares(self) -> NDArray[np.float32]:
        """Return the squares by which gradients are divided: for a row, at least their mean.

        Adam would change the row of a rare feature as much after a single example as that of a
        common feature after many. Measured on held-out decisions of Animal Splash with 20,000 rows,
        before players looked ahead, the network then explains 8.0% of the differences between
        actions instead of 10.0%.
        """
        rows = self._brain.settings[0]["features"] * FIRST_UNITS
        squares = self._square.copy()
        used = squares[:rows][squares[:rows] > 0]
        if len(used):
            squares[:rows] = np.maximum(squares[:rows], used.mean(dtype=np.float64))
        return squares


class _Buffers(NamedTuple):
    """Room for what is computed for an action: values of layers, and derivatives of the error."""

    #: The sums of the first layer for the position, and the values of both layers.
    position_sums: Any
    first_layer: Any
    second_layer: Any
    #: The derivatives by the sums of the first layer, of all actions and of one, and by those of
    #: the second layer.
    position_back: Any
    first_back: Any
    second_back: Any


@compiled
def add_gradient(
    brain: Brain, examples: Examples, batch: Any, gradient: NDArray[np.float32]
) -> float:
    """Add the gradient of the error at some decisions; return their squared error.

    The squared error counts the differences between the actions of a decision.

    Parameters
    ----------
    brain
        The player.
    examples
        The examples.
    batch
        The indices of the decisions.
    gradient
        The array to which the gradient is added, in the order of the weights.
    """
    buffers = _Buffers(
        np.empty(FIRST_UNITS, np.float32),
        np.empty(FIRST_UNITS, np.float32),
        np.empty(SECOND_UNITS, np.float32),
        np.empty(FIRST_UNITS, np.float32),
        np.empty(FIRST_UNITS, np.float32),
        np.empty(SECOND_UNITS, np.float32),
    )
    total = 0.0
    for decision in batch:
        total += _add_gradient_of_decision(brain, examples, decision, buffers, gradient)
    return total


@compiled
def _add_gradient_of_decision(
    brain: Brain, examples: Examples, decision: int, buffers: _Buffers, gradient: Any
) -> float:
    """Add the gradient of the error at a decision; return its squared error."""
    start, end = examples.decisions[decision, 0], examples.decisions[decision, 1]
    first_action, last_action = examples.decisions[decision, 2], examples.decisions[decision, 3]
    biases = brain.settings[0].features * FIRST_UNITS
    position_sums = buffers.position_sums
    position_sums[:] = brain.weights[biases : biases + FIRST_UNITS]
    add_rows(position_sums, brain.weights, examples.rows, examples.values, start, end)
    errors = np.empty(last_action - first_action, np.float32)
    mean = np.float32(0.0)
    for place in range(len(errors)):
        action = first_action + place
        errors[place] = _estimate(brain, examples, action, buffers) - examples.labels[action]
        mean += errors[place]
    mean /= np.float32(len(errors))
    total = 0.0
    buffers.position_back[:] = np.float32(0.0)
    for place in range(len(errors)):
        action = first_action + place
        difference = errors[place] - mean
        total += difference * difference
        # The layers hold the values for another action.
        _estimate(brain, examples, action, buffers)
        _add_layer_gradients(brain, difference + SHARED * mean, buffers, gradient)
        own_start, own_end = examples.actions[action, 0], examples.actions[action, 1]
        _add_to_rows(gradient, buffers.first_back, examples, own_start, own_end)
        add_scaled(buffers.position_back, buffers.first_back, 0, np.float32(1.0), FIRST_UNITS)
    _add_to_rows(gradient, buffers.position_back, examples, start, end)
    add_scaled(gradient[biases:], buffers.position_back, 0, np.float32(1.0), FIRST_UNITS)
    return total


@compiled
def _add_to_rows(gradient: Any, back: Any, examples: Examples, start: int, end: int) -> None:
    """Add the derivatives by the sums of the first layer to the rows of features."""
    for feature in range(start, end):
        row = gradient[examples.rows[feature] * FIRST_UNITS :]
        add_scaled(row, back, 0, examples.values[feature], FIRST_UNITS)


@compiled
def _estimate(brain: Brain, examples: Examples, action: int, buffers: _Buffers) -> Any:
    """Compute both hidden layers for an action; return the network's estimate."""
    start, end = examples.actions[action, 0], examples.actions[action, 1]
    buffers.first_layer[:] = buffers.position_sums
    add_rows(buffers.first_layer, brain.weights, examples.rows, examples.values, start, end)
    return finish_estimate(brain, buffers.first_layer, buffers.second_layer)


@compiled
def _add_layer_gradients(brain: Brain, slope: Any, buffers: _Buffers, gradient: Any) -> None:
    """Add the gradients of the second layer and of the output.

    `slope` is the derivative of the error by the estimate. The derivatives by the sums of the first
    layer are left in `buffers.first_back`.
    """
    first_layer, second_layer = buffers.first_layer, buffers.second_layer
    first_back, second_back = buffers.first_back, buffers.second_back
    start = (brain.settings[0].features + 1) * FIRST_UNITS
    weights, weights_gradient = brain.weights[start:], gradient[start:]
    output = weights[(FIRST_UNITS + 1) * SECOND_UNITS :]
    output_gradient = weights_gradient[(FIRST_UNITS + 1) * SECOND_UNITS :]
    output_gradient[SECOND_UNITS] += slope
    add_scaled(output_gradient, second_layer, 0, slope, SECOND_UNITS)
    for unit in range(SECOND_UNITS):
        second_back[unit] = np.float32(0.0)
        if second_layer[unit] > 0.0:
            second_back[unit] = slope * output[unit]
    biases_gradient = weights_gradient[FIRST_UNITS * SECOND_UNITS :]
    add_scaled(biases_gradient, second_back, 0, np.float32(1.0), SECOND_UNITS)
    for unit in range(FIRST_UNITS):
        first_back[unit] = np.float32(0.0)
        if first_layer[unit] != 0.0:
            row = unit * SECOND_UNITS
            first_back[unit] = dot(second_back, weights[row:], SECOND_UNITS)
            add_scaled(weights_gradient[row:], second_back, 0, first_layer[unit], SECOND_UNITS)
