"""What is to be decided of a comparison that is played until it is."""

from __future__ import annotations

from reports.comparison.ranking import threshold
from reports.comparison.results import Comparison
from reports.figures.figure import DECIDED
from reports.run.deciding import Deciding, Question


def deciding(comparison: Comparison) -> Deciding:
    """Return what is to be decided: which arm lasts longer, and where going first pays more."""
    asked = [
        Question(pair.b, one.figure, one.difference, threshold(one), one.is_clear)
        for pair in comparison.pairs
        for one in (pair.figures[path] for path in DECIDED if path in pair.figures)
    ]
    return Deciding(comparison.arms, asked, comparison.tests)


def said(comparison: Comparison) -> list[str]:
    """Say what ended a comparison that is played until all is decided; nothing of others."""
    return deciding(comparison).said("every target")
