"""The styles that last if players copy what wins.

A mix of styles lasts if nobody gains by changing style (a symmetric equilibrium; Nash, Annals of
Mathematics 54, 1951): no style would win more than the styles that are played. The win rate of a
style among a mix is taken to be the mean of its row of the matrix, weighted by how common the
others are, which is exact for two players.

The matrix is known only by intervals. The results are the smallest and the largest share of each
style in all mixes that last for some matrix within the intervals. So they contain the true shares
at least as often as all intervals together contain the true matrix. Styles that are never the best,
whatever is played, are removed repeatedly (rationalizability; Pearce, Econometrica 52, 1984). If
few styles are left, linear programs bound their shares in lasting mixes, for each set of styles.
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
#: The maximum number of remaining styles whose shares are bounded by linear programs. If there are
#: more, they form too many sets, and all shares range from 0 to 1.
_MOST_LEFT = 6


@dataclass(frozen=True)
class LastingMix:
    """The possible shares of each style in a mix that lasts."""

    #: The smallest share of each style, from 0 to 1: shape (styles,).
    least: Numbers
    #: The largest share of each style, from 0 to 1: shape (styles,).
    most: Numbers
    #: The numbers of the styles that each certainly last if all players play the style, because
    #: every other style then clearly wins less.
    alone: list[int]

    @property
    def possible(self) -> list[int]:
        """The numbers of the styles whose share may be `LEAST_SHARE` or more.

        They are sorted by their largest possible share, then by their smallest, in falling order.
        """
        order = np.lexsort((-self.least, -self.most))
        return [int(style) for style in order if self.most[style] >= LEAST_SHARE]


def find_lasting_mix(low: Numbers, high: Numbers) -> LastingMix:
    """Return the possible shares of styles in mixes that last, from intervals of win rates.

    If more than `_MOST_LEFT` styles may last, or no mix can be found, the share of each of these
    styles can be anything from 0 to 1.

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
    """Return the numbers of the styles that are left after styles are removed repeatedly.

    In each step, styles that are not the best in any mix of the styles left are removed.
    """
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
        The smallest shares, then the largest shares: shape (2, styles). None if no mix of exactly
        these styles lasts.
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
    """Return the smallest weighted sum of shares over mixes in which some styles may be the best.

    Parameters
    ----------
    low, high
        The ends of the intervals of win rates.
    remaining
        The styles that players can choose.
    mix
        The styles that may be in the mix.
    best
        The styles that win at least as much as every remaining style.
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
