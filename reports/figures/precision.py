"""The precision of figures, and the number of games that it takes.

How figures come to be known well enough: play `FIRST_GAMES`; while an interval is wider than
wanted, play as many games as the widest asks for, since it shrinks with the root of the games, plus
`SPARE` so that one more look is mostly enough. The number of games depends on the study and the
precisions alone. Stopping at a narrow interval favours studies that happen to look sure. With so
few looks, each after at least `FIRST_GAMES`, that costs little (`python -m tests.bench.precisions`
measures it: of rates, means, differences, per cent of a value, percentiles, the largest of several,
and several at once); the more seldom and the larger what is counted, the more. On average it moves
a value by less than a tenth of the precision.

A percentile jumps from one whole value to the next. Whether it lies on one of two neighbours may
take any number of games to tell, and who plays on until it is told is wrong at last. So no
percentile is said to be known better than to within such a step.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from reports.figures.figure import LENGTH, MEAN, UNFINISHED, Figure, Mean, Quantile
from simulate.errors import UsageError
from simulate.play.tally import Histogram
from simulate.study.precision import COUNTED, OF_VALUE, POINTS, Precision

#: Games before the first look, and how many more than seem needed are played.
FIRST_GAMES = 2_000
SPARE = 0.03
#: So many times as many games at most from one look to the next.
MOST_GROWTH = 50.0


def games_needed(games: int, reach: float, wanted: float) -> int:
    """Return how many games there should be, once so many give that reach; as many if enough."""
    if reach <= wanted:
        return games
    growth = min((reach / wanted) ** 2 * (1 + SPARE), MOST_GROWTH) if wanted else MOST_GROWTH
    return max(games + FIRST_GAMES, math.ceil(games * growth))


def value_step(ranks: Sequence[Histogram]) -> int:
    """Return how far apart the values of a length are at least: 4 where all are multiples of 4."""
    seen = [one.low + place for one in ranks for place in np.flatnonzero(one.counts)]
    return int(np.gcd.reduce(np.diff(np.unique(seen)))) if len(set(seen)) > 1 else 1


def finest_precision(figure: Figure, differences: bool = False, steps: int = 1) -> float:
    """Return to within what a percentile can be known: a step, of differences one of each.

    The values of the length are so many `steps` apart, as `step` tells; reaches of differences add
    as the sides of a square.
    """
    assert isinstance(figure.source, Quantile)
    least = steps * figure.source.factor
    return math.ceil(1e3 * math.sqrt(2) * least) / 1e3 if differences else least


@dataclass(frozen=True)
class ReachedPrecision:
    """To within what a figure that is to be known so well is known.

    What is `asked` may be a share of its value. The reach of a percentile is never less than
    `least`, to within what it can be known at best.
    """

    figure: Figure
    target: Precision
    value: float
    reach: float
    least: float = 0.0

    @property
    def width(self) -> float:
        """To within what it is to be known, as it is counted."""
        return self.target.width(self.value)

    @property
    def is_enough(self) -> bool:
        """Whether it is known so well."""
        return self.reach <= self.width

    @property
    def is_hopeless(self) -> bool:
        """Whether no number of games makes it known so well."""
        return self.width < self.least

    def games_needed(self, games: int) -> int:
        """Return how many games there should be, once so many are played."""
        return games if self.is_hopeless else games_needed(games, self.reach, self.width)


#: Half the width of the widest interval that a rate can have.
_NOTHING_KNOWN = 0.5
#: What people write for units of time, in minutes.
_MINUTES = (
    dict.fromkeys(("s", "sec", "second", "seconds"), 1 / 60)
    | dict.fromkeys(("min", "minute", "minutes"), 1.0)
    | dict.fromkeys(("h", "hour", "hours"), 60.0)
)


def convert_precisions(
    asked: Mapping[str, Precision], figure: Callable[[str], Figure], *, differences: bool = False
) -> dict[str, Precision]:
    """Return precisions, by path, in the units that figures are counted in; or a `UsageError`."""
    return {path: _settled(figure(path), one, differences) for path, one in asked.items()}


def _settled(figure: Figure, asked: Precision, differences: bool) -> Precision:
    told, unit = f"{figure.path} to within {asked}", asked.unit
    if figure.kind == UNFINISHED:
        raise UsageError(
            f"{told}: that is a number of games, which more games do not make any surer; choose "
            "another figure"
        )
    if figure.unit.share:
        return _settled_rate(figure, asked)
    if unit == OF_VALUE:
        if not isinstance(figure.source, Mean) or figure.source.kind != "count":
            why = "is a percentile" if isinstance(figure.source, Quantile) else "may be 0 or below"
            raise UsageError(
                f"{told}: that figure {why}, so per cent of its value say little; give a number"
                f"{_in(figure)}, as in 1"
            )
        return asked
    found = Precision(asked.size * _factor(figure, asked), COUNTED)
    if isinstance(figure.source, Quantile) and found.size < (
        least := finest_precision(figure, differences)
    ):
        amount = f"{least:.4g}{_in(figure, ' ')}"
        amount = amount.removesuffix("s") if least == 1 else amount
        what = "a difference of two percentiles" if differences else "a percentile"
        raise UsageError(
            f"{told}: {what} jumps from one whole value to the next, so it may never be known so "
            f"well; give at least {amount}, or choose the mean, "
            f"{LENGTH}.{figure.of[0]}.{MEAN}"
        )
    return found


def _settled_rate(figure: Figure, asked: Precision) -> Precision:
    told, path, size = f"{figure.path} to within {asked}", figure.path, asked.size
    a_rate = "that is a rate, told in per cent"
    if asked.unit == "":
        raise UsageError(
            f"{told}: {a_rate}, and {size:.6g} would be {100 * size:.6g} percentage points; did "
            f"you mean {size:.6g}pp?"
        )
    if asked.unit not in (POINTS, COUNTED):
        why = f", so '{asked}' may mean two things" if asked.unit == OF_VALUE else ""
        raise UsageError(f"{told}: {a_rate}{why}; give percentage points, as in {size:.6g}pp")
    width = size if asked.unit == COUNTED else size / 100
    if width >= _NOTHING_KNOWN:
        raise UsageError(
            f"the precision of {path} cannot be {100 * width:.6g} percentage points: to within 50 "
            "every rate is known before a game is played; give less, as in --precision 0.1pp or, "
            "in a study file, precision = 0.001"
        )
    return Precision(width, COUNTED)


def _factor(figure: Figure, asked: Precision) -> float:
    own, unit = figure.unit.name, asked.unit
    if unit in ("", COUNTED) or (own and unit in (own, own.removesuffix("s"))):
        return 1.0
    told = f"{figure.path} to within {asked}"
    if unit == POINTS:
        raise UsageError(
            f"{told}: that is no rate, so it has no percentage points; give a number"
            f"{_in(figure)}, as in 0.5"
        )
    is_time = figure.kind == LENGTH and unit in _MINUTES
    if is_time and own == "minutes":
        return _MINUTES[unit]
    instead = f", or ask for {LENGTH}.minutes.{figure.measure}" if is_time else ""
    allowed = f"told in {own}" if own else "just a number"
    allowed += " (or s, min, h)" if own == "minutes" else ""
    raise UsageError(
        f"{told}: that figure is {allowed}; write {asked.size:g}{_in(figure, ' ')}{instead}"
    )


def _in(figure: Figure, before: str = " in ") -> str:
    return f"{before}{figure.unit.name}" if figure.unit.name else ""
