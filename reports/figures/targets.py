"""Targets of figures, and the verdicts on them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reports.figures.figure import ADVANTAGE, Figure
from reports.figures.statistics import Estimate, Verdict, VerdictWord, judge
from simulate.errors import ExitCode, UsageError

#: What is said of a robust target.
FOR_ALL_PLAYERS = "whoever plays"
_CODES: dict[VerdictWord, ExitCode] = {
    "meets": ExitCode.DONE,
    "misses": ExitCode.FAILED,
    "undecided": ExitCode.UNDECIDED,
}


@dataclass(frozen=True)
class Target:
    """An aim for one figure, as it was `asked`, and the bounds that makes."""

    figure: str
    written: Mapping[str, float]
    low: float
    high: float
    robust: bool = False

    @property
    def bounds_text(self) -> str:
        """The bounds in words, as in "at most 0.45"."""
        everywhere = f" {FOR_ALL_PLAYERS}" if self.robust else ""
        if math.isinf(self.high):
            return f"at least {self.low:.6g}{everywhere}"
        if math.isinf(self.low):
            return f"at most {self.high:.6g}{everywhere}"
        return f"from {self.low:.6g} to {self.high:.6g}{everywhere}"


@dataclass(frozen=True)
class JudgedTarget:
    """A target with what was found; `level` decides a robust one, if others were asked."""

    target: Target
    estimate: Estimate
    verdict: Verdict
    level: str = ""


def read_targets(written: Mapping[str, Any]) -> list[Target]:
    """Read the targets of a study; `UsageError` says how one that is not is to be written."""
    if not written:
        return []
    from simulate.study.reading import check_targets

    return [_read(figure, asked) for figure, asked in check_targets(written).items()]


def _read(figure: str, asked: Mapping[str, float]) -> Target:
    if "within" in asked:
        if "of" not in asked and figure != ADVANTAGE:
            raise UsageError(
                f"target {figure}: within what? Write {{ of = VALUE, within = "
                f"{asked['within']} }}, or give min and max"
            )
        middle, width = asked.get("of", 0.0), asked["within"]
        low, high = middle - width, middle + width
    else:
        low, high = asked.get("min", -math.inf), asked.get("max", math.inf)
    return Target(figure, dict(asked), float(low), float(high), bool(asked.get("robust")))


def check_bounds(target: Target, figure: Figure) -> None:
    """Raise `UsageError` if a rate is to be above 1: who writes 3 means percentage points."""
    for name, value in target.written.items():
        if figure.unit.share and name != "robust" and abs(value) > 1:
            raise UsageError(
                f"target {target.figure}: {name} cannot be {value:g}; that is a rate, which is "
                f"written as a share of 1: did you mean {name} = {value / 100:g}?"
            )


def judge_targets(
    targets: Sequence[Target], estimate: Callable[[str], Estimate], games: int
) -> list[JudgedTarget]:
    """Judge targets by the intervals of their figures, at one table, after so many games.

    A robust target can be missed here; whether it is met, other levels of play have to say.
    """
    found = []
    for target in targets:
        figure = estimate(target.figure)
        verdict = judge(figure, target.low, target.high, games)
        if target.robust and verdict.word != "misses":
            verdict = Verdict("undecided", None)
        found.append(JudgedTarget(target, figure, verdict))
    return found


def exit_code(judged: Sequence[JudgedTarget]) -> ExitCode:
    """Return what verdicts make a command leave with."""
    return _CODES[combined_verdict(judged)]


def combined_verdict(judged: Sequence[JudgedTarget]) -> VerdictWord:
    """Return the verdict on several targets together: a miss goes before what is undecided."""
    words = {one.verdict.word for one in judged}
    return "misses" if "misses" in words else "undecided" if "undecided" in words else "meets"
