"""Which styles survive when players take up what wins.

A population plays; those who win more are imitated (the replicator dynamic of Taylor and
Jonker, Mathematical Biosciences 40, 1978), and a few try anything (mutation). How
common each style is in the long run is its share. Of a cycle, in which A beats B beats C beats
A, the shares are means over time.

What wins by little spreads slowly, so the dynamic alone would pass off a state on the way as
the last one. Therefore styles that are worse than another one whatever is played are taken
out first, for they die out (Hofbauer and Sigmund, Evolutionary Games and Population Dynamics,
1998, section 8.3); time runs by the differences among those that are left; and where all has
nearly settled, the shares are those at which the styles left gain equally, exactly, if no
other gains more there.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Numbers = np.ndarray[Any, np.dtype[np.float64]]
Booleans = np.ndarray[Any, np.dtype[np.bool_]]

#: A step's pull, in units of the largest difference of payoffs from their mean.
PULL = 0.4
#: The share of the players who try any style instead, each step.
TRYING = 1e-5
#: Steps, of which the second half is averaged.
STEPS = 12_000
#: It has settled when no share has changed by more than this in so many steps.
SETTLED, LOOK = 1e-6, 500
#: A style below this share lives on those who try anything.
MOST_TRIED = 1e-3
#: How unevenly it begins, so that what holds only as long as nobody leans to a side does not last.
LEANING = 1e-9
#: How often it is played on after styles were dropped or let in again.
ROUNDS = 4
#: How common a style is when it is let in again.
LET_IN = 0.01
#: What is smaller, in units of the largest difference of payoffs, is no difference.
TINY = 1e-9


def shares(payoffs: Numbers) -> Numbers:
    """Return how common each style is in the long run.

    All styles are equally common at first. The payoff of a style in a mixed population is
    taken to be the mean of its payoffs in pure ones, weighted by their shares.

    Parameters
    ----------
    payoffs
        Of the style in the row where all others play the one in the column: shape
        (…, styles, styles).

    Returns
    -------
    array
        Shape (…, styles).
    """
    styles = payoffs.shape[-1]
    flat = np.asarray(payoffs, np.float64).reshape(-1, styles, styles)
    possible = undominated(flat, np.ones(flat.shape[:2], np.bool_))
    playing = possible.copy()
    common = playing * (1 + LEANING * np.arange(styles))
    common /= common.sum(axis=-1, keepdims=True)
    going = list(range(len(flat)))
    for _ in range(ROUNDS):
        common[going] = _play(flat[going], playing[going], common[going])
        unsettled = []
        for number in going:
            common[number], onward = _settle(
                flat[number], common[number], playing[number], possible[number]
            )
            if onward is not None:
                playing[number] = onward
                unsettled.append(number)
        going = unsettled
        if not going:
            break
    else:
        # What still comes and goes has a mean over time only.
        mean = _play(flat[going], possible[going], common[going])
        mean = np.where(mean < MOST_TRIED, 0.0, mean)
        common[going] = mean / mean.sum(axis=-1, keepdims=True)
    return common.reshape(payoffs.shape[:-1])


def stable_alone(payoffs: Numbers) -> Booleans:
    """Return which styles stay when all play them: whoever tries another one gains less.

    Parameters
    ----------
    payoffs
        As of `shares`.

    Returns
    -------
    array
        Shape (…, styles).
    """
    own = np.diagonal(payoffs, axis1=-2, axis2=-1)
    others = np.where(np.eye(payoffs.shape[-1], dtype=np.bool_), -np.inf, payoffs)
    return np.asarray(others.max(axis=-2) < own)


def undominated(payoffs: Numbers, playing: Booleans) -> Booleans:
    """Return which styles are left when what is always worse than another one is taken out.

    Always: against every style that is still there; over and over until nothing changes.

    Parameters
    ----------
    payoffs
        As of `shares`.
    playing
        Which styles there are: shape (…, styles).
    """
    while True:
        # Whether style k is better than style i against each style j that is there.
        better = payoffs[..., None, :, :] > payoffs[..., :, None, :]
        always = (better | ~playing[..., None, None, :]).all(axis=-1)
        left = playing & ~(always & playing[..., None, :]).any(axis=-1)
        if (left == playing).all():
            return left
        playing = left


def _play(payoffs: Numbers, playing: Booleans, common: Numbers) -> Numbers:
    """Let populations play for `STEPS`, or until they settle.

    Parameters
    ----------
    payoffs
        Shape (populations, styles, styles).
    playing, common
        Which styles there are, and how common they are: shape (populations, styles).
    """
    found = np.zeros_like(common)
    pull, there = PULL * _scaled(payoffs, playing), playing[..., None]
    trying = TRYING * there / there.sum(axis=-2, keepdims=True)
    now = common[..., None]
    total, seen, earlier = np.zeros_like(now), now, pull @ now
    left = np.arange(len(payoffs))
    for step in range(1, STEPS + 1):
        gain = pull @ now
        # Each step looks ahead by how payoffs just changed, without which a step of any
        # length runs away from the middle of a cycle (Daskalakis and Panageas, ITCS 2019).
        grown = now * np.exp(2 * gain - earlier)
        now = (1 - TRYING) * grown / grown.sum(axis=-2, keepdims=True) + trying
        earlier = gain
        if step > STEPS // 2:
            total += now
        if step % LOOK == 0:
            moving = np.abs(now - seen).max(axis=(-1, -2)) >= SETTLED
            found[left[~moving]] = now[~moving, :, 0]
            left, pull, trying = left[moving], pull[moving], trying[moving]
            now, earlier, total = now[moving], earlier[moving], total[moving]
            seen = now
            if not len(left):
                return found
    found[left] = total[..., 0] / (STEPS - STEPS // 2)
    return found


def _scaled(payoffs: Numbers, playing: Booleans) -> Numbers:
    """Return how much better than their mean the styles that play are against each of them.

    In units of the largest such difference, so that small ones count as much where there are
    no others. What is added to all payoffs against one style changes nothing.
    """
    rows, columns = playing[..., :, None], playing[..., None, :]
    mean = (payoffs * rows).sum(axis=-2, keepdims=True) / rows.sum(axis=-2, keepdims=True)
    better = np.where(rows & columns, payoffs - mean, 0.0)
    largest = np.abs(better).max(axis=(-1, -2), keepdims=True)
    return np.asarray(better / np.where(largest > 0, largest, 1.0))


def _settle(
    payoffs: Numbers, common: Numbers, playing: Booleans, possible: Booleans
) -> tuple[Numbers, Booleans | None]:
    """Look where one population is going.

    Parameters
    ----------
    payoffs
        Shape (styles, styles).
    common
        How common each style was when it was left.
    playing, possible
        Which styles there were, and which there may be.

    Returns
    -------
    tuple
        The shares; and which styles there are if it must be played on from them.
    """
    present = undominated(payoffs, common >= MOST_TRIED)
    common = np.where(present, common, 0.0)
    common /= common.sum()
    scaled = _scaled(payoffs, possible)
    exact = _equal_gains(scaled, common)
    if exact is None:
        return common, None if (present == playing).all() else present
    gains = scaled @ exact
    entering = possible & (exact == 0) & (gains > exact @ gains + TINY)
    if not entering.any():
        return exact, None
    start = np.where(entering, LET_IN, exact)
    return start / start.sum(), (exact > 0) | entering


def _equal_gains(payoffs: Numbers, common: Numbers) -> Numbers | None:
    """Return the shares at which the styles that are there gain equally.

    Those that are on their way out are dropped one by one. ``None`` where the shares are not
    determined, or do not last: a few more of some style would make it more common still.

    Parameters
    ----------
    payoffs
        As `_scaled` gives them.
    common
        Where to begin.
    """
    for _ in range(len(common)):
        there = np.flatnonzero(common)
        size = len(there)
        inside = payoffs[np.ix_(there, there)]
        equations = np.ones((size + 1, size + 1))
        equations[:size, :size], equations[size, size] = inside, 0.0
        if np.linalg.cond(equations) > 1 / TINY:
            return None
        aim = np.linalg.solve(equations, np.eye(size + 1)[size])[:size]
        if (aim > 0).all():
            break
        # The style that gains least is on its way out.
        last = there[(inside @ common[there]).argmin()]
        common = np.where(np.arange(len(common)) == last, 0.0, common)
        common = common / common.sum()
    # How small changes of the shares grow; what circles is fine, its mean is what counts.
    growth = np.linalg.eigvals(aim[:, None] * (inside - aim @ inside))
    if (growth.real[np.abs(growth.imag) < TINY] > TINY).any():
        return None
    exact = np.zeros_like(common)
    exact[there] = aim
    return exact


def effective_number(share: Numbers) -> Numbers:
    """Return how many equally common styles would be as diverse: exp(entropy).

    Parameters
    ----------
    share
        Shares that add up to 1: shape (…, styles).
    """
    logs = np.log(np.where(share > 0, share, 1.0))
    return np.asarray(np.exp(-(share * logs).sum(axis=-1)))


def most_diverse(low: Numbers, high: Numbers) -> float:
    """Return the largest effective number that shares within their intervals can have.

    Shares are the more diverse the more equal they are: all the same, but for those that
    their interval holds above or below that.

    Parameters
    ----------
    low, high
        The ends of the intervals.
    """
    if high.sum() <= 1:
        return float(effective_number(high / high.sum()))
    below, above = 0.0, 1.0
    for _ in range(60):
        level = (below + above) / 2
        if np.clip(level, low, high).sum() < 1:
            below = level
        else:
            above = level
    share = np.clip(above, low, high)
    return float(effective_number(share / share.sum()))
