"""What a designer wants of a game, and whether the games played show it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reports.figures.catalogue import ADVANTAGE
from reports.figures.statistics import Estimate, Verdict, judge
from simulate.errors import UsageError, unknown

#: What can be asked of a figure.
KEYS = ("min", "max", "within", "of")


@dataclass(frozen=True)
class Target:
    """An aim for one figure.

    Attributes
    ----------
    figure
        Its path.
    asked
        As written in the study: ``min``, ``max``, or ``within`` so much ``of`` a value.
    low, high
        The bounds that makes; infinite where there is none.
    """

    figure: str
    asked: Mapping[str, float]
    low: float
    high: float

    @property
    def wish(self) -> str:
        """The bounds in words, as in "at most 0.45"."""
        if math.isinf(self.high):
            return f"at least {self.low:.6g}"
        if math.isinf(self.low):
            return f"at most {self.high:.6g}"
        return f"from {self.low:.6g} to {self.high:.6g}"


@dataclass(frozen=True)
class Judged:
    """A target with what was found.

    Attributes
    ----------
    target
        What was asked.
    estimate
        The figure; its interval is what the verdict rests on.
    verdict
        Whether it meets the target.
    """

    target: Target
    estimate: Estimate
    verdict: Verdict


def read_targets(written: Mapping[str, Any]) -> list[Target]:
    """Read the targets of a study.

    Raises
    ------
    UsageError
        One is not written as targets are; says how.
    """
    return [_read(figure, asked) for figure, asked in _flat(written).items()]


def _flat(written: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Join the keys of nested tables with dots: TOML makes tables of unquoted paths."""
    found: dict[str, Any] = {}
    for key, value in written.items():
        nested = isinstance(value, Mapping) and any(isinstance(v, Mapping) for v in value.values())
        if nested:
            found |= _flat(value, f"{prefix}{key}.")
        else:
            found[f"{prefix}{key}"] = value
    return found


def _read(figure: str, asked: Any) -> Target:
    if not isinstance(asked, Mapping) or not asked:
        raise UsageError(
            f"target {figure} cannot be {asked!r}; write for example {{ max = 8 }}, "
            "{ min = 15, max = 25 } or { within = 0.01 }"
        )
    for key, value in asked.items():
        if key not in KEYS:
            raise unknown("key", key, KEYS, f" of target {figure}")
        if isinstance(value, bool) or not isinstance(value, int | float) or math.isnan(value):
            raise UsageError(f"target {figure}: {key} cannot be {value!r}; give a number")
    if "within" in asked:
        if "min" in asked or "max" in asked:
            raise UsageError(f"target {figure} has both within and min or max; give one of them")
        if "of" not in asked and figure != ADVANTAGE:
            raise UsageError(
                f"target {figure}: within what? Write {{ of = VALUE, within = "
                f"{asked['within']} }}, or give min and max"
            )
        middle, width = asked.get("of", 0.0), asked["within"]
        if width < 0:
            raise UsageError(f"target {figure}: within cannot be {width}; give 0 or more")
        low, high = middle - width, middle + width
    elif "of" in asked:
        raise UsageError(f"target {figure}: of needs within, as in {{ of = 0.25, within = 0.02 }}")
    else:
        low, high = asked.get("min", -math.inf), asked.get("max", math.inf)
    if low > high:
        raise UsageError(f"target {figure}: min {low} is above max {high}")
    return Target(figure, dict(asked), float(low), float(high))


def judge_targets(
    targets: Sequence[Target], estimate: Callable[[str], Estimate], games: int
) -> list[Judged]:
    """Judge targets by the intervals of their figures.

    Parameters
    ----------
    targets
        What was asked.
    estimate
        Returns a figure by its path.
    games
        Games played so far, to tell how many more would decide.
    """
    found = []
    for target in targets:
        figure = estimate(target.figure)
        found.append(Judged(target, figure, judge(figure, target.low, target.high, games)))
    return found


def summarise_targets(judged: Sequence[Judged]) -> list[dict[str, Any]]:
    """Return the verdicts as plain values that JSON can hold."""
    return [
        {
            "figure": one.target.figure,
            "asked": dict(one.target.asked),
            "verdict": one.verdict.word,
            "value": _finite(one.estimate.value),
            "ci_low": _finite(one.estimate.low),
            "ci_high": _finite(one.estimate.high),
            "more_games": one.verdict.more_games,
        }
        for one in judged
    ]


#: What every column of the table ``targets`` means, which is there if the study has some.
TARGET_COLUMNS: dict[str, str] = {
    "figure": "the figure that a target is about",
    "wanted": "what the study asks of it",
    "value": "the figure",
    "low": "lower end of its interval",
    "high": "upper end of its interval",
    "verdict": "meets, misses or undecided",
    "more_games": "about how many more games would decide it; empty where not known",
}


def target_rows(judged: Sequence[Judged]) -> list[dict[str, Any]]:
    """Return the rows of the table ``targets``; its columns are `TARGET_COLUMNS`."""
    return [
        {
            "figure": one.target.figure,
            "wanted": one.target.wish,
            "value": one.estimate.value,
            "low": one.estimate.low,
            "high": one.estimate.high,
            "verdict": one.verdict.word,
            "more_games": one.verdict.more_games,
        }
        for one in judged
    ]


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None


def exit_code(judged: Sequence[Judged]) -> int:
    """Return 1 if a target is missed, 3 if none is but one is undecided, else 0."""
    words = {one.verdict.word for one in judged}
    if "misses" in words:
        return 1
    return 3 if "undecided" in words else 0
