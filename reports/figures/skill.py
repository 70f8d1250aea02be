"""How much of a game is skill and how much is luck, in one figure.

Duersch, Lambrecht and Oechssler ("Measuring skill and chance in games", European Economic Review
127, 2020) compare a game with chess of which a share of the games is replaced by the toss of a
coin: the more games the coin decides, the narrower the ratings of the players become. They
compare how widely the ratings of the people on a platform are spread. Fathom has no crowd of
people; what it has is both ends of the ladder, who moves at random and who plays well. So
the same is asked of the width between these:

    of how many games of chess would a coin have to decide the winner, for a strong player to
    be no further ahead of one who moves at random than in this game?

Of chess one thing is assumed: without the coin the strong player wins all of these games. (Were it
999 of 1,000, the figure would change by two thousandths at most.) A coin that decides the share x
of the games takes half of these from the better one, who is left with the share w = 1 - x / 2. So
x = 2 (1 - w), from 0 (no luck, as in chess) to 1 (nothing but luck).

At a table of N players, w is of the games that the strong player or a given one of the others
wins, the share that the strong one wins: with the win rate p it is p / (p + (1 - p) / (N - 1)). So
the figure means the same for any number of players. In Elo, as of `reports.tournament`, the strong
player is 400 log10(w / (1 - w)) ahead.
"""

from __future__ import annotations

from reports.figures.statistics import Estimate


def share_against_one(rate: float, players: int) -> float:
    """Return of the games that one or a given other player wins the share that the one wins.

    Parameters
    ----------
    rate
        The one's win rate at a table of so many players, the others all alike.
    players
        At least 2.
    """
    other = (1 - rate) / (players - 1)
    return rate / (rate + other)


def coin_share(win_rate: Estimate, players: int, decided: float = 1.0) -> Estimate:
    """Estimate the share of chess games that a coin would have to decide; see above.

    Parameters
    ----------
    win_rate
        Of a strong player among others who move at random.
    players
        Seats at the table.
    decided
        The share of the games that were decided.
    """

    def coin(rate: float) -> float:
        return min(1.0, 2 * (1 - share_against_one(min(1.0, rate / decided), players)))

    if not decided:
        return Estimate(1.0, 0.0, 1.0, win_rate.n)
    return Estimate(coin(win_rate.value), coin(win_rate.high), coin(win_rate.low), win_rate.n)
