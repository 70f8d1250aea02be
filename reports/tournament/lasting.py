"""The styles that last if players copy what wins.

A mix of styles lasts if nobody gains by changing style (a symmetric equilibrium; Nash, Annals of
Mathematics 54, 1951): each style that is played wins as much as any other would. The win rate of a
style among a mix is taken to be the mean of its row of the matrix, weighted by how common the
others are, which is exact for two players.

The matrix is known by intervals only. The results are the least and the most share of each style,
over all such mixes of all matrices within the intervals. So they hold the truth at least as often
as all intervals together hold the matrix. Styles that are never the best, whatever is played, are
removed repeatedly (rationalizability; Pearce, Econometrica 52, 1984). If few are left, each set of
them may be the one that is played, and its shares are bounded by linear programs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from scipy.optimize import linprog

from reports.tournament.strengths import Numbers

#: A style may last if its share can be this large.
LEAST_SHARE = 0.01
#: If more styles are left, their shares are not bounded: there are too many sets of them.
_MOST_LEFT = 6


@dataclass(frozen=True)
class LastingMix:
    """The possible shares of each style in a mix that lasts."""

    #: The least share of each style, of 1: shape (styles,).
    least: Numbers
    #: The most share of each style: shape (styles,).
    most: Numbers
    #: The styles that certainly last if all play them: any other clearly wins less there.
    alone: list[int]

    @property
    def possible(self) -> list[int]:
        """The styles that may last: those whose share may be `LEAST_SHARE` or more.

        They are sorted by their largest possible share, then by their smallest, in falling order.
        """
        order = np.lexsort((-self.least, -self.most))
        return [int(style) for style in order if self.most[style] >= LEAST_SHARE]


def find_lasting_mix(low: Numbers, high: Numbers) -> LastingMix:
    """Return the styles that last, from win rates that are known by intervals.

    Parameters
    ----------
    low, high
        The ends of the intervals, as shares of 1, of the win rate of the style in the row if all
        others play the style in the column: shape (styles, styles).
    """
    styles = len(low)
    remaining = _remove_dominated(low, high)
    least = np.zeros(styles)
    most = np.zeros(styles)
    most[remaining] = 1.0
    if len(remaining) <= _MOST_LEFT:
        ranges = []
        for size in range(1, len(remaining) + 1):
            for mix in combinations(remaining, size):
                shares = _shares(low, high, remaining, list(mix))
                if shares is not None:
                    ranges.append(shares)
        if ranges:
            least = np.min(ranges, axis=0)[0]
            most = np.max(ranges, axis=0)[1]
    off_diagonal = ~np.eye(styles, dtype=bool)
    alone = [
        style
        for style in range(styles)
        if (high[off_diagonal[style], style] < low[style, style]).all()
    ]
    return LastingMix(least, most, alone)


def _remove_dominated(low: Numbers, high: Numbers) -> list[int]:
    """Return the styles that may be the best in some mix of such styles."""
    remaining = list(range(len(low)))
    while True:
        best = [
            style
            for style in remaining
            if _least_share(low, high, remaining, remaining, [style]) is not None
        ]
        if len(best) == len(remaining):
            return remaining
        remaining = best


def _shares(
    low: Numbers, high: Numbers, remaining: Sequence[int], mix: Sequence[int]
) -> Numbers | None:
    """Return the range of each style's share in lasting mixes of exactly the given styles.

    Parameters
    ----------
    low, high
        The ends of the intervals of win rates.
    remaining
        The styles that players can choose.
    mix
        The styles in the mix.

    Returns
    -------
    array or None
        The smallest shares, then the largest ones: shape (2, styles). None if no such mix lasts.
    """
    ranges = np.zeros((2, len(low)))
    for style in mix:
        for end, sign in enumerate((1, -1)):
            aim = sign * np.eye(len(low))[style]
            share = _least_share(low, high, remaining, mix, mix, aim)
            if share is None:
                return None
            ranges[end, style] = min(1.0, max(0.0, sign * share))
    return ranges


def _least_share(
    low: Numbers,
    high: Numbers,
    remaining: Sequence[int],
    mix: Sequence[int],
    best: Sequence[int],
    aim: Numbers | None = None,
) -> float | None:
    """Return the least weighted sum of shares in a mix in which some styles may be the best.

    Parameters
    ----------
    low, high
        The ends of the intervals of win rates.
    remaining
        The styles that players can choose.
    mix
        The styles that may be in the mix.
    best
        The styles that win as much as any.
    aim
        The weight of each share; 0 by default.

    Returns
    -------
    float or None
        None if there is no such mix.
    """
    # The last variable is the win rate of the best styles.
    others_win_less = np.c_[low[np.ix_(remaining, mix)], -np.ones((len(remaining), 1))]
    best_win_as_much = np.c_[-high[np.ix_(best, mix)], np.ones((len(best), 1))]
    weights = np.zeros(len(mix)) if aim is None else aim[mix]
    solution = linprog(
        np.r_[weights, 0],
        np.r_[others_win_less, best_win_as_much],
        np.zeros(len(remaining) + len(best)),
        np.r_[np.ones(len(mix)), 0][None],
        [1],
    )
    return float(solution.fun) if solution.success else None
