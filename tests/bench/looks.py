"""What looking often costs: simulated studies that are played until a target is decided.

    python -m tests.bench.looks            # the table, 2,000 studies each, a few minutes

Each study draws deals of a figure whose truth is known, judges it after each of
`simulate.study.precision.interim_looks`, and stops as soon as the verdict is clear. Counted are
studies whose verdict is wrong, studies in which the interval after some look does not hold the
truth, and games. The control looks as often, at the interval that would do for one look.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from reports.figures.differences import difference
from reports.figures.spread import largest_distance
from reports.figures.statistics import DealSums, Estimate, count, judge, mean, rate
from simulate.study.precision import interim_looks

CONFIDENCE = 0.95
#: The most deals of a study: as many as are played unless something is said.
MOST = 100_000
#: Of what a study at its most would be known to within, how far the truth is from the limit.
OFF = (0.0, 0.5, 2.0)


@dataclass(frozen=True)
class Kind:
    """A figure whose truth is known, as is to within what it is known after `MOST` deals, about.

    `draw` returns what some deals gave: shape (deals, columns), whole numbers; `estimate` makes the
    figure of what they gave so far: deals, sums, sums of squares, sum of products.
    """

    draw: Callable[[np.random.Generator, int], Any]
    estimate: Callable[[int, Any, Any, int, float], Estimate]
    truth: float
    reach: float


def _one(estimator: Callable[[DealSums, float], Estimate], scale: float = 1) -> Any:
    def of(deals: int, sums: Any, squares: Any, _: int, level: float) -> Estimate:
        return estimator(DealSums(deals, int(sums[0]), int(squares[0]), 1, scale), level)

    return of


def _differing(deals: int, sums: Any, squares: Any, product: int, level: float) -> Estimate:
    first_arm, other = (DealSums(deals, int(sums[n]), int(squares[n]), 1) for n in (0, 1))
    return difference(first_arm, other, product, level, kind="count").estimate


def _spread(deals: int, sums: Any, squares: Any, _: int, level: float) -> Estimate:
    seats = [DealSums(deals, int(a), int(b), 1) for a, b in zip(sums, squares, strict=True)]
    return largest_distance(seats, level)


def _seats(shares: tuple[float, ...]) -> Callable[[np.random.Generator, int], Any]:
    def draw(rng: np.random.Generator, deals: int) -> Any:
        return np.eye(len(shares), dtype=np.int64)[rng.choice(len(shares), deals, p=shares)]

    return draw


def _paired(rng: np.random.Generator, deals: int) -> Any:
    """Return lengths of two games on the same deals, the second a twentieth longer."""
    shared = rng.gamma(6, 1.0, deals)
    first_arm, other = (rng.poisson(factor * shared) for factor in (10.0, 10.5))
    return np.column_stack([first_arm, other])


#: Rates near a fair share, and rare; lengths with a long tail; what is mostly 0; differences of
#: lengths on the same deals; the largest of several distances, alike and not.
KINDS = {
    "rate 0.25": Kind(lambda rng, n: rng.binomial(1, 0.25, (n, 1)), _one(rate), 0.25, 0.0027),
    "rate 0.01": Kind(lambda rng, n: rng.binomial(1, 0.01, (n, 1)), _one(rate), 0.01, 0.00062),
    "length": Kind(
        lambda rng, n: np.rint(rng.lognormal(0.0, 0.6, (n, 1)) * 1000).astype(np.int64),
        _one(mean, 1000),
        float(np.exp(0.18)),
        0.0049,
    ),
    "count 0.05": Kind(lambda rng, n: rng.poisson(0.05, (n, 1)), _one(count), 0.05, 0.0014),
    "difference": Kind(_paired, _differing, 3.0, 0.0701),
    "spread, alike": Kind(_seats((0.25,) * 4), _spread, 0.0, 0.0027),
    "spread": Kind(_seats((0.30, 0.24, 0.23, 0.23)), _spread, 0.05, 0.0029),
}


@dataclass(frozen=True)
class Found:
    """What studies gave: shares of them that were wrong, missed the truth or decided; games."""

    wrong: float
    missed: float
    decided: float
    deals: float


def play(
    kind: Kind, off: float, studies: int, seed: int, *, peeking: bool = False, most: int = MOST
) -> Found:
    """Play studies with a target so far from the truth, above it if `off` is 0 or more.

    The figure is to be at most the truth plus `off` times its reach; at 0 the truth is on the
    limit, so that it meets the target. Who is `peeking` looks at the interval that would do for one
    look.
    """
    looks = interim_looks(most, 1)
    level = CONFIDENCE if peeking else 1 - (1 - CONFIDENCE) / len(looks)
    limit = kind.truth + off * kind.reach
    right = "meets" if off >= 0 else "misses"
    studies_played = [
        _study(kind, looks, level, limit, right, seed + number) for number in range(studies)
    ]
    return Found(*np.mean(studies_played, axis=0).tolist())


def _study(
    kind: Kind, looks: tuple[int, ...], level: float, limit: float, right: str, seed: int
) -> tuple[bool, bool, bool, int]:
    verdict, ended, missed = "undecided", looks[-1], False
    for deals, estimate in _looked(kind, looks, level, np.random.default_rng(seed)):
        missed |= not estimate.low <= kind.truth <= estimate.high
        if verdict == "undecided":
            verdict = judge(estimate, -np.inf, limit, deals).word
            ended = deals
    return verdict not in (right, "undecided"), missed, verdict != "undecided", ended


def _looked(
    kind: Kind, looks: tuple[int, ...], level: float, rng: np.random.Generator
) -> Iterator[tuple[int, Estimate]]:
    """Yield the deals and the figure at each look."""
    sums: Any = 0
    squares: Any = 0
    product = before = 0
    for deals in looks:
        drawn = kind.draw(rng, deals - before).astype(np.int64)
        before = deals
        sums, squares = sums + drawn.sum(0), squares + (drawn * drawn).sum(0)
        product += int(drawn[:, 0] @ drawn[:, -1])
        yield deals, kind.estimate(deals, sums, squares, product, level)


def main() -> None:
    """Print the table."""
    studies = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    print(f"{studies:,} studies each, at most {MOST:,} deals, {len(interim_looks(MOST, 1))} looks")
    print("figure         off   wrong  missed decided   deals   control: wrong  missed")
    for name, kind in KINDS.items():
        for off in sorted({*OFF, *(-distance for distance in OFF if distance)}):
            if kind.truth + off * kind.reach < 0:
                continue  # no figure of this kind is below 0
            rates = play(kind, off, studies, 1)
            control = play(kind, off, studies, 1, peeking=True)
            print(
                f"{name:14} {off:+.1f} {100 * rates.wrong:6.2f}% {100 * rates.missed:6.2f}% "
                f"{100 * rates.decided:6.1f}% {rates.deals:7,.0f}        "
                f"{100 * control.wrong:6.2f}% {100 * control.missed:6.2f}%",
                flush=True,
            )


if __name__ == "__main__":
    main()
