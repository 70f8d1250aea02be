"""What is to be decided of studies on the same deals that are played until it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reports.comparison.ranking import threshold
from reports.comparison.results import Comparison
from reports.figures.figure import DECIDED
from reports.run import ending
from reports.run.deciding import Deciding, Question
from reports.run.summary import summarise_looks


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
    """Return how it was looked at and whether all is decided, for JSON; nothing of others."""
    first = comparison.first
    if not first.run.study.until_decided:
        return {}
    known = deciding(comparison, paths).is_decided
    return {"until_decided": summarise_looks(first, decided=known)}
