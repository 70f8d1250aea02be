"""How much of a game is skill and how much is luck, in one figure that means the same at any table.

After Duersch, Lambrecht and Oechssler ("Measuring skill and chance in games", European Economic
Review 127, 2020), who mix a game of skill with the toss of a coin and compare how widely the
ratings of the people on a platform are spread. Fathom has no crowd of people; what it has is who
moves at random and who plays well. So the luck of a game is

    the share of its games that would have to be a lottery in which all are equal, the others being
    won by who plays well, for a strong player among random ones to win as often as it does.

At a table of N players a lottery leaves the strong one 1 / N of its games. With the share x of
these, it wins p = 1 - x + x / N; so x = (1 - p) / (1 - 1 / N), from 0 (no luck, as in chess, where
a strong player always beats one who moves at random) to 1 (nothing but luck, as in tossing a coin).
"""

from __future__ import annotations

from reports.figures.statistics import Estimate


def coin_share(win_rate: Estimate, fair: float, decided: float = 1.0) -> Estimate:
    """Estimate which share of a game is luck; see above.

    Parameters
    ----------
    win_rate
        Of a strong player among others who move at random.
    fair
        What everybody wins where nobody is better and all games are decided; below 1.
    decided
        The share of the games that were decided.
    """

    def coin(rate: float) -> float:
        return min(1.0, max(0.0, 1 - rate / decided) / (1 - fair))

    if not decided:
        return Estimate(1.0, 0.0, 1.0, win_rate.n)
    return Estimate(coin(win_rate.value), coin(win_rate.high), coin(win_rate.low), win_rate.n)
