"""How often intervals hold the truth that were played until they were narrow.

    python -m tests.bench.precisions       # the table, 2,000 studies each, a few minutes

Each study draws games of figures whose truth is known, after the rule of
`reports.figures.precision`: until all of them are known to within what is wanted. The controls do
what the rule does not: they look after every few games, from the beginning on, or play on until it
is clear on which of two values a percentile lies. They hold the truth too seldom.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy.stats import nbinom

from reports.figures.figure import PLAIN, Figure, Quantile, Topic
from reports.figures.precision import FIRST_GAMES, ReachedPrecision, finest_precision, value_step
from reports.figures.spread import largest_distance, largest_gap
from reports.figures.statistics import DealSums, Estimate, count, half_width, quantile, rate
from simulate.play.tally import Histogram
from simulate.study.precision import COUNTED, OF_VALUE, Precision
from tests.bench.looks import KINDS

STUDIES = 2_000
#: Games before the first look of a control, and from each to the next.
EAGER = 20, 5
#: The most games of a study.
MOST = 1_000_000_000

Rng = np.random.Generator


@dataclass(frozen=True)
class Case:
    """Figures whose truth is known, and to within what they are to be.

    `draw` returns what some games gave, so that what several times gave can be added; `estimate`
    takes the number of games and what they gave together. `steps` are of those that are
    percentiles, by their place, the histogram of what games gave.
    """

    draw: Callable[[Rng, int], Any]
    estimate: Callable[[int, Any], Sequence[Estimate]]
    truths: Sequence[float]
    widths: Sequence[Precision]
    steps: Callable[[Any], Mapping[int, Histogram]] = lambda _: {}


def _percentile(percent: int) -> Figure:
    return Figure(
        kind="length", topic=Topic.LENGTH, title="", unit=PLAIN, source=Quantile("turns", percent)
    )


def _of_kind(name: str, width: Precision) -> Case:
    """Make a case of a kind of `tests.bench.looks`."""
    kind = KINDS[name]

    def draw(rng: Rng, games: int) -> Any:
        drawn = kind.draw(rng, games).astype(np.int64)
        product = np.full(drawn.shape[1], drawn[:, 0] @ drawn[:, -1])
        return np.vstack([drawn.sum(0), (drawn * drawn).sum(0), product])

    def estimate(games: int, seen: Any) -> list[Estimate]:
        return [kind.estimate(games, seen[0], seen[1], int(seen[2, 0]), 0.95)]

    return Case(draw, estimate, [kind.truth], [width])


def _histogram(counts: Any) -> Histogram:
    seen = np.flatnonzero(counts)
    return Histogram(int(seen[0]), counts[seen[0] : seen[-1] + 1])


def _lengths(mean: float, times: int = 1) -> Callable[[Rng, int], Any]:
    """Return what draws lengths with a long tail, all multiples of a number, as counts."""

    def draw(rng: Rng, games: int) -> Any:
        drawn = np.minimum(rng.negative_binomial(6, 6 / (6 + mean), games), int(9 * mean))
        return np.bincount(times * drawn, minlength=int(9 * mean) * times + 1)

    return draw


def _true_percentile(mean: float, percent: int) -> float:
    return float(nbinom.ppf(percent / 100, 6, 6 / (6 + mean)))


def _percentiles(mean: float, percent: int, width: float, times: int = 1) -> Case:
    draw = _lengths(mean, times)
    return Case(
        draw,
        lambda _, seen: [quantile([_histogram(seen)], percent)],
        [times * _true_percentile(mean, percent)],
        [_counted(width)],
        lambda seen: {0: _histogram(seen)},
    )


def _on_the_step(percent: int, each: float, above: bool) -> Case:
    """Make a case in which a percentile lies as good as on the next value, the hardest to tell."""
    share, off = percent / 100, 1e-9 if above else -1e-9
    near = 5
    chances = [share + off - near * each, *[each] * (2 * near), 1 - share - off - near * each]
    values = [0, *range(30, 30 + 2 * near), 90]

    def draw(rng: Rng, games: int) -> Any:
        counts = np.zeros(91, np.int64)
        counts[values] = rng.multinomial(games, chances)
        return counts

    return Case(
        draw,
        lambda _, seen: [quantile([_histogram(seen)], percent)],
        [values[near] if above else values[near + 1]],
        [_counted(1)],
        lambda seen: {0: _histogram(seen)},
    )


def _gap(shares: tuple[float, ...], width: float) -> Case:
    return Case(
        lambda rng, games: rng.multinomial(games, shares),
        lambda n, seen: [largest_gap([DealSums(n, int(wins), int(wins), 1) for wins in seen])],
        [max(shares) - min(shares)],
        [_counted(width)],
    )


def _several(*widths: float) -> Case:
    """Make a case of four figures: the largest distance, a mean, a percentile, and a rate."""
    shares, lengths = (0.27, 0.25, 0.25, 0.23), _lengths(100)

    def estimate(games: int, seen: Any) -> list[Estimate]:
        seats = [DealSums(games, int(wins), int(wins), 1) for wins in seen[:4]]
        counts, values = seen[4:], np.arange(len(seen) - 4)
        sums = DealSums(games, int(counts @ values), int(counts @ values**2), 1)
        percentile = quantile([_histogram(counts)], 90)
        return [largest_distance(seats), count(sums), percentile, rate(seats[0])]

    return Case(
        lambda rng, n: np.concatenate([rng.multinomial(n, shares), lengths(rng, n)]),
        estimate,
        [0.02, 100.0, _true_percentile(100, 90), 0.27],
        [_counted(width) for width in widths],
        lambda seen: {2: _histogram(seen[4:])},
    )


def _very_long_tail(width: float) -> Case:
    def draw(rng: Rng, games: int) -> Any:
        drawn = np.rint(rng.lognormal(0.0, 1.2, games) * 1000).astype(np.int64)
        return np.array([drawn.sum(), (drawn * drawn).sum()])

    def estimate(games: int, seen: Any) -> list[Estimate]:
        return [count(DealSums(games, int(seen[0]), int(seen[1]), 1, 1000))]

    return Case(draw, estimate, [float(np.exp(0.72))], [_counted(width)])


def _counted(width: float) -> Precision:
    return Precision(width, COUNTED)


CASES: dict[str, Callable[[], Case]] = {
    "rate 0.01 ± 0.2pp": lambda: _of_kind("rate 0.01", _counted(0.002)),
    "mean with a long tail": lambda: _of_kind("length", _counted(0.02)),
    "seldom, ± 10% of it": lambda: _of_kind("count 0.05", Precision(10, OF_VALUE)),
    "difference": lambda: _of_kind("difference", _counted(0.15)),
    "largest distance": lambda: _of_kind("spread", _counted(0.01)),
    "largest gap, alike": lambda: _gap((0.25,) * 4, 0.02),
    "p90 ± 2": lambda: _percentiles(100, 90, 2),
    "p90 of multiples of 4, ± 4": lambda: _percentiles(10, 90, 4, 4),
    "p90 on a step, ± 1": lambda: _on_the_step(90, 0.004, above=True),
    "four figures, by the p90": lambda: _several(0.02, 2, 2, 0.02),
}
#: What the controls play, and whether they look so often.
CONTROLS: dict[str, tuple[Callable[[], Case], bool]] = {
    "mean with a very long tail": (lambda: _very_long_tail(0.5), True),
    "p90 on a step, ± half of it": (
        lambda: replace(
            _on_the_step(90, 0.004, above=True),
            widths=[_counted(0.5)],
            steps=lambda _: {},  # as if it could be known better than to within a step
        ),
        False,
    ),
}


@dataclass(frozen=True)
class Found:
    """What studies gave: how often each interval held the truth, games, and looks a study."""

    held: list[float]
    games: float
    looks: float


def play(case: Case, studies: int, seed: int = 1, *, eager: bool = False) -> Found:
    """Play studies until all figures are known so well, or look eagerly after every few games."""
    studies_played = [_study(case, np.random.default_rng([seed, n]), eager) for n in range(studies)]
    held = np.mean([study[0] for study in studies_played], axis=0)
    return Found(held.tolist(), *np.mean([study[1:] for study in studies_played], axis=0).tolist())


def _study(case: Case, rng: Rng, eager: bool) -> tuple[list[bool], int, int]:
    games, more, looks, seen = 0, EAGER[0] if eager else FIRST_GAMES, 0, None
    while True:
        drawn = case.draw(rng, more - games)
        seen = drawn if seen is None else seen + drawn
        games, looks = more, looks + 1
        estimates = case.estimate(games, seen)
        ranks, wanted = case.steps(seen), zip(estimates, case.widths, strict=True)
        known = [
            _reached(*interval_wanted, ranks.get(place))
            for place, interval_wanted in enumerate(wanted)
        ]
        if eager:
            more = games if all(precision.is_enough for precision in known) else games + EAGER[1]
        else:
            more = max(precision.games_needed(games) for precision in known)
        if games >= min(more, MOST):
            held = zip(estimates, case.truths, strict=True)
            return (
                [estimate.low <= truth <= estimate.high for estimate, truth in held],
                games,
                looks,
            )
        more = min(more, MOST)


def _reached(estimate: Estimate, width: Precision, ranks: Histogram | None) -> ReachedPrecision:
    figure = _percentile(50)
    least = finest_precision(figure, steps=value_step([ranks])) if ranks else 0.0
    return ReachedPrecision(figure, width, estimate.value, max(half_width(estimate), least), least)


def main() -> None:
    """Print the table."""
    studies = int(sys.argv[1]) if len(sys.argv) > 1 else STUDIES
    print(f"{studies:,} studies each; 95% intervals that hold the truth, games and looks a study")
    for name, case in CASES.items():
        _tell(name, play(case(), studies))
    for name, (case, eager) in CONTROLS.items():
        _tell(f"CONTROL {name}", play(case(), studies, eager=eager))


def _tell(name: str, rates: Found) -> None:
    held = " ".join(f"{100 * share:5.1f}%" for share in rates.held)
    print(f"{name:32} {held:28} {rates.games:9,.0f} {rates.looks:6.2f}", flush=True)


if __name__ == "__main__":
    main()
