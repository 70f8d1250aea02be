"""Which styles survive when players take up what wins.

A population plays; those who win more are imitated (the replicator dynamic of Taylor and
Jonker, Mathematical Biosciences 40, 1978), and a few try anything (mutation). How
common each style is in the long run is its share. Of a cycle, in which A beats B beats C beats
A, the shares are means over time.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Numbers = np.ndarray[Any, np.dtype[np.float64]]

#: A step's pull, in units of the largest payoff above or below the mean of all.
PULL = 0.4
#: The share of the players who try any style instead, each step.
TRYING = 1e-5
#: Steps, of which the second half is averaged.
STEPS = 12_000
#: It has settled when no share has changed by more than this in so many steps.
SETTLED, LOOK = 1e-6, 500
#: A style below this share lives on those who try anything.
MOST_TRIED = 1e-3


def shares(payoffs: Numbers, steps: int = STEPS) -> Numbers:
    """Return how common each style is in the long run.

    All styles are equally common at first. The payoff of a style in a mixed population is
    taken to be the mean of its payoffs in pure ones, weighted by their shares.

    Parameters
    ----------
    payoffs
        Of the style in the row where all others play the one in the column: shape
        (…, styles, styles).
    steps
        How long.

    Returns
    -------
    array
        Shape (…, styles).
    """
    styles = payoffs.shape[-1]
    centred = payoffs - payoffs.mean(axis=(-1, -2), keepdims=True)
    largest = np.abs(centred).max(axis=(-1, -2), keepdims=True)
    pull = PULL * centred / np.where(largest > 0, largest, 1.0)
    common = np.full((*payoffs.shape[:-1], 1), 1 / styles)
    total = np.zeros_like(common)
    seen, earlier = common, pull @ common
    for step in range(steps):
        gain = pull @ common
        # Each step looks ahead by how payoffs just changed, without which a step of any
        # length runs away from the middle of a cycle (Daskalakis and Panageas, ITCS 2019).
        grown = common * np.exp(2 * gain - earlier)
        common = (1 - TRYING) * grown / grown.sum(axis=-2, keepdims=True) + TRYING / styles
        earlier = gain
        if step % LOOK == LOOK - 1:
            if np.abs(common - seen).max() < SETTLED:
                return _kept(common[..., 0])
            seen = common
        if step >= steps // 2:
            total += common
    return _kept((total / (steps - steps // 2))[..., 0])


def _kept(share: Numbers) -> Numbers:
    """Drop what is there only because some try anything, and make the rest 1 again."""
    kept = np.where(share < MOST_TRIED, 0.0, share)
    return np.asarray(kept / kept.sum(axis=-1, keepdims=True))


def effective_number(share: Numbers) -> Numbers:
    """Return how many equally common styles would be as diverse: exp(entropy).

    Parameters
    ----------
    share
        Shares that add up to 1: shape (…, styles).
    """
    logs = np.log(np.where(share > 0, share, 1.0))
    return np.asarray(np.exp(-(share * logs).sum(axis=-1)))
