"""What is to be decided of a sweep that is played until it is."""

from __future__ import annotations

from reports.figures.noticeable import noticeable
from reports.run.deciding import Deciding, Question
from reports.sweep.points import Point
from reports.sweep.results import AtPoint, Sweep


def deciding(sweep: Sweep) -> Deciding:
    """Return what is to be decided: how settings differ from the one they are compared with."""
    asked = [
        _question(sweep, path, point, one)
        for path in sweep.deciding
        for point, one in zip(sweep.points, sweep.found[path], strict=True)
        if one and one.difference
    ]
    arms = {sweep.label(point): point.results for point in sweep.points}
    return Deciding(arms, asked, sweep.tests)


def said(sweep: Sweep) -> list[str]:
    """Say what ended a sweep that is played until all is decided; nothing of others."""
    return deciding(sweep).said("every target at every setting")


def _question(sweep: Sweep, path: str, point: Point, one: AtPoint) -> Question:
    assert point.against
    assert one.difference
    figure = sweep.figure(path)
    least = noticeable(figure, point.against.estimate(path).value)
    return Question(sweep.label(point), figure, one.difference, least, one.is_clear)
