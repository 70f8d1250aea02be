"""Exact tests of whether all seats, roles or people of a log win equally often."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

#: The maximum number of possible results whose probabilities the exact multinomial test adds up.
#: More would take longer than a second. The likelihood-ratio test is then accurate enough.
_MOST_RESULTS = 200_000
#: The largest number of games that `games_to_show` tries, and the factor between numbers tried.
_MOST_TRIED = 100_000
_MORE_GAMES = 1.03
#: Probabilities that differ by less than this factor are equal except for rounding errors.
_ROUNDING = 1 + 1e-9
#: Numbers of wins with smaller probabilities are left out.
_NEGLIGIBLE = 1e-18


def win_interval(wins: int, games: int, confidence: float) -> tuple[float, float]:
    """Return the exact interval of a share of wins (Clopper and Pearson, Biometrika 26, 1934).

    Returns
    -------
    low, high : float
        The bounds, as shares of 1.

    Raises
    ------
    ValueError
        If there are no games, or more wins than games.
    """
    from scipy.stats import binomtest

    interval = binomtest(wins, games).proportion_ci(confidence, method="exact")
    return float(interval.low), float(interval.high)


def p_of_wins(wins: int, games_by_chance: Mapping[float, int]) -> float:
    """Return the two-sided p-value of a number of wins.

    It is twice the probability of the smaller tail, so that it agrees with `win_interval`.

    Parameters
    ----------
    wins
        The number of wins.
    games_by_chance
        The number of games for each chance to win (the key).
    """
    from scipy.stats import binom

    if len(games_by_chance) == 1:
        [(chance, games)] = games_by_chance.items()
        lower = float(binom.cdf(wins, games, chance))
        upper = float(binom.sf(wins - 1, games, chance))
    else:
        first, probabilities = _sum_of_binomials(games_by_chance)
        place = wins - first
        lower = float(probabilities[: max(0, place + 1)].sum())
        upper = float(probabilities[max(0, place) :].sum())
    return min(1.0, 2 * min(lower, upper))


def _sum_of_binomials(games_by_chance: Mapping[float, int]) -> tuple[int, Any]:
    """Return the probability of each number of wins in games with different chances.

    `games_by_chance` has the number of games for each chance to win.

    Returns
    -------
    first : int
        The smallest number of wins whose probability is not negligible.
    probabilities : array
        The probabilities of `first` wins, `first` + 1 wins and so on.
    """
    from scipy.stats import binom

    first = 0
    probabilities = np.ones(1)
    for chance, games in games_by_chance.items():
        own = binom.pmf(np.arange(games + 1), games, chance)
        likely = np.flatnonzero(own > _NEGLIGIBLE)
        first += int(likely[0])
        probabilities = np.convolve(probabilities, own[likely[0] : likely[-1] + 1])
    return first, probabilities


def p_of_shares(wins: Sequence[int]) -> float:
    """Return the p-value of the wins of equally likely seats: the exact multinomial test.

    It is the probability of all results that are at most as likely as the logged one. If there are
    too many results to add up, the p-value of the likelihood-ratio test is returned.

    Parameters
    ----------
    wins
        The number of wins of each seat, two or more.
    """
    games = sum(wins)
    if games == 0:
        return 1.0
    if len(wins) == 2:
        return p_of_wins(wins[0], {0.5: games})
    if _count_results(games, len(wins)) > _MOST_RESULTS:
        from scipy.stats import power_divergence

        return float(power_divergence(wins, lambda_="log-likelihood").pvalue)
    limit = _log_probability(wins) + math.log(_ROUNDING)
    total = 0.0
    for result in _sorted_results(games, len(wins), games):
        logarithm = _log_probability(result)
        if logarithm <= limit:
            total += _count_orders(result) * math.exp(logarithm)
    return min(1.0, total)


def _log_probability(wins: Sequence[int]) -> float:
    """Return the logarithm of the probability of a result if all seats are equally likely."""
    games = sum(wins)
    ways = math.lgamma(games + 1) - sum(math.lgamma(number + 1) for number in wins)
    return ways - games * math.log(len(wins))


def _count_orders(result: Sequence[int]) -> int:
    """Return the number of different ways to assign the numbers in `result` to seats."""
    orders = math.factorial(len(result))
    for repeated in Counter(result).values():
        orders //= math.factorial(repeated)
    return orders


def _sorted_results(games: int, seats: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield all possible results: the wins of all seats in falling order, each at most `most`."""
    if seats == 1:
        if games <= most:
            yield (games,)
        return
    for wins in range(min(games, most), -(-games // seats) - 1, -1):
        for others in _sorted_results(games - wins, seats - 1, wins):
            yield (wins, *others)


@cache
def _count_results(games: int, seats: int) -> int:
    """Return the number of results that `_sorted_results` yields, at most `_MOST_RESULTS` + 1."""
    # A result writes the number of games as a sum of at most `seats` numbers. There are as many
    # such sums as sums of numbers that are each at most `seats`, which are easier to count.
    ways = [1] + [0] * games
    for number in range(1, seats + 1):
        for total in range(number, games + 1):
            ways[total] = min(_MOST_RESULTS + 1, ways[total] + ways[total - number])
    return ways[games]


def games_to_show(share: float, fair: float, confidence: float) -> float:
    """Return the number of games that shows that a share is not fair, if the share stays the same.

    Infinite if the share is fair.
    """
    from scipy.special import ndtri

    if share == fair:
        return math.inf
    deviations = float(ndtri((1 + confidence) / 2))
    # The exact interval is wider than the normal one, so the number is raised until it suffices.
    games = deviations**2 * share * (1 - share) / (share - fair) ** 2
    while games < _MOST_TRIED:
        games = max(games * _MORE_GAMES, games + 1)
        low, high = win_interval(round(share * games), round(games), confidence)
        if not low <= fair <= high:
            break
    return games


def games_for_precision(share: float, precision: float, confidence: float) -> float:
    """Return the number of games at which half the width of a share's interval is `precision`."""
    from scipy.special import ndtri

    deviations = float(ndtri((1 + confidence) / 2))
    return deviations**2 * share * (1 - share) / precision**2
