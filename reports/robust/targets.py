"""Whether a target is met at every level of play."""

from __future__ import annotations

import math
from collections.abc import Sequence

from reports.figures.statistics import Estimate, Verdict, judge
from reports.figures.targets import Judged, Target
from reports.robust.levels import Robustness


def judge_everywhere(judged: Sequence[Judged], robustness: Robustness | None) -> list[Judged]:
    """Return verdicts, those on robust targets as all levels of play together give them."""
    if robustness is None:
        return list(judged)
    return [judge_at_levels(one.target, robustness) if one.target.robust else one for one in judged]


def judge_at_levels(target: Target, robustness: Robustness) -> Judged:
    """Judge a target at every level of play.

    It is met if it is met at each of them, which needs no correction, for each is tested on its
    own. It is missed if it is missed at any, corrected for their number. Levels with few games
    may miss it, but are not waited for.
    """
    levels = robustness.levels
    alpha = robustness.alpha_of_look
    missed = [
        level
        for level in levels
        if _word(target, level.known(target.figure, 1 - alpha / len(levels))) == "misses"
    ]
    many = [level for level in levels if not level.few]
    unmet = [
        level for level in many if _word(target, level.known(target.figure, 1 - alpha)) != "meets"
    ]
    deciding = max(
        missed or unmet or many,
        key=lambda level: _beyond(target, level.known(target.figure, robustness.confidence)),
    )
    found = deciding.known(target.figure, robustness.confidence)
    if missed:
        verdict = Verdict("misses", 0)
    else:
        verdict = Verdict("undecided", None) if unmet or robustness.missing else Verdict("meets", 0)
    return Judged(target, found, verdict, deciding.name)


def _word(target: Target, found: Estimate) -> str:
    return judge(found, target.low, target.high, 1).word


def _beyond(target: Target, found: Estimate) -> float:
    """Return how far the worse end of an interval is beyond its bound; negative within."""
    gaps = (target.low - found.low, found.high - target.high)
    return max(gap for gap in gaps if not math.isnan(gap))
