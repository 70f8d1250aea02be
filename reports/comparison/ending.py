"""What ends a comparison: that differences are known well enough, or that all is decided."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from reports.comparison.ranking import threshold
from reports.comparison.results import Comparison, Pair, shared_figures
from reports.figures.figure import DECIDED, Figure
from reports.figures.precision import Reached, half_width
from reports.run import ending
from reports.run.live import Deciding, Question
from reports.run.results import Results
from reports.run.tables import summarise_looks, summarise_precisions
from reports.writing.numbers import counted
from simulate.errors import unknown


def deciding(comparison: Comparison, paths: Sequence[str] = DECIDED) -> Deciding:
    """Return what is to be decided: how some figures differ; unless said going first and length."""
    asked = [
        Question(pair.b, one.figure, one.difference, threshold(one), one.is_clear)
        for path in paths
        for pair in comparison.pairs
        for one in [pair.figures.get(path)]
        if one
    ]
    return Deciding(comparison.arms, asked, comparison.tests)


def looked(comparison: Comparison) -> list[str]:
    """Say what looking often costs; nothing of what is looked at once."""
    several = len(comparison.first.run.study.interim) > 1
    return [ending.looked(deciding(comparison).longest)] if several else []


def summarise(comparison: Comparison, paths: Sequence[str] = DECIDED) -> dict[str, Any]:
    """Return how well what was asked for is known, and whether all is decided, for JSON."""
    first, several = comparison.first, reached(comparison)
    found: dict[str, Any] = {}
    if several:
        plain = summarise_precisions([one for _, one in several])
        found["precisions"] = [
            {"figure": row["figure"], "a": pair.a, "b": pair.b, **row}
            for (pair, _), row in zip(several, plain, strict=True)
        ]
    if first.run.study.until_decided:
        known = deciding(comparison, paths).is_decided
        found["until_decided"] = summarise_looks(first, decided=known)
    return found


def compared_figure(path: str, arms: Sequence[Results]) -> Figure:
    """Return a figure whose differences are known of all arms, else `UsageError`, with the nearest.

    An arm may not have it, or it may be another thing there.
    """
    first, *others = arms
    found = [{one.path: one for one, _ in shared_figures(first, other)} for other in others]
    everywhere = [name for name in found[0] if all(name in one for one in found)]
    if path not in everywhere:
        raise unknown("figure", path, everywhere, " among those that all versions are compared by")
    return found[0][path]


def reached(comparison: Comparison) -> list[tuple[Pair, Reached]]:
    """Return to within what each difference is known that is to be known so well."""
    precision = comparison.first.run.study.precision
    return [(pair, _reached(pair, path)) for path in precision for pair in comparison.pairs]


def is_known(comparison: Comparison) -> bool:
    """Return whether all these differences are known so well as is asked; of none they are."""
    return all(one.is_enough for _, one in reached(comparison))


def deals_to_know(comparison: Comparison) -> int:
    """Return how many deals there should be, for all these differences to be known so well."""
    times = [one.games_wanted(pair.games) / pair.games for pair, one in reached(comparison)]
    return math.ceil(comparison.deals * max(times))


def precision(comparison: Comparison) -> list[str]:
    """Say to within what each difference is known: of several pairs, that known least well."""
    found, several = [], len(comparison.pairs) > 1
    for path in comparison.first.run.study.precision:
        pair, one = max(
            (both for both in reached(comparison) if both[1].figure.path == path),
            key=lambda both: both[1].reach / (both[1].width or math.inf),
        )
        which = f"{pair.b} against {pair.a}{', the least sure' if several else ''}"
        games = f"after {counted(pair.games, 'game')} of each"
        what = f"difference in {one.figure.title}, {which}"
        found.append(ending.known(one, what, games, f"what it is in {pair.a}"))
    return found


def _reached(pair: Pair, path: str) -> Reached:
    one, asked = pair.figures[path], pair.results[0].run.study.precision[path]
    # One may have another strategy in the place that the figure is of.
    steps = [
        ending.percentile_step(arm, path, differences=True) for arm in pair.results if arm.has(path)
    ]
    least = max(steps, default=0.0)
    reach = half_width(one.difference.estimate)
    return Reached(one.figure, asked, one.first.value, max(reach, least), least)
