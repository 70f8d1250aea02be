"""Targets of figures, and the verdicts on them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reports.figures.figure import ADVANTAGE, Figure
from reports.figures.statistics import Estimate, Verdict, VerdictWord, judge
from simulate.errors import ExitCode, UsageError

#: The words after the bounds of a target that must be met at all player levels.
FOR_ALL_PLAYERS = "for all players"
_CODES: dict[VerdictWord, ExitCode] = {
    "meets": ExitCode.DONE,
    "misses": ExitCode.FAILED,
    "undecided": ExitCode.UNDECIDED,
}


@dataclass(frozen=True)
class Target:
    """The bounds that a figure should meet."""

    #: The path of the figure.
    figure: str
    #: The target as written in the study, such as ``{"min": 0.3, "max": 0.4}``.
    written: Mapping[str, float]
    #: The lowest value that meets the target, in the unit of the figure; -infinity for no bound.
    low: float
    #: The highest value that meets the target, in the unit of the figure; infinity for no bound.
    high: float
    #: True if the target has to be met at all player levels.
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
    """A target with its verdict."""

    target: Target
    #: The estimate of the figure; for a robust target, that of the player level in `level`.
    estimate: Estimate
    verdict: Verdict
    #: The name of the player level that decides the verdict on a robust target; empty otherwise.
    level: str = ""

    @property
    def is_estimate_within(self) -> bool:
        """True if the estimate itself is within the bounds, whatever its interval."""
        return self.target.low <= self.estimate.value <= self.target.high


def read_targets(written: Mapping[str, Any]) -> list[Target]:
    """Return the targets from the ``[targets]`` table of a study, in the order of the table.

    Parameters
    ----------
    written
        The bounds by path of a figure, such as ``{"lead_changes": {"min": 2}}``.

    Raises
    ------
    UsageError
        If a target has unknown keys, values that are not numbers, or bounds that do not fit
        together.
    """
    if not written:
        return []
    from simulate.study.reading import check_targets

    return [_read_target(figure, bounds) for figure, bounds in check_targets(written).items()]


def _read_target(figure: str, written: Mapping[str, float]) -> Target:
    """Return the target that a study sets for a figure.

    Raise `UsageError` if it has ``within`` without the middle ``of``.
    """
    if "within" in written:
        if "of" not in written and figure != ADVANTAGE:
            raise UsageError(
                f"target {figure}: 'within' needs the middle of the range; write {{ of = VALUE, "
                f"within = {written['within']} }}, or give min and max"
            )
        middle, width = written.get("of", 0.0), written["within"]
        low, high = middle - width, middle + width
    else:
        low, high = written.get("min", -math.inf), written.get("max", math.inf)
    return Target(figure, dict(written), float(low), float(high), bool(written.get("robust")))


def check_bounds(target: Target, figure: Figure) -> None:
    """Check that the bounds of a rate are shares of 1.

    Figures that are not rates, and the setting `robust`, are not checked.

    Raises
    ------
    UsageError
        If a bound is above 1 or below -1, as it is if percentage points are written instead.
    """
    for name, value in target.written.items():
        if figure.unit.share and name != "robust" and abs(value) > 1:
            raise UsageError(
                f"target {target.figure}: {name} cannot be {value:g}, because this figure is a "
                f"rate and is written as a share of 1; did you mean {name} = {value / 100:g}?"
            )


def judge_targets(
    targets: Sequence[Target], estimate: Callable[[str], Estimate], games: int
) -> list[JudgedTarget]:
    """Return the verdicts on targets, from the intervals of their figures with one line-up.

    A robust target can only be "misses" or "undecided" here: it is met only if it is met at all
    player levels, which `reports.robust` checks.

    Parameters
    ----------
    targets
        The targets of a study.
    estimate
        A function that is called with the path of a figure and returns its estimate. Its errors are
        not caught.
    games
        The number of games played.

    Returns
    -------
    list of JudgedTarget
        In the order of `targets`.
    """
    judged = []
    for target in targets:
        figure = estimate(target.figure)
        verdict = judge(figure, target.low, target.high, games)
        if target.robust and verdict.word != "misses":
            verdict = Verdict("undecided", None)
        judged.append(JudgedTarget(target, figure, verdict))
    return judged


def exit_code(judged: Sequence[JudgedTarget]) -> ExitCode:
    """Return the exit code of a command whose targets have these verdicts.

    It is `FAILED` if a target is missed, else `UNDECIDED` if one is undecided, else `DONE`, also
    without targets.
    """
    return _CODES[combined_verdict(judged)]


def combined_verdict(judged: Sequence[JudgedTarget]) -> VerdictWord:
    """Return "misses" if a target is missed, else "undecided" if one is undecided, else "meets".

    Without targets it is "meets".
    """
    words = {target.verdict.word for target in judged}
    if "misses" in words:
        return "misses"
    return "undecided" if "undecided" in words else "meets"
