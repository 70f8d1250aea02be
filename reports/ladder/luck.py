"""Where does the luck sit? What decides who wins among equal players, and how much of it.

The variance of who wins is split as Sobol does (Mathematics and Computers in Simulation 55,
2001): the share of a source is how much of it the source explains by itself, which is the
covariance of two games that have that source in common and no other. Seats come first, and
the other sources count from what each seat wins on average. What no source explains by itself
is decided by how they fall together.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from reports.analysis.contest import Question
from reports.figures.figure import SHARE
from reports.figures.statistics import Estimate, student_quantile
from reports.writing import wording
from reports.writing.columns import Column
from reports.writing.wording import listed
from simulate.play.extra_runs import SOURCES, CrossedGames
from simulate.play.tally import whole_win

SEAT, TOGETHER = "seat", "together"
#: What the sources of luck are called, in the order of a game's course.
NAMES = {
    SEAT: "the seat",
    "opening": "the opening deal",
    "later": "later cards and dice",
    "play": "chance in the players' choices",
    TOGETHER: "only all these together",
}


def split_luck(crossed: CrossedGames, confidence: float) -> dict[str, Estimate]:
    """Return what decides who wins among equal players; nothing where everybody won alike.

    The shares are of the variance of who wins: of the seat, of each of `extra_runs.SOURCES`
    alone, and of how they fall together. They make 1 but for what is cut off below 0. Each unit, a
    game with its partners, is independent of the others. The intervals are so wide that all of them
    hold together.
    """
    wins = crossed.wins / whole_win(crossed.wins.shape[2])
    units, games = len(wins), crossed.games
    means = wins.mean(axis=(0, 1))
    total = float(np.square(wins - means.mean()).sum(axis=2).mean())
    if not total:
        return {}
    of_units = wins.mean(axis=1)
    spread = np.cov(of_units, rowvar=False) / units
    away = means - means.mean()
    centring = np.eye(len(means)) - 1 / len(means)
    spread = centring @ spread @ centring
    # Win rates of seats differ by chance too; so much is taken off.
    seat = float(away @ away - np.trace(spread)) / total
    seat_error = math.sqrt(4 * away @ spread @ away + 2 * np.square(spread).sum()) / total
    if not spread.any():
        seat_error = _unseen(units)
    from_means = wins - means
    products = (from_means[:, :1] * from_means[:, 1:]).sum(axis=2) / total
    # The means come from the same games, which makes products smaller by as much.
    products += np.trace(spread) / total
    left = 1 - seat - products.sum(axis=1)
    reach = student_quantile(units, 1 - (1 - confidence) / (len(SOURCES) + 2))

    def share(value: float, error: float) -> Estimate:
        # No share is below 0 or above 1, though chance may make the sums so.
        low, high = value - reach * error, value + reach * error
        told, low, high = (min(1.0, max(0.0, end)) for end in (value, low, high))
        return Estimate(told, low, high, games)

    def of_mean(some: np.ndarray[tuple[int], np.dtype[np.float64]], more: float = 0.0) -> Estimate:
        error = math.hypot(float(some.std(ddof=1)) / math.sqrt(units), _unseen(units), more)
        return share(float(some.mean()), error)

    shares = {SEAT: share(seat, seat_error)}
    shares |= {source: of_mean(products[:, place]) for place, source in enumerate(SOURCES)}
    return shares | {TOGETHER: of_mean(left, seat_error)}


def _unseen(units: int) -> float:
    """Return what is added to an error, for few units that are alike say little.

    As in `reports.figures.differences.difference`: as if there were two more, one either way, that
    differ as much as units may, by a third more than all there is.
    """
    return 4 / 3 * math.sqrt(2 / (units * (units - 1)))


def _answer(results: Any) -> list[str]:
    luck: dict[str, Estimate] = results.luck
    if not luck:
        return []
    alone = {source: share for source, share in luck.items() if share.low > 0}
    alone.pop(TOGETHER, None)
    some = sorted(alone, key=lambda source: -alone[source].value)
    named = listed([f"{NAMES[source]} {wording.share_of(alone[source])}" for source in some])
    return [
        "Among equal players how everything falls together decides "
        f"{wording.share_of(luck[TOGETHER])} of who wins; alone, "
        f"{named or 'nothing clearly decides any of it'}."
    ]


LUCK = Question(
    name="luck",
    asks="Where does the luck sit?",
    answer=_answer,
    columns=(
        Column(
            "source",
            "what decides who wins: seat, opening (all dealt before the first move), later (cards"
            " and dice after it), play (chance in the players' choices), or together",
            heading="alone",
            display=lambda row: NAMES[row["source"]],
            numeric=False,
        ),
        Column("strategy", "who plays in every seat"),
        Column("games", "games played"),
        Column(
            "share",
            "share of the variance of who wins that it explains alone; of together, what is "
            "explained by none alone",
            interval=True,
            heading="share",
            unit=SHARE,
        ),
    ),
    rows=lambda results: [
        {"source": one, "strategy": results.run.crossed.spec, "games": share.n, "share": share}
        for one, share in results.luck.items()
    ],
    caption="What decides who wins among equal players",
    notes=lambda results: [
        f"{wording.counted(results.run.crossed.games, 'game')} of {results.run.crossed.spec} in "
        "every seat, each with partners that have one thing in common with it and all else anew. "
        "The opening deal is all that is dealt before the first move. The shares are of the "
        "variance of who wins; a source decides alone as far as it makes the same seat win "
        "whatever else comes. The intervals hold together."
    ],
    is_first=True,
)
